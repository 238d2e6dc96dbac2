"""What `gm map check` finds out about a board folder: faults, remarks, and a summary.

It stops nothing and changes nothing. A fault keeps a game from being played on the board; a remark
asks the GM to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gm.games.diplomacy.language.legible import unread_names
from gm.games.diplomacy.map.files.board_examine import Examined, MapFault, examine, locate, look
from gm.games.diplomacy.rules.board import Board, BorderKind, Entry, Province, pair
from gm.games.diplomacy.rules.board_check import Fault
from gm.games.diplomacy.variants import VARIANTS, Variant, ruleset_for
from gm.games.diplomacy.variants.needs import differs, lacks


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A province as a GM compares it with a printed map.

    Args:
        id, name: its abbreviation and full name.
        words: what it is: coastal, a centre, a home of whom.
        neighbours: each with the kind of border, clockwise.
    """

    id: str
    name: str
    words: str
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A sound board in figures, to be compared with a printed map.

    Args:
        kinds: how many provinces are of each terrain.
        borders: how many borders are of each kind, a pair of provinces counted once.
        centres, wins: supply centres, and how many of them win; None if points win.
        homes: the homes of each power; an asterisk marks one that is a centre.
        off_board: the centres off the board of each power that has some, by the first winter.
        starts: the units of each power at the start.
        rivers: each river with its borders.
        provinces: every province with its neighbours.
    """

    id: str
    title: str
    digest: str
    kinds: Mapping[str, int]
    borders: Mapping[str, int]
    centres: int
    wins: int | None
    homes: Mapping[str, tuple[str, ...]]
    off_board: Mapping[str, Mapping[int, int]]
    starts: Mapping[str, tuple[str, ...]]
    rivers: Mapping[str, tuple[str, ...]]
    provinces: tuple[Neighbourhood, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A board folder, checked.

    Args:
        folder: where it lies.
        variant: for which game it was checked, "" for none.
        faults, remarks: what is wrong, and what to look at, in the order of the files.
        summary: the board in figures, if nothing is wrong.
    """

    folder: Path
    variant: str
    faults: tuple[MapFault, ...]
    remarks: tuple[MapFault, ...]
    summary: Summary | None = None


def check_map(folder: Path, variant_id: str | None = None) -> Checked:
    """Check a board folder for a game; by default for that which is played on such a board.

    Args:
        folder: of `board.toml` and its shapes.
        variant_id: one of `gm.games.diplomacy.variants.VARIANTS`.
    """
    examined = examine(folder)
    board = examined.board
    variant = VARIANTS[variant_id] if variant_id else board and _variant_of(board, folder)
    faults, remarks = examined.faults, look(examined)
    if variant and board is not None:
        lacking, other = _for_variant(examined, board, variant)
        faults, remarks = (*faults, *lacking), (*remarks, *other)
    if board is not None and not faults:
        remarks = (*remarks, *_misnamed(examined, board, folder.resolve().name))
    return Checked(
        folder,
        variant.id if variant else "",
        tuple(sorted(faults, key=MapFault.place)),
        tuple(sorted(remarks, key=MapFault.place)),
        _summary(board) if board is not None and not faults else None,
    )


def _misnamed(examined: Examined, board: Board, name: str) -> list[MapFault]:
    """Return a remark if the folder is not named as the board: a game looks it up by both."""
    if examined.files is None or board.id == name:
        return []
    fault = Fault(
        "map.id",
        f'is "{board.id}", and the folder is named {name}',
        f"name both {board.id}, so that a game finds the map",
    )
    return locate([fault], examined.files)


def _variant_of(board: Board, folder: Path) -> Variant | None:
    """Return the game that is played on a board of this id, else of this folder's name."""
    by_board = {variant.board_id: variant for variant in VARIANTS.values()}
    return by_board.get(board.id) or by_board.get(folder.resolve().name)


def _for_variant(
    examined: Examined, board: Board, variant: Variant
) -> tuple[tuple[MapFault, ...], tuple[MapFault, ...]]:
    """Return what a game lacks on a board, and where the board differs from its rules."""
    files = examined.files
    if files is None:
        return (), ()
    lacking = [*lacks(variant.needs, board)]
    if not lacking and not examined.faults:
        lacking += unread_names(board, ruleset_for(variant.id, board, {}))
    faults = locate(lacking, files, examined.picture)
    remarks = locate(differs(variant.needs, board), files, examined.picture)
    lacked = {fault.entry for fault in faults}
    return tuple(faults), tuple(remark for remark in remarks if remark.entry not in lacked)


def _summary(board: Board) -> Summary:
    wins = board.facts.get("victory_centres")
    places = board.provinces.values()
    rivers: dict[str, dict[str, None]] = {}
    borders: dict[tuple[str, str], str] = {}
    for place in places:
        for border in place.ring:
            ends = pair(place.id, border.to)
            borders.setdefault(ends, border.kind.value)
            if border.kind is BorderKind.RIVER:
                # The sea is reached where a bridge carries fleets too.
                mouth = " (to the sea)" if border.reaches_sea else ""
                rivers.setdefault(border.river or "", {})["-".join(ends) + mouth] = None
    return Summary(
        id=board.id,
        title=board.title,
        digest=board.digest,
        kinds=dict(Counter(place.terrain.value for place in places)),
        borders=dict(Counter(borders.values())),
        centres=sum(1 for _ in board.centres()),
        wins=wins if isinstance(wins, int) else None,
        homes={
            power.name: tuple(
                home + ("*" if board.province(home).is_centre else "") for home in power.home
            )
            for power in board.powers.values()
        },
        off_board={
            power.name: {line.from_year: line.centres for line in power.off_board}
            for power in board.powers.values()
            if power.off_board
        },
        starts={power.name: power.start for power in board.powers.values() if power.start},
        rivers={name: tuple(listed) for name, listed in rivers.items()},
        provinces=tuple(_neighbourhood(board, place) for place in places),
    )


def _neighbourhood(board: Board, place: Province) -> Neighbourhood:
    words = [place.terrain.value]
    if place.is_centre:
        words.append("centre")
    if place.home is not None:
        words.append(f"home of {board.powers[place.home].name}")
    if place.entry is not Entry.ALL:
        words.append({"special": "only by draw", "box": "nobody enters"}[place.entry.value])
    if place.coasts:
        words.append("coasts " + " and ".join(coast.id for coast in place.coasts))
    kinds = {
        border.to: f"the {border.river}" if border.river else border.kind.value
        for border in place.ring
    }
    neighbours = tuple(f"{there} ({kinds[there]})" for there in board.neighbours(place.id))
    return Neighbourhood(place.id, place.name, ", ".join(words), neighbours)
