"""The choices that a game's settings have, a class each."""

from __future__ import annotations

from enum import Enum
from typing import Final

SERVERS_ARCHIVE: Final = "server"
"""What is written where a game's mails are archived as the server's settings say."""

LANGUAGE: Final = "language"
"""The name of the setting that says in which language a game's mails are; a person's is called so too."""

NO_ARCHIVE: Final = "none"
"""What is written where nothing archives them."""


class Nmr(Enum):
    """What is done at a deadline when a power sent no orders.

    HOLD: its units do as the rules say of units without orders. EXTEND: the deadline moves once.
    STANDBY: the seat is offered to a standby for this phase. DISORDER: the seat falls vacant. GM:
    the phase waits for him.
    """

    HOLD = "hold"
    EXTEND = "extend"
    STANDBY = "standby"
    DISORDER = "disorder"
    GM = "gm"


class OrdersIn(Enum):
    """What players are told of each other's orders while a phase is open.

    HIDDEN: nothing. COUNT: how many powers have all theirs in. NAMED: which.
    """

    HIDDEN = "hidden"
    COUNT = "count"
    NAMED = "named"


class Overdue(Enum):
    """What becomes of a phase whose deadline passed while no server ran.

    HOLD: it waits for the GM. EXTEND: its deadline moves. RUN: it is resolved.
    """

    HOLD = "hold"
    EXTEND = "extend"
    RUN = "run"


class SignUp(Enum):
    """Who may ask to play by mail: nobody, those the GM invited, or everybody."""

    CLOSED = "closed"
    INVITED = "invited"
    OPEN = "open"


class Allocation(Enum):
    """Who gets which power: by preference lists, by lot, or as the GM says."""

    PREFERENCES = "preferences"
    RANDOM = "random"
    GM = "gm"


class Start(Enum):
    """Who begins a game: its GM, or the server once everybody is there."""

    GM = "gm"
    FULL = "full"


class DrawSharing(Enum):
    """Who shares a draw: all survivors, those whom a proposal names, or nobody ever."""

    SURVIVORS = "survivors"
    NAMED = "named"
    NONE = "none"


class Quorum(Enum):
    """How many of the powers still in the game must vote yes."""

    ALL = "all"
    TWO_THIRDS = "two-thirds"
    MAJORITY = "majority"


class Press(Enum):
    """Which press the server carries: none, signed, anonymous, or both as its writer likes."""

    NONE = "none"
    WHITE = "white"
    GREY = "grey"
    BOTH = "both"


class PressColour(Enum):
    """What a message is that does not say it: signed, or anonymous."""

    WHITE = "white"
    GREY = "grey"


class MailPictures(Enum):
    """Whose reports bring pictures of the map: everybody's, all but the list's, the list's, none."""

    ALL = "all"
    PLAYERS = "players"
    LIST = "list"
    NONE = "none"


class Manner(Enum):
    """What a report is like: in words, with the results as the zines print them too, or a judge's."""

    WORDS = "words"
    ZINE = "zine"
    JUDGE = "judge"


class Release(Enum):
    """Whether a season's reports go out by themselves, or once the GM has signed them."""

    AUTO = "auto"
    GM = "gm"
