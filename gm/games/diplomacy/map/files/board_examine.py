"""Examines a board folder: everything that is wrong with it, each fault with its file and line.

What is examined once is what a game is loaded from and what `gm map check` tells about. The check
takes a longer look besides, at what does not keep a game from being played.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gm.adapters.maps.toml_lines import Path as Way
from gm.adapters.maps.toml_lines import line_numbers
from gm.errors import MapError
from gm.games.diplomacy.map.files.board_claims import check_table
from gm.games.diplomacy.map.files.board_files import (
    BoardFiles,
    read_files,
    unknown_names,
    with_other_names,
)
from gm.games.diplomacy.map.files.board_fit import (
    NO_SHAPE,
    check_drawn,
    check_shapes,
    look_at_picture,
    look_at_shapes,
)
from gm.games.diplomacy.map.files.board_form import read_form
from gm.games.diplomacy.map.files.board_picture import Picture, read_picture
from gm.games.diplomacy.map.files.board_schema import (
    BoardTable,
    NeighbourTable,
    PowerTable,
    ProvinceTable,
)
from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    Entry,
    OffBoard,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.board_check import Fault, check_board, check_start
from gm.plain_files import plain_file

# Turns the typed table of a map file into the board of the rules core.


def build_board(table: BoardTable, digest: str) -> Board:
    """Return the board that a table describes, unchecked; `digest` names its files."""
    return Board(
        id=table.map.id,
        title=table.map.title,
        provinces={
            ProvinceId(key): _province(key, province) for key, province in table.provinces.items()
        },
        powers={PowerId(key): _power(key, power) for key, power in table.powers.items()},
        ambiguous={
            word.casefold(): tuple(ProvinceId(place) for place in places)
            for word, places in table.ambiguous.items()
        },
        digest=digest,
        facts=_facts(table),
    )


def _province(key: str, table: ProvinceTable) -> Province:
    return Province(
        id=ProvinceId(key),
        name=table.name,
        terrain=Terrain(table.terrain),
        ring=tuple(_border(border) for border in table.neighbours),
        aliases=tuple(table.aliases),
        is_centre=table.centre,
        home=PowerId(table.home) if table.home is not None else None,
        coasts=tuple(
            Coast(name.lower(), coast.name, tuple(coast.aliases))
            for name, coast in table.coasts.items()
        ),
        entry=Entry(table.entry),
    )


def _border(table: NeighbourTable) -> Border:
    return Border(
        to=ProvinceId(table.to),
        kind=BorderKind(table.kind),
        coasts=tuple(coast.lower() for coast in table.coast),
        to_coasts=tuple(coast.lower() for coast in table.to_coast),
        river=table.river,
        reaches_sea=table.fleet,
        length=table.length,
    )


def _power(key: str, table: PowerTable) -> Power:
    return Power(
        id=PowerId(key),
        name=table.name,
        adjective=table.adjective,
        aliases=tuple(table.aliases),
        home=tuple(ProvinceId(place) for place in table.home),
        start=tuple(table.start),
        rank=table.rank,
        colour=table.colour,
        off_board=tuple(OffBoard(line.from_year, line.centres) for line in table.off_board),
        land=tuple(ProvinceId(place) for place in table.land),
    )


def _facts(table: BoardTable) -> dict[str, int | str]:
    """Collect the figures a variant reads; `[facts]` may not hide one of the map's own."""
    facts: dict[str, int | str] = {
        "designer": table.map.designer,
        "first_season": table.map.first_season,
        "first_year": table.map.first_year,
        "victory": table.victory.kind,
        "total_centres": table.victory.total,
    }
    optional: dict[str, int | str | None] = {
        "code": table.map.code or None,
        "status": table.map.status or None,
        "victory_centres": table.victory.count,
        "victory_points": table.victory.points,
    }
    given = {key: value for key, value in optional.items() if value is not None}
    return {**table.facts, **facts, **given}


# Finds the line of a map file on which a fault's entry stands.


class Where:
    """The lines of the entries of one `board.toml`, under the names that faults call them by.

    Args:
        text: the file; one that is no TOML has no entries.
    """

    def __init__(self, text: str) -> None:
        try:
            self._content: Mapping[str, object] = tomllib.loads(text)
            self._lines = line_numbers(text)
        except (ValueError, RecursionError):
            self._content, self._lines = {}, {}
        self._ways: dict[str, Way] = {}
        for way in self._lines:
            for name in _names(way, self._content):
                self._ways.setdefault(name, way)

    @classmethod
    def of(cls, file: Path) -> Where:
        """Read the entries of a file; none if it cannot be read."""
        try:
            return cls(plain_file(file).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return cls("")

    def holds(self, entry: str) -> bool:
        """Tell whether the file gives just this entry, and not only what it belongs to."""
        return entry in self._ways

    def line(self, entry: str, item: str = "") -> int:
        """Return the line of an entry, or of what it would belong to; the first if nothing is there.

        Args:
            entry: as a fault names it.
            item: one of the values of the entry, if it is a list.
        """
        while entry and entry not in self._ways:
            entry = entry.rpartition(".")[0]
        way = self._ways.get(entry)
        if way is None:
            return self._lines.get(("extends",), 1)
        return self._lines[self._item(way, item) if item else way]

    def _item(self, way: Way, item: str) -> Way:
        """Return the way to one of the values of an entry."""
        inside = (
            longer
            for longer in self._lines
            if len(longer) > len(way) and longer[: len(way)] == way
        )
        return next(
            (longer for longer in inside if item in _texts(_value(self._content, longer))), way
        )


def _names(way: Way, content: Mapping[str, object]) -> Iterator[str]:
    """Yield what a fault may call an entry: things in lists have names besides their numbers."""
    yield _joined(way)
    match way:
        case ("provinces", str(name), "neighbours", int()):
            yield f"provinces.{name}.neighbours.{_key(content, way, 'to')}"
        case ("provinces", str(name), "coasts", str(coast)):
            yield f"provinces.{name}.coasts.{coast.lower()}"
        case ("claims", int(number), *rest):
            rule = _key(content, way[:2], "rule")
            yield _joined((f"claims.{number + 1} (rule {rule})", *rest))
        case ("rivers", int(), *rest):
            yield _joined(("rivers", _key(content, way[:2], "name"), *rest))
        case ("corners", "pairs", int()):
            yield from (f"corners.{text}" for text in _texts(_value(content, way)))


def _joined(way: Way) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in way)


def _key(content: Mapping[str, object], way: Way, key: str) -> str:
    thing = _value(content, way)
    return str(thing.get(key, "")) if isinstance(thing, dict) else ""


def _value(content: object, way: Way) -> object:
    for step in way:
        content = content[step]  # type: ignore[index]
    return content


def _texts(value: object) -> tuple[str, ...]:
    """Return how a fault may write a value: a word, or provinces with dashes between them."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "-".join(value), "-".join(sorted(value))
    return ()


@dataclass(frozen=True, slots=True)
class MapFault:
    """One fault of a map.

    Args:
        file: the file it is in.
        entry: the entry in it.
        reason: what is wrong.
        line: the line of the entry, counted from 1; None if the file is not there.
        remedy: what would be right, or "".
    """

    file: str
    entry: str
    reason: str
    line: int | None = None
    remedy: str = ""

    @classmethod
    def of(cls, error: MapError) -> MapFault:
        """Return what an error says as a fault."""
        line = error.line
        if line is None and Path(error.file).is_file():
            line = Where.of(Path(error.file)).line(error.entry)
        return cls(error.file, error.entry, error.reason, line, error.remedy)

    def place(self) -> tuple[bool, str, int]:
        """Return where it stands, to be sorted by: the tables first, then the pictures."""
        return not self.file.endswith(".toml"), self.file, self.line or 0

    def error(self) -> MapError:
        """Return the error that refuses a map for this fault."""
        return MapError(self.file, self.entry, self.reason, line=self.line, remedy=self.remedy)

    def __str__(self) -> str:
        return str(self.error())


@dataclass(frozen=True, slots=True)
class Examined:
    """A board folder, read and judged.

    Args:
        faults: all that is wrong; a board with one is not played on.
        files, table, board, picture: what could be read; neither board nor picture where the form
            of the table is at fault.
        misdrawn: the provinces whose shapes are at fault.
    """

    faults: tuple[MapFault, ...]
    files: BoardFiles | None = None
    table: BoardTable | None = None
    board: Board | None = None
    picture: Picture | None = None
    misdrawn: frozenset[str] = frozenset()


def examine(folder: Path) -> Examined:
    """Read and judge a folder; nothing is raised for what is wrong with it."""
    try:
        files = read_files(folder)
    except MapError as error:
        return Examined((MapFault.of(error),))
    if len(files.chain) > 1:
        base = examine(files.chain[-2])
        if base.faults:
            return Examined(base.faults, files)  # so that each fault is told of its own file
    table = read_form(files.raw)
    if not isinstance(table, BoardTable):
        return Examined(tuple(sorted(locate(table, files), key=MapFault.place)), files)
    return _examine_table(files, table)


def _examine_table(files: BoardFiles, table: BoardTable) -> Examined:
    missing: tuple[MapFault, ...] = ()
    picture: Picture | None = None
    try:
        picture = read_picture(files.geometry(table.map.geometry))
    except MapError as error:
        missing = (MapFault.of(error),)
    built = build_board(table, files.digest(table.map.geometry) if picture else "")
    board, misnamed = with_other_names(built, files)
    unplaced: list[Fault] = [*check_board(board), *check_start(board), *check_table(table, board)]
    if picture is not None:
        unplaced += [*check_drawn(table, picture), *check_shapes(table, picture)]
    located = (*locate(unplaced, files, picture), *missing, *map(MapFault.of, misnamed))
    faults = tuple(sorted(dict.fromkeys(located), key=MapFault.place))
    misdrawn = frozenset(fault.entry.split(".")[1] for fault in unplaced if _is_of_shapes(fault))
    return Examined(faults, files, table, board, picture, misdrawn)


def _is_of_shapes(fault: Fault) -> bool:
    return fault.entry.startswith("shapes.") or fault.reason == NO_SHAPE


def look(examined: Examined) -> tuple[MapFault, ...]:
    """Return what a GM should look at in a board that may be sound: how the picture fits it."""
    files, table, board, picture = (
        examined.files,
        examined.table,
        examined.board,
        examined.picture,
    )
    if files is None or table is None or board is None or picture is None:
        return ()
    seen = [*look_at_shapes(table, picture), *look_at_picture(table, board, picture)]
    faulty = {(fault.file, fault.entry) for fault in examined.faults}
    # What the picture draws wrongly, it need not be compared with.
    certain = [fault for fault in seen if not _names_any(fault, examined.misdrawn)]
    named = map(MapFault.of, unknown_names(board, files))
    remarks = sorted([*locate(certain, files, picture), *named], key=MapFault.place)
    return tuple(remark for remark in remarks if (remark.file, remark.entry) not in faulty)


def _names_any(fault: Fault, provinces: frozenset[str]) -> bool:
    """Tell whether a fault is about one of some provinces."""
    return not provinces.isdisjoint(re.findall(r"\w+", f"{fault.entry} {fault.reason}"))


def locate(
    faults: Iterable[Fault], files: BoardFiles, picture: Picture | None = None
) -> list[MapFault]:
    """Return faults of a board with the file and the line each stands on."""
    faults = [*faults]
    if not faults:
        return []
    own_file = Where.of(files.board_file)
    bases = [(folder, Where.of(files.board_of(folder))) for folder in reversed(files.chain[:-1])]
    return [
        _in_picture(fault, picture)
        if picture is not None and fault.entry.startswith("shapes.")
        else _in_board(fault, files, own_file, bases)
        for fault in faults
    ]


def _in_picture(fault: Fault, picture: Picture) -> MapFault:
    line = picture.lines.get(fault.entry, 1)
    return MapFault(str(picture.file), fault.entry, fault.reason, line, fault.remedy)


def _in_board(
    fault: Fault, files: BoardFiles, own_file: Where, bases: list[tuple[Path, Where]]
) -> MapFault:
    """Place a fault in the board's own file, even if the entry was given by a base."""
    line = own_file.line(fault.entry, fault.item)
    placed = MapFault(str(files.board_file), fault.entry, fault.reason, line, fault.remedy)
    if own_file.holds(fault.entry):
        return placed
    for folder, where in bases:
        if where.holds(fault.entry):
            source = f"{folder.name}/{files.board_file.name}, line {where.line(fault.entry)}"
            return replace(placed, reason=f"{fault.reason} (the entry is given in {source})")
    return placed
