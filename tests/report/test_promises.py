"""Promises: who reads of them, what they mean in play, and why they were kept or not (Irish 15)."""

from __future__ import annotations

import pytest

from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.points_page import balances_line, played
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.mechanics.promises import PointsPart, promises_to
from gm.games.diplomacy.rules.orders import Conditional
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.promise_notes import gift_lines, promise_notes
from gm.games.diplomacy.wording.promise_words import happened_words, unmet_words
from tests.report import mails
from tests.report.irish_scenes import irish

BOARD = load_board("irish")
MOVES, WINTER = PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT
ITALY, FRANCE = PowerId("ITALY"), PowerId("FRANCE")


def read(text: str) -> Order:
    """Return an order of a movement season."""
    return read_canonical(text, BOARD, MOVES)


def both(view: SeasonView) -> str:
    """Return both dresses of a report as one text, its line ends gone."""
    mail = mails.season_report(view)
    return " ".join(f"{mail.subject} {mail.text} {mail.html}".split())


def test_a_kept_promise_is_public_its_condition_is_not() -> None:
    """Balances and gifts paid are published; what they were paid for is the two sides' affair."""
    for reader in ("GERMANY", "FRANCE"):
        assert "If France enters Burgundy then give 6 points" in both(irish(5).season(reader))
    for outsider in ("SPAIN", "TURKEY", None):
        mail = both(irish(5).season(outsider))
        assert (
            mail.count("Give 6 points to France; give 1 point to Russia - paid.") == 2
        )  # text, HTML
        assert "gives France 6 points" not in mail
        assert "enters Burgundy" not in mail


def test_a_promise_not_kept_is_told_to_its_two_sides() -> None:
    """Giver and beneficiary read why nothing was paid; nobody else reads that it was offered."""
    for reader in ("ITALY", "FRANCE"):
        mail = both(irish(5).season(reader))
        assert "If France does not enter Piedmont then give 2 points to France" in mail
        assert "Army Marseilles moved to Piedmont, so France entered it." in mail
    for outsider in ("SPAIN", "GERMANY", None):
        mail = both(irish(5).season(outsider))
        assert "not enter Piedmont" not in mail
        assert "so France entered it" not in mail


def test_a_beneficiary_reads_his_own_part_alone() -> None:
    """Germany promised Russia something on the same condition, and France does not learn it."""
    france, russia = both(irish(5).season("FRANCE")), both(irish(5).season("RUSSIA"))
    assert "If France enters Burgundy then give 6 points to France" in france
    assert "give 6 points to France and" not in france
    assert "If France enters Burgundy then give 1 point to Russia" in russia
    assert "6 points to France and" not in russia


def test_the_other_branch_is_told_as_its_own_promise() -> None:
    """Spain's else is to Italy a promise on the opposite, to France one that was not kept."""
    assert "If France is not in Tuscany then give 3 points to Italy" in both(
        irish(5).season("ITALY")
    )
    france = both(irish(5).season("FRANCE"))
    assert "If France is in Tuscany then give 2 points to France" in france
    assert "France was not in Tuscany." in france
    assert "3 points to Italy then" not in france


def test_a_gift_that_was_not_covered_is_its_givers_affair() -> None:
    """A gift is void and the giver told if he has not the points; nobody else reads of it."""
    assert "It takes 50 points" in both(irish(5).season("ITALY"))
    for outsider in ("RUSSIA", "FRANCE", None):
        assert "50 points" not in both(irish(5).season(outsider))


def test_the_gm_reads_every_promise_as_it_was_written() -> None:
    """His copy keeps nothing back."""
    outcomes = irish(5).last.outcomes
    assert Curtain((), private=False, open=True).outcomes(outcomes) == outcomes


def test_promises_within_promises_are_taken_apart() -> None:
    """Each gift comes with all that it hangs on, and with nothing of the others."""
    text = "IF FRANCE IN PIE THEN (IF SPAIN IN TUS THEN GIVE FRANCE 1 ELSE GIVE SPAIN 2)"
    found = promises_to(read(text), PowerId("SPAIN"))
    assert found == (read("IF FRANCE IN PIE AND NOT SPAIN IN TUS THEN GIVE SPAIN 2"),)


@pytest.mark.parametrize(("text", "words"), [
    ("IF FRANCE ENTERS PIE THEN GIVE FRANCE 2", "France entered Piedmont"),
    ("IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2", "France did not enter Piedmont"),
    ("IF NOT FRANCE ATTACKS PIE THEN GIVE FRANCE 2", "France did not attack Piedmont"),
    ("IF FRANCE IN PIE THEN GIVE FRANCE 2", "France was in Piedmont"),
    ("IF NOT FRANCE OWNS MAR THEN GIVE FRANCE 2", "France did not own Marseilles"),
    (
        "IF FRANCE SUPPORTS A VEN - TYR THEN GIVE FRANCE 2",
        "France supported Army Venice in moving to Tyrolia",
    ),
    (
        "IF FRANCE IN PIE OR NOT ITALY IN PIE THEN GIVE FRANCE 2",
        "France was in Piedmont or Italy was not in Piedmont",
    ),
    ("IF PIE VACANT THEN GIVE FRANCE 2", "Piedmont was vacant"),
    ("IF A VEN DISLODGED THEN GIVE FRANCE 2", "Army Venice was dislodged"),
])  # fmt: skip
def test_what_came_to_pass_is_said_in_the_past(text: str, words: str) -> None:
    """A report speaks of the season that is over."""
    order = read(text)
    assert isinstance(order, Conditional)
    assert happened_words(order.condition, BOARD) == words


def test_a_negated_whole_is_not_taken_apart() -> None:
    """Not (A and B) is neither not A nor not B."""
    order = read("IF NOT (FRANCE IN PIE AND ITALY IN TYR) THEN GIVE FRANCE 2")
    assert isinstance(order, Conditional)
    told = happened_words(order.condition, BOARD)
    assert told == "it is not so that France was in Piedmont and Italy was in Tyrolia"


def test_who_alone_has_no_points_is_named() -> None:
    """One power is no others."""
    state = irish(0).state
    *rich, poor = played(BOARD, state)
    some = state.with_part(PointsPart(dict.fromkeys(rich, 5)))
    assert balances_line(BOARD, some).endswith(f"5; {BOARD.powers[poor].name} none.")
    few = state.with_part(PointsPart(dict.fromkeys(rich[1:], 5)))
    assert balances_line(BOARD, few).endswith("5; the others none.")


def test_of_alternatives_all_that_did_not_happen_is_told() -> None:
    """That one of two did not happen is half the reason why a promise came to nothing."""
    order = read("IF FRANCE ENTERS PIE OR FRANCE OWNS MAR THEN GIVE FRANCE 2")
    detail = (("deed", "enters"), ("done", "no"), ("power", "FRANCE"))
    reason = Reason(Why.CONDITION, place=(ProvinceId("PIE"),), detail=detail)
    told = unmet_words(Outcome(ITALY, order, Result.NOT_MET, reason), BOARD)
    assert told == "France did not enter Piedmont and France did not own Marseilles."


def test_a_condition_without_a_telling_deed_is_told_as_its_opposite() -> None:
    """Where the rules name no deed the report still says what was not so."""
    order = read("IF FRANCE ENTERS PIE THEN GIVE FRANCE 2")
    outcome = Outcome(ITALY, order, Result.NOT_MET)
    assert unmet_words(outcome, BOARD) == "France did not enter Piedmont."


@pytest.mark.parametrize(("text", "notes"), [
    (
        "IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2",
        ("France is paid even if it attacks Piedmont and bounces, or stands there already: write "
        "“attacks” or “is in” to exclude that."),
    ),
    (
        "IF FRANCE ENTERS PIE THEN GIVE SPAIN 2",
        ("Spain is paid only if a unit of France moves to Piedmont and stands there after the "
        "moves: a bounce is not enough, nor a unit that was there before."),
    ),
    (
        "IF NOT FRANCE ATTACKS PIE THEN GIVE FRANCE 2",
        "France is paid only if it orders no unit to Piedmont: even a move that bounces is an attack.",
    ),
    (
        "IF FRANCE ATTACKS PIE THEN GIVE FRANCE 2",
        "France is paid also if it moves to Piedmont and bounces.",
    ),
    (
        "IF NOT FRANCE IN PIE THEN GIVE FRANCE 2",
        ("What counts is who stands in Piedmont after the moves, however he came there; retreats "
        "change nothing."),
    ),
])  # fmt: skip
def test_a_receipt_says_what_a_promise_means(text: str, notes: str) -> None:
    """Each kind of condition has its sentence."""
    assert promise_notes(read(text), BOARD, MOVES) == (notes,)


def test_with_several_beneficiaries_the_condition_is_spoken_of() -> None:
    """Who is paid hangs on the branch, so the sentence names nobody."""
    order = read("IF FRANCE ENTERS PIE THEN GIVE FRANCE 2 ELSE GIVE SPAIN 1")
    (note,) = promise_notes(order, BOARD, MOVES)
    assert note.startswith("The condition is met only if a unit of France moves to Piedmont")


def test_in_winter_nothing_moves() -> None:
    """A promise that speaks of moves is always or never met in winter, and the receipt says so."""
    kept = promise_notes(read("IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2"), BOARD, WINTER)
    vain = promise_notes(read("IF FRANCE ATTACKS PIE THEN GIVE FRANCE 2"), BOARD, WINTER)
    assert "is always met" in kept[0]
    assert "is never met" in vain[0]


def test_an_order_that_promises_nothing_has_no_notes() -> None:
    """A plain gift needs no explaining."""
    assert promise_notes(read("GIVE FRANCE 2"), BOARD, MOVES) == ()


@pytest.mark.parametrize(("held", "texts", "words"), [
    (0, (), ()),
    (4, (), ("You have 4 points.",)),
    (4, ("GIVE FRANCE 3",), (
        ("You have 4 points. If all your gifts and promises of Spring 1975 fall due you give 3, "
        "and 1 point is left."),
    )),
    (4, ("IF FRANCE IN PIE THEN GIVE FRANCE 3 ELSE GIVE SPAIN 4",), (
        ("You have 4 points. If all your gifts and promises of Spring 1975 fall due you give 4, "
        "and nothing is left."),
    )),
    (1, ("GIVE FRANCE 2",), (
        ("You have 1 point, and your gifts and promises of Spring 1975 come to 2 at the most. They "
        "are settled in the sequence of your list: one that what is left does not cover is void."),
    )),
])  # fmt: skip
def test_a_receipt_reckons_what_is_left(
    held: int, texts: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """Of two branches the dearer one counts."""
    state = GameState(Phase.parse("S1975M")).with_part(PointsPart({ITALY: held}))
    assert gift_lines(state, ITALY, [read(text) for text in texts]) == words


def test_a_beneficiary_is_told_of_no_order_that_was_no_promise() -> None:
    """An order that could lead to anything but gifts is void as a whole, and its giver's alone."""
    order = read("IF FRANCE ENTERS PIE THEN GIVE FRANCE 2")
    outcome = Outcome(ITALY, order, Result.VOID)
    assert Curtain((FRANCE,), private=False).outcomes((outcome,)) == ()
