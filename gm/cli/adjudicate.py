"""`gm adjudicate`: recorded phases in, results out, as JSON lines."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from gm.rules.board import Board

Work = Callable[[str], tuple[str, bool]]

CHUNK = 16
"""Lines handed to a process at a time: few enough to flow, enough to be worth the trip."""


def adjudicate(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Recorded phases, one JSON object a line; standard input if left out or -.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the work.")] = 1,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add why: a sentence on each order that failed.")
    ] = False,
) -> None:
    """Adjudicate recorded phases of standard Diplomacy and Republic.

    Every line holds a position and orders, and is answered by one line with the results and the
    position after, in the same sequence. A bad line is answered by what is wrong with it, the rest
    goes on, and the exit code is 1. No database and no mail is used.
    """
    failed = False
    with ExitStack() as stack:
        if file is None or str(file) == "-":
            lines: Iterable[str] = _standard_input()
        else:
            lines = stack.enter_context(_opened(file))
        answers = stack.enter_context(closing(_answers(lines, jobs, explain=explain)))
        for answer, good in answers:
            failed = failed or not good
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()  # somebody may wait for this line before writing the next
    if failed:
        raise typer.Exit(1)


def _standard_input() -> TextIO:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin


def _opened(file: Path) -> TextIO:
    from gm.errors import UnreadableInput

    try:
        return file.open(encoding="utf-8", errors="replace")
    except OSError as fault:
        raise UnreadableInput(f"{file} cannot be read: {fault.strerror}.") from fault


def _answers(
    lines: Iterable[str], jobs: int, *, explain: bool
) -> Generator[tuple[str, bool], None, None]:
    """Yield the answers in the sequence of the lines, without holding all of them at once."""
    work = partial(answer_line, explain=explain)
    wanted = (line for line in lines if line.strip())
    if jobs == 1:
        yield from map(work, wanted)
    else:
        yield from _shared(work, wanted, jobs)


def _shared(
    work: Work, wanted: Iterator[str], jobs: int
) -> Generator[tuple[str, bool], None, None]:
    """Yield the answers of several processes, in the sequence of the lines.

    A pool's feeder would read a whole file ahead of the work; here it stays a little ahead.
    """
    import multiprocessing
    import threading

    room = threading.Semaphore(jobs * CHUNK * 4)
    over = threading.Event()

    def fed() -> Iterator[str]:
        for line in wanted:
            room.acquire()
            if over.is_set():
                return
            yield line

    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        try:
            for answer in pool.imap(work, fed(), chunksize=CHUNK):
                room.release()
                yield answer
        finally:
            # The feeder may be waiting for room; the pool would wait for the feeder.
            over.set()
            room.release()


def answer_line(line: str, *, explain: bool) -> tuple[str, bool]:
    """Return the answer to one line as JSON text, and whether it could be adjudicated."""
    from gm.app.adjudicate import adjudicate as adjudicate_record
    from gm.errors import GmError

    record: Any = None
    try:
        record = json.loads(line)
        if not isinstance(record, dict):
            return _refusal(None, "The line is no JSON object.")
        answer = adjudicate_record(record, _boards(), explain=explain)
    except (ValueError, RecursionError) as fault:
        return _refusal(record, f"The line cannot be read: {fault}")
    except GmError as fault:
        return _refusal(record, str(fault))
    except Exception as fault:  # a bug of ours; the other lines are still to be answered
        return _refusal(record, f"This is a fault of gm itself: {type(fault).__name__}: {fault}")
    return json.dumps(answer, ensure_ascii=False), True


def _refusal(record: object, error: str) -> tuple[str, bool]:
    name = record.get("id") if isinstance(record, dict) else None
    return json.dumps({"id": name, "error": error}, ensure_ascii=False), False


@lru_cache(maxsize=1)
def _boards() -> Any:
    from gm.adapters.boards import load_board

    @lru_cache(maxsize=16)
    def board(board_id: str) -> Board:
        return load_board(board_id)

    return board
