"""Positions of Irish Diplomacy and scripted chance, for tests of its mechanisms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.contract.draws import Draw
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import unit_key
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import position, units

BOARD = load_board("irish")
RULES = ruleset_for("irish", BOARD, {})


def rules(**settings: str) -> DiplomacyRules:
    """Return the rules with some settings."""
    return ruleset_for("irish", BOARD, settings)


def place(text: str) -> ProvinceId:
    """Return a province's id."""
    return ProvinceId(text)


def irish(
    phase: str,
    by_power: Mapping[str, Sequence[str]],
    *,
    centres: Mapping[str, Sequence[str]] | None = None,
    specials: Mapping[str, str] | None = None,
    anarchy: Mapping[str, Sequence[str]] | None = None,
    closed: str = "",
    opened: str = "",
    holes: str = "",
    splits: Sequence[Split] = (),
    waiting: bool = False,
) -> GameState:
    """Return a position; lists of names are words."""
    state = position(phase, by_power, centres)
    changes = ChangesPart(
        tuple(map(PowerId, closed.split())),
        tuple(map(ProvinceId, opened.split())),
        tuple(map(ProvinceId, holes.split())),
        tuple(splits),
    )
    state = state.with_part(changes)
    if specials is not None:
        places = {one: ProvinceId(at) for one, at in specials.items()}
        state = state.with_part(WanderersPart(places, waiting))
    if anarchy is not None:
        state = state.with_part(AnarchyPart(tuple(sorted(units(anarchy), key=unit_key))))
    return state


def split(name: str, first: str, second: str, on: GameState | None = None) -> Split:
    """Return a split by the line between two neighbours, on a position's board or the printed."""
    board = RULES.board_in(on) if on is not None else BOARD
    whole = ProvinceId(name)
    return Split(whole, (ProvinceId(first), ProvinceId(second)), halves_of(board, whole))


class Chance:
    """Draws as scripted, and for the rest the last candidate: the lowest card, the last name."""

    def __init__(self, **script: str) -> None:
        self.script = {label.replace("_", " "): chosen for label, chosen in script.items()}
        self.made: list[Draw] = []

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return the draw whose label, without its season, is scripted."""
        chosen = self.script.get(label.partition(" ")[2].replace(": ", " "), candidates[-1])
        assert chosen in candidates, (label, chosen)
        self.made.append(Draw(label, tuple(candidates), chosen))
        return self.made[-1]

    def labels(self) -> list[str]:
        """Return the labels of the draws made, in order."""
        return [draw.label for draw in self.made]


def quiet(**script: str) -> Chance:
    """Return chance by which, unless scripted otherwise, Syria is holed and the Ukraine split."""
    return Chance(**{"hole": "SYR", "split": "UKR", **script})
