"""A kit for rooms: pages of any game, made of sentences, tables and tracks, and the words every game has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

from gm.contract.corrections import StageChange
from gm.contract.draws import Draw
from gm.contract.events import Ending, Event, GameEnded
from gm.contract.facts import GameFacts, Part, Viewer
from gm.contract.pages import OrderExample, OrdersHelp, Page, PictureView, RulesAsPlayed
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import ReadLine, SeatStand, Step, Taken, Told
from gm.languages import gettext, listed, pgettext
from gm.report.pages.answer_page import (
    DeedLine,
    ProblemShown,
    UnreadLines,
    deed_lines,
    problems,
    unread_section,
)
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.press_page import press_said
from gm.report.pages.questions_page import (
    awaited_words,
    never_answered,
    not_used,
    waiting_questions,
    waits,
)
from gm.report.pages.rules_page import USUAL_LEAD
from gm.report.views import PressSaid
from gm.report.wording.command_words import PLAIN_NAMES
from gm.report.wording.text import are_figures, quiet

# Tables of scores and tracks, for the mails of any game: as values that templates put into words.
#
# A template of a room imports `tables.txt.j2` or `tables.html.j2` and says `tables.scores(page.scores)`
# or `tables.tracks(page.tracks)`; plain text and HTML hold the same.

_STEPS: Final = 20
"""Signs of a track in plain text."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Who has how much of what.

    Args:
        head: the names of the columns, the first that of the rows.
        rows: a name and figures each.
        title: over it; "" for none.
        names_whole: the names of its rows are broken between words only.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    names_whole: bool = False

    @property
    def figures(self) -> tuple[bool, ...]:
        """Which of its columns hold figures alone, and are set to the right."""
        return tuple(
            place > 0 and are_figures([row[place] for row in self.rows])
            for place in range(len(self.head))
        )

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """Its rows, the head first."""
        return [self.head, *self.rows]


@dataclass(frozen=True, slots=True)
class Track:
    """A marker on a track.

    Args:
        name: of the track; value: where the marker stands.
        least, most: its ends; a marker may stand beyond them.
        note: what is said behind it: "desertion at 7".
    """

    name: str
    value: int
    least: int
    most: int
    note: str = ""

    @property
    def share(self) -> int:
        """How much of the track lies behind the marker, 0 to 100."""
        if self.most == self.least:
            return 100
        part = (self.value - self.least) / (self.most - self.least)
        return round(100 * min(1.0, max(0.0, part)))

    @property
    def bar(self) -> str:
        """The track as signs: `########............`."""
        filled = round(_STEPS * self.share / 100)
        return "#" * filled + "." * (_STEPS - filled)

    @property
    def ends(self) -> str:
        """Its ends: `0-10`."""
        return f"{self.least}-{self.most}"


@dataclass(frozen=True, slots=True)
class TrackBoard:
    """The tracks of a game, one below the other.

    Args:
        head: what is called a track, where its marker stands, and its ends, as a table has it.
        tracks: from above.
    """

    head: tuple[str, str, str]
    tracks: tuple[Track, ...]

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """Its tracks as rows of plain text, a head over them."""
        name, value, ends = self.head
        return [(name, value, "", ends), *(_cells(track) for track in self.tracks)]


def score_table(
    figures: Sequence[tuple[str, Sequence[int | str]]], head: Sequence[str], title: str = ""
) -> ScoreTable:
    """Return a table of what each has; `head` names the columns, the first that of the names."""
    rows = tuple((name, *map(str, values)) for name, values in figures)
    return ScoreTable(tuple(head), rows, title)


def _cells(track: Track) -> tuple[str, ...]:
    ends = f"{track.ends}; {track.note}" if track.note else track.ends
    return track.name, str(track.value), track.bar, ends


# A page of any game: a headline, sections of sentences, tables and tracks; a kit for rooms.
#
# What stands around them - the game, the deadline, press, notes, how to answer - is taken from what the
# shell tells, so that a room that wants no templates of its own says only what is its own.


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page under a title of its own.

    Args:
        title: over it; "" for none.
        lines: sentences, each on a line of its own.
        scores, tracks: tables below them.
        tables: what HTML shows below them; plain: sentences that say the same in plain text, where
            cells of many words find no room.
    """

    title: str
    lines: tuple[str, ...] = ()
    scores: ScoreTable | None = None
    tracks: TrackBoard | None = None
    tables: tuple[ScoreTable, ...] = ()
    plain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainPage:
    """All that such a page says.

    Args:
        frame: what stands around it. headline: what it is about, in a sentence.
        sections: the game's own. fixed: lines that stand in their place in plain text, as they are.
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
        tournament: the name of the one that the game is one of; its seed is secret until all of it is over.
    """

    frame: Frame
    headline: str
    sections: tuple[PageSection, ...]
    fixed: tuple[str, ...] = ()
    questions: tuple[ProblemShown, ...] = ()
    problems: tuple[ProblemShown, ...] = ()
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
    tournament: str = ""


def told_page(
    news: Told[Any, Any],
    headline: str,
    sections: Sequence[PageSection],
    *,
    form: Sequence[str] = (),
    pictures: Sequence[PictureView] = (),
    opens: bool = False,
    fixed: Sequence[str] = (),
) -> Page:
    """Return a page that tells of a step: an opening, a report, the end of a game.

    Args:
        news: what its reader may know. headline: also its subject.
        sections: the game's own. form: lines to copy into a reply. pictures: at the top.
        opens: the game begins, and what binds its master to a seed is published.
        fixed: lines in place of the sections, for who wants his plain text in the judges' manner.
    """
    viewer, occasion, game = news.viewer, news.occasion, news.game
    due = None if occasion.is_copy else occasion.due
    stage = due.stage if due is not None and due.stage != news.stage else news.stage
    frame = frame_of(game, news.stage, viewer.first, due, viewer.zone, occasion.now, viewer.hand)
    page = PlainPage(
        frame=frame,
        headline=headline,
        sections=tuple(sections),
        fixed=tuple(fixed),
        press=tuple(press_said(message, game, game.time_zone) for message in occasion.press),
        notes=(
            *news.notes,
            *_said(not_used(news.unconfirmed, viewer.zone)),
            *never_answered(news.unanswered, viewer.zone),
        ),
        form=tuple(form),
        over=occasion.over,
        plays=bool(viewer.mine),
        observes=viewer.observes,
        public=viewer.part in (Part.LIST, Part.ARCHIVE),
        pictures=tuple(pictures),
        draws=tuple(draw_lines(news.step.draws, occasion.hand_reasons)),
        seal=game.commitment if opens or occasion.over else "",
        seed=news.past().seed if occasion.over else "",
        tournament=_tournament(game),
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


def _tournament(game: GameFacts) -> str:
    named = (setting for setting in game.house if setting.name == "tournament")
    return next((setting.value for setting in named if setting.value != setting.default), "")


def _said(sentence: str) -> tuple[str, ...]:
    return (sentence,) if sentence else ()


def draw_lines(draws: Sequence[Draw], reasons: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each draw; all throws of a kind, whose dice are `combat 2, die 1` and so on, stand in one."""
    kinds = {_kind(draw) for draw in draws if _DIE.fullmatch(draw.label)}
    for kind, of_kind in groupby(
        draws, key=lambda draw: "" if draw.by_hand or _kind(draw) not in kinds else _kind(draw)
    ):
        if not kind:
            yield from (_drawn(draw, reasons) for draw in of_kind)
            continue
        throws = [
            (throw, " ".join(draw.chosen for draw in dice))
            for throw, dice in groupby(of_kind, key=_thrown)
        ]
        first = ": ".join(throws[0])
        further = (f"{throw.removeprefix(kind).strip()}: {faces}" for throw, faces in throws[1:])
        yield "; ".join([first, *further])


def _thrown(draw: Draw) -> str:
    """Return what the dice of a throw have in common; of a single one its label."""
    match = _DIE.fullmatch(draw.label)
    return match[1] if match is not None else draw.label


def _kind(draw: Draw) -> str:
    return _COUNT.sub("", _thrown(draw))


def _drawn(draw: Draw, reasons: Mapping[str, str]) -> str:
    """Return a draw with its label: `turn 1, die: 4`; one of the GM's hand has a star, and why."""
    words = f"{draw.label}: {draw.chosen}{'*' if draw.by_hand else ''}"
    return f"{words} ({quiet(why)})" if (why := reasons.get(draw.label, "")) else words


# A kit for rooms: the words of a game that wants no others than every game has.
#
# A game takes its class for a base, says how its stages are called, what its report tells, and what of
# the rest is its own.

S = TypeVar("S")

_DIE: Final = re.compile(r"(.+), die \d+")
"""The label of a die of a throw."""

_COUNT: Final = re.compile(r" \d+$")
"""The number of a throw of which there are several."""

_OF_ROOMS: Final = (
    *("FORECAST", "MAP", "BORDERS", "POINTS", "RULES"),
    *("HISTORY", "REPORT", "CHART", "SUMMARY"),
)
"""Commands that a room answers itself, where it has them."""


class PlainPages(Generic[S]):
    """What the contract's `Pages` asks for, as most games say it."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: by its name."""
        return stage.name

    def stage_open(self, stage: Stage) -> str:
        """Return that a stage is open."""
        return gettext("{phase} is open", phase=self.stage(stage))

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage: orders."""
        del stage
        return pgettext("what is ordered", "orders")

    def due(self, stage: Stage) -> str:
        """Return what is due in a stage, as a title."""
        return gettext("{phase}: orders due", phase=self.stage(stage))

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return in a sentence which stage follows an open one."""
        del stage
        return gettext("Then {phase}, by about {when}.", phase=self.stage(following), when=when)

    def seat(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return the name of a seat as the game prints it."""
        return next(known.name for known in rules.seats if known.id == seat)

    def rules(
        self, rules: Rules[S, Any], chosen: Mapping[str, str], state: S | None = None
    ) -> RulesAsPlayed:
        """Return no rules in words."""
        del chosen, state
        return RulesAsPlayed((), rules.meta.title)

    def lead_help(self, rules: Rules[S, Any]) -> str:
        """Return what the lead of reminders decides: who lacks orders is reminded."""
        del rules
        return gettext(USUAL_LEAD)

    def placed(self, at: Position[S], seat: SeatId) -> Page:
        """Return the position as it is shown in a letter: its lines, as anybody may read them."""
        del seat
        seen = Position(at.rules, at.rules.view(at.state, None))
        return Page("", "reply/plain_position", self.position(seen))

    def unplayed(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return what becomes of a seat that nobody plays: nothing is said of it."""
        del seat, rules
        return ""

    def how_it_ended(self, events: Sequence[Event], rules: Rules[S, Any]) -> str:
        """Return how a game ended by its master's word or by a vote; else nothing is said of it."""
        ended = next((event for event in events if isinstance(event, GameEnded)), None)
        if ended is None:
            return ""
        names = listed(self.seat(seat, rules) for seat in ended.powers)
        match ended.how:
            case Ending.DRAW:
                return gettext("The game is a draw between {powers}.", powers=names)
            case Ending.CONCESSION:
                return gettext("The game is over, and {power} has won it.", power=names)
            case Ending.ABANDONED:
                return gettext("The game is abandoned, and nobody wins it.")

    def position(self, at: Position[S]) -> tuple[str, ...]:
        """Return what a reader may know of a position, in sentences: nothing."""
        del at
        return ()

    def changes(
        self,
        before: Step[S, Any] | None,
        after: Step[S, Any] | None,
        rules: Rules[S, Any],
        viewer: Viewer,
    ) -> StageChange:
        """Return what a correction has made different: the position it led to."""
        del viewer
        there = after or before
        if there is None:
            return StageChange("")
        now = self.position(Position(rules, there.after))
        was = self.position(Position(rules, before.after)) if before is not None else ()
        return StageChange(rules.stage(there.before).name, {"position": now if now != was else ()})

    def opening(self, news: Told[S, Any]) -> Page:
        """Return the mail that opens a game."""
        return told_page(news, gettext("The game begins"), self.standing(news), opens=True)

    def ended(self, news: Told[S, Any]) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        return told_page(news, self.ended_headline(news), self.standing(news))

    def ended_headline(self, news: Told[S, Any]) -> str:
        """Return how a game was ended by its master or a vote, as the headline of the mail about it."""
        return self.how_it_ended(news.step.events, news.rules) or gettext("The game is over")

    def standing(self, news: Told[S, Any]) -> list[PageSection]:
        """Return how the game stands, as far as its reader may see."""
        return [PageSection("", self.position(Position(news.rules, news.step.after)))]

    def receipt(self, taken: Sequence[Taken[S]], loose: Sequence[ReadLine] = ()) -> Page:
        """Return the receipt of a mail of orders."""
        stands = [each.stand for each in taken]
        lines = [*loose, *(line for each in taken for line in each.problems)]
        headline = self._headline(stands, sum(bool(line.choices) for line in lines))
        if any(each.checked for each in taken):
            headline = gettext("Nothing was recorded: this is what your mail would do.")
        return plain_receipt(taken, headline, self._seats(stands), loose=loose)

    def status(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return how the seats of a player stand."""
        return standing_page(stands, self._headline(stands), self._seats(stands))

    def lacks(self, stand: SeatStand[S]) -> str:
        """Return in a sentence what lacks of the orders of a seat."""
        lacking = stand.due.open_slots.get(stand.seat, ())
        if not lacking:
            return ""
        what = gettext("Still without an order")
        return f"{what}: {', '.join(lacking)}"

    def reminds(self, stand: SeatStand[S]) -> bool:
        """Tell whether there is anything to remind the player of a seat of."""
        return bool(self.lacks(stand) or stand.awaiting)

    def reminder(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return the reminder before a deadline."""
        return standing_page(stands, self._headline(stands), self._seats(stands))

    def _headline(self, stands: Sequence[SeatStand[S]], asked_now: int = 0) -> str:
        """Return what lacks of the first of some seats that lacks anything, and what they are asked."""
        awaiting = asked_now + sum(len(stand.awaiting) for stand in stands)
        asked = awaited_words(awaiting) if awaiting else ""
        lacking = next(filter(None, map(self.lacks, stands)), "")
        return "; ".join(filter(None, (asked, lacking))) or gettext("All orders are in.")

    def orders_help(self, at: Position[S] | None, seat: SeatId | None = None) -> OrdersHelp:
        """Return what HELP shows of orders: those that a game says, and no command that it has not."""
        del at, seat
        return OrdersHelp(self.examples(), names=PLAIN_NAMES, without=_OF_ROOMS)

    def examples(self) -> tuple[OrderExample, ...]:
        """Return orders as players may write them."""
        return ()

    def of_seat(self, stand: SeatStand[S]) -> list[PageSection]:
        """Return what is said of a seat in a receipt, in STATUS and in a reminder."""
        orders = [self.order_words(stand, at) for at in range(len(stand.orders))]
        title = gettext("Your orders as they stand")
        return [PageSection(title, (*orders,) or (gettext("No order of yours stands."),))]

    def order_words(self, stand: SeatStand[S], at: int) -> str:
        """Return one of the orders of a seat as a receipt has it; a game says how."""
        return str(stand.orders[at])

    def _seats(self, stands: Sequence[SeatStand[S]]) -> list[PageSection]:
        return [section for stand in stands for section in self.of_seat(stand)]
