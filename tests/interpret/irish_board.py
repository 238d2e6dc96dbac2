"""Positions of Irish Diplomacy on boards that play has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of, split_board
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.interpret.conftest import unit


def splits_of(texts: Sequence[str]) -> tuple[Split, ...]:
    """Return the splits of texts such as `NTH: NWY BEL`, the line's ends behind the province."""
    board, found = load_board("irish"), []
    for text in texts:
        place, _, line = text.partition(": ")
        first, second = line.split()
        ends = (ProvinceId(first), ProvinceId(second))
        split = Split(ProvinceId(place), ends, halves_of(board, ProvinceId(place)))
        board = split_board(board, split)
        found.append(split)
    return tuple(found)


def split_up(texts: Sequence[str]) -> Board:
    """Return the printed board after these splits."""
    board = load_board("irish")
    for split in splits_of(texts):
        board = split_board(board, split)
    return board


def changed(
    phase: str,
    power: str,
    units: Mapping[str, str],
    *,
    splits: Sequence[str] = (),
    holes: Sequence[str] = (),
    closed: Sequence[str] = (),
    anarchy: Sequence[str] = (),
    specials: Mapping[str, str] | None = None,
    points: Mapping[str, int] | None = None,
    centres: Mapping[str, str] | None = None,
    dislodged: Mapping[str, Sequence[str]] | None = None,
    ahead: str = "",
) -> Context:
    """Return what a line is read against.

    `ahead` names a later phase that takes orders too; a dislodged unit comes with its owner and
    where it can go.
    """
    rules = ruleset_for("irish", load_board("irish"), {})
    owned = {ProvinceId(place): PowerId(owner) for place, owner in (centres or {}).items()}
    state = GameState(Phase.parse(phase), centres=owned)
    state = state.with_units(unit(text, owner) for text, owner in units.items())
    out = {unit(text, told[0]): told[1:] for text, told in (dislodged or {}).items()}
    state = state.but(
        dislodged=tuple(
            Dislodged(one, None, tuple(unit(f"F {at}", "ENGLAND").at for at in to))
            for one, to in out.items()
        )
    )
    parts = (
        ChangesPart(
            closed=tuple(map(PowerId, closed)),
            holes=tuple(map(ProvinceId, holes)),
            splits=splits_of(splits),
        ),
        AnarchyPart(tuple(one for one in state.units if str(one) in anarchy)),
        WanderersPart({name: ProvinceId(at) for name, at in (specials or {}).items()}),
        PointsPart({PowerId(name): held for name, held in (points or {}).items()}),
    )
    for part in parts:
        state = state.with_part(part)
    context = Context(rules, state, rules.board_in(state), PowerId(power))
    return context.taking(Phase.parse(ahead)) if ahead else context
