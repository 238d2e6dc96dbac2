"""Every setting of a game beside those of its variant: its name, its default, its help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from gm.app.setup.setting_kinds import (
    SERVERS_ARCHIVE,
    Allocation,
    Colour,
    Draws,
    MailPictures,
    Manner,
    Nmr,
    OrdersIn,
    Overdue,
    Press,
    Quorum,
    Release,
    SignUp,
    Start,
)
from gm.app.setup.setting_texts import (
    archive,
    dates,
    length,
    moment,
    one_of,
    time_of_day,
    weekdays,
    whole_number,
    yes_or_no,
)

Read = Callable[[str, str], object]
"""Reads a setting's text, in a time zone; InputError says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Args:
        name: as a GM writes it, with hyphens; the field of `GameSettings` has underscores.
        default: what a game has that says nothing, as it would be written.
        group: what it is about: "deadlines", "orders", "players", "votes", "press", "reports",
            "desk".
        help: a sentence for GMs and players: what it decides.
        usual: what its default means, in a few words of a sentence about its group; "" for one
            that does not matter to players.
        takes: what may be written, in words.
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

    @property
    def field(self) -> str:
        """The field of `GameSettings` that holds it."""
        return self.name.replace("-", "_")


def _choice(
    name: str,
    default: Enum,
    group: str,
    help_: str,
    usual: str,
    *,
    until: bool = False,
    only_with: tuple[str, ...] = (),
) -> Setting:
    kinds = type(default)
    takes = f"one of {', '.join(one.value for one in kinds)}"
    read = one_of(kinds)
    return Setting(name, default.value, group, help_, usual, takes, read, until, only_with)


def _switch(name: str, default: str, group: str, help_: str, usual: str) -> Setting:
    return Setting(name, default, group, help_, usual, "yes or no", yes_or_no)


def _length(
    name: str, default: str, group: str, help_: str, usual: str, *only_with: str
) -> Setting:
    takes = "a length such as 30min, 12h or 14d"
    return Setting(name, default, group, help_, usual, takes, length, only_with=only_with)


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "at",
        "any",
        "deadlines",
        "The hour at which deadlines fall, by the clocks of the game's zone, summer and winter.",
        "at any hour",
        "a time such as 20:00, or any",
        time_of_day,
    ),
    Setting(
        "days",
        "all",
        "deadlines",
        "The weekdays on which deadlines fall.",
        "on all days of the week",
        "all, or days such as mon-fri, or tue,thu,sun",
        weekdays,
    ),
    Setting(
        "holidays",
        "none",
        "deadlines",
        "Days on which no deadline falls.",
        "no holidays",
        "none, or dates such as 2026-12-24..2027-01-01, 2027-04-05",
        dates,
    ),
    Setting(
        "begins",
        "at once",
        "deadlines",
        "The moment before which the first phase is not resolved: its length is counted from it.",
        "the first phase is open from the opening mail on",
        "at once, or a moment such as 2026-12-01 20:00",
        moment,
    ),
    _switch(
        "early",
        "no",
        "deadlines",
        "A phase is resolved before its deadline once all powers have given their orders, unless "
        "one has said WAIT.",
        "nothing is resolved early",
    ),
    _length(
        "cooling",
        "30min",
        "deadlines",
        "How long orders can still be changed once all are in and a phase is to be resolved early.",
        "30 minutes to change orders once all are in",
        "early",
    ),
    _length(
        "absence",
        "14d",
        "deadlines",
        "The longest absence of a player that moves a deadline without asking the GM; 0 asks him "
        "always.",
        "an absence of up to 14 days moves a deadline",
    ),
    _choice(
        "overdue",
        Overdue.HOLD,
        "deadlines",
        "What is done when no mail could be taken in at a deadline: the phase waits for the GM; its "
        "deadline is extended; it is resolved all the same.",
        "a phase waits for the GM if no mail could come in",
    ),
    _switch(
        "calendar",
        "yes",
        "deadlines",
        "Mails that tell of a deadline bring an entry for the reader's calendar.",
        "mails bring an entry for your calendar",
    ),
    _choice(
        "nmr",
        Nmr.HOLD,
        "orders",
        "What is done when a power sent no orders by the deadline: its units hold; the deadline is "
        "extended once; a standby is asked; the power is left to civil disorder; the GM decides.",
        "where orders are missing, the units hold",
    ),
    _length(
        "extension",
        "2d",
        "orders",
        "How far a deadline moves where it is extended because orders are missing, or because no "
        "mail could be taken in.",
        "an extended deadline moves by 2 days",
        "nmr",
        "overdue",
    ),
    _switch(
        "first-orders",
        "no",
        "orders",
        "The first season waits until every power has sent orders, or for the GM.",
        "the first season waits for nobody",
    ),
    Setting(
        "replace-after",
        "0",
        "orders",
        "After so many seasons without orders, one after the other, a player loses the seat; "
        "0 for never.",
        "nobody loses a seat over missing orders",
        "a whole number",
        whole_number,
    ),
    _choice(
        "orders-in",
        OrdersIn.COUNT,
        "orders",
        "What players are told of each other while a phase is open: nothing; how many powers have "
        "all their orders in; or which of them have, with those still awaited.",
        "you are told how many powers have all their orders in",
    ),
    _choice(
        "sign-up",
        SignUp.CLOSED,
        "players",
        "Who may ask by mail to play: nobody, those whom the GM invited, or everybody.",
        "nobody can ask by mail to play",
    ),
    _choice(
        "allocation",
        Allocation.PREFERENCES,
        "players",
        "Who gets which power: by the players' lists of preferences, by lot, or as the GM says.",
        "seats go by lists of preferences",
        until=True,
        only_with=("sign-up",),
    ),
    _choice(
        "start",
        Start.GM,
        "players",
        "Who begins the game: its GM, or the server as soon as so many ask to play as there are "
        "free seats; it gives the seats out then.",
        "the GM begins the game",
        until=True,
        only_with=("sign-up",),
    ),
    _switch(
        "observers",
        "yes",
        "players",
        "Others may follow the game by mail.",
        "others may follow the game by mail",
    ),
    _switch(
        "published",
        "yes",
        "players",
        "The game stands in the archive that the server writes for the web, with the names of its "
        "players.",
        "the game may stand in an archive on the web",
    ),
    _choice(
        "draws",
        Draws.SURVIVORS,
        "votes",
        "Who shares a draw: all powers still in the game, those whom a proposal names, or nobody.",
        "a draw is shared by all powers still in the game",
    ),
    _switch(
        "concessions",
        "yes",
        "votes",
        "The players may concede the game to one power.",
        "the game may be conceded to one power",
    ),
    _switch(
        "secret-votes",
        "yes",
        "votes",
        "Nobody learns who voted how.",
        "nobody learns who voted how",
    ),
    _choice(
        "quorum",
        Quorum.ALL,
        "votes",
        "How many of the powers still in the game must vote yes to end it.",
        "to end the game all powers must say yes",
    ),
    _choice(
        "press",
        Press.WHITE,
        "press",
        "Which messages the server carries between players: none, signed ones (white), anonymous "
        "ones (grey), or both.",
        "messages between players are signed",
    ),
    _choice(
        "colour",
        Colour.WHITE,
        "press",
        "What a message is that does not say GREY or WHITE, where both are carried.",
        "a message is signed unless it says GREY",
        only_with=("press",),
    ),
    _switch(
        "postal",
        "no",
        "press",
        "Messages wait, and go out with the season's results.",
        "messages are carried at once",
    ),
    _switch(
        "gm-reads-press",
        "no",
        "press",
        "The GM gets a copy of every message, unless he plays; of those to all he gets one anyhow.",
        "the GM gets a copy only of messages to all",
    ),
    _length(
        "statements",
        "7d",
        "press",
        "How long after the end the players can send closing statements, which are then mailed to "
        "all; 0 for not at all.",
        "closing statements are taken for 7 days after the end",
    ),
    _choice(
        "pictures",
        MailPictures.ALL,
        "reports",
        "Whose reports bring pictures of the map: all, the players' and other readers' but not the "
        "list's, the list's alone, or none.",
        "with pictures of the map",
    ),
    _choice(
        "manner",
        Manner.ZINE,
        "reports",
        "What the plain text of a report is like: told in words, with the results as the zines "
        "print them; or in the fixed text of the mail judges, which old tools read. Every reader "
        "may choose for himself.",
        "plain text in the zines' manner",
    ),
    _choice(
        "release",
        Release.AUTO,
        "desk",
        "Whether a season's reports go out by themselves, or once the GM has signed them.",
        "reports go out by themselves",
    ),
    _length(
        "release-after",
        "1d",
        "desk",
        "How long the reports wait for the GM's signature before they go out without it.",
        "reports wait a day for the GM's signature",
        "release",
    ),
    Setting(
        "digest",
        "none",
        "desk",
        "The hour of the GM's daily mail on what waits for him.",
        "no daily mail to the GM",
        "none, or a time such as 08:00",
        time_of_day,
    ),
    Setting(
        "archive",
        SERVERS_ARCHIVE,
        "list",
        "Where a mail to the list can be read again in the web: as the server's settings say, "
        "nowhere, or by URLs made from a pattern in which {game}, {phase}, {hash} and {id} are "
        "filled in.",
        "",
        "server, none, or a pattern such as https://games.example.org/{game}/{phase}.html",
        archive,
    ),
    _switch(
        "announced",
        "yes",
        "list",
        "The server's list of announcements is told when the game takes players, begins and ends.",
        "",
    ),
)
"""Every setting, in the order in which it is shown."""


BY_NAME: Final[Mapping[str, Setting]] = MappingProxyType({one.name: one for one in SETTINGS})
