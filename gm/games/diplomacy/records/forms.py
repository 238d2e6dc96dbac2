"""The forms of Diplomacy's own in which games are written to files, and read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise

from gm.app.history.ended import ending_words
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.setup.games import NewGame
from gm.app.table import game_view, rules_of, table_at
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.pages.manners.judge import JudgeSeason, defaults_in, judge_report
from gm.games.diplomacy.pages.manners.zine import upheaval_lines, zine_lines
from gm.games.diplomacy.pages.supply_points import payments_are_private
from gm.games.diplomacy.records.saved_games import import_saved_game, saved_game
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import UnitDislodged, replay
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.stored import load_events, load_outcomes, load_state
from gm.games.diplomacy.wording.phrases import phase_words
from gm.report.wording.dates import moment_words

# Results of a game as text for other programs and for zines; only what everybody may know.


def judge_text(services: Services, name: str, phase: str | None = None) -> str:
    """Return the results of a game, or of one phase, in the manner of the mail judges.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the phase is none of it, or is not resolved.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        rules = rules_in(rules_of(services, game))
        end = ending_words(services, transaction, game)
        seasons = _seasons(services, transaction, game, rules, phase, end)
        return "\n".join(judge_report(season) for season in seasons)


def zine_text(services: Services, name: str, phase: str | None = None) -> str:
    """Return the results of a game, or of one phase, in the manner of the zines; raises as above."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        rules = rules_in(rules_of(services, game))
        seasons = _seasons(services, transaction, game, rules, phase, "")
        return "\n".join(_zine(game, transaction, season) for season in seasons)


def _zine(game: GameRecord, transaction: Transaction, season: JudgeSeason) -> str:
    when = f"{phase_words(season.before.phase)} of {game.name}"
    lawless = in_anarchy(season.before)
    lines = [when, ""]
    phases = [phase for phase in transaction.phases(game.id) if phase.number == season.number]
    result = transaction.result(phases[0].id)
    events = load_events(result.events) if result is not None else ()
    lines += zine_lines(season.outcomes, season.board, season.dislodged, lawless, events)
    lines += upheaval_lines(events)
    if season.next_deadline is not None:
        due = moment_words(season.next_deadline, game.time_zone)
        lines += ["", f"{phase_words(season.after.phase)}: {due}"]
    return "\n".join(lines) + "\n"


def _seasons(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    rules: DiplomacyRules,
    wanted: str | None,
    end: str,
) -> Iterator[JudgeSeason]:
    phases = transaction.phases(game.id)
    done = [phase_record for phase_record in phases if phase_record.status is PhaseStatus.RESOLVED]
    if wanted is not None:
        done = [
            phase_record
            for phase_record in done
            if phase_record.name.casefold() == wanted.strip().casefold()
        ]
    if not done:
        raise NotAllowed(
            f"{wanted or 'No phase'} of {game.name} is resolved, so it has no results."
        )
    following = {phase.id: after for phase, after in pairwise(phases)}
    for phase in done:
        yield _season(services, transaction, game, rules, phase, following.get(phase.id), end)


def _season(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    rules: DiplomacyRules,
    phase: PhaseRecord,
    after: PhaseRecord | None,
    end: str,
) -> JudgeSeason:
    before, result = load_state(phase.state), transaction.result(phase.id)
    events = load_events(result.events) if result is not None else ()
    outcomes = load_outcomes(result.outcomes) if result is not None else ()
    position = replay(before, events)
    return JudgeSeason(
        game=game.name,
        number=phase.number,
        title=rules.meta.title,
        board=rules.board_in(before),
        board_after=rules.board_in(position),
        before=before,
        after=position,
        outcomes=_public(services, transaction, game, phase, outcomes),
        dislodged=[event.dislodged for event in events if isinstance(event, UnitDislodged)],
        next_phase=Phase.parse(after.name) if after is not None else None,
        next_deadline=after.deadline if after is not None else None,
        final=end,
        defaults=defaults_in(events),
    )


def _public(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    outcomes: tuple[Outcome, ...],
) -> tuple[Outcome, ...]:
    """Return what became of the orders, as far as everybody may know."""
    table = table_at(services, transaction, game, phase)
    winter = table.state.phase.kind is PhaseKind.ADJUSTMENT
    private = winter and payments_are_private(game_view(table))
    return Curtain((), private=private).outcomes(outcomes)


class DiplomacyForms:
    """Keeps the shell's `GameForms`: `diplomacy`, the JSON of that package; `judge`; `zine`."""

    def write(self, services: Services, game: str, form: str, phase: str | None) -> Iterable[str]:
        """Return the lines of a game in one of the forms."""
        if form == "judge":
            return judge_text(services, game, phase).splitlines()
        if form == "zine":
            return zine_text(services, game, phase).splitlines()
        if phase is not None:
            raise InputError(f"--phase is for judge and zine; {form} holds every phase.")
        return (json.dumps(saved_game(services, game), ensure_ascii=False),)

    def variant_of(self, saved: object) -> str | None:
        """Return that a saved game is read as one of standard Diplomacy, if it can be read."""
        del saved  # what is none is refused with the reason when it is read
        return "standard"

    def read(self, services: Services, saved: object, wish: NewGame) -> str:
        """Store a saved game of the package `diplomacy`."""
        return import_saved_game(services, saved, wish).game.name
