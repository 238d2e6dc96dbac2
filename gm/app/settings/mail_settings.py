"""The settings of a game about its mails: between players, of reports, to the GM and the list."""

from __future__ import annotations

from typing import Final

from gm.app.settings.setting import Setting, choice, duration, switch
from gm.app.settings.setting_kinds import (
    LANGUAGE,
    SERVERS_ARCHIVE,
    Colour,
    MailPictures,
    Manner,
    Press,
    Release,
)
from gm.app.settings.setting_texts import archive, language, time_of_day
from gm.languages import ENGLISH, gettext_noop

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
        Colour.WHITE,
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
