"""`gm adjudicate`: recorded phases in, results out, as JSON lines."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, cast

import typer

from gm.errors import ExitCode, UnreadableInput
from gm.plain_files import plain_file

if TYPE_CHECKING:
    import io

INTERRUPTED = 130
"""The exit code of what was ended by Ctrl-C, as shells count it."""

UNHEARD = 141
"""The exit code of what wrote to a pipe that nobody reads any more, as shells count it."""


def adjudicate(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Recorded phases, one JSON object a line; standard input if left out or -.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many processes share the work; left out, all cores for a large file.",
            show_default=False,
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add why: a sentence on each order that failed.")
    ] = False,
) -> None:
    """Adjudicate recorded phases of standard, Republic and Irish Diplomacy.

    Every line holds a position and orders, and is answered by one line with the results and the
    position after, in the same sequence. A bad line is answered by what is wrong with it, the rest
    goes on, and the exit code is 1. No database and no mail is used.
    """
    try:
        faults = _answer_all(file, jobs, explain=explain)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _forget_output()
        raise typer.Exit(UNHEARD) from None
    except ChildProcessError as fault:
        typer.echo(f"gm: {fault}", err=True)
        raise typer.Exit(ExitCode.TEMPORARY) from None
    except OSError as fault:
        _forget_output()
        typer.echo(f"gm: Reading or writing failed: {fault.strerror}.", err=True)
        raise typer.Exit(ExitCode.IO) from None
    if faults:
        raise typer.Exit(1)


def _forget_output() -> None:
    """Let what is still in Python's own buffer go nowhere, for at the end it is written again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer_all(file: Path | None, jobs: int | None, *, explain: bool) -> int:
    """Write the answers to all lines, and return how many could not be adjudicated."""
    from gm.cli.adjudicate_bar import WorkBar, is_wanted
    from gm.cli.adjudicate_lines import answer_all, blocks, processes_for

    faults = 0
    with ExitStack() as stack:
        if file is None or str(file) == "-":
            source = cast("io.BufferedIOBase", sys.stdin.buffer)
        else:
            source = stack.enter_context(_opened(file))
        size = _size(source)
        answers = answer_all(blocks(source), jobs or processes_for(size), explain=explain)
        stack.enter_context(closing(answers))
        bar = stack.enter_context(WorkBar(size)) if is_wanted(source) else None
        for answered in answers:
            faults += answered.faults
            _write(sys.stdout.buffer, answered.text)
            if bar is not None:
                bar.advance(answered)
    return faults


def _write(out: BinaryIO, text: bytes) -> None:
    """Write a text at once and whole: somebody may wait for it before writing more."""
    rest = memoryview(text)
    while rest:
        rest = rest[out.write(rest) :]  # an unbuffered output may take a part of it
    out.flush()


def _opened(file: Path) -> io.BufferedReader:
    try:
        return plain_file(file).open("rb")
    except OSError as fault:
        raise UnreadableInput(f"{file} cannot be read: {fault.strerror}.") from fault


def _size(source: io.BufferedIOBase) -> int | None:
    """Return how many bytes there are to read; None of what is no plain file."""
    try:
        file_status = os.fstat(source.fileno())
    except OSError:
        return None
    return (
        max(0, file_status.st_size - source.tell()) if stat.S_ISREG(file_status.st_mode) else None
    )
