"""What the rules text shows a player to write is read as he would mean it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.walks import read_walks
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, Split
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.texts import rules_as_played
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.conftest import position

NTH, NTH1, NTH2 = (ProvinceId(name) for name in ("NTH", "NTH1", "NTH2"))
SETTINGS = {
    "profile": "1971",
    "payments": "public",
    "removals": "need",
    "winters": "own",
    "keep_impossible": "no",
}
READ_AS = {
    "A(KkW)-B((KkW)-(Wat))": "A KkW ATTACK BRIDGE KkW-Wat",
    "A KkW attacks the bridge KkW-Wat": "A KkW ATTACK BRIDGE KkW-Wat",
    "A KkW attacks the bridge KkW-Wat of Munster": "A KkW ATTACK BRIDGE KkW-Wat OF MUNSTER",
    "A(Ker)-CoS": "A Ker - CoS",
    "A Ker - CoS": "A Ker - CoS",
    "F(STG) S A(Wat)-WxS": "F STG S A Wat - WxS",
    "A Ker supports A CoS": "A Ker S A CoS",
    "F(Wat) converts to army": "F Wat CONVERT",
    "Build A(DbN)": "B A DbN",
    "Build F Cork South": "B F CoS",
    "Build bridge linking Kilkenny West and Waterford": "B BRIDGE KkW-Wat",
    "Remove bridge KkW-Wat": "D BRIDGE KkW-Wat",
    "Remove A(Ker)": "D A Ker",
    "Pay 5 to Munster (toll)": "PAY 5 MUNSTER (toll)",
    "Receive 5 points from Ulster": "RECEIVE 5 ULSTER",
    "If A(KkW) is dislodged then remove bridge KkW-Wat else build A DbN": (
        "IF A KkW DISLODGED THEN D BRIDGE KkW-Wat ELSE B A DbN"
    ),
}
"""Every example of Republic's rules, as it is understood."""

READ_AS_IN_IRISH = {
    "A Den": "A DEN",
    "F Spa/nc": "F SPA/NC",
    "F NTH2 - NWY": "F NTH2 - NWY",
    "F North Sea 2 - Norway": "F NTH2 - NWY",
    "F SKA S F NTH 2 - NWY": "F SKA S F NTH2 - NWY",
    "A Mun - Tyr": "A MUN - TYR",
    "A Boh S A Mun - Tyr": "A BOH S A MUN - TYR",
    "A Boh S A Mun": "A BOH S A MUN",
    "F NTH1 C A Den - Bel": "F NTH1 C A DEN - BEL",
    "Build A Paris": "B A PAR",
    "Remove F Brest": "D F BRE",
    "Give Italy 2 points": "GIVE ITALY 2",
    "If France doesn't enter (PIE), give him 2 points": (
        "IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2"
    ),
    "If France does not attack PIE, give France 3": "IF NOT FRANCE ATTACKS PIE THEN GIVE FRANCE 3",
    "If Austria supports A Ven - Tyr, give Austria 3": (
        "IF AUSTRIA SUPPORTS A VEN - TYR THEN GIVE AUSTRIA 3"
    ),
    "If France is not in PIE, give him 2 points": "IF NOT FRANCE IN PIE THEN GIVE FRANCE 2",
    "If Germany does not own MUN, give Russia 1 point": (
        "IF NOT GERMANY OWNS MUN THEN GIVE RUSSIA 1"
    ),
}
"""Every example of Irish Diplomacy's rules that a player may copy."""

WALKS = {"Irish 1 (NTH) - NWY": "IRISH 1 - NWY", "Psychiatrist Vie - Boh": "PSYCHIATRIST 2 - BOH"}
"""Those that the GM may copy."""


def shown(variant: str = "republic") -> list[str]:
    """Return every order that the rules of a variant show in quotation marks."""
    settings = VARIANTS[variant].settings({}) | SETTINGS
    chapters = rules_as_played(variant, load_board(variant), settings)
    text = " ".join(one.text for chapter in chapters for one in chapter.paragraphs)
    return re.findall(r'"([^"]+)"', text)


HOMES = {"ULSTER": "BeN", "MUNSTER": "CoS", "LEINSTER": "DbN"}


def read(text: str) -> set[str]:
    """Return what a line is read as, whoever writes it, in an autumn and in its winter."""
    found = set()
    for power, home in HOMES.items():
        for phase, units in (
            ("F1016M", ("A KkW", "A Ker", "A CoS", "F STG", "F Wat")),
            ("F1016M", ("F STG", "A Wat")),
            ("W1016A", ("A KkW", "A Ker", "F Wat")),
        ):
            context = position(
                "republic",
                phase,
                power,
                dict.fromkeys(units, power),
                centres={home: power},
                bridges=(f"KkW-Wat {power}", "KkW-Wat MUNSTER", "Wat-WxS MUNSTER"),
            )
            line = read_line(1, text, context, strict=True)
            found |= {order_text(one, context.board) for one in line.orders}
    return found


def test_every_example_is_known() -> None:
    """An example that is added to the rules is added here, with what it means."""
    assert set(shown()) == set(READ_AS)
    assert set(shown("irish")) == {*READ_AS_IN_IRISH, *WALKS}


@pytest.mark.parametrize("example", READ_AS)
def test_an_example_is_read_as_the_rules_mean_it(example: str) -> None:
    """A player may copy it."""
    assert read(example) == {READ_AS[example]}


IRISH = (
    ("S1974P", "DENMARK", ()),
    ("S1974P", "SPAIN", ()),
    ("S1975M", "ENGLAND", ("A MUN", "A BOH", "A DEN", "F NTH1", "F NTH2", "F SKA", "A VEN")),
    ("W1975A", "FRANCE", ("F BRE",)),
)


def read_in_irish(text: str) -> set[str]:
    """Return what a line is read as, whoever writes it, in a setup, a spring and a winter."""
    found = set()
    for phase, power, units in IRISH:
        context = position(
            "irish", phase, power, dict.fromkeys(units, power), centres={"PAR": power}
        )
        line = read_line(1, text, halved(context), strict=True)
        found |= {order_text(one, context.board) for one in line.orders}
    return found


def halved(context: Context) -> Context:
    """Return the position with the North Sea split, and points to give."""
    split = Split(NTH, (ProvinceId("NWY"), ProvinceId("BEL")), (NTH1, NTH2))
    part = ChangesPart(splits=() if context.state.phase.kind is PhaseKind.SETUP else (split,))
    state = context.state.with_part(part).with_part(PointsPart({context.power: 9}))
    assert isinstance(context.ruleset, DiplomacyRules)
    return replace(context, state=state, board=context.ruleset.board_in(state))


@pytest.mark.parametrize("example", READ_AS_IN_IRISH)
def test_an_example_of_irish_diplomacy_is_read_as_meant(example: str) -> None:
    """A player may copy it."""
    assert read_in_irish(example) == {READ_AS_IN_IRISH[example]}


@pytest.mark.parametrize("example", WALKS)
def test_a_walk_is_read_as_the_rules_mean_it(example: str) -> None:
    """The GM may copy it (Irish 13)."""
    context = position("irish", "S1975M", "GM", {})
    places = {"IRISH 1": ProvinceId("NTH"), "PSYCHIATRIST 2": ProvinceId("VIE")}
    context = replace(context, state=context.state.with_part(WanderersPart(places)))
    (line,) = read_walks([example], context).lines
    assert [order_text(order) for order in line.orders] == [WALKS[example]]
