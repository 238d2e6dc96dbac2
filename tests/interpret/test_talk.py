"""What players write around their orders is neither an order nor worth a complaint."""

from collections.abc import Callable

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.wording.notation import order_text

TALK = """\
I will attack Burgundy tomorrow
See you in Paris
A good game so far
A nice move by Germany
A long time ago in Paris
A few words about the game
A move to Burgundy would be risky
F this
Paris was lovely
Hi Bel,
Best, Ber
Mar 5 2026
On to Warsaw!
Here are my orders for Spring 1901:
Greetings from sunny Naples!
On Mon, 5 Mar 2026 at 10:00, GM wrote:
I hope you will support me.
Germany promised to support me
England will convoy me to London
If it rains on Sunday I stay home
I am in Berlin until Friday, so late orders possible
We are moving to Portugal in the summer
Army of one, navy of none
Turkey is in trouble
Hold your horses
Move along, nothing to see here
Retreat? Never!
Pay attention please
12 Marine Drive, London
John Smith - London
A. Lincoln
F. Scott Fitzgerald
No moves yet, sorry
1. e4 e5
A to Z of diplomacy
I think Italy moves to Tyrolia
Germany moved to Burgundy last turn
Munich, 3.3.2026
From Russia with love
Nap time
Send money to Ulster
Munster beat Leinster 24-20
Kerry to win the final
Built a nice fleet in a bottle
""".splitlines()

ATTEMPTS = """\
A Par - Brg
A Prs - Bur
A Par -> nowhere
A Mar S A Pqr - Bur
A Mar S... hm, no idea
Fleet Brest sails west
F Lon - Nth
A Hogwarts holds
Paris moves to Hogwarts
Build A Hogwarts
Everything else holds
A Par or A Mar to Bur
Buidl A Hogwarts
Remvoe the army in Hogwarts
(A Par - Brg)
Par-Brg
A PAR BRG
""".splitlines()

GAMES = [
    ("standard", "S1901M", "FRANCE", "A PAR"),
    ("standard", "W1901A", "FRANCE", "A BUR"),
    ("republic", "S1016M", "MUNSTER", "A Ker"),
    ("republic", "W1016A", "MUNSTER", "A Ker"),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("line", TALK)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def test_talk_gives_no_order_and_no_complaint(
    line: str, game: tuple[str, str, str, str], position: Callable[..., Context]
) -> None:
    """In every game and phase talk is passed over."""
    board, phase, power, unit = game
    read = read_orders([line], position(board, phase, power, {unit: power}))
    assert read.orders == ()
    assert read.problems == ()


@pytest.mark.parametrize("line", ATTEMPTS)
def test_a_failed_attempt_is_answered(line: str, position: Callable[..., Context]) -> None:
    """Whoever tried to give an order hears why it does not count."""
    units = dict.fromkeys(("A PAR", "A MAR", "F BRE"), "FRANCE")
    read = read_orders([line], position("standard", "S1901M", "FRANCE", units))
    assert read.orders == ()
    assert read.problems


@pytest.mark.parametrize(
    "line",
    [
        "Promise France 2 if no unit of his is in Trieste",
        "I'll give France 2 points if nobody attacks me",
        "We will offer France 3 if his army stays in Marseilles",
    ],
)
def test_a_promise_is_not_lost_in_silence(line: str, position: Callable[..., Context]) -> None:
    """Irish 15: who promises points in words that cannot be read hears how to write it."""
    (problem,) = read_orders(
        [line], position("irish", "S1975M", "ITALY", {"A VEN": "ITALY"})
    ).problems
    assert "choice" not in problem.message


@pytest.mark.parametrize("line", ["I offer France peace", "Send Italy my regards"])
def test_giving_no_points_is_talk(line: str, position: Callable[..., Context]) -> None:
    """Irish 15: without an amount nothing was meant to be given."""
    read = read_orders([line], position("irish", "S1975M", "ITALY", {"A VEN": "ITALY"}))
    assert read.problems == ()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Hi! Pay 5 to Ulster.", "Pay 5 to Ulster"),
        ("Hi, it's Edith. Pay Ulster 3 for the toll.", "Pay Ulster 3 for the toll"),
        ("Here you go, as promised: build A CoS", "build A CoS"),
        ("hi! build a bridge CoC-CoS", "build a bridge CoC-CoS"),
    ],
)
def test_an_order_behind_talk_is_asked_about(
    line: str, order: str, position: Callable[..., Context]
) -> None:
    """It is not taken, for people quote orders in their talk; but nothing is lost in silence."""
    read = read_orders([line], position("republic", "W1016A", "MUNSTER", {"A Ker": "MUNSTER"}))
    assert read.orders == ()
    (problem,) = read.problems
    assert problem.message == (
        f"This line begins as talk, so nothing in it was taken. If “{order}” is meant as an "
        "order, send it on a line of its own."
    )


def test_a_word_near_a_number_is_no_amount(position: Callable[..., Context]) -> None:
    """No amount is guessed: mine is no slip of nine."""
    context = position("republic", "W1016A", "MUNSTER", {"A Ker": "MUNSTER"})
    read = read_orders(["Pay mine to Ulster"], context, strict=True)
    assert read.orders == ()
    assert read.problems


def test_a_misspelt_kind_of_unit_keeps_its_kind(position: Callable[..., Context]) -> None:
    """The kind of a unit comes from the word that was meant, not from its first letter."""
    context = position("standard", "S1901M", "FRANCE", {"A PAR": "FRANCE", "F BRE": "FRANCE"})
    read = read_orders(["Srmy Par - Bur", "Dleet Bre - MAO"], context, strict=True)
    assert [order_text(order) for order in read.orders] == ["A PAR - BUR", "F BRE - MAO"]


def test_a_condition_nobody_carries_out_is_called_so(position: Callable[..., Context]) -> None:
    """Where a phase has no conditions the refusal says that, and not that the phase is wrong."""
    context = position("standard", "W1901A", "FRANCE", {"A BUR": "FRANCE"})
    (problem,) = read_orders(["If Bur is vacant then build A Paris else waive"], context).problems
    assert problem.message.startswith("Conditions are not carried out in this phase")
