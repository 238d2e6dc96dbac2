"""The words and pages of Diplomacy as the shell knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from gm.contract.corrections import StageChange
from gm.contract.draws import ScriptedDraws
from gm.contract.events import Event, GameEnded
from gm.contract.facts import Due, Viewer
from gm.contract.pages import OrdersHelp, Page, RulesAsPlayed
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import ReadLine, SeatStand, SentAhead, Step, Taken, Told
from gm.games.diplomacy.desk.laid import board_of, plain_game, rules_in, season_game
from gm.games.diplomacy.map.shown.enclosed import final_charts, pictures_after, pictures_before
from gm.games.diplomacy.pages import mails
from gm.games.diplomacy.pages.facts.annals import BoardStory
from gm.games.diplomacy.pages.facts.course import annals_in, board_story_in, chronicle_of
from gm.games.diplomacy.pages.facts.standing import REMOVAL, standing_of
from gm.games.diplomacy.pages.facts.tables import bridges, holdings
from gm.games.diplomacy.pages.opening_page import lead_help, rules_of_variant
from gm.games.diplomacy.pages.reply_form import help_at, help_of, help_of_all
from gm.games.diplomacy.pages.views import (
    Chronicle,
    EndingView,
    GameView,
    Later,
    OpeningView,
    ReceiptView,
    ReminderView,
    SeasonView,
    StatusView,
)
from gm.games.diplomacy.pages.what_changed import SeasonFacts, season_change
from gm.games.diplomacy.rules.board import Entry
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import PhaseKind, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountPart, AccountsClosed
from gm.games.diplomacy.rules.winter.outlook import WinterAhead
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.phrases import (
    due_title,
    open_words,
    orders_word,
    phase_words,
    then_words,
)
from gm.games.diplomacy.wording.words import power_words
from gm.languages import gettext, listed
from gm.report.pages.questions_page import awaited_elsewhere
from gm.report.wording.sentence_parts import counted

# What closes with a country that nobody plays (Irish 3).


def closing_words(rules: DiplomacyRules, seat: SeatId) -> str:
    """Return in a sentence what nobody can enter if nobody plays a power: asked of the rules."""
    state = rules.new_game(ScriptedDraws(), (seat,)).state
    provinces = rules.board_in(state).provinces.values()
    closed = sorted(place.id for place in provinces if place.entry is Entry.CLOSED)
    places = listed(rules.board.province(place).name for place in closed)
    centres = sum(rules.board.province(place).is_centre for place in closed)
    worth = counted(centres, "supply centre") if centres else "no centre"
    return f"{rules.board.powers[seat].name}: {places} ({worth})"


# How a power stands, and what a mail has entered for it, as the views of its mails want it.

PowerStand: TypeAlias = SeatStand[GameState]
"""How a power stands, as its player may know."""


def status_view(stand: PowerStand) -> StatusView:
    """Return what the answer to STATUS says of a power."""
    known = _foreseen(stand.foresight)
    return StatusView(
        game=_game(stand),
        power=stand.seat,
        state=stand.state,
        due=stand.due,
        orders=stand.orders,
        zone=stand.viewer.zone,
        now=stand.now,
        outlook=known.outlook,
        matching=known.matching,
        later=_later(stand),
        retreats=_retreats(stand),
        notes=stand.notes,
        awaiting=stand.awaiting,
    )


def receipt_view(taken: Taken[GameState]) -> ReceiptView:
    """Return what a receipt says of a power.

    Who chooses another first piece wants but one, so that no list of his was shortened.
    """
    stand = taken.stand
    known, setup = _foreseen(stand.foresight), stand.state.phase.kind is PhaseKind.SETUP
    return ReceiptView(
        game=_game(stand),
        power=stand.seat,
        number=taken.number,
        code=taken.code,
        state=stand.state,
        due=stand.due,
        orders=stand.orders,
        changed=taken.changed,
        dropped=taken.dropped,
        kept_impossible=taken.kept_impossible,
        remarks=taken.remarks,
        problems=taken.problems,
        ignored=taken.ignored,
        seen_by_others=taken.seen_by_others,
        via_list=taken.via_list,
        zone=stand.viewer.zone,
        now=stand.now,
        outlook=known.outlook,
        matching=known.matching,
        later=_later(stand),
        retreats=_retreats(stand),
        sent_ahead=taken.sent_ahead,
        late=taken.late,
        deeds=taken.deeds,
        checked=taken.checked,
        replaced=taken.replaced,
        unread=taken.unread,
        elsewhere=taken.elsewhere,
        shortened=0 if setup else taken.shortened,
        awaiting=stand.awaiting,
    )


def reminder_view(stand: PowerStand) -> ReminderView:
    """Return what a reminder says of a power.

    Removals lack only as far as the rules would take something by now: a receipt counts those of
    the worst case, and the payments that match so far are known here.
    """
    known, later = _foreseen(stand.foresight), _joint(stand)
    slots = stand.due.open_slots.get(stand.seat, ())
    if stand.state.phase.kind is PhaseKind.ADJUSTMENT:
        removals = (REMOVAL,) * len(known.losses)
        slots = removals or tuple(slot for slot in slots if slot != REMOVAL)
    return ReminderView(
        game=_game(stand),
        power=stand.seat,
        state=stand.state,
        due=replace(stand.due, open_slots={**stand.due.open_slots, stand.seat: slots}),
        orders=stand.orders,
        awaiting=stand.awaiting,
        unmatched=_foreseen(later.foresight).waiting if later is not None else known.waiting,
        losses=known.losses,
        waited_for=stand.waited_for,
        unconfirmed=stand.unconfirmed,
        votes=stand.notes,
        later=_later(stand),
        zone=stand.viewer.zone,
        now=stand.now,
    )


def reminds(stand: PowerStand) -> bool:
    """Tell whether a power has anything to be reminded of."""
    view = reminder_view(stand)
    silent = view.waited_for and not view.orders
    open_slots = view.due.open_slots.get(view.power)
    return bool(silent or open_slots or view.unmatched or view.awaiting)


def _game(stand: PowerStand) -> GameView:
    at: Position[Any] = Position(stand.rules, stand.state)
    return plain_game(stand.game, at)


def _foreseen(foresight: object) -> WinterAhead:
    return foresight if isinstance(foresight, WinterAhead) else WinterAhead()


def _joint(stand: PowerStand) -> SentAhead | None:
    """Return the orders sent for a winter that is resolved together with the open phase."""
    return next((sent for sent in stand.ahead if sent.joint), None)


def _later(stand: PowerStand) -> Later | None:
    return next((_kept(sent) for sent in stand.ahead if not _is_retreat(sent)), None)


def _retreats(stand: PowerStand) -> Later | None:
    return next((_kept(sent) for sent in stand.ahead if _is_retreat(sent)), None)


def _is_retreat(sent: SentAhead) -> bool:
    return phase_of(sent.stage).kind is PhaseKind.RETREAT


def _kept(sent: SentAhead) -> Later:
    return Later(
        phase_of(sent.stage),
        sent.orders,
        sent.changed,
        sent.dropped,
        joint=sent.joint,
        matching=_foreseen(sent.foresight).matching,
    )


# What a reader is told of a step, as the views of a season's mails want it.

SeasonTold: TypeAlias = Told[GameState, Outcome]
"""A phase as its reader may know it."""

_JUDGE, _ZINE = "judge", "zine"


def opening_view(news: SeasonTold) -> OpeningView:
    """Return what the mail says that opens a game, or with which somebody joins it."""
    viewer, state = news.viewer, news.step.after
    return OpeningView(
        _season_game(news),
        state,
        _asked(news),
        viewer.first,
        viewer.zone,
        now=news.occasion.now,
        for_gm=viewer.for_gm,
        observer=viewer.observes,
        joining=news.joining,
        story=_story(news) if news.joining else BoardStory(),
        hand=viewer.hand,
        pictures=pictures_before(
            news.game, news.occasion.number, state.phase, _asked(news).deadline, viewer.mine
        ),
    )


def _asked(news: SeasonTold) -> Due:
    """Return what a phase asks that has just opened."""
    if news.due is None:
        raise ValueError(f"nothing is asked for in {news.stage}")
    return news.due


def season_view(news: SeasonTold) -> SeasonView:
    """Return what the report of a phase says."""
    viewer, step, occasion = news.viewer, news.step, news.occasion
    phase, over = step.before.phase, news.due is None
    view = SeasonView(
        number=occasion.number,
        game=_season_game(news),
        phase=phase,
        before=step.before,
        after=_with_accounts(news) if over else step.after,
        board=rules_in(news.rules).board_in(step.before),
        outcomes=step.outcomes,
        events=step.events,
        late=occasion.silent,
        asked=occasion.asked,
        due=news.due,
        reader=viewer.first,
        hand=viewer.hand,
        zone=viewer.zone,
        notes=news.notes,
        now=occasion.now,
        for_gm=viewer.for_gm,
        gm_powers=viewer.seats if viewer.for_gm else (),
        observer=viewer.observes,
        chronicle=_chronicle(news) if occasion.over else None,
        ahead=news.ahead,
        story=_story(news),
        hand_reasons=occasion.hand_reasons,
        unconfirmed=news.unconfirmed,
        unanswered=news.unanswered,
        press=occasion.press,
        is_copy=occasion.is_copy,
        judge=viewer.manner == _JUDGE,
        zine=viewer.manner == _ZINE,
        once=news.once,
    )
    maps = pictures_after(news.game, occasion.number, phase, news.due, viewer.mine)
    charts = final_charts(view.game, view.after, view.chronicle)
    shown = (*maps, *charts) if news.pictured else maps[-1:]
    return replace(view, pictures=shown)


def ending_view(news: SeasonTold) -> EndingView:
    """Return what the mail says of a game that its GM, or a vote, has ended."""
    viewer, state = news.viewer, _with_accounts(news)
    ended = next(event for event in news.step.events if isinstance(event, GameEnded))
    game, past = _season_game(news), _chronicle(news)
    return EndingView(
        game,
        state,
        ended,
        past,
        viewer.first,
        viewer.zone,
        now=news.occasion.now,
        for_gm=viewer.for_gm,
        gm_powers=viewer.seats if viewer.for_gm else (),
        observer=viewer.observes,
        hand=viewer.hand,
        pictures=final_charts(game, state, past),
    )


def _season_game(news: SeasonTold) -> GameView:
    at: Position[Any] = Position(news.rules, news.step.after)
    return news.once(
        ("game", news.game.precedents, news.game.picture_host), lambda: season_game(news.game, at)
    )


def _story(news: SeasonTold) -> BoardStory:
    """Return when the board changed; where none ever does, no phase of the game is looked through."""
    changing = any(part.part is ChangesPart for part in rules_in(news.rules).mechanisms)
    return news.once("story", lambda: board_story_in(news.past())) if changing else BoardStory()


def _chronicle(news: SeasonTold) -> Chronicle:
    """Return the game looked back upon; where payments are private it is each reader's own."""
    private = rules_in(news.rules).adjustments.keeps_payments()
    key = ("chronicle", news.viewer.part, news.viewer.seats) if private else "chronicle"
    past = news.once(key, lambda: _looked_back(news))
    return replace(past, statements_until=news.occasion.statements_until)


def _looked_back(news: SeasonTold) -> Chronicle:
    past = news.past()
    return replace(chronicle_of(past), annals=annals_in(past))


def _with_accounts(news: SeasonTold) -> GameState:
    """Return the last position with the accounts of its last winter, as far as the reader knows them.

    A position shows a reader his own accounts alone where payments are private; what does not tell
    of payments stands in the winter's facts for all.
    """
    state = news.step.after
    if news.viewer.sees_all or not rules_in(news.rules).adjustments.keeps_payments():
        return state
    closed = [event for _, event in news.past().facts(AccountsClosed)]
    last = next((event for event in closed[::-1] if isinstance(event, AccountsClosed)), None)
    return state if last is None else state.with_part(AccountPart(last.year, last.accounts))


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
        ruleset = rules_in(rules)
        board = ruleset.board_in(state) if state is not None else ruleset.board
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
        ruleset = rules_in(rules)
        secret = not viewer.sees_all and ruleset.adjustments.keeps_payments()
        shown = viewer.seats if secret else None
        return season_change(_season(ruleset, before), _season(ruleset, after), shown)

    def opening(self, news: SeasonTold) -> Page:
        """Return the mail that opens a game, or with which somebody takes a power of it."""
        return mails.opening(opening_view(news))

    def report(self, news: SeasonTold) -> Page:
        """Return the report of a phase."""
        return mails.season_report(season_view(news))

    def ended(self, news: SeasonTold) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        return mails.ending(ending_view(news))

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
