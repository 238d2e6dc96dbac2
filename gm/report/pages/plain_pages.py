"""A kit for rooms: the words of a game that wants no others than every game has.

A game takes its class for a base, says how its stages are called, what its report tells, and what of
the rest is its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from gm.contract.corrections import StageChange
from gm.contract.events import Event
from gm.contract.facts import Viewer
from gm.contract.pages import OrderExample, OrdersHelp, Page
from gm.contract.rules import Position, Rules
from gm.contract.rules_text import RulesAsPlayed
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import ReadLine, SeatStand, Step, Taken, Told
from gm.languages import gettext, pgettext
from gm.report.pages.plain_page import PageSection, plain_receipt, standing_page, told_page
from gm.report.pages.questions_page import awaited_words
from gm.report.wording.command_words import PLAIN_NAMES
from gm.report.wording.pace import USUAL_LEAD

S = TypeVar("S")

_OF_ROOMS: Final = (
    *("FORECAST", "MAP", "BORDERS", "POINTS", "RULES"),
    *("HISTORY", "REPORT", "CHART", "SUMMARY"),
)
"""Commands that a room answers itself, where it has them."""


class PlainPages(Generic[S]):
    """What the contract's `Pages` asks for, as most games say it."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: by its name."""
        return stage.name

    def stage_open(self, stage: Stage) -> str:
        """Return that a stage is open."""
        return gettext("{phase} is open", phase=self.stage(stage))

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage: orders."""
        del stage
        return pgettext("what is ordered", "orders")

    def due(self, stage: Stage) -> str:
        """Return what is due in a stage, as a title."""
        return gettext("{phase}: orders due", phase=self.stage(stage))

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return in a sentence which stage follows an open one."""
        del stage
        return gettext("Then {phase}, by about {when}.", phase=self.stage(following), when=when)

    def seat(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return the name of a seat as the game prints it."""
        return next(known.name for known in rules.seats if known.id == seat)

    def rules(
        self, rules: Rules[S, Any], chosen: Mapping[str, str], state: S | None = None
    ) -> RulesAsPlayed:
        """Return no rules in words."""
        del chosen, state
        return RulesAsPlayed((), rules.meta.title)

    def lead_help(self, rules: Rules[S, Any]) -> str:
        """Return what the lead of reminders decides: who lacks orders is reminded."""
        del rules
        return gettext(USUAL_LEAD)

    def placed(self, at: Position[S], seat: SeatId) -> Page:
        """Return the position as it is shown in a letter: its lines, as anybody may read them."""
        del seat
        seen = Position(at.rules, at.rules.view(at.state, None))
        return Page("", "reply/plain_position", self.position(seen))

    def unplayed(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return what becomes of a seat that nobody plays: nothing is said of it."""
        del seat, rules
        return ""

    def how_it_ended(self, events: Sequence[Event], rules: Rules[S, Any]) -> str:
        """Return how a game ended: nothing is said of it."""
        del events, rules
        return ""

    def position(self, at: Position[S]) -> tuple[str, ...]:
        """Return what a reader may know of a position, in sentences: nothing."""
        del at
        return ()

    def changes(
        self,
        before: Step[S, Any] | None,
        after: Step[S, Any] | None,
        rules: Rules[S, Any],
        viewer: Viewer,
    ) -> StageChange:
        """Return what a correction has made different: the position it led to."""
        del viewer
        there = after or before
        if there is None:
            return StageChange("")
        now = self.position(Position(rules, there.after))
        was = self.position(Position(rules, before.after)) if before is not None else ()
        return StageChange(rules.stage(there.before).name, {"position": now if now != was else ()})

    def opening(self, told: Told[S, Any]) -> Page:
        """Return the mail that opens a game."""
        return told_page(told, gettext("The game begins"), self.standing(told), opens=True)

    def ended(self, told: Told[S, Any]) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        return told_page(told, gettext("The game is over"), self.standing(told))

    def standing(self, told: Told[S, Any]) -> list[PageSection]:
        """Return how the game stands, as far as its reader may see."""
        return [PageSection("", self.position(Position(told.rules, told.step.after)))]

    def receipt(self, taken: Sequence[Taken[S]], loose: Sequence[ReadLine] = ()) -> Page:
        """Return the receipt of a mail of orders."""
        stands = [each.stand for each in taken]
        return plain_receipt(taken, self._headline(stands), self._seats(stands), loose=loose)

    def status(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return how the seats of a player stand."""
        return standing_page(stands, self._headline(stands), self._seats(stands))

    def lacks(self, stand: SeatStand[S]) -> str:
        """Return in a sentence what lacks of the orders of a seat."""
        lacking = stand.due.open_slots.get(stand.seat, ())
        if not lacking:
            return ""
        what = gettext("Still without an order")
        return f"{what}: {', '.join(lacking)}"

    def reminds(self, stand: SeatStand[S]) -> bool:
        """Tell whether there is anything to remind the player of a seat of."""
        return bool(self.lacks(stand) or stand.awaiting)

    def reminder(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return the reminder before a deadline."""
        return standing_page(stands, self._headline(stands), self._seats(stands))

    def _headline(self, stands: Sequence[SeatStand[S]]) -> str:
        """Return what lacks of the first of some seats that lacks anything, and what they are asked."""
        awaiting = sum(len(stand.awaiting) for stand in stands)
        asked = awaited_words(awaiting) if awaiting else ""
        lacking = next(filter(None, map(self.lacks, stands)), "")
        return "; ".join(filter(None, (asked, lacking))) or gettext("All orders are in.")

    def orders_help(self, at: Position[S] | None, seat: SeatId | None = None) -> OrdersHelp:
        """Return what HELP shows of orders: those that a game says, and no command that it has not."""
        del at, seat
        return OrdersHelp(self.examples(), names=PLAIN_NAMES, without=_OF_ROOMS)

    def examples(self) -> tuple[OrderExample, ...]:
        """Return orders as players may write them."""
        return ()

    def of_seat(self, stand: SeatStand[S]) -> list[PageSection]:
        """Return what is said of a seat in a receipt, in STATUS and in a reminder."""
        orders = [self.order_words(stand, at) for at in range(len(stand.orders))]
        title = gettext("Your orders as they stand")
        return [PageSection(title, (*orders,) or (gettext("No order of yours stands."),))]

    def order_words(self, stand: SeatStand[S], at: int) -> str:
        """Return one of the orders of a seat as a receipt has it; a game says how."""
        return str(stand.orders[at])

    def _seats(self, stands: Sequence[SeatStand[S]]) -> list[PageSection]:
        return [section for stand in stands for section in self.of_seat(stand)]
