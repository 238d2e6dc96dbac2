"""What one process of the server does: everything, or one of three parts."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """ALL is the sum of the others: mail is taken in, read and acted upon, and sent."""

    ALL = "all"
    RECEIVE = "receive"
    WORK = "work"
    SEND = "send"

    @property
    def parts(self) -> tuple[Role, ...]:
        """The parts it is made of, in the order in which they are started."""
        return (Role.SEND, Role.WORK, Role.RECEIVE) if self is Role.ALL else (self,)
