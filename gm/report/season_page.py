"""The report of a resolved phase, ready for its templates, in the order a player wants it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.report.accounts_page import AccountsPage, accounts_page
from gm.report.duties import duties, others_due
from gm.report.finale import Finale, finale
from gm.report.frame import Frame, frame_of
from gm.report.happenings import event_words, winners_words
from gm.report.order_lines import ResultLine, result_line
from gm.report.phrases import counted, full_stop, listed, phase_words
from gm.report.reply_form import reply_form
from gm.report.secrets import Curtain, accounts_shown, payments_are_private
from gm.report.tables import Holding, Rows, bridges, centre_rows, holdings
from gm.report.text import quiet
from gm.report.views import SeasonView
from gm.report.words import power_words
from gm.report.zine import zine_lines
from gm.rules.board import PowerId
from gm.rules.events import (
    CentreTaken,
    Drawn,
    Event,
    PowerEliminated,
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
)
from gm.rules.mechanics.accounts import AccountsClosed
from gm.rules.mechanics.bridges import BridgeBuilt, BridgeDemolished, BridgeDestroyed
from gm.rules.mechanics.conversion import UnitConverted
from gm.rules.mechanics.payments import PointsPaid
from gm.rules.outcomes import Outcome
from gm.rules.phases import PhaseKind

_GROUPS: tuple[tuple[str, tuple[type[Event], ...]], ...] = (
    ("Dislodged and lost units", (UnitDislodged, UnitDisbanded, StandoffsLeft)),
    ("Conversions", (UnitConverted,)),
    ("Bridges", (BridgeBuilt, BridgeDestroyed, BridgeDemolished)),
    ("Payments", (PointsPaid,)),
    ("Supply centres", (CentreTaken,)),
    ("Out of the game", (PowerEliminated,)),
    ("Draws", (Drawn,)),
)


@dataclass(frozen=True, slots=True)
class PowerResults:
    """What became of one power's orders."""

    name: str
    player: str
    colour: str
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Facts of one kind, as sentences."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """All a report says.

    Args:
        headline: the season in a sentence, for the reader.
        mine: what became of the reader's orders; my_news: what else concerns him.
        others: the other powers' results, all powers' for the list.
        groups: facts by kind.
        accounts: the accounts of a winter, if it was one with accounts.
        centres: the table of centres and units; holdings: where everybody stands.
        bridges: those that stand.
        zine: the results in the zines' manner.
        late: who sent nothing, as a sentence, or "".
        over: who has won, or "" while the game goes on; finale: what is said then.
        duties: what the reader has to order now; waiting: who else has, where that is telling.
        form: lines to fill in.
        notes: of the GM and the server.
    """

    frame: Frame
    headline: str
    mine: tuple[ResultLine, ...]
    my_news: tuple[str, ...]
    others: tuple[PowerResults, ...]
    groups: tuple[Group, ...]
    accounts: AccountsPage | None
    centres: Rows
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    zine: tuple[str, ...]
    late: str
    over: str
    finale: Finale | None
    duties: tuple[str, ...]
    waiting: tuple[str, ...]
    form: tuple[str, ...]
    notes: tuple[str, ...]


def season_page(view: SeasonView) -> SeasonPage:
    """Return all a report says to its reader."""
    secret = view.phase.kind is PhaseKind.ADJUSTMENT and payments_are_private(view.game)
    curtain = Curtain(view.reader, secret, open=view.for_gm)
    outcomes, events = curtain.outcomes(view.outcomes), curtain.events(view.events)
    board, reader, due = view.game.board, view.reader, view.due
    return SeasonPage(
        frame=frame_of(view.game, view.phase, reader, due, view.zone, view.now),
        headline=_headline(view, outcomes),
        mine=_lines(view, (one for one in outcomes if one.power == reader)),
        my_news=_my_news(view, events),
        others=_others(view, outcomes),
        groups=_groups(view, events),
        accounts=_accounts(view),
        centres=centre_rows(board, view.before, view.after),
        holdings=holdings(board, view.after),
        bridges=bridges(board, view.after),
        zine=zine_lines(_as_counted(outcomes), board, view.after.dislodged),
        late=_late(view),
        over=winners_words(view.after.winners, board) if view.after.winners else "",
        finale=_finale(view),
        duties=_duties(view),
        waiting=others_due(board, view.after, due, reader) if due is not None else (),
        form=reply_form(board, view.after, due, reader) if due and reader else (),
        notes=tuple(full_stop(quiet(one)) for one in view.notes),
    )


def _duties(view: SeasonView) -> tuple[str, ...]:
    if view.due is None or view.reader is None or view.reader in view.after.eliminated:
        return ()
    told = duties(view.game.board, view.after, view.due, view.reader)
    if view.reader not in view.ahead or view.due.closed:
        return told
    words = f"The orders you sent ahead for {phase_words(view.due.phase)} count already"
    return (*told, f"{words}: another mail is their receipt.")


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
        view.reader,
        view.zone,
        for_gm=view.for_gm,
    )


def _lines(view: SeasonView, outcomes: Iterable[Outcome]) -> tuple[ResultLine, ...]:
    return tuple(result_line(one, view.board, view.before, view.outcomes) for one in outcomes)


def _as_counted(outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
    """Yield for a conditional order what it came to, for those who print only that."""
    for outcome in outcomes:
        yield from outcome.parts or (outcome,)


def _others(view: SeasonView, outcomes: tuple[Outcome, ...]) -> tuple[PowerResults, ...]:
    found: list[PowerResults] = []
    for power in view.board.powers.values():
        lines = _lines(view, (one for one in outcomes if one.power == power.id))
        if lines and power.id != view.reader:
            player = quiet(view.game.players.get(power.id, ""))
            found.append(PowerResults(power.name, player, power.colour, lines))
    return tuple(found)


def _headline(view: SeasonView, outcomes: tuple[Outcome, ...]) -> str:
    reader = view.reader
    given = [one for one in outcomes if one.ordered and reader in (None, one.power)]
    good = sum(not line.failed for line in _lines(view, given))
    if reader in view.after.eliminated:
        return "You are out of the game."
    whose = "your" if reader is not None else "the"
    asked = reader in view.late or reader is None
    idle = "Nothing was asked of you."
    parts = [_success(good, len(given), whose) if given or asked else idle]
    if reader is not None:
        parts.append(_balance(view, reader))
    return " ".join(part for part in parts if part)


def _success(good: int, given: int, whose: str) -> str:
    if not given:
        return f"{'You gave' if whose == 'your' else 'There were'} no orders."
    if given == 1:
        return f"{whose.title()} one order {'came off' if good else 'did not come off'}."
    if good == given:
        every = "Both" if given == 2 else f"All {given}"
        return f"{every} {'of your ' if whose == 'your' else ''}orders came off."
    none = "Neither" if given == 2 else "None"
    return f"{good or none} of {whose} {given} orders came off."


def _balance(view: SeasonView, reader: PowerId) -> str:
    then, now = (set(state.centres_of(reader)) for state in (view.before, view.after))
    gained, lost = len(now - then), len(then - now)
    if not gained and not lost:
        return ""
    if gained and lost:
        change = f"gained {counted(gained, 'supply centre')}, lost {lost}"
    else:
        change = f"{'gained' if gained else 'lost'} {counted(gained or lost, 'supply centre')}"
    return f"You {change} and now own {len(now) or 'none'}."


def _my_news(view: SeasonView, events: tuple[Event, ...]) -> tuple[str, ...]:
    reader = view.reader
    if reader is None:
        return ()
    if reader in view.before.eliminated:
        return ("You get the reports as an observer.",)
    mine = (event for event in events if reader in _concerned(event) and _is_news(event))
    return _sentences(view, mine)


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
        case PowerEliminated(power):
            return (power,)
        case _:
            return ()


def _is_news(event: Event) -> bool:
    # A unit that its owner took off is told by his order.
    return not isinstance(event, UnitDisbanded) or event.by_civil_disorder


def _groups(view: SeasonView, events: tuple[Event, ...]) -> tuple[Group, ...]:
    # Where nobody retreats, nobody need know which provinces are closed to retreats.
    told = [one for one in events if view.after.dislodged or not isinstance(one, StandoffsLeft)]
    groups = (
        Group(title, _sentences(view, (one for one in told if isinstance(one, kinds))))
        for title, kinds in _GROUPS
    )
    return tuple(group for group in groups if group.sentences)


def _sentences(view: SeasonView, events: Iterable[Event]) -> tuple[str, ...]:
    board = view.game.board
    told = (event_words(event, board) for event in events if _is_news(event))
    return tuple(quiet(words) for words in told if words)


def _accounts(view: SeasonView) -> AccountsPage | None:
    closed = [event for event in view.events if isinstance(event, AccountsClosed)]
    if not closed:
        return None
    shown = accounts_shown(view.game, view.reader, for_gm=view.for_gm)
    return accounts_page(closed[-1].accounts, view.game.board, view.after, shown=shown)


def _late(view: SeasonView) -> str:
    names = [power_words(power, view.board) for power in view.late if power != view.reader]
    others = f"No orders came from {listed(names)}." if names else ""
    own = "You had no orders standing." if view.reader in view.late else ""
    return f"{own} {others}".strip()
