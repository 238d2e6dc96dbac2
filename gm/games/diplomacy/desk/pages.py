"""The words and pages of Diplomacy as the shell knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.contract.corrections import StageChange
from gm.contract.events import Event, GameEnded
from gm.contract.facts import Viewer
from gm.contract.pages import OrdersHelp, Page
from gm.contract.rules import Position, Rules
from gm.contract.rules_text import RulesAsPlayed
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import ReadLine, Step, Taken
from gm.games.diplomacy.desk.laid import board_of, rules_in
from gm.games.diplomacy.desk.setup.unplayed import closing_words
from gm.games.diplomacy.desk.stands import (
    PowerStand,
    receipt_view,
    reminder_view,
    reminds,
    status_view,
)
from gm.games.diplomacy.desk.telling import SeasonTold, ending_view, opening_view, season_view
from gm.games.diplomacy.pages import mails
from gm.games.diplomacy.pages.explaining.what_changed import SeasonFacts, season_change
from gm.games.diplomacy.pages.facts.standing import standing_of
from gm.games.diplomacy.pages.facts.tables import bridges, holdings
from gm.games.diplomacy.pages.orders_help import help_at, help_of, help_of_all
from gm.games.diplomacy.pages.rules_played import rules_of_variant
from gm.games.diplomacy.pages.stage_kinds import lead_help
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.pages.wording.phrases import (
    due_title,
    open_words,
    orders_word,
    phase_words,
    then_words,
)
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext
from gm.report.pages.questions_page import awaited_elsewhere


class SeasonPages:
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a phase as people call it: `Autumn 1016 retreats`."""
        return phase_words(phase_of(stage))

    def stage_open(self, stage: Stage) -> str:
        """Return that a phase is open: `The retreats of Spring 1016 are open`."""
        return open_words(phase_of(stage))

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a phase: `orders`, `retreats`, `choices`."""
        return orders_word(phase_of(stage))

    def due(self, stage: Stage) -> str:
        """Return what is due in a phase: `Spring 1016: orders due`."""
        return due_title(phase_of(stage))

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return which phase follows an open one; retreats, if there are any, come before it."""
        return then_words(phase_of(stage), phase_of(following), when)

    def seat(self, seat: SeatId, rules: Rules[GameState, Any]) -> str:
        """Return the name of a power as it stands in sentences."""
        return power_words(seat, rules_in(rules).board)

    def rules(
        self,
        rules: Rules[GameState, Any],
        chosen: Mapping[str, str],
        state: GameState | None = None,
    ) -> RulesAsPlayed:
        """Return the rules in words, with the answers of the rulebook that govern."""
        own = rules_in(rules)
        board = own.board_in(state) if state is not None else own.board
        return rules_of_variant(rules.meta, board, chosen)

    def lead_help(self, rules: Rules[GameState, Any]) -> str:
        """Return what the lead of reminders decides: who pays is reminded of that, too."""
        return lead_help(rules_in(rules).board)

    def placed(self, at: Position[GameState], seat: SeatId) -> Page:
        """Return the position for who plays, or may play, a power, with orders as examples."""
        return mails.placed(board_of(at), at.state, seat)

    def unplayed(self, seat: SeatId, rules: Rules[GameState, Any]) -> str:
        """Return what nobody can enter if nobody plays a power (Irish 3)."""
        return closing_words(rules_in(rules), seat)

    def how_it_ended(self, events: Sequence[Event], rules: Rules[GameState, Any]) -> str:
        """Return in a sentence who has won, or how the game was ended; "" if it was not."""
        ends = [event for event in events if isinstance(event, GameWon | GameEnded)]
        return event_words(ends[-1], rules_in(rules).board) or "" if ends else ""

    def position(self, at: Position[GameState]) -> tuple[str, ...]:
        """Return each power's units and centres, and the bridges."""
        board = board_of(at)
        lines = [
            gettext(
                "{power}: {units}; centres {centres}",
                power=holding.name,
                units=holding.units,
                centres=holding.centres,
            )
            for holding in holdings(board, at.state)
        ]
        if standing := bridges(board, at.state):
            lines.append(gettext("Bridges: {bridges}.", bridges="; ".join(standing)))
        return tuple(lines)

    def changes(
        self,
        before: Step[GameState, Outcome] | None,
        after: Step[GameState, Outcome] | None,
        rules: Rules[GameState, Any],
        viewer: Viewer,
    ) -> StageChange:
        """Return what a correction has made different in a season."""
        own = rules_in(rules)
        secret = not viewer.sees_all and own.adjustments.keeps_payments()
        shown = viewer.seats if secret else None
        return season_change(_season(own, before), _season(own, after), shown)

    def opening(self, told: SeasonTold) -> Page:
        """Return the mail that opens a game, or with which somebody takes a power of it."""
        return mails.opening(opening_view(told))

    def report(self, told: SeasonTold) -> Page:
        """Return the report of a phase."""
        return mails.season_report(season_view(told))

    def ended(self, told: SeasonTold) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        return mails.ending(ending_view(told))

    def receipt(self, taken: Sequence[Taken[GameState]], loose: Sequence[ReadLine] = ()) -> Page:
        """Return the receipt of a mail of orders, one for all powers of its writer."""
        views = [receipt_view(one_taken) for one_taken in taken]
        if len(views) > 1:
            return mails.receipts(views, loose)
        return mails.receipt(replace(views[0], problems=(*loose, *views[0].problems)))

    def status(self, stands: Sequence[PowerStand]) -> Page:
        """Return how the powers of a player stand."""
        views = [status_view(stand) for stand in stands]
        return mails.status(views[0]) if len(views) == 1 else mails.statuses(views)

    def lacks(self, stand: PowerStand) -> str:
        """Return what lacks of the orders of a power."""
        standing = standing_of(status_view(stand))
        asked = awaited_elsewhere(len(stand.awaiting))
        return " ".join(filter(None, ("" if standing.complete else standing.headline, asked)))

    def reminds(self, stand: PowerStand) -> bool:
        """Tell whether there is anything to remind a power of."""
        return reminds(stand)

    def reminder(self, stands: Sequence[PowerStand]) -> Page:
        """Return the reminder before a deadline."""
        views = [reminder_view(stand) for stand in stands]
        return mails.reminder(views[0]) if len(views) == 1 else mails.reminders(views)

    def orders_help(
        self, at: Position[GameState] | None, seat: SeatId | None = None
    ) -> OrdersHelp:
        """Return what HELP shows of orders: of a game, for one of its powers, or of all games."""
        if at is None:
            return help_of_all()
        variant, board = at.rules.meta.id, board_of(at)
        if seat is None:
            return help_of(variant, board)
        return help_at(variant, board, at.state, seat)


def _season(rules: DiplomacyRules, step: Step[GameState, Outcome] | None) -> SeasonFacts | None:
    if step is None:
        return None
    board, left = rules.board_in(step.before), rules.board_in(step.after)
    return SeasonFacts(step.before.phase, board, left, step.outcomes, step.events, step.after)
