"""A page of any game: a headline, sections of sentences, tables and tracks; a kit for rooms.

What stands around them - the game, the deadline, press, notes, how to answer - is taken from what the
shell tells, so that a room that wants no templates of its own says only what is its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gm.contract.draws import Draw
from gm.contract.facts import Part
from gm.contract.pages import Page, PictureView
from gm.contract.told import ReadLine, SeatStand, Taken, Told
from gm.report.facts.unconfirmed import not_used, waits
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.press_page import press_said
from gm.report.pages.problems import DeedLine, Problem, deed_lines, problems
from gm.report.pages.questions_page import never_answered, waiting_questions
from gm.report.pages.unread_page import UnreadLines, unread_section
from gm.report.press_views import PressSaid
from gm.report.tables import ScoreTable, TrackBoard
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page under a title of its own.

    Args:
        title: over it; "" for none.
        lines: sentences, each on a line of its own.
        scores, tracks: tables below them.
    """

    title: str
    lines: tuple[str, ...] = ()
    scores: ScoreTable | None = None
    tracks: TrackBoard | None = None


@dataclass(frozen=True, slots=True)
class PlainPage:
    """All that such a page says.

    Args:
        frame: what stands around it. headline: what it is about, in a sentence.
        sections: the game's own.
        questions: lines of a mail that wait for an answer; problems: those that were not taken.
        unread: those that were read as nothing; deeds: what the mail did beside ordering.
        press: the messages to all; notes: sentences of the GM and the server.
        form: lines to copy into a reply.
        over: the game is over; plays: its reader plays in it; observes: he follows it.
        public: everybody may read it. above: it stands above a report, which says the rest.
        pictures: at its top.
        draws: what was drawn, and by which draw.
        seal: the SHA-256 of the seed of all draws, when the game begins and when it is over.
        seed: that seed, once the game is over.
    """

    frame: Frame
    headline: str
    sections: tuple[PageSection, ...]
    questions: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread: UnreadLines | None = None
    deeds: tuple[DeedLine, ...] = ()
    press: tuple[PressSaid, ...] = ()
    notes: tuple[str, ...] = ()
    form: tuple[str, ...] = ()
    over: bool = False
    plays: bool = False
    observes: bool = False
    public: bool = False
    above: bool = False
    pictures: tuple[PictureView, ...] = ()
    draws: tuple[str, ...] = ()
    seal: str = ""
    seed: str = ""


def told_page(
    told: Told[Any, Any],
    headline: str,
    sections: Sequence[PageSection],
    *,
    form: Sequence[str] = (),
    pictures: Sequence[PictureView] = (),
    opens: bool = False,
) -> Page:
    """Return a page that tells of a step: an opening, a report, the end of a game.

    Args:
        told: what its reader may know. headline: also its subject.
        sections: the game's own. form: lines to copy into a reply. pictures: at the top.
        opens: the game begins, and what binds its master to a seed is published.
    """
    viewer, occasion, game = told.viewer, told.occasion, told.game
    due = None if occasion.is_copy else occasion.due
    stage = due.stage if due is not None and due.stage != told.stage else told.stage
    frame = frame_of(game, told.stage, viewer.first, due, viewer.zone, occasion.now, viewer.hand)
    page = PlainPage(
        frame=frame,
        headline=headline,
        sections=tuple(sections),
        press=tuple(press_said(message, game, game.time_zone) for message in occasion.press),
        notes=(
            *told.notes,
            *_said(not_used(told.unconfirmed, viewer.zone)),
            *never_answered(told.unanswered, viewer.zone),
        ),
        form=tuple(form),
        over=occasion.over,
        plays=bool(viewer.mine),
        observes=viewer.observes,
        public=viewer.part in (Part.LIST, Part.ARCHIVE),
        pictures=tuple(pictures),
        draws=tuple(_drawn(draw, occasion.hand_reasons) for draw in told.step.draws),
        seal=game.commitment if opens or occasion.over else "",
        seed=told.past().seed if occasion.over else "",
    )
    return Page(headline.rstrip("."), "report/plain", page, stage, tuple(pictures))


def standing_page(
    stands: Sequence[SeatStand[Any]],
    headline: str,
    sections: Sequence[PageSection],
    *,
    form: Sequence[str] = (),
) -> Page:
    """Return a page that tells how seats stand: the answer to STATUS, a reminder.

    Args:
        stands: those of a player, as he may know them. headline: also its subject.
        sections: the game's own. form: lines to copy into a reply.
    """
    page = _standing(stands, headline, sections, form)
    return Page(headline.rstrip("."), "report/plain", page, stands[0].due.stage)


def plain_receipt(
    taken: Sequence[Taken[Any]],
    headline: str,
    sections: Sequence[PageSection],
    *,
    loose: Sequence[ReadLine] = (),
    form: Sequence[str] = (),
) -> Page:
    """Return the receipt of a mail of orders.

    Args:
        taken: what it has entered for each seat, and what not. headline: also its subject.
        sections: the game's own: above all the orders that stand.
        loose: lines that were read for no seat. form: lines to copy into a reply.
    """
    lines = [*loose, *(line for each in taken for line in each.problems)]
    asked = [line for line in lines if line.choices]
    deeds = dict.fromkeys(deed for each in taken for deed in each.deeds)
    said = [
        sentence
        for each in taken
        for sentence in (*each.remarks, *each.ignored, each.late)
        if sentence
    ]
    page = _standing([each.stand for each in taken], headline, sections, form)
    page = replace(
        page,
        questions=(*problems(asked), *page.questions),
        problems=problems(line for line in lines if line not in asked),
        unread=unread_section(next((each.unread for each in taken if each.unread), None)),
        deeds=deed_lines(deeds),
        notes=(*dict.fromkeys(said), *page.notes),
    )
    return Page(headline.rstrip("."), "report/plain", page, taken[0].stand.due.stage)


def _standing(
    stands: Sequence[SeatStand[Any]],
    headline: str,
    sections: Sequence[PageSection],
    form: Sequence[str],
) -> PlainPage:
    first = stands[0]
    hand = tuple(stand.seat for stand in stands)
    zone, due = first.viewer.zone, first.due
    frame = frame_of(first.game, due.stage, first.seat, due, zone, first.now, hand)
    notes = [note for stand in stands for note in stand.notes]
    return PlainPage(
        frame=frame,
        headline=headline,
        sections=tuple(sections),
        questions=tuple(
            problem for stand in stands for problem in waiting_questions(stand.awaiting, zone)
        ),
        notes=(*dict.fromkeys(notes), *_said(waits(first.unconfirmed, zone))),
        form=tuple(form),
        plays=True,
        above=due.closed,
    )


def _said(sentence: str) -> tuple[str, ...]:
    return (sentence,) if sentence else ()


def _drawn(draw: Draw, reasons: Mapping[str, str]) -> str:
    """Return a draw with its label: `turn 1, die: 4`; one of the GM's hand has a star, and why."""
    words = f"{draw.label}: {draw.chosen}{'*' if draw.by_hand else ''}"
    return f"{words} ({quiet(why)})" if (why := reasons.get(draw.label, "")) else words
