"""FORECAST: what a season would bring by orders of one's own and such as one makes up for others.

It is played on the position that all may see. Of what the others have sent nothing enters it, nor
of the draws to come: the hat it uses is its own, and what that draws is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gm.app.orders.sitting import Sitting, game_of
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import desk_for, named_seats
from gm.contract.draws import SeededDraws
from gm.contract.events import Drawn, Event
from gm.contract.orders import Order
from gm.contract.reading import Verdict
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.desk.mail_in.read_mail import contexts_at
from gm.games.diplomacy.desk.orders.several import Shared, share_out
from gm.games.diplomacy.language.values import Context, Reading
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.forecast_page import ForecastView
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.orders import Walk, key_of
from gm.games.diplomacy.rules.state import GameState
from gm.report import mails
from gm.report.views import MailText

_PAPER_HAT: Final = SeededDraws(b"a forecast")


def forecast_page(sitting: Sitting, undone: Sequence[ReadLine] = ()) -> MailText:
    """Answer FORECAST: what the open phase would bring; see `forecast`."""
    shown = forecast(sitting, undone)
    return mails.written(shown.game, season_mails.forecast(shown))


def forecast(sitting: Sitting, undone: Sequence[ReadLine] = ()) -> ForecastView:
    """Return what the open phase would bring if the others did what a mail makes up, or held.

    Args:
        sitting: the mail at one of its writer's powers.
        undone: other lines of it that are told to have done nothing.
    """
    table, mine = sitting.table, sitting.table.seats_of(sitting.letter.person)
    rules = rules_in(table.rules)
    powers = (*mine, *(power_id for power_id in rules.board.powers if power_id not in mine))
    contexts = tuple(contexts_at(desk_for(table, powers)).items())
    lines = sitting.letter.reading.lines
    named = named_seats(sitting.letter, table) or mine
    shared = read_beforehand(_shared, lines, contexts, named)
    readings = dict(shared.readings)
    given = {
        SeatId(power): _orders(sitting, power, readings[power], own=power in mine)
        for power in powers
    }
    made_up = tuple(
        power_id for power_id in powers if power_id not in mine and given[SeatId(power_id)]
    )
    state = rules.view(table.state, mine[:1])
    resolution = read_beforehand(_played, rules, state, tuple(given.items()))
    return ForecastView(
        game=plain_game(game_of(sitting), sitting.table.position),
        powers=mine,
        others=made_up,
        before=state,
        after=resolution.state,
        board=rules.board_in(state),
        outcomes=tuple(
            outcome
            for outcome in resolution.outcomes
            if outcome.power in (*mine, *made_up) and not isinstance(outcome.order, Walk)
        ),
        events=_public(resolution),
        problems=(*shared.loose, *_problems(readings.values()), *undone),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
    )


def _shared(
    lines: tuple[str, ...],
    contexts: tuple[tuple[SeatId, Context], ...],
    named: tuple[SeatId, ...],
) -> Shared:
    return share_out(lines, dict(contexts), named)


def _played(
    rules: DiplomacyRules, state: GameState, given: tuple[tuple[SeatId, tuple[Order, ...]], ...]
) -> SeasonResolution:
    """Play a season out; that takes as long as reading does, so nobody is to wait for it either."""
    return rules.resolve(state, dict(given), _PAPER_HAT)


def _orders(sitting: Sitting, power: SeatId, read: Reading, *, own: bool) -> tuple[Order, ...]:
    """Return a power's orders: one's own as they stand, with those of the mail in their places."""
    kind = sitting.table.state.phase.kind
    written = {key_of(order, kind) for order in read.orders}
    standing: Mapping[SeatId, tuple[Order, ...]] = {}
    if own:
        records = sitting.transaction.active_orders(sitting.table.phase.id, power)
        standing = sitting.table.codec.drafts(records)
    kept = (
        candidate
        for candidate in standing.get(SeatId(power), ())
        if key_of(candidate, kind) not in written
    )
    return (*kept, *read.orders)


def _problems(readings: Iterable[Reading]) -> tuple[ReadLine, ...]:
    found: dict[str, ReadLine] = {}
    for read in readings:
        for line in read.lines:
            if line.problem is not None and line.verdict is not Verdict.ACCEPTED:
                told = ReadLine(line.text, line.problem.message, line.problem.further_candidates)
                found.setdefault(line.text, told)
    return tuple(found.values())


def _public(resolution: SeasonResolution) -> tuple[Event, ...]:
    """Return the facts that follow from the orders alone, whatever is drawn."""
    drawn = any(isinstance(event, Drawn) for event in resolution.events)
    kinds = (
        (UnitDislodged, UnitDisbanded) if drawn else (UnitDislodged, UnitDisbanded, CentreTaken)
    )
    return tuple(event for event in resolution.events if isinstance(event, kinds))
