"""`gm read`: what the server would understand of a mail or of order lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from gm.cli.common import AsJson, print_json, settings
from gm.errors import GmError, UnreadableInput
from gm.plain_files import plain_file

if TYPE_CHECKING:
    from gm.games.diplomacy.desk.reading import LineShown
    from gm.games.diplomacy.rules.board import Boards

app = typer.Typer(no_args_is_help=True)


@app.command("mail")
def read_mails(
    files: Annotated[list[Path], typer.Argument(help="Messages as received.", metavar="FILE...")],
    seats: Annotated[
        Path, typer.Option(help="JSON: board, phase, and seats as address -> power.")
    ],
    as_json: AsJson = False,
) -> None:
    """Read messages as the server would: who wrote, what counts, which orders are in it."""
    from gm.games.diplomacy.desk.reading import read_mail_record

    boards = _boards()
    world = _object(_file(seats).decode("utf-8", "replace"), str(seats))
    for path in files:
        answer = {"file": path.name, **read_mail_record(_file(path), world, boards)}
        if as_json:
            print_json(answer)
        else:
            _show_mail(answer)


@app.command("orders")
def read_lines(
    orders: Annotated[
        list[str] | None,
        typer.Argument(help='Lines as a player writes them: "A Par - Bur".', show_default=False),
    ] = None,
    board: Annotated[str, typer.Option(help="The board they are for.")] = "standard",
    power: Annotated[
        str, typer.Option(help="Whose they are; else whose they can be.", show_default=False)
    ] = "",
    phase: Annotated[
        str,
        typer.Option(
            help="movement, retreat, adjustment or setup; else how the game begins.",
            show_default=False,
        ),
    ] = "",
    units: Annotated[
        list[str] | None,
        typer.Option(
            "--unit",
            help='A unit of that power on the board, "A Mun"; else those of the opening.',
            show_default=False,
        ),
    ] = None,
    json_lines: Annotated[
        bool, typer.Option("--json-lines", help="Answer each line with JSON, for a program.")
    ] = False,
) -> None:
    """Read orders as the server would, from the command line or from standard input.

    Without orders each line of standard input is one; with --json-lines each is a JSON object
    with text, board, phase, power and units (unit -> owner). A bad one is answered with an error
    and the rest goes on.
    """
    from gm.games.diplomacy.desk.reading import read_line

    failed, boards = False, _boards()
    for line in orders or sys.stdin:
        if not line.strip():
            continue
        try:
            if line.lstrip().startswith("{") or (json_lines and not orders):
                read = _read_record(line, boards)
            else:
                read = read_line(line.strip(), boards, board, power, phase, units or ())
        except GmError as fault:
            failed = True
            _show_fault(line, fault, as_json=json_lines)
            continue
        if json_lines:
            print_json(read)
        else:
            _show_line(read)
    if failed:
        raise typer.Exit(1)


def _boards() -> Boards:
    from gm.games.diplomacy.map.files.boards import MapFolders

    return MapFolders(settings().maps)


def _read_record(line: str, boards: Boards) -> LineShown:
    from gm.games.diplomacy.desk.reading import read_record

    return read_record(_object(line, "standard input"), boards)


def _object(text: str, source: str) -> Mapping[str, object]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UnreadableInput(f"{source}: no JSON: {fault}") from fault
    if not isinstance(content, dict):
        raise UnreadableInput(f"{source}: a JSON object is needed.")
    return cast("Mapping[str, object]", content)


def _file(path: Path) -> bytes:
    try:
        return plain_file(path).read_bytes()
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}") from fault


def _show_line(read: LineShown) -> None:
    typer.echo(read.text)
    for order in read.orders:
        typer.echo(f"  {order}")
    for note in (*read.remarks, *read.problems):
        typer.echo(f"  ({note})")


def _show_fault(line: str, fault: GmError, *, as_json: bool) -> None:
    if as_json:
        print_json({"text": line.strip(), "orders": [], "problems": [], "error": str(fault)})
    else:
        typer.echo(f"{line.strip()}\n  ({fault})")


def _show_mail(answer: Mapping[str, object]) -> None:
    who = answer["power"] or "nobody"
    typer.echo(f"{answer['file']}: {answer['kind']} from {answer['sender']} ({who})")
    for key in ("orders", "press", "command", "bounced", "problems", "ignored"):
        value = answer.get(key)
        for item in value if isinstance(value, list) else [value] if value else []:
            text = str(item).splitlines()
            typer.echo(f"  {key}: {text[0] if text else ''}{' ...' if len(text) > 1 else ''}")
