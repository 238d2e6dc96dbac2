"""What HELP shows a player to write is read as orders of his game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.errors import VariantError
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, Split
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.texts import HelpLine, help_text, read_help
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import known, pgettext, speaking
from tests.interpret.conftest import position, unit

NTH, NTH1, NTH2 = (ProvinceId(name) for name in ("NTH", "NTH1", "NTH2"))
STANDARD = (
    ("S1901M", "GERMANY", ("A MUN", "A BOH", "F NTH", "A YOR", "F MAO")),
    ("S1901R", "GERMANY", ("A BOH",)),
    ("F1901M", "FRANCE", ("A BUR",)),
    ("W1901A", "FRANCE", ("F BRE",)),
)
REPUBLIC = (
    ("F1016M", "MUNSTER", ("A Lim", "A CoC", "F STG", "A Wat", "A KkW")),
    ("F1016M", "MUNSTER", ("A CoC", "A Ker", "F Wat")),
    ("F1016R", "MUNSTER", ("A Ker",)),
    ("W1016A", "MUNSTER", ("A KkW", "A Ker")),
    ("W1016A", "ULSTER", ("A KkW",)),
)
IRISH = (
    ("S1974M", "GERMANY", ("A MUN", "A BOH", "F SKA", "A DEN", "F MAO")),
    ("S1975M", "GERMANY", ("F NTH2",)),
    ("S1974R", "GERMANY", ("A BOH",)),
    ("F1974M", "FRANCE", ("A BUR",)),
    ("W1974A", "FRANCE", ("F BRE",)),
    ("S1974P", "DENMARK", ()),
)
POSITIONS = {"standard": STANDARD, "republic": REPUBLIC, "irish": IRISH}
"""Positions in which one or other line makes sense: phase, power, units."""

CENTRES = {
    "FRANCE": ("PAR", "BRE", "MAR"),
    "GERMANY": ("MUN", "BER"),
    "MUNSTER": ("CoS", "CoC", "Ker"),
    "ULSTER": ("BeN", "BeS"),
    "DENMARK": ("DEN",),
}
RETREATS = {"A BOH": "SIL", "A Ker": "Lim"}


def laid_out(variant: str, phase: str, power: str, units: tuple[str, ...]) -> Context:
    """Return such a position; in a retreat phase its units are dislodged."""
    bridges = ("KkW-Wat MUNSTER",) if variant == "republic" else ()
    context = position(
        variant,
        phase,
        power,
        dict.fromkeys(units, power),
        centres=dict.fromkeys(CENTRES[power], power),
        bridges=bridges,
    )
    if variant == "irish":
        context = with_split(context)
    if phase.endswith("M"):
        context = replace(context, retreats_ahead=True)
    if phase.startswith("F") and variant != "republic":
        context = context.taking(Phase.parse(f"W{phase[1:5]}A"))
    if not phase.endswith("R"):
        return context
    waiting = tuple(
        Dislodged(unit(text, power), None, (Location(ProvinceId(RETREATS[text])),))
        for text in units
    )
    return replace(context, state=context.state.but(units=(), dislodged=waiting))


def with_split(context: Context) -> Context:
    """Return the position with the North Sea split, and points to give."""
    split = Split(NTH, (ProvinceId("NWY"), ProvinceId("BEL")), (NTH1, NTH2))
    state = context.state.with_part(ChangesPart(splits=(split,)))
    state = state.with_part(PointsPart({context.power: 9}))
    assert isinstance(context.ruleset, DiplomacyRules)
    return replace(context, state=state, board=context.ruleset.board_in(state))


def shown() -> list[tuple[str, HelpLine]]:
    """Every line that HELP shows, with its variant."""
    found = []
    for variant in VARIANTS:
        text = help_text(variant)
        found += [(variant, one) for one in text.order]
        found += [(variant, one) for one in (text.special.order if text.special else ())]
    return found


def test_every_variant_has_its_lines() -> None:
    """No game leaves a player who asks for help without an order to copy."""
    assert {variant for variant, _ in shown()} == set(VARIANTS) == set(POSITIONS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("variant", "line"), shown(), ids=lambda one: getattr(one, "write", one))
def test_a_line_is_read(variant: str, line: HelpLine) -> None:
    """Somewhere in a game it is an order, without a question or a guess."""
    found = set()
    for phase, power, units in POSITIONS[variant]:
        context = laid_out(variant, phase, power, units)
        read = read_line(1, line.write, context, strict=False)
        plain = read.orders if read.problem is None and not read.remarks else ()
        if orders := read_orders([line.write], context).retreats or plain:
            found.add(tuple(order_text(one, context.board) for one in orders))
    assert len(found) == 1, (line.write, found)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("variant", "line"), shown(), ids=lambda one: getattr(one, "write", one))
@pytest.mark.parametrize("language", known()[1:])
def test_a_line_is_read_in_every_language(language: str, variant: str, line: HelpLine) -> None:
    """What a reader is shown in his language is in every position what it is in English."""
    with speaking(language):
        text = pgettext("order", line.write)
        for phase, power, units in POSITIONS[variant]:
            context = laid_out(variant, phase, power, units)
            english, own = (read_orders([one], context) for one in (line.write, text))
            assert own.retreats == english.retreats, (text, phase)
            read = [[(one.verdict, one.orders) for one in it.lines] for it in (english, own)]
            assert read[1] == read[0], (text, phase)


def test_a_broken_file_is_named() -> None:
    """The fault says which file, which entry and why."""
    text = 'schema = 1\nlists = "Builds"\n[[order]]\nwrite = "A Ker H"\n'
    with pytest.raises(VariantError, match=r"x/help\.toml: order\.1\.says: Field required"):
        read_help("x/help.toml", text)
    with pytest.raises(VariantError, match=r"x/help\.toml: "):
        read_help("x/help.toml", "schema = ")
