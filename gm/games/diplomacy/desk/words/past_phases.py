"""HISTORY and REPORT: what the resolved phases of a game brought, told again.

Both are made from what is stored of a phase, so that whoever plays the power today can have them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm.app.mail_out.likes import likes_of, manner_for
from gm.app.orders.receipts import Sitting, game_of
from gm.app.play.past import past_happened, stage_notes
from gm.app.records import PhaseRecord, PhaseStatus, ResultRecord
from gm.app.table import table_at
from gm.app.words.past_answers import copy_note
from gm.contract.facts import Part, Viewer
from gm.contract.seats import SeatId
from gm.contract.told import told
from gm.errors import InputError
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.desk.telling import season_view
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.history_page import Chapter, HistoryView
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import load_events, load_outcomes, load_state
from gm.languages import gettext, listed, quoted
from gm.report import mails
from gm.report.pages.deeds_page import joined
from gm.report.pages.frame import tagged
from gm.report.views import MailText

MOST_PHASES = 60
"""Phases of one answer to HISTORY, the newest of those that were asked for."""

MOST_REPORTS = 4
"""Reports of one answer."""

_FEW = 2
"""Where there are more, each has one picture, that of the position: a mail stays below a megabyte."""

_TOKEN = re.compile(
    r"(?:(?P<season>spring|autumn|fall|winter|[SFAW])[\s,]*)?'?(?P<year>\d{2,4})\s*(?P<kind>[a-z]*)",
    re.I,
)
_WORD = re.compile(
    r"(?:(?:spring|autumn|fall|winter|[SFAW])[\s,]*)?'?\d{2,4}"
    r"(?:\s*[MRAB](?![^\W_])|\s+(?:moves|movement|retreats|builds|adjustments)(?![^\W_]))?",
    re.I,
)
_KINDS = {
    "m": PhaseKind.MOVEMENT,
    "r": PhaseKind.RETREAT,
    "a": PhaseKind.ADJUSTMENT,
    "b": PhaseKind.ADJUSTMENT,
}
_SEASONS = {
    "s": Season.SPRING,
    "f": Season.AUTUMN,
    "a": Season.AUTUMN,
    "w": Season.WINTER,
}


@dataclass(frozen=True, slots=True)
class _Name:
    """A phase, a season or a year as a player names it; None for what he leaves open."""

    year: int
    season: Season | None
    kind: PhaseKind | None

    def fits(self, phase: Phase) -> bool:
        return (
            self.year in {phase.year, phase.year % 100}
            and self.season in {None, phase.season}
            and self.kind in {None, phase.kind}
        )


def _name(text: str) -> _Name:
    match = _TOKEN.fullmatch(text.strip())
    if match is None:
        raise InputError(gettext("{text} names no phase.", text=quoted(text)))
    season, kind = (match["season"] or "").casefold(), match["kind"].casefold()
    return _Name(int(match["year"]), _SEASONS.get(season[:1]), _KINDS.get(kind[:1]))


def history_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer HISTORY: the results of the phases asked for, in the zines' manner."""
    first = sittings[0]
    found = _between(_resolved(first), rest)
    chapters = [_chapter(first, record) for record in found[-MOST_PHASES:]]
    view = HistoryView(
        game=plain_game(game_of(first), first.table.position),
        powers=tuple(sitting.power for sitting in sittings),
        phase=first.table.state.phase,
        asked=rest,
        chapters=tuple(chapter for chapter in chapters if chapter is not None),
        left_out=max(0, len(found) - MOST_PHASES),
        zone=first.letter.person.time_zone,
        now=first.services.clock.now(),
    )
    return mails.written(view.game, season_mails.history(view))


def _between(phases: Sequence[PhaseRecord], rest: str) -> list[PhaseRecord]:
    names = [_name(entry) for entry in _WORD.findall(rest)]
    if not names:
        return [*phases]
    at = [
        [number for number, one in enumerate(phases) if name.fits(Phase.parse(one.name))]
        for name in names
    ]
    if len(names) == 1 or not at[0] or not at[-1]:
        return [phases[number] for number in sorted({*at[0], *at[-1]})]
    return [*phases[min(at[0]) : max(at[-1]) + 1]]


def _resolved(sitting: Sitting) -> list[PhaseRecord]:
    every = sitting.transaction.phases(sitting.table.game.id)
    return [phase for phase in every if phase.status is PhaseStatus.RESOLVED]


def _chapter(sitting: Sitting, record: PhaseRecord) -> Chapter | None:
    result = sitting.transaction.result(record.id)
    if result is None:
        return None
    before, after = _around(record, result)
    return Chapter(
        phase=before.phase,
        before=before,
        after=after,
        board=rules_in(sitting.table.rules).board_in(before),
        outcomes=load_outcomes(result.outcomes),
        events=load_events(result.events),
    )


def _around(record: PhaseRecord, result: ResultRecord) -> tuple[GameState, GameState]:
    before = load_state(record.state)
    return before, replay(before, load_events(result.events))


def report_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer REPORT: the reports of the phases asked for, the newest where none is named."""
    first = sittings[0]
    found = _resolved(first)
    names = [_name(entry) for entry in _WORD.findall(rest)]
    if names:
        found = [phase for phase in found if names[0].fits(Phase.parse(phase.name))]
    else:
        found = found[-1:]
    hand = tuple(sitting.power for sitting in sittings)
    wanted = found[-MOST_REPORTS:]
    few = len(wanted) <= _FEW
    texts = [text for phase in wanted if (text := _report(first, phase, hand, few)) is not None]
    if not texts:
        nothing = _nothing(first, rest)
        return mails.written(nothing.game, season_mails.history(nothing))
    words = listed(phase_words(Phase.parse(phase.name)) for phase in wanted)
    subject = tagged(
        game_of(first),
        first.table.stage,
        gettext("Copy of the report of {words}", words=words),
    )
    return joined(subject, tuple(texts))


def _nothing(sitting: Sitting, rest: str) -> HistoryView:
    return HistoryView(
        game=plain_game(game_of(sitting), sitting.table.position),
        powers=(sitting.power,),
        phase=sitting.table.state.phase,
        asked=rest,
        chapters=(),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
    )


def _report(
    sitting: Sitting, record: PhaseRecord, hand: Sequence[SeatId], few: bool
) -> MailText | None:
    services, transaction, game = sitting.services, sitting.transaction, sitting.table.game
    happened = past_happened(services, transaction, game, record)
    if happened is None:
        return None
    person = sitting.letter.person
    powers = tuple(seat.id for seat in happened.rules.seats if seat.id in hand)
    manner = manner_for(game, likes_of(person.settings)).value
    known = told(happened, Viewer(Part.PLAYER, powers, person.time_zone, manner))
    notes = stage_notes(transaction, table_at(services, transaction, game, record))
    view = season_view(replace(known, notes=(*notes, copy_note(sitting))))
    if not few:
        view = replace(view, pictures=view.pictures[-1:])
    return mails.written(view.game, season_mails.season_report(view))
