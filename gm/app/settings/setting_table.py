"""Every setting of a game beside those of its variant, in the order in which it is shown.

Each has a name, a default, its help, and what may be written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from gm.app.settings.setting_kinds import (
    LANGUAGE,
    SERVERS_ARCHIVE,
    Allocation,
    DrawSharing,
    MailPictures,
    Manner,
    Nmr,
    OrdersIn,
    Overdue,
    Press,
    PressColour,
    Quorum,
    Release,
    SignUp,
    Start,
)
from gm.app.settings.setting_texts import (
    NO_TOURNAMENT,
    archive,
    dates,
    language,
    length,
    moment,
    one_of,
    time_of_day,
    tournament,
    weekdays,
    whole_number,
    yes_or_no,
)
from gm.languages import ENGLISH, gettext, gettext_noop

Read = Callable[[str, str], object]
"""Reads a setting's text, in a time zone; InputError says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Args:
        name: as a GM writes it, with hyphens; the field of `GameSettings` has underscores.
        default: what a game has that says nothing, as it would be written.
        group: what it is about: "deadlines", "orders", "players", "votes", "press", "reports",
            "desk", "list".
        help: a sentence for GMs and players: what it decides. It, `usual` and `takes` are English,
            and said by gettext where they are read.
        usual: what its default means, in a few words of a sentence about its group; "" for one
            that does not matter to players.
        takes: what may be written, in words; {choices} stands for the words of `choices`.
        read: reads it.
        until_start: it can be changed only until the game has begun.
        only_with: other settings; while those have their defaults it does nothing.
    """

    name: str
    default: str
    group: str
    help: str
    usual: str
    takes: str
    read: Read
    until_start: bool = False
    only_with: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    def takes_words(self) -> str:
        """Return what may be written, in the language that is spoken."""
        if not self.choices:
            return gettext(self.takes)
        return gettext(self.takes, choices=", ".join(self.choices))

    @property
    def field(self) -> str:
        """The field of `GameSettings` that holds it."""
        return self.name.replace("-", "_")


def choice(
    name: str,
    default: Enum,
    group: str,
    help_: str,
    usual: str,
    *,
    until: bool = False,
    only_with: tuple[str, ...] = (),
) -> Setting:
    """Return a setting that takes one of the values of an enum."""
    kinds = type(default)
    takes, choices = gettext_noop("one of {choices}"), tuple(str(member.value) for member in kinds)
    read = one_of(kinds)
    return Setting(
        name, default.value, group, help_, usual, takes, read, until, only_with, choices
    )


def switch(name: str, default: str, group: str, help_: str, usual: str) -> Setting:
    """Return a setting that takes yes or no."""
    return Setting(name, default, group, help_, usual, gettext_noop("yes or no"), yes_or_no)


def duration(
    name: str, default: str, group: str, help_: str, usual: str, *only_with: str
) -> Setting:
    """Return a setting that takes a length of time."""
    takes = gettext_noop("a length such as 30min, 12h or 14d")
    return Setting(name, default, group, help_, usual, takes, length, only_with=only_with)


DEADLINES: Final[tuple[Setting, ...]] = (
    Setting(
        "at",
        "any",
        "deadlines",
        gettext_noop(
            "The hour at which deadlines fall, by the clocks of the game's zone, summer and winter."
        ),
        gettext_noop("at any hour"),
        gettext_noop("a time such as 20:00, or any"),
        time_of_day,
    ),
    Setting(
        "days",
        "all",
        "deadlines",
        gettext_noop("The weekdays on which deadlines fall."),
        gettext_noop("on all days of the week"),
        gettext_noop("all, or days such as mon-fri, or tue,thu,sun"),
        weekdays,
    ),
    Setting(
        "holidays",
        "none",
        "deadlines",
        gettext_noop("Days on which no deadline falls."),
        gettext_noop("no holidays"),
        gettext_noop("none, or dates such as 2026-12-24..2027-01-01, 2027-04-05"),
        dates,
    ),
    Setting(
        "begins",
        "at once",
        "deadlines",
        gettext_noop(
            "The moment before which the first phase is not resolved: its length is counted from it."
        ),
        gettext_noop("the first phase is open from the opening mail on"),
        gettext_noop("at once, or a moment such as 2026-12-01 20:00"),
        moment,
    ),
    switch(
        "early",
        "no",
        "deadlines",
        gettext_noop(
            "A phase is resolved before its deadline once all powers have given their orders, unless "
            "one has said WAIT."
        ),
        gettext_noop("nothing is resolved early"),
    ),
    duration(
        "cooling",
        "30min",
        "deadlines",
        gettext_noop(
            "How long orders can still be changed once all are in and a phase is to be resolved early."
        ),
        gettext_noop("30 minutes to change orders once all are in"),
        "early",
    ),
    duration(
        "absence",
        "14d",
        "deadlines",
        gettext_noop(
            "The longest absence of a player that moves a deadline without asking the GM; 0 asks him "
            "always."
        ),
        gettext_noop("an absence of up to 14 days moves a deadline"),
    ),
    choice(
        "overdue",
        Overdue.HOLD,
        "deadlines",
        gettext_noop(
            "What is done when no mail could be taken in at a deadline: the phase waits for the GM; its "
            "deadline is extended; it is resolved all the same."
        ),
        gettext_noop("a phase waits for the GM if no mail could come in"),
    ),
    switch(
        "calendar",
        "yes",
        "deadlines",
        gettext_noop("Mails that tell of a deadline bring an entry for the reader's calendar."),
        gettext_noop("mails bring an entry for your calendar"),
    ),
)
"""When phases end."""


ORDERS: Final[tuple[Setting, ...]] = (
    choice(
        "nmr",
        Nmr.HOLD,
        "orders",
        gettext_noop(
            "What is done when a power sent no orders by the deadline: its units hold; the deadline is "
            "extended once; a standby is asked; the power is left to civil disorder; the GM decides."
        ),
        gettext_noop("where orders are missing, the units hold"),
    ),
    duration(
        "extension",
        "2d",
        "orders",
        gettext_noop(
            "How far a deadline moves where it is extended because orders are missing, or because no "
            "mail could be taken in."
        ),
        gettext_noop("an extended deadline moves by 2 days"),
        "nmr",
        "overdue",
    ),
    switch(
        "first-orders",
        "no",
        "orders",
        gettext_noop("The first season waits until every power has sent orders, or for the GM."),
        gettext_noop("the first season waits for nobody"),
    ),
    Setting(
        "replace-after",
        "0",
        "orders",
        gettext_noop(
            "After so many seasons without orders, one after the other, a player loses the seat; "
            "0 for never."
        ),
        gettext_noop("nobody loses a seat over missing orders"),
        gettext_noop("a whole number"),
        whole_number,
    ),
    choice(
        "orders-in",
        OrdersIn.COUNT,
        "orders",
        gettext_noop(
            "What players are told of each other while a phase is open: nothing; how many powers have "
            "all their orders in; or which of them have, with those still awaited."
        ),
        gettext_noop("you are told how many powers have all their orders in"),
    ),
)
"""What is done where orders are missing, and what players learn of it."""


PRESS: Final[tuple[Setting, ...]] = (
    choice(
        "press",
        Press.WHITE,
        "press",
        gettext_noop(
            "Which messages the server carries between players: none, signed ones (white), anonymous "
            "ones (grey), or both."
        ),
        gettext_noop("messages between players are signed"),
    ),
    choice(
        "colour",
        PressColour.WHITE,
        "press",
        gettext_noop("What a message is that does not say GREY or WHITE, where both are carried."),
        gettext_noop("a message is signed unless it says GREY"),
        only_with=("press",),
    ),
    switch(
        "postal",
        "no",
        "press",
        gettext_noop("Messages wait, and go out with the season's results."),
        gettext_noop("messages are carried at once"),
    ),
    switch(
        "gm-reads-press",
        "no",
        "press",
        gettext_noop(
            "The GM gets a copy of every message, unless he plays; of those to all he gets one anyhow."
        ),
        gettext_noop("the GM gets a copy only of messages to all"),
    ),
    duration(
        "statements",
        "7d",
        "press",
        gettext_noop(
            "How long after the end the players can send closing statements, which are then mailed to "
            "all; 0 for not at all."
        ),
        gettext_noop("closing statements are taken for 7 days after the end"),
    ),
)
"""What players write to each other."""


REPORTS: Final[tuple[Setting, ...]] = (
    choice(
        "pictures",
        MailPictures.ALL,
        "reports",
        gettext_noop(
            "Whose reports bring pictures of the map: all, the players' and other readers' but not the "
            "list's, the list's alone, or none."
        ),
        gettext_noop("with pictures of the map"),
    ),
    choice(
        "manner",
        Manner.WORDS,
        "reports",
        gettext_noop(
            "What a report is like: told in words; with the results as the zines print them besides; "
            "or its plain text in the fixed form of the mail judges, which old tools read. Every "
            "reader may choose for himself."
        ),
        gettext_noop("reports in words"),
    ),
    Setting(
        LANGUAGE,
        ENGLISH,
        "reports",
        gettext_noop(
            "The language in which the list, observers and all players are written to who have not "
            "asked for another."
        ),
        "",
        gettext_noop("a language such as English, Deutsch or Gaeilge"),
        language,
    ),
)
"""What reports are like."""


DESK: Final[tuple[Setting, ...]] = (
    choice(
        "release",
        Release.AUTO,
        "desk",
        gettext_noop(
            "Whether a season's reports go out by themselves, or once the GM has signed them."
        ),
        gettext_noop("reports go out by themselves"),
    ),
    duration(
        "release-after",
        "1d",
        "desk",
        gettext_noop(
            "How long the reports wait for the GM's signature before they go out without it."
        ),
        gettext_noop("reports wait a day for the GM's signature"),
        "release",
    ),
    Setting(
        "digest",
        "none",
        "desk",
        gettext_noop("The hour of the GM's daily mail on what waits for him."),
        gettext_noop("no daily mail to the GM"),
        gettext_noop("none, or a time such as 08:00"),
        time_of_day,
    ),
)
"""What the GM signs and is told."""


LIST: Final[tuple[Setting, ...]] = (
    Setting(
        "archive",
        SERVERS_ARCHIVE,
        "list",
        gettext_noop(
            "Where a mail to the list can be read again in the web: as the server's settings say, "
            "nowhere, or by URLs made from a pattern in which {game}, {phase}, {hash} and {id} are "
            "filled in."
        ),
        "",
        gettext_noop(
            "server, none, or a pattern such as https://games.example.org/{game}/{phase}.html"
        ),
        archive,
    ),
    switch(
        "announced",
        "yes",
        "list",
        gettext_noop(
            "The server's list of announcements is told when the game takes players, begins and ends."
        ),
        "",
    ),
)
"""What the lists get."""


PLAYERS: Final[tuple[Setting, ...]] = (
    choice(
        "sign-up",
        SignUp.CLOSED,
        "players",
        gettext_noop(
            "Who may ask by mail to play: nobody, those whom the GM invited, or everybody."
        ),
        gettext_noop("nobody can ask by mail to play"),
    ),
    choice(
        "allocation",
        Allocation.PREFERENCES,
        "players",
        gettext_noop(
            "Who gets which power: by the players' lists of preferences, by lot, or as the GM says."
        ),
        gettext_noop("seats go by lists of preferences"),
        until=True,
        only_with=("sign-up",),
    ),
    choice(
        "start",
        Start.GM,
        "players",
        gettext_noop(
            "Who begins the game: its GM, or the server as soon as so many ask to play as there are "
            "free seats; it gives the seats out then."
        ),
        gettext_noop("the GM begins the game"),
        until=True,
        only_with=("sign-up",),
    ),
    Setting(
        "tournament",
        NO_TOURNAMENT,
        "players",
        gettext_noop(
            "The name of the tournament that the game is one of: all its games are played with the same "
            "draws, and when they are over their players get a table of the results."
        ),
        "",  # of what a game is not nothing is said
        gettext_noop("none, or a name such as spring-2027"),
        tournament,
        until_start=True,
    ),
    switch(
        "observers",
        "yes",
        "players",
        gettext_noop("Others may follow the game by mail."),
        gettext_noop("others may follow the game by mail"),
    ),
    switch(
        "published",
        "yes",
        "players",
        gettext_noop(
            "The game stands in the archive that the server writes for the web, with the names of its "
            "players."
        ),
        gettext_noop("the game may stand in an archive on the web"),
    ),
)
"""Who plays, and who else may look on."""


VOTES: Final[tuple[Setting, ...]] = (
    choice(
        "draws",
        DrawSharing.SURVIVORS,
        "votes",
        gettext_noop(
            "Who shares a draw: all powers still in the game, those whom a proposal names, or nobody."
        ),
        gettext_noop("a draw is shared by all powers still in the game"),
    ),
    switch(
        "concessions",
        "yes",
        "votes",
        gettext_noop("The players may concede the game to one power."),
        gettext_noop("the game may be conceded to one power"),
    ),
    switch(
        "secret-votes",
        "yes",
        "votes",
        gettext_noop("Nobody learns who voted how."),
        gettext_noop("nobody learns who voted how"),
    ),
    choice(
        "quorum",
        Quorum.ALL,
        "votes",
        gettext_noop("How many of the powers still in the game must vote yes to end it."),
        gettext_noop("to end the game all powers must say yes"),
    ),
)
"""How players end a game by their votes."""


SETTINGS: Final[tuple[Setting, ...]] = (
    *DEADLINES,
    *ORDERS,
    *PLAYERS,
    *VOTES,
    *PRESS,
    *REPORTS,
    *DESK,
    *LIST,
)
"""Every setting, in the order in which it is shown."""

BY_NAME: Final[Mapping[str, Setting]] = MappingProxyType(
    {setting.name: setting for setting in SETTINGS}
)
