"""Results in the manner of the mail judges, whose fixed text old tools and old players read.

Only standard Diplomacy has all its words there; what else our games know is said in full words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from textwrap import wrap
from typing import Final

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.pages.supply_points import has_points
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Support,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, phase_of
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.wording.happenings import winners_words
from gm.games.diplomacy.wording.words import (
    in_words,
    location_words,
    power_words,
    unit_words,
)
from gm.languages import ENGLISH, listed, speaking
from gm.report.wording.sentence_parts import first_upper
from gm.report.wording.text import WIDTH

JUDGE_WIDTH: Final = 78

_SEASON: Final[Mapping[Season, str]] = {
    Season.SPRING: "Spring",
    Season.AUTUMN: "Fall",
    Season.WINTER: "Winter",
}
_KIND: Final[Mapping[PhaseKind, str]] = {
    PhaseKind.SETUP: "Adjustments",
    PhaseKind.MOVEMENT: "Movement",
    PhaseKind.RETREAT: "Retreats",
    PhaseKind.ADJUSTMENT: "Adjustments",
}
_RESULTS: Final[Mapping[PhaseKind, str]] = {
    PhaseKind.SETUP: "Adjustment orders",
    PhaseKind.MOVEMENT: "Movement results",
    PhaseKind.RETREAT: "Retreat orders",
    PhaseKind.ADJUSTMENT: "Adjustment orders",
}
_WORDS: Final[Mapping[Result, str]] = {
    Result.BOUNCE: "bounce",
    Result.NO_CONVOY: "no convoy",
    Result.CUT: "cut",
    Result.VOID: "void",
    Result.FAILED: "failed",
    Result.BOUNCE_DISBAND: "bounce, destroyed",
    Result.UNMATCHED: "no match",
    Result.NOT_MET: "not met",
    Result.ERROR: "void",
}


_VERBS: Final = frozenset({"Build", "Choose", "Give", "Pay", "Receive", "Remove"})


@dataclass(frozen=True, slots=True)
class JudgeSeason:
    """One phase that was resolved, as a judge reports it.

    Args:
        game, number: the game's name, and which of its phases this was.
        title: of the variant.
        board: on which it was ordered; board_after: that of the position at its end.
        before, after: the positions at its start and its end.
        outcomes: of its orders.
        dislodged: the units it beat out.
        defaults: the units that were removed for want of an order.
        next_phase: the one that follows, next_deadline: its deadline; None where the game is over.
        final: a sentence on how the game ended, or "".
    """

    game: str
    number: int
    title: str
    board: Board
    board_after: Board
    before: GameState
    after: GameState
    outcomes: Sequence[Outcome]
    dislodged: Sequence[Dislodged]
    next_phase: Phase | None
    next_deadline: datetime | None
    final: str = ""
    defaults: Sequence[Unit] = ()


def defaults_in(events: Iterable[Event]) -> tuple[Unit, ...]:
    """Return the units that were removed for want of an order."""
    removed = (event for event in events if isinstance(event, UnitDisbanded))
    return tuple(event.unit for event in removed if event.by_civil_disorder)


def judge_report(season: JudgeSeason) -> str:
    """Return the report of one phase, ending in a line end; moments are in UTC.

    It is English for every reader: the tools that read it know no other language.
    """
    with speaking(ENGLISH):
        return "\n".join((*judge_results(season), *judge_next(season))) + "\n"


def judge_results(season: JudgeSeason, width: int = JUDGE_WIDTH) -> Iterator[str]:
    """Yield the lines of a report but those on what comes next.

    Args:
        season: what is told. width: of the lines, in columns.
    """
    phase = season.before.phase
    yield f":: Judge: GM  Game: {season.game}  Variant: {season.title}"
    if season.next_phase is not None and season.next_deadline is not None:
        yield f":: Deadline: {judge_phase(season.next_phase)} {_moment(season.next_deadline)}"
    yield ""
    yield f"{_RESULTS[phase.kind]} for {_season(phase)}.  ({season.game}.{season.number:03})"
    for line, hang in (*_orders(season), *_beaten(season)):
        yield from _folded(line, width, hang)
    if _shows_owners(season):
        for line, hang in _owners(season.board_after, season.after):
            yield from _folded(line, width, hang)
        yield from _counts(season.board_after, season.after)


def judge_next(season: JudgeSeason, width: int = JUDGE_WIDTH) -> Iterator[str]:
    """Yield the lines on the phase that follows, or on the end; arguments as above."""
    yield ""
    if season.next_phase is None or season.next_deadline is None:
        yield from _folded(season.final or "The game is over.", width, 0)
        return
    phase = season.next_phase
    words = f"The next phase of '{season.game}' will be {_KIND[phase.kind]} for {_season(phase)}."
    yield from _folded(words, width, 0)
    yield f"The deadline for orders will be {_moment(season.next_deadline)}."


def judge_phase(phase: Phase) -> str:
    """Return a phase's name as a judge writes it: adjustments end in B."""
    name = str(phase)
    return f"{name[:-1]}B" if phase.kind is PhaseKind.ADJUSTMENT else name


def _season(phase: Phase) -> str:
    return f"{_SEASON[phase.season]} of {phase.year}"


def _moment(moment: datetime) -> str:
    return moment.strftime("%a %b %d %Y %H:%M:%S +0000")


_Hung = tuple[str, int]
"""A line, and by how many columns what is folded of it stands in."""


def _orders(season: JudgeSeason) -> Iterator[_Hung]:
    wide = max((len(power.name) for power in season.board.powers.values()), default=0) + 1
    for power in season.board.powers:
        ordered = (
            _order(season, outcome) for outcome in season.outcomes if outcome.power == power
        )
        removed = (_default(season, unit) for unit in season.defaults if unit.power == power)
        lines = [*ordered, *removed]
        if lines:
            yield "", 0
        for text in lines:
            head = f"{power_words(power, season.board)}:".ljust(wide + 1)
            yield head + text, wide + 1


def _order(season: JudgeSeason, outcome: Outcome) -> str:
    board, ordered = season.board, outcome.ordered
    if not ordered and isinstance(outcome.order, Hold) and _is_lawless(season, outcome.order):
        text = f"{unit_words(outcome.order.unit, board)} stands in anarchy."
    elif not ordered and isinstance(outcome.order, Hold):
        text = f"{unit_words(outcome.order.unit, board)}, No Order Processed."
    else:
        text = f"{_text(season, outcome.power, outcome.order)}."
    said = [_WORDS.get(outcome.result, ""), "dislodged" if outcome.dislodged else ""]
    words = ", ".join(word for word in said if word)
    return f"{text} (*{words}*)" if words else text


def _is_lawless(season: JudgeSeason, order: Hold) -> bool:
    return any(unit.ref == order.unit for unit in in_anarchy(season.before))


def _default(season: JudgeSeason, unit: Unit) -> str:
    place = location_words(unit.at, season.board)
    return f"Defaults, removing the {_kind(unit.ref)} in {place}."


def _text(season: JudgeSeason, power: PowerId, order: Order) -> str:
    board = season.board
    match order:
        case Hold(unit):
            return f"{unit_words(unit, board)} HOLD"
        case Move(unit, to):
            return f"{unit_words(unit, board)} -> {location_words(to, board)}"
        case Retreat(unit, to):
            return f"{unit_words(unit, board)} -> {location_words(to, board)}"
        case Support(unit, target, to):
            aim = f" -> {location_words(to, board)}" if to else ""
            return f"{unit_words(unit, board)} SUPPORT {_other(season, power, target)}{aim}"
        case Convoy(unit, target, to):
            aim = location_words(to, board)
            return f"{unit_words(unit, board)} CONVOY {_other(season, power, target)} -> {aim}"
        case Build(unit):
            return f"Builds {_a(unit)} in {location_words(unit.at, board)}"
        case Disband(unit) if season.before.phase.kind is PhaseKind.RETREAT:
            return f"{unit_words(unit, board)} DISBAND"
        case Disband(unit):
            return f"Removes the {_kind(unit)} in {location_words(unit.at, board)}"
        case Waive():
            return "Build waived"
        case _:
            return _told(first_upper(in_words(order, board)))


def _told(words: str) -> str:
    """Return what is asked for as what is done: "Pay 3 points" as "Pays 3 points"."""
    verb, _, rest = words.partition(" ")
    return f"{verb}s {rest}" if verb in _VERBS else words


def _kind(unit: UnitRef) -> str:
    return "army" if unit.kind is UnitKind.ARMY else "fleet"


def _a(unit: UnitRef) -> str:
    return f"an {_kind(unit)}" if unit.kind is UnitKind.ARMY else f"a {_kind(unit)}"


def _other(season: JudgeSeason, power: PowerId, target: UnitRef) -> str:
    """Return a unit that is spoken of; another power's with whose it is."""
    words = unit_words(target, season.board)
    owner = season.before.unit_in(target.at.province)
    if owner is None or owner.power == power:
        return words
    return f"{season.board.powers[owner.power].adjective} {words}"


def _beaten(season: JudgeSeason) -> Iterator[_Hung]:
    if not season.dislodged:
        return
    yield "", 0
    yield "The following units were dislodged:", 0
    yield "", 0
    for dislodged in season.dislodged:
        yield _fate(season.board, dislodged), 0


def _fate(board: Board, dislodged: Dislodged) -> str:
    kind, place = unit_words(dislodged.unit, board).split(" ", 1)
    whose = f"The {board.powers[dislodged.unit.power].adjective} {kind} in {place}"
    if not dislodged.retreats:
        return f"{whose} with no valid retreats was destroyed."
    names = [location_words(to, board) for to in dislodged.retreats]
    return f"{whose} can retreat to {listed(names, 'or')}."


def _shows_owners(season: JudgeSeason) -> bool:
    """Tell whether centres may have changed hands: behind an autumn, a winter, or the end."""
    return season.before.phase.season is not Season.SPRING or season.next_deadline is None


def _owners(board: Board, state: GameState) -> Iterator[_Hung]:
    yield "", 0
    yield "Ownership of supply centers:", 0
    yield "", 0
    wide = max(len(power.name) for power in board.powers.values()) + 2
    for power in board.powers:
        owned = state.centres_of(power)
        if owned:
            names = ", ".join(sorted(board.province(place).name for place in owned))
            head = f"{power_words(power, board)}:".ljust(wide)
            yield f"{head}{names}.", wide


def _counts(board: Board, state: GameState) -> Iterator[str]:
    yield ""
    wide = max(len(power.name) for power in board.powers.values()) + 2
    for power in board.powers:
        centres, units = len(state.centres_of(power)), len(state.units_of(power))
        if not centres and not units:
            continue
        head = f"{power_words(power, board)}:".ljust(wide)
        line = f"{head}{centres:2} Supply center{_s(centres, ',')} {units:2} Unit"
        if has_points(board):
            # Where units are paid for, nobody must build or remove as many as he has centres.
            yield f"{line}{_s(units, '.').rstrip()}"
        else:
            yield f"{line}{_s(units, ':')}  {_change(centres - units)}."


def _change(balance: int) -> str:
    does = ("Builds " if balance >= 0 else "Removes") + f" {abs(balance):2} unit"
    return f"{does}{'' if abs(balance) == 1 else 's'}"


def _s(count: int, mark: str) -> str:
    """Return the end of a word and the mark behind it, as wide for one as for many."""
    return f"{mark} " if count == 1 else f"s{mark}"


def _folded(text: str, width: int, hang: int) -> list[str]:
    if not text:
        return [""]
    # Blanks that line names up are kept.
    return wrap(
        text,
        width,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


# A season in the judges' manner, as a part of its report.
#
# Old tools read it, so it is in English whoever reads it. What standard Diplomacy lacks stands in
# sections of its own, between what the tools know and the lines on the next phase.


@dataclass(frozen=True, slots=True)
class JudgePart:
    """The two ends of a judge's report: its results with the tables, and what comes next."""

    results: tuple[str, ...]
    following: tuple[str, ...]


def judge_part(
    view: SeasonView, outcomes: Sequence[Outcome], events: Sequence[Event]
) -> JudgePart:
    """Return a season in the judges' manner.

    Args:
        view: the season.
        outcomes, events: what its reader may know; of a conditional order what it came to.
    """
    with speaking(ENGLISH):
        board = view.game.board
        season = JudgeSeason(
            game=view.game.name,
            number=view.number,
            title=view.game.meta.title,
            board=view.board,
            before=view.before,
            after=view.after,
            outcomes=outcomes,
            dislodged=[event.dislodged for event in events if isinstance(event, UnitDislodged)],
            next_phase=phase_of(view.due.stage) if view.due is not None else None,
            next_deadline=view.due.deadline if view.due is not None else None,
            final=winners_words(view.after.winners, board) if view.after.winners else "",
            board_after=board,
            defaults=defaults_in(events),
        )
        return JudgePart((*judge_results(season, WIDTH),), (*judge_next(season, WIDTH),))
