"""Order lines as players write them, and as they are printed and read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.draws import SeededDraws
from gm.contract.language import Desk, LineRead, Verdict
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.errors import UnknownName
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.language.canonical import canonical_lines, spoken
from gm.games.irish_freedom.language.language import FreedomLanguage
from gm.games.irish_freedom.language.lines import order_line, order_lines
from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.orders import (
    Continue,
    Move,
    NominateGuards,
    Pass,
    Recruit,
    SetAfterTreaty,
    SetAreas,
    SetUpgrade,
    Stop,
    UnitNamed,
    Upgrade,
    UseCollins,
)
from gm.games.irish_freedom.rules.outcomes import Reason
from gm.games.irish_freedom.rules.state import PLAYER, AfterTreaty, Preference, UpgradeChoice
from gm.languages import known, speaking
from tests.games.irish_freedom.greedy import rules_with

LINES = order_lines(load_tables())
STRICT = canonical_lines(load_tables())
COLUMN = UnitNamed(area="KER1", type="FC")
LANGUAGE = FreedomLanguage()


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("recruit in Cork", "RECRUIT COR"),
        ("raise 5", "RECRUIT COR"),
        ("hebe in Dublin aus", "RECRUIT DUB"),
        ("wirb in Kerry an", "RECRUIT KER"),
        ("in Dublin ausheben", "RECRUIT DUB"),
        ("move B01 with the gun to Athlone", "MOVE B01 -> MID3 WITH ART"),
        ("zieh B01 mit dem Gesch\u00fctz nach Athlone", "MOVE B01 -> MID3 WITH ART"),
        ("move B07 by sea to Cork city", "MOVE B07 -> COR5 BY SEA"),
        ("rec region 5", "RECRUIT COR"),
        ("Recruit a Mob in the West", "RECRUIT WES"),
        ("RECRUIT a gun in Dublin North", "RECRUIT ART DUB3"),
        ("up the Mob at MID1", "UPGRADE MID1 MOB"),
        ("up green guerrilla COR 3-4", "UPGRADE COR3 GUE GREEN"),
        ("upgrade my guerrilla in Donegal", "UPGRADE ULS1 GUE"),
        ("improve the new one", "UPGRADE NEW"),
        ("FC from Kerry 1 to Limerick", "MOVE KER1 FC -> WES5"),
        ("m flying column KER 1-2 to Cork city", "MOVE KER1 FC -> COR5"),
        ("G03-COR5", "MOVE G03 -> COR5"),
        ("g3 \u2192 tralee", "MOVE G03 -> KER5"),
        ("MOVE KER 1 - COR 5", "MOVE KER1 -> COR5"),
        ("send the Regular in Dublin North to Tralee by sea with artillery", "MOVE DUB3 REG -> KER5 BY SEA WITH ART"),
        ("MOVE B01 -> COR3 landing with the car", "MOVE B01 -> COR3 LANDING WITH CAR"),
        ("use Collins in Cork city", "COLLINS COR5"),
        ("the Dublin Guards are B1", "GUARDS B01"),
        ("done", "PASS"),
        ("that's all", "PASS"),
        ("set tom barry Tralee, Tipperary", "SET TOMBARRY KER5, COR1"),
        ("SET ARTILLERY DUB3, ANY", "SET ARTILLERY DUB3"),
        ("set treaty car anywhere", "SET TREATY CAR ANY"),
        ("set after the treaty stop", "SET AFTER TREATY STOP"),
        ("set upgrade blue only", "SET UPGRADE BLUE"),
        ("MVOE KER1 FC -> Tralee", "MOVE KER1 FC -> KER5"),
        ("upgarde NEW", "UPGRADE NEW"),
        ("MOVE KER1 FC -> Tralle", "MOVE KER1 FC -> KER5"),
    ],
)  # fmt: skip
def test_lines_as_players_write_them(line: str, printed: str) -> None:
    """In full, in short, with little words and slips; what may mean several things is not guessed."""
    read = LINES.read(line)
    assert read.made is not None, read
    assert order_line(read.made) == printed


@pytest.mark.parametrize(
    "order",
    [
        Recruit(place="WES"),
        Recruit("REG", "DUB3"),
        Recruit("AC", "DUB6"),
        Upgrade(UnitNamed(id="B02")),
        Upgrade(UnitNamed(new=True)),
        Move(COLUMN, "COR5"),
        Move(UnitNamed(area="DUB3", type="REG", colour="blue"), "KER5", by_sea=True, attached=("ART",)),
        Move(UnitNamed(id="B01"), "COR3", landing=True, attached=("AC",)),
        Move(UnitNamed(id="B01"), "COR3", by_sea=True, landing=True),
        UseCollins("COR5"),
        NominateGuards(UnitNamed(area="DUB3")),
        Pass(),
        Continue(),
        Stop(),
        SetUpgrade(UpgradeChoice.NEVER),
        SetAfterTreaty(AfterTreaty.ASK),
        *(SetAreas(preference, ("KER5", "COR1")) for preference in Preference),
        SetAreas(Preference.TOM_BARRY),
    ],
)  # fmt: skip
def test_what_is_printed_is_read(order: Order) -> None:
    """By the kit, and by the strict reader of recorded steps."""
    assert LINES.read(order_line(order)).made == order
    assert STRICT.read(order_line(order)) == order


def lines_of(*lines: str) -> tuple[LineRead, ...]:
    """A mail as it is read on the first turn."""
    rules = rules_with()
    state = rules.new_game(SeededDraws(bytes(32))).state
    (seat,) = LANGUAGE.read(lines, Desk(Position(rules, state), (PLAYER,))).seats
    return seat.lines


def test_each_line_is_judged_behind_those_above_it() -> None:
    """A unit that has been upgraded may go where it could not; a third action is one too many."""
    upgraded, moved = lines_of("UPGRADE MID1 MOB", "MOVE NEW -> MID3")
    assert (upgraded.verdict, moved.verdict) == (Verdict.ACCEPTED, Verdict.ACCEPTED)
    *both, more = lines_of("UPGRADE MID1 MOB", "MOVE NEW -> MID3", "RECRUIT COR")
    assert all(line.waits for line in both)
    assert more.problem is not None
    assert "no more actions" in more.problem.message


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("pass please", ["PASS"]),
        ("PASS!", ["PASS"]),
        ("done, thanks!", ["PASS"]),
        ("danke, pass bitte", ["PASS"]),
        ("Go raibh maith agat, pass", ["PASS"]),
        ("Hi, recruit in Cork please", ["RECRUIT COR"]),
        ("Hi I recruit in Cork, pass", ["RECRUIT COR", "PASS"]),
        ("recruit in Cork and up the Mob at MID1", ["RECRUIT COR", "UPGRADE MID1 MOB"]),
        ("recruit in Cork; upgrade NEW.", ["RECRUIT COR", "UPGRADE NEW"]),
    ],
)
def test_courtesies_cost_no_order(line: str, orders: list[str]) -> None:
    """And a sentence may give several orders."""
    (read,) = lines_of(line)
    assert read.verdict is Verdict.ACCEPTED, read
    assert list(map(order_line, read.orders)) == orders


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("recruit in Cork, and the Mob stays put", [["RECRUIT COR"]]),
        ("I don't want to attack Dublin this turn, recruit in Cork instead?", [["RECRUIT COR"]]),
        ("What happens if I recruit in Cork?", [["RECRUIT COR"]]),
        ("recruit in Cork?", [["RECRUIT COR"]]),
        ("do not recruit in Cork", [["RECRUIT COR"]]),
        ("upgrade MID1 or recruit in Cork", [["UPGRADE MID1"], ["RECRUIT COR"]]),
    ],
)
def test_an_order_among_other_words_is_asked_for(line: str, choices: list[list[str]]) -> None:
    """They may deny, doubt or only suppose it."""
    (read,) = lines_of(line)
    assert read.verdict is Verdict.AMBIGUOUS, read
    assert [list(map(order_line, choice)) for choice in read.choices] == choices


@pytest.mark.parametrize("line", ["thanks", "we will see next week", "I love this"])
def test_talk_orders_nothing(line: str) -> None:
    """A word that could be an order is none among others."""
    assert [read.verdict for read in lines_of(line)] == [Verdict.CHATTER]


@pytest.mark.parametrize("line", ["we will continue next week", "I have nothing done"])
def test_a_word_that_could_be_an_order_is_asked_about(line: str) -> None:
    """It orders nothing among others; its writer may mean it."""
    (read,) = lines_of(line)
    assert read.verdict is Verdict.AMBIGUOUS
    assert not read.orders


def test_a_line_of_orders_is_refused_whole() -> None:
    """Where the rules refuse one of them, and says which."""
    (line,) = lines_of("recruit in Cork, up the Mob in Donegal")
    assert line.verdict is Verdict.IMPOSSIBLE
    assert line.problem is not None
    assert line.problem.message.startswith("UPGRADE ULS1 MOB: No such unit is in that Area")


def test_what_chance_will_place_may_go_anywhere() -> None:
    """Nobody knows yet where a recruit comes, or what colour it has."""
    recruited, upgraded, _ = lines_of("RECRUIT WES", "UPGRADE NEW", "PASS")
    assert recruited.verdict is upgraded.verdict is Verdict.ACCEPTED


def test_a_mob_does_not_move() -> None:
    """The complaint says what would be right."""
    (line,) = lines_of("MOVE MID1 MOB -> Athlone")
    assert line.problem is not None
    assert line.problem.message == "A Mob cannot move; upgraded it can."


def test_every_reason_is_a_sentence_in_every_language() -> None:
    """None is said like another."""
    for code in ("en", *known()):
        with speaking(code):
            said = [refusal_sentence(reason) for reason in Reason]
        assert all(sentence.endswith(".") for sentence in said)
        assert len(set(said)) == len(said)


def test_orders_are_named_by_what_they_are_filed_under() -> None:
    """The turn, the answer, a setting; else it is told what could be said."""
    rules = rules_with()
    at = Position(rules, rules.set_up())
    stage = rules.stage(at.state)
    assert LANGUAGE.key_named("my turn", at) == rules.filed(Pass(), stage)
    assert LANGUAGE.key_named("answer", at) == rules.filed(Stop(), stage)
    assert LANGUAGE.key_named("SET TOMBARRY", at) == rules.filed(
        SetAreas(Preference.TOM_BARRY), stage
    )
    with pytest.raises(UnknownName):
        LANGUAGE.key_named("builds", at)


def test_words_name_the_places() -> None:
    """An Area's id stands with its name."""
    at = Position(rules_with(), rules_with().set_up())
    assert (
        LANGUAGE.words(Move(COLUMN, "KER5"), at)
        == "MOVE KER1 FC -> KER5 (KER1 West Cork, KER5 Tralee)"
    )
    assert LANGUAGE.words(Recruit(place="WES"), at) == "RECRUIT WES (The West)"
    choices = [[Move(COLUMN, "KER5")], [Move(COLUMN, "COR5")]]
    assert LANGUAGE.named_in("Tralee", choices, at) == (0,)
    assert LANGUAGE.named_in("West Cork", choices, at) == (0, 1)


WORDS = st.sampled_from(
    "MOVE M RECRUIT UP UPGRADE SET COLLINS GUARDS NEW B01 G4 A01 KER1 KER 1-2 COR2 5 THE WEST Cork city"
    " -> - TO IN BY SEA LANDING WITH ART CAR FLYING COLUMN GUE BLUE green , ANY TREATY TOMBARRY AFTER"
    " ARTILLERY ALWAYS STOP PASS CONTINUE REGION # ; ß ½".split()
)


@given(st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40))
def test_any_line_is_read_or_refused(line: str) -> None:
    """Nothing that somebody writes breaks a reader; what is read strictly the kit reads alike."""
    text = spoken(line)
    strict = STRICT.read(text)
    assert isinstance(strict, Order | Reason)
    made = LINES.read(text).made
    if isinstance(strict, Order) and made is not None and order_line(strict) == text:
        assert made == strict
