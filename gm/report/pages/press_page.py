"""Messages between players: the mail that carries one, how it stands in a report, all of them again.

Who wrote a grey message nobody here is told, so nothing that is written here can say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.contract.facts import GameFacts, PressView
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.languages import gettext, gettext_noop, listed, pgettext
from gm.report.environment import Templates, current
from gm.report.pages.frame import Frame, frame_of, tagged
from gm.report.views import MailText, PressSaid
from gm.report.wording.dates import moment_words
from gm.report.wording.text import WIDTH, quiet, wrap

_BAR = "| "


@dataclass(frozen=True, slots=True)
class PressPage:
    """All that the mail with a message says.

    Args:
        said: the message.
        how: how to answer, in a sentence; form: the lines to do it with, if it can be done.
    """

    frame: Frame
    said: PressSaid
    how: str
    form: tuple[str, ...]


_OBSERVES = gettext_noop(
    "You follow the game as an observer: its players cannot be written to by this server. To get no "
    "more of it, reply with the line: {line}"
)


def press_mail(
    view: PressView,
    game: GameFacts,
    reader: tuple[SeatId, ...],
    zone: str,
    *,
    for_gm: bool = False,
    templates: Templates | None = None,
) -> MailText:
    """Write the mail that carries a message to one of its readers.

    Args:
        view: the message. game: the game.
        reader: his powers; none for an observer and for the GM. zone: his time zone.
        for_gm: the GM reads it, who has no form to answer with: he has a command.
        templates: those in force.
    """
    first = reader[0] if reader else None
    how, form = _answering(view, game, reader, for_gm=for_gm)
    page = PressPage(
        frame=frame_of(game, view.stage, first, None, zone, None, reader),
        said=press_said(view, game, zone),
        how=how,
        form=form,
    )
    subject = tagged(game, None, _subject(view, game))
    chosen = templates or current()
    return MailText(
        subject,
        chosen.text("report/press", page=page, subject=subject),
        chosen.html("report/press", page=page, subject=subject),
    )


def press_said(view: PressView, game: GameFacts, zone: str) -> PressSaid:
    """Return a message as it stands in a report."""
    when = f"{game.stage_words(view.stage)}, {moment_words(view.at, zone)}"
    return replace(press_words(_title(view, game), view.text), when=when)


def _title(view: PressView, game: GameFacts) -> str:
    readers = _readers(view, game)
    if view.grey:
        return gettext("Unsigned, to {readers}", readers=readers)
    if view.from_gm:
        return gettext("The game master to {readers}", readers=readers)
    return gettext("{writers} to {readers}", writers=_writers(view, game), readers=readers)


def press_words(title: str, text: str) -> PressSaid:
    """Return somebody's words under a title of their own."""
    lines = plain_lines(text)
    return PressSaid(title, "", lines, _barred(lines))


def _subject(view: PressView, game: GameFacts) -> str:
    """Return the rest of a subject, the same for all messages of one kind between the same."""
    if not view.everybody and len(view.to) + view.to_gm == 1:
        return _subject_to_one(view, game)
    whom = _readers(view, game)
    if view.grey:
        return gettext("Grey press to {readers}", readers=whom)
    if view.from_gm:
        return gettext("Press from the game master to {readers}", readers=whom)
    who = _writers(view, game)
    return gettext("Press from {writers} to {readers}", writers=who, readers=whom)


def _subject_to_one(view: PressView, game: GameFacts) -> str:
    if view.grey:
        return gettext("Grey press")
    if view.from_gm:
        return gettext("Press from the game master")
    return gettext("Press from {writers}", writers=_writers(view, game))


def _writers(view: PressView, game: GameFacts) -> str:
    return listed(_names(game, view.writers))


def _readers(view: PressView, game: GameFacts) -> str:
    """Return whom a message is for, as it stands behind "to": the powers, or `all`."""
    if view.everybody and view.but:
        return pgettext("to", "all but {powers}", powers=listed(_names(game, view.but)))
    if view.everybody:
        return pgettext("to", "all")
    master = [pgettext("to", "the game master")] if view.to_gm else []
    return listed([*_names(game, view.to), *master])


def _names(game: GameFacts, powers: Sequence[SeatId]) -> list[str]:
    return [*map(game.seat_name, powers)]


def _answering(
    view: PressView, game: GameFacts, reader: tuple[SeatId, ...], *, for_gm: bool
) -> tuple[str, tuple[str, ...]]:
    """Return how a message is answered, and the lines to do it with."""
    if for_gm:
        return gettext(
            "To answer, reply in plain words, or type: {command}.",
            command=f"gm press send {game.name} --to POWER",
        ), ()
    if not reader:
        return gettext(_OBSERVES, line=f"LEAVE {game.name}"), ()
    if view.grey:
        return _answering_grey(view, game)
    if view.from_gm:
        how = gettext(
            "To answer the game master, reply in plain words. With orders in the same mail, copy "
            "these lines to the top of your reply and write between them."
        )
        return how, _form("GM")
    how = gettext(
        "To answer {powers}, reply in plain words. With orders in the same mail, copy these lines to "
        "the top of your reply and write between them.",
        powers=_writers(view, game),
    )
    if others := [power for power in view.to if power not in reader]:
        circle = ", ".join(_names(game, [*view.writers, *others])).upper()
        more = gettext("{line} answers all of them.", line=f"PRESS TO {circle}")
        how = f"{how} {more}"
    return how, _form(", ".join(_names(game, view.writers)))


def _answering_grey(view: PressView, game: GameFacts) -> tuple[str, tuple[str, ...]]:
    """Return how a message is answered whose writer nobody may know, who it left out still left out."""
    but = ", ".join(_names(game, view.but))
    if view.everybody:
        how = gettext(
            "Who wrote this is known to nobody, so only a message to {readers} can answer it. With "
            "GREY it is not signed either. Copy these lines to the top of your reply and write "
            "between them.",
            readers=_readers(view, game),
        )
    else:
        how = gettext(
            "Who wrote this is known to nobody, so only a message to all can answer it, and then "
            "everybody reads it. With GREY it is not signed either. Copy these lines to the top of "
            "your reply and write between them."
        )
    return how, _form(f"ALL BUT {but}" if but else "ALL", "GREY ")


def _form(to: str, colour: str = "") -> tuple[str, ...]:
    return f"{colour}PRESS TO {to.upper()}", "", "ENDPRESS"


def plain_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text as they were written, without signs that hide or turn others."""
    return tuple(_plain(line) for line in text.expandtabs(4).split("\n"))


def _plain(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line.rstrip()
    return "".join(text if quiet(text) else " " for text in line).rstrip()


def _barred(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines for plain text: a bar before each, so that none can pass for the server's."""
    size = WIDTH - len(_BAR)
    return tuple(f"{_BAR}{part}".rstrip() for line in lines for part in (wrap(line, size) or [""]))


@dataclass(frozen=True, slots=True)
class PressAgainView:
    """What a player asked for with PRESS.

    Args:
        messages: the messages, oldest first. left_out: how many older ones are not shown.
        carried: which press the server carries in this game, in a sentence.
    """

    game: GameFacts
    stage: Stage
    reader: tuple[SeatId, ...]
    messages: tuple[PressView, ...]
    left_out: int
    carried: str
    zone: str


def press_again(view: PressAgainView, templates: Templates | None = None) -> MailText:
    """Write the answer to PRESS: the messages that its reader may read, again."""
    page = {
        "frame": frame_of(
            view.game, view.stage, view.reader[0], None, view.zone, None, view.reader
        ),
        "said": tuple(
            press_said(press_view, view.game, view.zone) for press_view in view.messages
        ),
        "left_out": view.left_out,
        "carried": view.carried,
    }
    subject = tagged(view.game, view.stage, gettext("The press so far"))
    chosen = templates or current()
    return MailText(
        subject,
        chosen.text("reply/press", page=page, subject=subject),
        chosen.html("reply/press", page=page, subject=subject),
    )
