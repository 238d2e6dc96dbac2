"""A game ended by its GM, or by a vote of its players: a draw, a concession, or nobody's.

The end is an event of the open phase, which is closed with it; the orders sent for that phase stay
in the book and are not carried out. Results, journal and every mail are one transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from gm.app.history.ended import ending_words
from gm.app.journal import note
from gm.app.play.tournament_ends import game_is_over
from gm.app.ports import PhaseTransaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalKind,
    PhaseStatus,
    ResultRecord,
)
from gm.app.reporting.season_news import tell_ended
from gm.app.senders.unconfirmed import drop_with_phase
from gm.app.services import Services
from gm.app.table import Table, is_out, lay, survivors
from gm.app.talk.press_mail import release_held
from gm.contract.events import Ending, GameEnded
from gm.contract.seats import SeatId
from gm.errors import InputError, NoSuchSeat, NotAllowed
from gm.languages import ENGLISH, gettext, listed, ngettext, quoted, speaking

ALL = "all"
"""In place of names: every power that is still in the game."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EndWish:
    """How a GM wants a game to end.

    Args:
        how: a draw, a concession, or for nobody.
        powers: who shares the draw, or who wins, as the GM writes them; `ALL` for all survivors.
        reason: why; everybody is told.
        author: who says so.
    """

    how: Ending
    powers: Sequence[str] = ()
    reason: str = ""
    author: str = "gm"


def end_game(
    services: Services, game_name: str, wish: EndWish, *, sure: bool = False
) -> GameEnded:
    """End a game and mail everybody its last position.

    Args:
        services: the ports.
        game_name: the game's name.
        wish: how it ends.
        sure: the GM knows that this cannot be taken back.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        InputError: no reason is given, or the number of powers does not fit the end.
        NotAllowed: the game is not being played, a power named is out of it, or the GM did not say
            that he is sure.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        _must_be_played(services, transaction, game)
        table = lay(services, transaction, game)
        ended = _ended(table, wish)
        words = _words(table, ended)
        if not sure:
            raise NotAllowed(
                gettext(
                    "This would end {game} in {phase} for good, and tell everybody: "
                    '"{words}" Say --yes to do it.',
                    game=game.name,
                    phase=table.phase.name,
                    words=words,
                )
            )
        close_game(table, ended)
    return ended


def close_game(table: Table, ended: GameEnded) -> None:
    """End a game in its open phase, and mail everybody its last position."""
    with speaking(ENGLISH):  # as all of the journal
        words = _words(table, ended)
    _close(table, ended, words)
    drop_with_phase(table.services, table.transaction, table.game, table.phase)
    release_held(table)
    tell_ended(table, ended)
    game_is_over(table.services, table.transaction, table.game)


def _words(table: Table, ended: GameEnded) -> str:
    return table.family.pages.how_it_ended((ended,), table.rules)


def _must_be_played(services: Services, transaction: PhaseTransaction, game: GameRecord) -> None:
    if game.status is GameStatus.FORMING:
        raise NotAllowed(
            gettext("{game} has not begun, so there is nothing to end.", game=game.name)
        )
    if game.status is GameStatus.FINISHED:
        how = ending_words(services, transaction, game)
        over = gettext("{game} is over already.", game=game.name)
        raise NotAllowed(f"{over} {how}".rstrip())


def _ended(table: Table, wish: EndWish) -> GameEnded:
    reason = " ".join(wish.reason.split())
    if not reason:
        raise InputError(gettext('Say why, for everybody to read: --reason "all agreed by mail".'))
    powers = _powers(table, wish.powers)
    number = len(powers)
    match wish.how:
        case Ending.DRAW if number < 2:
            raise InputError(
                gettext("A draw is shared by two powers at least; one power wins: --winner.")
            )
        case Ending.CONCESSION if number != 1:
            raise InputError(gettext("A game is conceded to one power; several share it: --draw."))
        case Ending.ABANDONED if number:
            raise InputError(gettext("An abandoned game is nobody's."))
        case _:
            return GameEnded(wish.how, powers, wish.author, reason)


def _powers(table: Table, names: Sequence[str]) -> tuple[SeatId, ...]:
    """Return powers by their names, in the order of the board, each once."""
    if [name.strip().casefold() for name in names] == [ALL]:
        return survivors(table)
    powers = {_power(table, name) for name in names}
    if gone := [
        seat.name for seat in table.rules.seats if seat.id in powers and is_out(table, seat.id)
    ]:
        raise NotAllowed(
            ngettext(
                "{powers} is out of the game and cannot share its end.",
                "{powers} are out of the game and cannot share its end.",
                len(gone),
                powers=listed(gone),
            )
        )
    return tuple(seat.id for seat in table.rules.seats if seat.id in powers)


def _power(table: Table, name: str) -> SeatId:
    power = table.seat_named(name)
    if power is None:
        known = listed(seat.name for seat in table.rules.seats)
        raise NoSuchSeat(
            gettext(
                "{power} is no power of {game}; there are {powers}.",
                power=quoted(name.strip()),
                game=table.game.name,
                powers=known,
            )
        )
    return power


def _close(table: Table, ended: GameEnded, words: str) -> None:
    transaction = table.transaction
    now, game = table.services.clock.now(), table.game
    closed = transaction.change_phase(
        table.phase,
        status=PhaseStatus.RESOLVED,
        resolved_at=now,
        held_because="",
        held_for_orders=False,
    )
    transaction.add_result(
        ResultRecord(
            closed.id, table.codec.dump((ended,)), table.codec.dump(()), table.codec.dump(()), now
        )
    )
    transaction.set_game_status(game.id, GameStatus.FINISHED)
    facts = {"how": ended.how.value, "powers": [*ended.powers], "reason": ended.reason}
    kind, author, data = JournalKind.GAME_ENDED, ended.author, {"phase": closed.name, **facts}
    note(transaction, now, kind, words, game_id=game.id, author=author, public=True, data=data)
    _log.info("game %s: %s", game.name, words)
