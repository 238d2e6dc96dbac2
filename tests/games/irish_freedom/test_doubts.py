"""Words beside orders: a turn is played for good, so whatever may change it is asked about first."""

from __future__ import annotations

import re

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.language import Desk, Read
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.games.irish_freedom.language.language import FreedomLanguage
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.orders import Move, Pass, Recruit, UnitNamed, Upgrade
from gm.games.irish_freedom.rules.state import PLAYER
from tests.app.world import GM, HOST, World
from tests.games.irish_freedom.greedy import rules_with
from tests.games.irish_freedom.test_solo import GAME, begun, says
from tests.games.irish_freedom.test_solo import world as world

RULES = rules_with()
STATE = RULES.new_game(SeededDraws(bytes(32))).state
WHOLE = "MOVE KER1 FC -> KER5\nUPGRADE B02\n"


def read(text: str, *standing: Order) -> Read:
    """A mail as it is read, beside orders that stand."""
    desk = Desk(Position(RULES, STATE), (PLAYER,), standing=((PLAYER, standing),))
    return FreedomLanguage().read(tuple(text.split("\n")), desk)


def given(found: Read) -> list[str]:
    """What it orders."""
    (player,) = found.seats
    return [order_line(each.order) for each in player.given]


def choices(found: Read) -> list[list[str]]:
    """What it asks."""
    (player,) = found.seats
    return [
        [order_line(order) for order in choice] for line in player.lines for choice in line.choices
    ]


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("not PASS yet", "PASS"),
        ("DONE? not yet", "PASS"),
        ("PASS?", "PASS"),
        ("Shall I PASS?", "PASS"),
        ("I'll pass this time, thanks", "PASS"),
        ("Done for today, orders tomorrow", "PASS"),
        ("PASS (but only if nothing better occurs to me)", "PASS"),
        ("Bitte nicht PASS spielen", "PASS"),
        ("don't move KER1 FC to KER5", "MOVE KER1 FC -> KER5"),
        ("maybe MOVE KER1 FC -> KER5", "MOVE KER1 FC -> KER5"),
        ("if the Mob is gone, UPGRADE G01", "UPGRADE G01"),
        ("UPGRADE B02 tomorrow maybe", "UPGRADE B02"),
        ("RECRUIT COR, but I'm not sure", "RECRUIT COR"),
        ("don't SET UPGRADE BLUE", "SET UPGRADE BLUE"),
    ],
)
def test_an_order_among_doubts_is_asked_for(line: str, asked: str) -> None:
    """By number, and never given."""
    found = read(line)
    assert given(found) == []
    assert [asked] in choices(found)


@pytest.mark.parametrize(
    "words",
    [
        "Actually, forget that.",
        "Draft only, please do not play it yet.",
        "sorry, I mean KER3",
        "unless the Mob can still be upgraded",
        "Not yet!",
        "Please wait for my next mail before you play this.",
        "That's all folks",
        "Vergiss das wieder.",
        "Noch nicht spielen bitte",
        "Ná himir é seo go fóill, níl mé cinnte",
        "I hope the army in Cork city does not see it coming",
    ],
)
@pytest.mark.parametrize("above", [False, True])
def test_words_beside_a_whole_turn_hold_it(words: str, above: bool) -> None:
    """Before and behind the orders; what they are is offered as they stand."""
    found = read(f"{words}\n{WHOLE}" if above else f"{WHOLE}{words}")
    assert given(found) == []
    assert choices(found) == [["MOVE KER1 FC -> KER5", "UPGRADE B02"]]


@pytest.mark.parametrize(
    "words",
    [
        "Hi there,",
        "Thanks, and have a nice week",
        "Lovely game so far",
        "My orders for turn 1:",
        "These are my final orders",
        "Best wishes, Ann",
    ],
)
def test_harmless_words_hold_nothing(words: str) -> None:
    """Nobody is asked about a greeting, praise or a heading."""
    assert given(read(f"{words}\n{WHOLE}")) == ["MOVE KER1 FC -> KER5", "UPGRADE B02"]


@pytest.mark.parametrize(
    "text",
    [
        "MOVE KER1 FC -> KRE99\nUPGRADE B02\nPASS",
        "MOVE KER1 FC -> COR1\nMOVE B02 -> MID3\nPASS",
        "upgrade the lot\nUPGRADE B02\nPASS",
    ],
)
def test_what_was_not_taken_holds_the_rest(text: str) -> None:
    """A slip in one line does not cost the turn: it is told, and the rest waits for a word."""
    found = read(text)
    assert given(found) == []
    assert choices(found)


def test_a_choice_stands_in_its_place() -> None:
    """Each answer is a whole turn."""
    found = read("MOVE COR3 GUE to Cork\nPASS")
    assert given(found) == []
    assert ["MOVE COR3 GUE -> COR1", "PASS"] in choices(found)
    assert ["PASS"] in choices(found)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Rekrutiere in Cork", ["RECRUIT COR"]),
        (
            "Rekrutiere in Dublin, und dann verbessere den Mob in MID1",
            ["RECRUIT DUB", "UPGRADE MID1 MOB"],
        ),
        ("Zieh die Fliegende Kolonne in KER1 nach Tralee", ["MOVE KER1 FC -> KER5"]),
        ("Bitte G04 nach Tralee ziehen", ["MOVE G04 -> KER5"]),
        ("Mob in MID1 verbessern", ["UPGRADE MID1 MOB"]),
        ("Verbessere die grüne Guerilla in ULS1", ["UPGRADE ULS1 GUE GREEN"]),
        ("fertig", ["PASS"]),
        ("Bog G04 go KER5", ["MOVE G04 -> KER5"]),
        ("Gluais an colún reatha ó KER1 go Trá Lí", ["MOVE KER1 FC -> KER5"]),
        ("earcaigh i gCorcaigh", ["RECRUIT COR"]),
        ("Uasghrádaigh an slua i MID1", ["UPGRADE MID1 MOB"]),
        (
            "move the flying column from kerry one to tralee and then upgrade the mob in midlands one",
            ["MOVE KER1 FC -> KER5", "UPGRADE MID1 MOB"],
        ),
        ("march column kerry one against tralee", ["MOVE KER1 FC -> KER5"]),
    ],
)
def test_german_irish_and_dictated_orders(line: str, orders: list[str]) -> None:
    """Words of the three languages, and faces in words as a phone writes them."""
    assert given(read(line)) == orders


@pytest.mark.parametrize(
    "line", ["Zieh G04 nicht nach KER5", "Ná bog G04 go KER5", "G04 vielleicht nach KER5 ziehen"]
)
def test_denials_in_german_and_irish_order_nothing(line: str) -> None:
    """Nor do they hide the order that they deny."""
    assert given(read(line)) == []
    (player,) = read(line).seats
    assert player.problems


def test_the_rest_of_a_turn_is_added() -> None:
    """PASS ends what stands; another action may be the rest or take its place."""
    upgrade, move = Upgrade(UnitNamed(id="B02")), Move(UnitNamed(id="G04"), "KER5")
    ends = read("PASS", upgrade)
    assert [line.adds for line in ends.seats[0].lines] == [True]
    asked = read("MOVE G04 -> KER5", upgrade)
    assert given(asked) == []
    assert choices(asked) == [["UPGRADE B02", "MOVE G04 -> KER5"], ["MOVE G04 -> KER5"]]
    assert given(read("MOVE G04 -> KER5\nRECRUIT COR", upgrade)) == [
        "MOVE G04 -> KER5",
        "RECRUIT COR",
    ]
    assert given(read("MOVE G04 -> KER5", move)) == ["MOVE G04 -> KER5"]
    assert given(read("RECRUIT COR\nPASS", Recruit(place="DUB"), Pass())) == [
        "RECRUIT COR",
        "PASS",
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "subject", ["Re: if-12", "IF-12", "if-12 orders for turn 1", "Re: [if-12 W1] x"]
)
def test_the_name_of_a_game_sets_no_condition(world: World, subject: str) -> None:
    """People write it as their subject, and `if` is no word of theirs then."""
    begun(world)
    world.mail(GM, "RECRUIT COR\nRECRUIT DUB", to=f"gm+{GAME}@{HOST}", subject=subject)
    assert "TURN 2 IS OPEN" in world.last_text(GM)


@pytest.mark.slow
def test_by_mail(world: World) -> None:
    """A turn in halves, a turn that is doubted, and answers to both questions."""
    begun(world)
    assert "ONE MORE ACTION" in says(world, "RECRUIT ULS")
    asked = says(world, "RECRUIT COR")
    number = re.search(r"(\d+)\. RECRUIT ULS \(Ulster\); RECRUIT COR", asked)
    assert number is not None
    played = says(world, number[1])
    assert "RECRUIT ULS: done" in played
    assert "RECRUIT COR: done" in played
    held = says(world, "RECRUIT DUB\nRECRUIT COR\nActually, forget that.")
    assert "These words may change your orders" in held
    assert "1 ANSWER AWAITED" in held
    assert "TURN 3" not in held
    played = says(world, "YES")
    assert "RECRUIT DUB: done" in played
    says(world, "RECRUIT MID")
    ended = says(world, "pass please")
    assert "RECRUIT MID: done" in ended
    assert "PASS: done" in ended


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("beside", "played"),
    [
        ("And recruit in Cork", ("RECRUIT ULS: done", "RECRUIT COR: done")),
        ("PASS", ("RECRUIT ULS: done", "PASS: done")),
        ("RECRUIT COR\nRECRUIT DUB", ("RECRUIT COR: done", "RECRUIT DUB: done")),
    ],
)
def test_an_answer_and_the_rest_in_one_mail(
    world: World, beside: str, played: tuple[str, ...]
) -> None:
    """What stands beside an answer goes on with its orders where both fit; else it takes their place."""
    begun(world)
    asked = says(world, "RECRUIT ULS\nI am not sure of it.")
    number = re.search(r"(\d+)\. RECRUIT ULS", asked)
    assert number is not None
    told = says(world, f"{number[1]}\n{beside}")
    for words in played:
        assert words in told
    assert ("RECRUIT ULS: done" in told) is ("RECRUIT ULS: done" in played)
