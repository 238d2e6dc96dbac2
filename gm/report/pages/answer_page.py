"""The answer to a player's mail: lines that were not taken, were read as nothing, or did something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.told import Deed, ReadLine, Unread
from gm.languages import gettext, listed, ngettext, pgettext, quoted
from gm.report.pages.frame import Frame, deadline_of, frame_of
from gm.report.views import DeedsView, MailText
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet

# Lines of a player's mail in its answer: those that were not taken, and those that did something.


@dataclass(frozen=True, slots=True)
class ProblemShown:
    """A line that was not taken: as written, why, and the names it may have meant.

    Args:
        choices: readings of it with their numbers; the reader answers with one.
    """

    text: str
    message: str
    candidates: str
    choices: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A line that did something, and the sentences that say what."""

    text: str
    told: tuple[str, ...]


def deed_lines(deeds: Iterable[Deed]) -> tuple[DeedLine, ...]:
    """Return what the lines of a mail did, cleaned: players' words stand in it."""
    return tuple(
        DeedLine(
            quiet(deed.text)[:300], tuple(full_stop(quiet(sentence)) for sentence in deed.told)
        )
        for deed in deeds
    )


def problems(lines: Iterable[ReadLine]) -> tuple[ProblemShown, ...]:
    """Return lines that were not taken, cleaned: a stranger wrote them."""
    return tuple(_problem(line) for line in lines)


def _problem(line: ReadLine) -> ProblemShown:
    message = full_stop(quiet(line.message)) if line.message else ""
    candidates = tuple(quiet(candidate) for candidate in line.candidates)
    if candidates and "?" in message and candidates[0] in message:
        candidates = ()  # it asks already
    choices = tuple((number, quiet(words)) for number, words in line.choices)
    return ProblemShown(quiet(line.text)[:300], message, listed(candidates, "or"), choices)


# The lines of a mail that were read as nothing, as its answer shows them.

MOST_SHOWN: Final = 6
"""Lines that are shown; the others are counted."""

MOST_LETTERS: Final = 100
"""Letters of each that are shown."""


@dataclass(frozen=True, slots=True)
class UnreadLines:
    """Lines that were read as nothing.

    Args:
        lines: in quotes, with where each went, where not all went there.
        told: what became of them, in sentences.
        count: how many there are; passed: how many the game master has.
    """

    lines: tuple[str, ...]
    told: str
    count: int
    passed: int


def unread_section(unread: Unread | None) -> UnreadLines | None:
    """Return the lines as they are shown, cleaned; None where there are none."""
    if unread is None or not unread.lines:
        return None
    count, passed = len(unread.lines), sum(went for _, went in unread.lines)
    mark = pgettext("mark of a line", "sent to the GM") if passed < count else ""
    lines = [_shown(text, mark if went else "") for text, went in unread.lines[:MOST_SHOWN]]
    if more := count - MOST_SHOWN if count > MOST_SHOWN else 0:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more, n=more))
    return UnreadLines(tuple(lines), _told(unread, count, passed), count, passed)


def _shown(text: str, mark: str) -> str:
    plain = quiet(text)
    if len(plain) > MOST_LETTERS:
        plain = f"{plain[:MOST_LETTERS].rstrip()} ..."
    return f"{quoted(plain)} [{mark}]" if mark else quoted(plain)


def _told(unread: Unread, count: int, passed: int) -> str:
    gm = unread.gm
    if unread.held:
        return gettext(
            "Nothing was passed on to {gm}, the game master, since nothing in this mail is done.",
            gm=gm,
        )
    if not passed:
        return ngettext(
            "If this is an order, please send it again in other words.",
            "If one of these is an order, please send it again in other words.",
            count,
        )
    if passed < count:
        return gettext("What is marked was passed on to {gm}, the game master.", gm=gm)
    return ngettext(
        "It was passed on to {gm}, the game master.",
        "They were passed on to {gm}, the game master.",
        count,
        gm=gm,
    )


# The answer to a mail that had something done and ordered nothing, ready for its templates.

_COLOURS: Final = ("GREY", "WHITE")
"""What may stand before PRESS."""


@dataclass(frozen=True, slots=True)
class DeedsPage:
    """What the lines of a mail did, and which of them did nothing; glance: both in a few words.

    `unread` are those that were read as nothing.
    """

    frame: Frame
    deeds: tuple[DeedLine, ...]
    undone: tuple[ProblemShown, ...]
    glance: str
    unread: UnreadLines | None = None


def deeds_page(view: DeedsView) -> DeedsPage:
    """Return what a mail did beside ordering."""
    deeds, undone = deed_lines(view.deeds), problems(view.undone)
    commands = (deed.text for deed in view.deeds if deed.text and not deed.plain)
    words = [*dict.fromkeys(map(_command, commands))]
    glance = [gettext("message sent")] if any(deed.plain for deed in view.deeds) else []
    if words:
        # Translators: {commands} is "PRESS and VOTE".
        glance.append(gettext("{commands} done", commands=listed(words)))
    if count := len(undone):
        glance.append(ngettext("{n} line not done", "{n} lines not done", count, n=count))
    unread = unread_section(view.unread)
    if unread is not None and unread.passed:
        glance.append(gettext("your words passed on to the GM"))
    return DeedsPage(_frame(view), deeds, undone, "; ".join(glance), unread)


_DENYING: Final = frozenset("NÁ NICHT KEIN DON'T DON’T NOT NO GAN".split())
"""First words of commands that take another one back; alone before "done" they would say the reverse."""


def _command(line: str) -> str:
    """Return the word that a line is known by: PRESS, whatever colour stands before it, and all of `NÁ FAN`."""
    first, *more = line.upper().strip(" .!").split()
    if first in _DENYING:
        return " ".join((first, *more))
    return more[0] if more and first in _COLOURS else first


def _frame(view: DeedsView) -> Frame:
    game, seats = view.game, view.seats
    names = listed(map(game.seat_name, seats))
    due = deadline_of(game, view.due, view.zone, view.now) if view.due is not None else None
    if view.stage is not None:
        frame = frame_of(game, view.stage, seats[0], None, view.zone, view.now)
        return replace(frame, reader=names, deadline=due)
    return Frame(
        game=game.name,
        title=game.meta.title,
        phase="",
        reader=names,
        player=game.players.get(seats[0], ""),
        gm_name=game.gm_name,
        gm_address=game.gm_address,
        order_address=game.order_address,
        deadline=None,
    )


def joined(subject: str, parts: tuple[MailText, ...]) -> MailText:
    """Return several written mails as one, below one another."""
    text = f"\n{'=' * 72}\n\n".join(mail_text.text for mail_text in parts)
    head, _, last = parts[0].html.rpartition("</main>")
    inner = [_inner(mail_text.html) for mail_text in parts[1:]]
    html = f"{'<hr>'.join((head, *inner))}</main>{last}"
    return MailText(
        subject, text, html, tuple(picture for part in parts for picture in part.pictures)
    )


def _inner(html: str) -> str:
    """Return what stands between the edges of a page of HTML."""
    _, _, rest = html.partition("<main")
    _, _, rest = rest.partition(">")
    return rest.rpartition("</main>")[0]
