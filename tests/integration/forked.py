"""A Python that has imported the whole program, and is forked for every server the tests start.

To import it all takes a server longer than most tests need it to live. A forked one is as alone as one
that was started: its own process, environment, arguments and output, and SIGKILL ends it as suddenly.
This module is imported by that Python, so it imports nothing of the tests.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).parents[2]

IMPORTED = "tests.integration.forked_from"


def fork(
    arguments: Sequence[str], environment: Mapping[str, str], given: Path, said: Path
) -> ForkServerProcess:
    """Start a program of ours: as `python ARGUMENTS` would, but without the imports.

    Args:
        arguments: "-m" and a module, or a file; then what it is told.
        environment: all of it.
        given: the file it reads from.
        said: the file that takes its output and its complaints.
    """
    told = (list(arguments), dict(environment), str(given), str(said))
    process = _context().Process(target=_live, args=told, daemon=True)
    process.start()
    return process


@cache
def _context() -> ForkServerContext:
    """The Python that is forked: one for each worker of the tests, begun when it is first needed."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([IMPORTED])
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    with mock.patch.dict(os.environ, PYTHONPATH=path):  # it is told our environment, not our path
        forkserver.ensure_running()
    return context


def _live(arguments: list[str], environment: dict[str, str], given: str, said: str) -> None:
    """Become the program."""
    os.dup2(os.open(given, os.O_RDONLY), 0)
    os.dup2(os.open(said, os.O_WRONLY | os.O_APPEND), 1)
    os.dup2(1, 2)
    sys.stdin = os.fdopen(0, closefd=False)  # it was told that there is nothing to read
    os.environ.clear()
    os.environ.update(environment)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
