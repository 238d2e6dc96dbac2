"""`gm game chart`: the figures of a whole game, as text, as a picture, and for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, print_json, services, written_to
from gm.errors import InputError

if TYPE_CHECKING:
    from gm.games.diplomacy.pages.charts.figures import Figure, GameFigures
    from gm.games.diplomacy.pages.charts.tables import Record

_PICTURES, _TABLE = (".svg", ".png"), ".csv"


def chart(
    name: GameName,
    what: Annotated[
        str | None,
        typer.Argument(
            help="centres, units, points, accounts, orders or nmr; else all there are.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write it to this file: .svg and .png one chart, .csv."),
    ] = None,
    width: Annotated[
        int, typer.Option(help="How wide a PNG is, in pixels.", min=200, max=6000)
    ] = 1200,
    all_: Annotated[
        bool,
        typer.Option("--all", help="What is private, too: accounts, and whose orders were late."),
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a table for a program.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a game in figures: centres by year and whose, points, accounts, orders, missed seasons.

    Without --all it is what everybody may know, so that it can be shown to all.
    """
    from gm.games.diplomacy.desk.mail_commands import game_figures
    from gm.games.diplomacy.pages.charts.figures import PUBLIC, Reader

    if out is not None and out.suffix.lower() not in (*_PICTURES, _TABLE):
        raise typer.BadParameter(f"{out} must end in .svg, .png or .csv", param_hint="--out")
    with services() as opened:
        statistics = game_figures(opened, name, Reader(for_gm=True) if all_ else PUBLIC)
    shown = _chosen(statistics, what)
    if out is not None:
        _write(statistics, shown, out, width)
    elif as_json:
        print_json(_answer(statistics, shown))
    elif as_csv:
        typer.echo(_csv(statistics, shown), nl=False)
    else:
        for line in _lines(statistics, shown, whole=what is not None):
            typer.echo(line)


def _chosen(statistics: GameFigures, what: str | None) -> tuple[Figure, ...]:
    """Return the figure that is named, or all; InputError if the game has none of that name."""
    from gm.games.diplomacy.pages.charts.figures import figure_named

    if what is None:
        return statistics.figures
    wanted = figure_named(what)
    shown = tuple(figure for figure in statistics.figures if figure.what is wanted)
    if not shown:
        known = ", ".join(figure.what.value for figure in statistics.figures)
        raise InputError(f"{statistics.game.name} has no figure {what!r}; it has {known}.")
    return shown


def _write(statistics: GameFigures, shown: Sequence[Figure], out: Path, width: int) -> None:
    """Write a chart or the table in the form that the file's name asks for."""
    if out.suffix.lower() == _TABLE:
        written = _csv(statistics, shown).encode()
    else:
        written = _picture(statistics, shown, out, width)
    with written_to(out):
        out.write_bytes(written)
    typer.echo(f"{out}: {len(written) / 1000:.0f} kB.")


def _picture(statistics: GameFigures, shown: Sequence[Figure], out: Path, width: int) -> bytes:
    from gm.adapters.maps.map_png import png_of
    from gm.games.diplomacy.map.shown.charts import chart_svg

    if len(shown) != 1:
        known = ", ".join(figure.what.value for figure in shown)
        raise InputError(f"A picture shows one figure; name it behind the game: {known}.")
    svg = chart_svg(statistics.game, statistics.state, shown[0])
    return png_of(svg, width) if out.suffix.lower() == ".png" else svg.encode()


def _records(statistics: GameFigures, shown: Sequence[Figure]) -> Iterator[Record]:
    from gm.games.diplomacy.pages.charts.tables import records_of

    for figure in shown:
        yield from records_of(figure, statistics.game, statistics.annals, statistics.reader)


def _csv(statistics: GameFigures, shown: Sequence[Figure]) -> str:
    from gm.games.diplomacy.pages.charts.tables import COLUMNS

    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    table.writerows(record.cells() for record in _records(statistics, shown))
    return written.getvalue()


def _answer(statistics: GameFigures, shown: Sequence[Figure]) -> dict[str, object]:
    annals = statistics.annals
    return {
        "game": statistics.game.name,
        "title": statistics.game.meta.title,
        "began": str(annals.began),
        "began_at": annals.began_at.isoformat(),
        "until": str(annals.until) if annals.until is not None else None,
        "phases": annals.phases,
        "over": annals.over,
        "powers": {power: statistics.game.board.powers[power].name for power in statistics.powers},
        "records": [*_records(statistics, shown)],
    }


def _lines(statistics: GameFigures, shown: Sequence[Figure], *, whole: bool) -> Iterator[str]:
    """Yield figures as text for a terminal, with their tables where one was named."""
    from gm.games.diplomacy.pages.charts.figures import Curves, What
    from gm.games.diplomacy.pages.charts.sections import bar_lines, centre_grid, grid_blocks
    from gm.games.diplomacy.pages.charts.tables import tables_of
    from gm.report.wording.text import columns

    for at, figure in enumerate(shown):
        moment = f", {figure.times[-1]}" if isinstance(figure, Curves) else ""
        yield from ([""] if at else [])
        yield f"{statistics.game.name}: {figure.title}{moment}"
        yield from bar_lines(figure, statistics.game.board)
        for table in (
            tables_of(figure, statistics.game, statistics.annals, statistics.reader)
            if whole
            else ()
        ):
            yield from ("", f"{table.title}:") if table.title != figure.title else ("",)
            for part in table.parts:
                yield from columns(part)
            yield from (f"  {line}" for line in table.lines)
        if whole and figure.what is What.CENTRES:
            grid = centre_grid(statistics.game.board, statistics.powers, statistics.annals.years)
            yield from ("", ", ".join(grid.key))
            for block in grid_blocks(grid):
                yield from block
