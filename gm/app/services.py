"""What every use case is handed: the ports and who we are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from gm.app.ports import Boards, Clock, Store


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the server is in its mails.

    Args:
        server_name, server_address: what stands in From.
        host: the domain of our Message-IDs and addresses.
        local_part: the server's own name before the @; delimiter: what a game's name follows.
        game_address: the address of a game by its name.
        admin_address: who is told when the server itself needs help, if anyone.
        list_address: the mailing list of games that name none, if any.
        time_zone: the zone of those who name none.
    """

    server_name: str
    server_address: str
    host: str
    local_part: str
    delimiter: str
    game_address: Callable[[str], str]
    admin_address: str | None = None
    list_address: str | None = None
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Services:
    """The ports a use case works with.

    Args:
        overdue_hold: a phase overdue by more than this waits for its GM.
    """

    store: Store
    clock: Clock
    boards: Boards
    identity: Identity
    overdue_hold: timedelta = timedelta(minutes=15)
