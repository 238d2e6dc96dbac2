"""A board that changed under a running game: found at the start, taken by the GM or not at all.

Every phase records the digest of the board it was opened on. Nothing is read or resolved on
another one unless the GM says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.journal import note
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, PhaseRecord
from gm.app.services import Services
from gm.app.table import rules_of, table_at
from gm.errors import DataError, MapChanged, NotAllowed


@dataclass(frozen=True, slots=True)
class Accepted:
    """A game that goes on with another board.

    Args:
        game, phase: which, by name.
        digest: of the board it is played on now.
    """

    game: str
    phase: str
    digest: str


def check_running(services: Services) -> None:
    """Make sure that every running game finds the board it is played on.

    Raises:
        MapChanged: the board of a game is another one, missing or broken; the notes tell of
            further games.
    """
    with services.store.read() as transaction:
        games = [game for game in transaction.games() if game.status is GameStatus.RUNNING]
        faults = [fault for game in games if (fault := _fault(services, transaction, game))]
    if faults:
        first, *rest = faults
        error = MapChanged(first)
        for fault in rest:
            error.add_note(fault)
        raise error


def _fault(services: Services, transaction: Transaction, game: GameRecord) -> str | None:
    phase = transaction.open_phase(game.id)
    if phase is None:
        return None
    try:
        table_at(services, transaction, game, phase)
    except MapChanged as error:
        return str(error)
    except DataError as error:
        return f"What {game.name} is played with cannot be used: {error}"
    return None


def accept_board(services: Services, game_name: str, reason: str = "") -> Accepted:
    """Take the board as it is now for a game's open phase, and write that into the journal.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has no open phase, its board did not change, or its position cannot
            stand on the new board.
        MapError: the new board is broken.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        phase = transaction.open_phase(game.id)
        if phase is None:
            raise NotAllowed(f"Game {game.name} is {game.status.value}: it is played on no map.")
        digest = rules_of(services, game).meta.data_digest
        if phase.board_digest == digest:
            raise NotAllowed(f"The map of {game.name} has not changed since {phase.name} began.")
        changed = transaction.change_phase(phase, board_digest=digest)
        _must_stand(services, transaction, game, changed)
        text = f"The map of {phase.name} was replaced; its digest is {digest[:12]} now."
        data = {"phase": phase.name, "reason": reason, "digest": digest}
        now, kind = services.clock.now(), JournalKind.MAP_ACCEPTED
        note(transaction, now, kind, text, game_id=game.id, author="gm", public=True, data=data)
    return Accepted(game.name, phase.name, digest)


def _must_stand(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
) -> None:
    """Refuse a map on which the position cannot stand, with all that has changed on it in play."""
    table = table_at(services, transaction, game, phase)
    try:
        table.rules.amend(table.state, ())
    except (LookupError, ValueError) as fault:
        raise NotAllowed(
            f"The position of {game.name} cannot stand on the new map: {fault}."
        ) from fault
