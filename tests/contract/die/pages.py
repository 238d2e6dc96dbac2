"""The words and pages of the Die as the shell knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.events import Event
from gm.contract.pages import OrderExample, Page
from gm.contract.rules import Position, Rules
from gm.contract.stages import Stage
from gm.contract.told import SeatStand, Told
from gm.report.pages.plain_pages import (
    PageSection,
    PlainPages,
    Track,
    TrackBoard,
    score_table,
    told_page,
)
from tests.contract.die.lines import order_line
from tests.contract.die.pictures import enclosed
from tests.contract.die.rules.cards import card_name
from tests.contract.die.rules.events import DieOver
from tests.contract.die.rules.orders import Guess, Habit, SetHabit
from tests.contract.die.rules.rules import GUESSING, MOST_TURNS, DieOutcome
from tests.contract.die.rules.state import DieState
from tests.contract.die.words import (
    happenings,
    in_order,
    order_words,
    player_name,
    standings,
    victory,
)


class DiePages(PlainPages[DieState]):
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Turn 1, guesses`."""
        turn, step = stage.order
        return f"Turn {turn}, card {step}" if step else f"Turn {turn}, guesses"

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage."""
        return "guesses" if stage.kind == GUESSING else "cards"

    def how_it_ended(self, events: Sequence[Event], rules: Rules[DieState, Any]) -> str:
        """Return who has won, by the facts of the last stage."""
        del rules
        over = next((event for event in events if isinstance(event, DieOver)), None)
        return victory(over.winners) if over is not None else ""

    def position(self, at: Position[DieState]) -> tuple[str, ...]:
        """Return what a reader may know of a position."""
        return tuple(standings(at.state))

    def opening(self, news: Told[DieState, DieOutcome]) -> Page:
        """Return the mail that opens a game."""
        how = "Guess the die: GUESS 4. Lay a card when it is your turn: PLAY and its name. More wait."
        silent = "SET HABIT HIGH plays your highest card where you send none, else the lowest."
        sections = [PageSection("How it is played", (how, silent)), *_table(news.step.after)]
        return told_page(news, "The game has begun", sections, form=_form(news), opens=True)

    def report(self, news: Told[DieState, DieOutcome]) -> Page:
        """Return the report of a stage."""
        state, rules = news.step.after, news.rules
        over = victory(rules.fate(state).winners)
        lines = tuple(happenings(news.step.events))
        mine = tuple(
            f"{order_line(one.order)}: {'done' if one.done else one.why}"
            for one in news.step.outcomes
            if one.seat in news.viewer.seats
        )
        sections = [PageSection("What happened", lines), *_table(state)]
        if mine:
            sections.insert(1, PageSection("Your orders", mine))
        pictures = enclosed(news)
        return told_page(news, over or lines[0], sections, form=_form(news), pictures=pictures)

    def ended(self, news: Told[DieState, DieOutcome]) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        return told_page(news, "The game is ended", _table(news.step.after))

    def of_seat(self, stand: SeatStand[DieState]) -> list[PageSection]:
        """Return the orders of a seat that stand, and its hand."""
        orders = tuple(map(order_line, stand.orders)) or ("None.",)
        name = player_name(stand.seat)
        hand = ", ".join(map(card_name, stand.state.hands[stand.seat]))
        return [
            PageSection(f"{name}: orders that stand", orders),
            PageSection(f"{name}: hand", (hand,)),
        ]

    def examples(self) -> tuple[OrderExample, ...]:
        """Return orders as players may write them."""
        shown = [Guess(4), SetHabit(Habit.HIGH)]
        return tuple(OrderExample(order_line(order), order_words(order)) for order in shown)

    def lacks(self, stand: SeatStand[DieState]) -> str:
        """Return in a sentence what lacks of the orders of a seat."""
        lacking = stand.due.open_slots.get(stand.seat, ())
        return f"Your {lacking[0]} is still to come" if lacking else ""


def _table(state: DieState) -> list[PageSection]:
    """Return how the game stands, as far as its reader may see."""
    points = score_table(
        [(player_name(player), (points,)) for player, points in in_order(state)],
        ("Player", "Points"),
    )
    track = Track("Turn", state.turn, 1, MOST_TURNS)
    tracks = TrackBoard(("Track", "Stands at", "From-to"), (track,))
    return [PageSection("Who holds what", tuple(standings(state)), points, tracks)]


def _form(news: Told[DieState, DieOutcome]) -> tuple[str, ...]:
    """Return what somebody who is asked may send."""
    due = news.due
    if due is None or not set(due.asked) & set(news.viewer.mine):
        return ()
    return ("GUESS _",) if due.stage.kind == GUESSING else ("PLAY ____",)
