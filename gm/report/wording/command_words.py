"""The commands by mail, in words: what each does and how it is written, for HELP and the guide.

Every form here is read as that command (`tests/docs/test_mail_words.py`), and every command that a
server carries out has its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from types import MappingProxyType
from typing import Final

from gm.languages import gettext_noop


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command.

    Args:
        word: in capitals.
        forms: examples of how it is written, with {place}, {power} and {year} in the place of
            names; the first is the plainest.
        says: what it does, in a sentence without its subject: "shows ...".
        more: what else there is to know of it, in sentences; "" for nothing.
        acts: it changes something; else it only asks.
        points: it is of use only in games that keep points; waiting: in those in which nothing falls due.
    """

    word: str
    forms: tuple[str, ...]
    says: str
    more: str = ""
    acts: bool = False
    points: bool = False
    waiting: bool = False


COMMAND_WORDS: Final[tuple[CommandWord, ...]] = (
    CommandWord(
        "STATUS",
        ("STATUS", "STATUS for {power}"),
        gettext_noop("shows what the server has of yours, what it still asks for, and by when"),
    ),
    CommandWord("ORDERS", ("ORDERS",), gettext_noop("shows the same: your orders as they stand")),
    CommandWord(
        "CHECK",
        ("CHECK",),
        gettext_noop("says what the orders of its mail would do, and records nothing"),
        gettext_noop(
            "You get the receipt that the mail would have had: what is understood, what is not, what "
            "would still lack. Nothing of the mail counts; send it again without CHECK to order."
        ),
    ),
    CommandWord(
        "FORECAST",
        ("FORECAST",),
        gettext_noop("plays out the orders of its mail, and records nothing"),
        gettext_noop(
            "Your orders that stand take part, with those of the mail in their place. You can make up "
            "orders for others: write the power's name above them, or before one order, as in "
            "“France: A Par - Bur”. All other units hold. It reveals nothing of what others have "
            "really sent."
        ),
    ),
    CommandWord(
        "CLEAR",
        ("CLEAR", "CLEAR A {place}", "CLEAR builds", "CLEAR all"),
        gettext_noop("takes your orders back, all of the open phase or those you name"),
        gettext_noop(
            "Name a list, such as builds, or a unit. CLEAR winter "
            "takes back what you sent ahead, CLEAR all both. In a mail with orders it is done "
            "first, so that the mail's own orders count."
        ),
        acts=True,
    ),
    CommandWord(
        "WAIT",
        ("WAIT", "WAIT for {power}"),
        gettext_noop(
            "keeps the phase open until its deadline, in a game that goes on once all orders are in"
        ),
        acts=True,
    ),
    CommandWord("NOWAIT", ("NOWAIT",), gettext_noop("takes your WAIT back"), acts=True),
    CommandWord(
        "FINAL",
        ("FINAL",),
        gettext_noop("says that nothing more will come from you, even if a unit has no order"),
        gettext_noop(
            "Where all have given their orders or said FINAL a game may go on before the deadline. You "
            "can still change your orders until it does."
        ),
        acts=True,
    ),
    CommandWord("NOFINAL", ("NOFINAL",), gettext_noop("takes your FINAL back"), acts=True),
    CommandWord(
        "ABSENT",
        ("ABSENT 24 Dec to 2 Jan", "ABSENT until 5 Dec", "ABSENT none"),
        gettext_noop("moves deadlines past the days on which you are away"),
        gettext_noop(
            "Within the game's limit that is done at once; for longer the GM is asked. Nobody is told "
            "who is away. ABSENT none takes back what you have noted."
        ),
        acts=True,
    ),
    CommandWord(
        "MAP",
        ("MAP",),
        gettext_noop("shows the board as it is: every province with whom it borders"),
    ),
    CommandWord(
        "BORDERS",
        ("BORDERS {place}",),
        gettext_noop("shows whom provinces border, and who is there"),
    ),
    CommandWord(
        "POINTS",
        ("POINTS",),
        gettext_noop("shows everybody's points and the gifts of the year"),
        points=True,
    ),
    CommandWord(
        "PRESS",
        ("PRESS",),
        gettext_noop("shows the messages that you sent and got, and those to all"),
        gettext_noop(
            "To write one: a line PRESS TO and the powers, ALL, ALL BUT some, or GM; below it the "
            "words; then a line ENDPRESS. GREY or WHITE before PRESS says whether it is signed, where "
            "the game leaves that open."
        ),
    ),
    CommandWord(
        "VOTES",
        ("VOTES",),
        gettext_noop("shows what is put to the vote, how you voted, and which votes are over"),
    ),
    CommandWord(
        "VOTE",
        (
            "VOTE DRAW",
            "VOTE DRAW Ulster, Munster",
            "VOTE CONCEDE TO Ulster",
            "VOTE YES",
            "VOTE NO 2",
            "VOTE ABSTAIN 2",
            "VOTE WITHDRAW",
        ),
        gettext_noop("puts an end of the game to the vote, or says yes or no to one"),
        gettext_noop(
            "A vote is open until its phase is resolved; your newest word counts. A vote that is won "
            "ends the game at once."
        ),
        acts=True,
    ),
    CommandWord(
        "STATEMENT",
        ("STATEMENT",),
        gettext_noop("when the game is over, takes the words below it as your closing statement"),
        gettext_noop(
            "All statements are mailed to everybody, with the record of the game, when the time for "
            "them is over. A new one takes the place of the one before."
        ),
        acts=True,
    ),
    CommandWord(
        "RESIGN",
        ("RESIGN",),
        gettext_noop("gives your power up, once you have said YES to the question that follows"),
        gettext_noop(
            "Until somebody else plays it you can have it back: RETURN and the game's name."
        ),
        acts=True,
    ),
    CommandWord(
        "RULES", ("RULES",), gettext_noop("shows the rules as they are played, and the settings")
    ),
    CommandWord(
        "HISTORY",
        ("HISTORY", "HISTORY S{year}..F{year}", "HISTORY {year}"),
        gettext_noop("shows the results of the phases that are over, or of those you name"),
    ),
    CommandWord(
        "SUMMARY",
        ("SUMMARY",),
        gettext_noop(
            "shows the game at a glance: who plays, and whose the centres were year by year"
        ),
    ),
    CommandWord(
        "CHART",
        ("CHART", "CHART centres", "CHART orders", "CHART nmr"),
        gettext_noop("shows the game in figures, with charts: all there are, or the one you name"),
        gettext_noop(
            "There are centres, units, points, accounts, orders (what became of them) and nmr (seasons "
            "without orders), each in the games that have it. Nothing private is told to others."
        ),
    ),
    CommandWord(
        "REPORT",
        ("REPORT", "REPORT F{year}", "REPORT Autumn {year} retreats"),
        gettext_noop("sends the report of a phase once more, the last one's if you name none"),
    ),
    CommandWord(
        "TIMEZONE",
        ("TIMEZONE Europe/Dublin",),
        gettext_noop("sets the time zone in which your mails tell the time, in all your games"),
        acts=True,
    ),
    CommandWord(
        "LANGUAGE",
        ("LANGUAGE Deutsch", "LANGUAGE Gaeilge", "LANGUAGE English"),
        gettext_noop("sets the language of your mails, in all your games"),
        acts=True,
    ),
    CommandWord(
        "MAILS",
        ("MAILS text only", "MAILS no pictures", "MAILS judge", "MAILS as usual"),
        gettext_noop("says how your mails come, in all your games"),
        gettext_noop(
            "They come as text and as HTML with pictures of the map, if your game has them. TEXT ONLY "
            "leaves out HTML and pictures, NO PICTURES the pictures; HTML and PICTURES bring them "
            "back. JUDGE has the plain text of your reports in the manner of the mail judges, WORDS in "
            "words, ZINE in words with the results as the zines print them. AS USUAL takes back all "
            "you have said."
        ),
        acts=True,
    ),
    CommandWord(
        "REMIND",
        ("REMIND after 7 days", "REMIND never"),
        gettext_noop(
            "says after how long you are reminded of a game that waits for you without a deadline"
        ),
        acts=True,
        waiting=True,
    ),
    CommandWord(
        "SET",
        ("SET press none",),
        gettext_noop(
            "says what does here what mail judges do by it; SET WAIT and SET NO WAIT are WAIT and "
            "NOWAIT"
        ),
        acts=True,
    ),
    CommandWord(
        "ADDRESS",
        ("ADDRESS you@new.example.org",),
        gettext_noop("sends your mail elsewhere, once you have agreed"),
        gettext_noop("A mail to your old address asks you; reply to it and the new one counts."),
        acts=True,
    ),
    CommandWord(
        "HELP",
        ("HELP", "HELP STATUS"),
        gettext_noop("shows how to write orders, or what a command does"),
        gettext_noop("It needs no proof of who you are."),
    ),
)
"""Every command, in the order in which they are listed."""

BY_WORD: Final[Mapping[str, CommandWord]] = MappingProxyType(
    {command_word.word: command_word for command_word in COMMAND_WORDS}
)


PLAIN_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"place": "Par", "power": "France", "year": "1901"}
)
"""The names that stand in forms where no game is meant."""


def forms_on(known: CommandWord, names: Mapping[str, str] = PLAIN_NAMES) -> tuple[str, ...]:
    """Return how a command is written, with names of a game for {place}, {power} and {year}.

    A form with a name that the game has not is left out.
    """
    return tuple(form.format(**names) for form in known.forms if _places_in(form) <= names.keys())


def _places_in(form: str) -> frozenset[str]:
    return frozenset(place for _, place, _, _ in Formatter().parse(form) if place)
