"""The report of a resolved phase, ready for its templates, in the order a player wants it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gm.contract.events import Event
from gm.contract.facts import Due
from gm.games.diplomacy.pages.ending_page import Finale, finale
from gm.games.diplomacy.pages.facts.duties import duties, others_due
from gm.games.diplomacy.pages.facts.tables import (
    Holding,
    Rows,
    StandsTable,
    bridge_stands,
    centre_rows,
    holdings,
    stands,
)
from gm.games.diplomacy.pages.facts.unrest import anarchy_words
from gm.games.diplomacy.pages.manners.judge import JudgePart, judge_part
from gm.games.diplomacy.pages.manners.zine import upheaval_lines, zine_lines
from gm.games.diplomacy.pages.map_pictures import MapPicture, map_pictures
from gm.games.diplomacy.pages.reply_form import joint_form, reply_form
from gm.games.diplomacy.pages.season.season_results import (
    AlikePowers,
    PowerResults,
    carried_out,
    is_told_by,
    line_of,
    lines_of,
    other_powers,
    promises,
    without_receipts,
)
from gm.games.diplomacy.pages.season.season_sentences import (
    Mood,
    SentenceGroup,
    groups,
    headline,
    is_news,
    late_words,
    mood,
    sentences,
)
from gm.games.diplomacy.pages.season.upheaval import Upheaval, concerned, upheaval
from gm.games.diplomacy.pages.supply_points import (
    AccountsPage,
    accounts_page,
    accounts_shown,
    payments_are_private,
)
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.promises import is_promise
from gm.games.diplomacy.rules.orders import Receive
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind, phase_of, stage_of
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished, BridgeDestroyed
from gm.games.diplomacy.wording.happenings import winners_words
from gm.games.diplomacy.wording.order_lines import ResultLine
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import unit_words
from gm.languages import gettext, listed
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.press_page import press_said
from gm.report.pages.questions_page import never_answered, not_used
from gm.report.views import Once, PressSaid
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class OwnResults:
    """What a season was to one of the reader's powers, and what it has to order now.

    Args:
        name: of the power; headline: its season in a sentence; mood: how it went.
        lines: what became of its orders; news: what else concerns it.
        duties: what it has to order now.
    """

    name: str
    headline: str
    mood: Mood
    lines: tuple[ResultLine, ...]
    news: tuple[str, ...]
    duties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """All a report says.

    Args:
        headline: the season in a sentence; "" for a reader of several powers, each of which has one.
        doubted: that mail in the reader's name was never confirmed, or "".
        unanswered: what he was asked about lines of his mails and never answered, in sentences.
        own: each of the reader's powers.
        others: the other powers' results, all powers' for the list; alike: those of powers that
            have but one thing to tell, and the same.
        groups: facts by kind.
        accounts: the accounts of a winter, if it was one with accounts.
        centres: the table of centres and units; holdings: where everybody stands.
        stands: both of these in one, a line for each power.
        bridges: those that stand, a line for each owner.
        zine: the results in the zines' manner; shows_zine: the reader wants them.
        late: who sent nothing, as a sentence, or "".
        plays: its reader may order in the game, now or later.
        over: who has won, or "" while the game goes on; finale: what is said then.
        press: the messages to all that were written in it.
        waiting: who else has to order now, where that is telling.
        form: lines to fill in.
        notes: of the GM and the server.
        upheaval: what the season did beyond moves and centres.
        pictures: of the map.
        judge: the season in the judges' manner, for a reader who wants that; promises: those that
            came to nothing, for its two sides, since a judge's lines do not tell them.
        asked: what is due next where that is no orders for units, as a title.
    """

    frame: Frame
    headline: str
    doubted: str
    unanswered: tuple[str, ...]
    own: tuple[OwnResults, ...]
    others: tuple[PowerResults, ...]
    alike: tuple[AlikePowers, ...]
    groups: tuple[SentenceGroup, ...]
    accounts: AccountsPage | None
    centres: Rows
    holdings: tuple[Holding, ...]
    stands: StandsTable
    bridges: tuple[str, ...]
    zine: tuple[str, ...]
    shows_zine: bool
    late: str
    plays: bool
    over: str
    finale: Finale | None
    press: tuple[PressSaid, ...]
    waiting: tuple[str, ...]
    form: tuple[str, ...]
    notes: tuple[str, ...]
    upheaval: Upheaval
    pictures: tuple[MapPicture, ...]
    judge: JudgePart | None
    promises: tuple[PowerResults, ...]
    asked: str


def season_page(view: SeasonView) -> SeasonPage:
    """Return all a report says to its reader."""
    secret = _is_secret(view)
    curtain = Curtain(view.knows, secret, open=view.sees_all)
    outcomes, events = curtain.outcomes(view.outcomes), curtain.events(view.events)
    if outcomes != view.outcomes or events != view.events:
        # What is kept from this reader, or shown to him alone, is written for him alone.
        view = replace(view, once=Once())
    once, board, due = view.once, view.game.board, view.due
    others = other_powers(view, outcomes)
    return SeasonPage(
        frame=frame_of(
            view.game, stage_of(view.phase), view.reader, due, view.zone, view.now, view.hand
        ),
        headline=headline(view, _came_off(view, outcomes)) if len(view.mine) < 2 else "",
        doubted=not_used(view.unconfirmed, view.zone),
        unanswered=never_answered(view.unanswered, view.zone),
        own=tuple(_own(view, power, outcomes, events) for power in view.mine),
        others=others.apart,
        alike=others.alike,
        groups=once(("groups", view.mine), lambda: _groups(view, events, outcomes)),
        accounts=_accounts(view),
        centres=once("centres", lambda: centre_rows(board, view.before, view.after)),
        holdings=once("holdings", lambda: holdings(board, view.after, view.game.colours)),
        stands=once("stands", lambda: stands(view.game, view.before, view.after)),
        bridges=once("bridges", lambda: bridge_stands(board, view.after)),
        zine=once("zine", lambda: _zine(view, outcomes, events)),
        shows_zine=view.zine,
        late=late_words(view, {outcome.power for outcome in outcomes} if _keeps(view) else None),
        plays=_plays(view),
        over=winners_words(view.after.winners, board) if view.after.winners else "",
        finale=_finale(view),
        press=once(
            "press",
            lambda: tuple(
                press_said(press_view, view.game, view.game.time_zone) for press_view in view.press
            ),
        ),
        waiting=_waiting(view),
        form=_form(view, due) if due is not None else (),
        notes=tuple(full_stop(quiet(note)) for note in view.notes),
        upheaval=_upheaval(view, events),
        pictures=once(
            ("pictures", tuple(picture.cid for picture in view.pictures)),
            lambda: map_pictures(view.pictures, board, view.after, view.phase),
        ),
        judge=_judged(view, outcomes, events) if view.judge else None,
        promises=promises(view, outcomes) if view.judge else (),
        asked=_asked(due),
    )


def _is_secret(view: SeasonView) -> bool:
    """Tell whether this is a winter whose payments are told to their two sides alone."""
    return view.phase.kind is PhaseKind.ADJUSTMENT and payments_are_private(view.game)


def _keeps(view: SeasonView) -> bool:
    """Tell whether something of who ordered what is kept from the reader."""
    return _is_secret(view) and not view.sees_all


def _asked(due: Due | None) -> str:
    if due is None or due.closed:
        return ""
    match phase_of(due.stage).kind:
        case PhaseKind.RETREAT:
            return gettext("Retreats due")
        case PhaseKind.ADJUSTMENT:
            return gettext("Builds and removals due")
        case _:
            return ""


def _groups(
    view: SeasonView, events: tuple[Event, ...], outcomes: tuple[Outcome, ...]
) -> tuple[SentenceGroup, ...]:
    """Return the facts by kinds, without those that the reader's own section tells."""
    return groups(view, _of_others(view, events), outcomes)


def _of_others(view: SeasonView, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the facts that do not stand in the reader's own section."""
    hand = {*view.mine}
    return tuple(event for event in events if hand.isdisjoint(_concerned(event)))


def _upheaval(view: SeasonView, events: tuple[Event, ...]) -> Upheaval:
    """Return what the season did beyond moves; what the reader has read already is left out."""
    shared = view.once("upheaval", lambda: upheaval(view, events))
    unrest = shared.unrest
    if view.mine and unrest.anarchy:
        others = anarchy_words(_of_others(view, events), view.game.board, view.before)
        unrest = replace(unrest, anarchy=others)
    if unrest.walked and not view.judge:
        unrest = replace(unrest, specials="")
    return replace(shared, unrest=unrest)


def _waiting(view: SeasonView) -> tuple[str, ...]:
    """Return who else has to order, but for those whose dislodged units have just been told."""
    retreats_told = view.phase.kind is PhaseKind.MOVEMENT and not view.judge
    if view.due is None or (retreats_told and phase_of(view.due.stage).kind is PhaseKind.RETREAT):
        return ()
    return others_due(view.game.board, view.after, view.due, view.mine)


def _zine(
    view: SeasonView, outcomes: tuple[Outcome, ...], events: tuple[Event, ...]
) -> tuple[str, ...]:
    counted, lawless = _as_counted(outcomes), in_anarchy(view.before)
    orders = zine_lines(counted, view.game.board, view.after.dislodged, lawless, events)
    return (*orders, *upheaval_lines(events))


def _judged(
    view: SeasonView, outcomes: tuple[Outcome, ...], events: tuple[Event, ...]
) -> JudgePart:
    """Return a season in the judges' manner; a payment is told to its two sides by their own lines."""
    counted = without_receipts(_as_counted(outcomes), view.mine)
    receivers = tuple(
        outcome.power
        for outcome in counted
        if isinstance(outcome.order, Receive) and outcome.power in view.mine
    )
    return view.once(("judge", receivers), lambda: judge_part(view, counted, events))


def _own(
    view: SeasonView, power: PowerId, outcomes: tuple[Outcome, ...], events: tuple[Event, ...]
) -> OwnResults:
    power_view = replace(view, reader=power, hand=())
    came_off = _came_off(power_view, outcomes)
    return OwnResults(
        view.game.board.powers[power].name,
        headline(power_view, came_off),
        mood(power_view, came_off, events),
        lines_of(
            power_view, (outcome for outcome in outcomes if outcome.power == power), is_own=True
        ),
        (*_my_news(power_view, events, outcomes), *_farewell(view, power)),
        _duties(power_view),
    )


def _form(view: SeasonView, due: Due) -> tuple[str, ...]:
    """Return the form for all that is due; nothing for whoever has sent all of it ahead.

    A list that is sent replaces a list, so a form for the rest of one would take back the rest.
    """
    board = view.game.board
    forms = (
        (power, reply_form(board, view.after, due, power) if view.ahead.get(power, True) else ())
        for power in view.mine
    )
    return joint_form((board.powers[power].name, form) for power, form in forms)


def _duties(view: SeasonView) -> tuple[str, ...]:
    if view.due is None or view.reader is None or view.reader in view.after.eliminated:
        return ()
    if view.is_copy:
        return ()  # what was asked then is asked no more
    lines = duties(view.game.board, view.after, view.due, view.reader)
    if view.reader not in view.ahead or view.due.closed:
        return lines
    words = gettext(
        "The orders you sent ahead for {phase} count already: another mail is their receipt.",
        phase=phase_words(phase_of(view.due.stage)),
    )
    return (*lines, words)


def _finale(view: SeasonView) -> Finale | None:
    if view.chronicle is None:
        return None
    winners = view.after.winners
    return finale(
        view.game,
        view.after,
        view.chronicle,
        winners,
        view.phase,
        view.mine,
        view.zone,
        for_gm=view.sees_all,
    )


def _as_counted(outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
    """Yield for a conditional order what it came to, for those who print only that.

    A promise that came to nothing is no more than that: its two sides have read it above.
    """
    for outcome in outcomes:
        if outcome.parts or not is_promise(outcome.order):
            yield from outcome.parts or (outcome,)


def _came_off(view: SeasonView, outcomes: tuple[Outcome, ...]) -> tuple[bool, ...]:
    """Return of each order that the reader gave, or anybody where nobody reads, whether it came off."""
    return tuple(
        not line_of(view, outcome).failed
        for outcome in outcomes
        if outcome.ordered and view.reader in (None, outcome.power)
    )


def _my_news(
    view: SeasonView, events: tuple[Event, ...], outcomes: tuple[Outcome, ...]
) -> tuple[str, ...]:
    reader = view.reader
    if reader is None:
        return ()
    done = [*carried_out(outcome for outcome in outcomes if outcome.power == reader)]
    mine = (
        event
        for event in events
        if reader in _concerned(event)
        and is_news(event)
        and not is_told_by(event, done)
        and not _is_told_as_due(view, event)
    )
    return (*_first_piece(view, reader), *sentences(view, mine))


def _is_told_as_due(view: SeasonView, event: Event) -> bool:
    """Tell whether what the reader has to do now says of a dislodged unit where it may go."""
    if not isinstance(event, UnitDislodged) or view.due is None or view.is_copy or view.judge:
        return False
    asked = phase_of(view.due.stage).kind is PhaseKind.RETREAT and view.reader in view.due.asked
    return asked and not view.due.closed and event.dislodged in view.after.dislodged


def _plays(view: SeasonView) -> bool:
    """Tell whether the reader may still order in the game."""
    return not set(view.mine).issubset(view.after.eliminated)


def _farewell(view: SeasonView, power: PowerId) -> tuple[str, ...]:
    """Return what is said to a reader whose last power is out; its headline says that it is."""
    if _plays(view):
        return ()
    if power in view.before.eliminated:
        return (gettext("You get the reports as an observer."),)
    if view.due is None:
        return ()  # the game is over, and all are thanked
    return (
        gettext(
            "Thank you for playing to the end. You still get the reports, as an observer. Good "
            "luck in your next game!"
        ),
    )


def _first_piece(view: SeasonView, reader: PowerId) -> tuple[str, ...]:
    """Return what a power begins with that chose an impossible piece (Irish 2, ruling)."""
    chosen = [outcome for outcome in view.outcomes if outcome.power == reader]
    if view.phase.kind is not PhaseKind.SETUP or all(
        outcome.result is Result.OK for outcome in chosen
    ):
        return ()
    units = listed(unit_words(unit, view.game.board) for unit in view.after.units_of(reader))
    return (gettext("You begin with {units}.", units=units),)


def _concerned(event: Event) -> tuple[PowerId | None, ...]:
    match event:
        case UnitDislodged(dislodged):
            return (dislodged.unit.power,)
        case UnitDisbanded(unit):
            return (unit.power,)
        case CentreTaken(_, power, former):
            return (power, former)
        case BridgeDestroyed(bridge) | BridgeDemolished(bridge):
            return (bridge.owner,)
        case _:
            return concerned(event)


def _accounts(view: SeasonView) -> AccountsPage | None:
    closed = [event for event in view.events if isinstance(event, AccountsClosed)]
    if not closed:
        return None
    shown = accounts_shown(view.game, view.knows, for_gm=view.sees_all)
    return accounts_page(closed[-1].accounts, view.game.board, view.after, shown=shown)
