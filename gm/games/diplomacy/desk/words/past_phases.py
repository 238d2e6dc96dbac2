"""HISTORY and REPORT: what the resolved phases of a game brought, told again.

Both are made from what is stored of a phase, so that whoever plays the power today can have them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm.app.history.past_stages import past_of
from gm.app.orders.sitting import Sitting, game_of
from gm.app.records import PhaseRecord
from gm.app.words.past_answers import copies_of, resolved_stages
from gm.contract.facts import Part, Viewer
from gm.contract.past import Past, PastStage
from gm.errors import InputError
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.history_page import Chapter, HistoryView
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, quoted
from gm.report import mails
from gm.report.views import MailText

MOST_PHASES = 60
"""Phases of one answer to HISTORY, the newest of those that were asked for."""

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
    person, powers = first.letter.person, tuple(sitting.power for sitting in sittings)
    viewer = Viewer(Part.PLAYER, powers, person.time_zone)
    past = past_of(first.services, first.transaction, first.table.game, viewer)
    stages = {stage.number: stage for stage in past.resolved}
    found = _between(resolved_stages(first), rest)
    view = HistoryView(
        game=plain_game(game_of(first), first.table.position),
        powers=powers,
        phase=first.table.state.phase,
        asked=rest,
        chapters=tuple(_chapter(past, stages[phase.number]) for phase in found[-MOST_PHASES:]),
        left_out=max(0, len(found) - MOST_PHASES),
        zone=person.time_zone,
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


def _chapter(past: Past[GameState, Outcome], stage: PastStage[GameState, Outcome]) -> Chapter:
    return Chapter(
        phase=stage.before.phase,
        before=stage.before,
        after=stage.after,
        board=rules_in(past.rules).board_in(stage.before),
        outcomes=stage.outcomes,
        events=stage.events,
    )


def report_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer REPORT: the reports of the phases asked for, the newest where none is named."""
    first = sittings[0]
    found = resolved_stages(first)
    names = [_name(entry) for entry in _WORD.findall(rest)]
    if names:
        found = [phase for phase in found if names[0].fits(Phase.parse(phase.name))]
    else:
        found = found[-1:]
    told = copies_of(sittings, found)
    if told is not None:
        return told
    nothing = _nothing(first, rest)
    return mails.written(nothing.game, season_mails.history(nothing))


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
