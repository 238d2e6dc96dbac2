"""What the benchmarks that send mail share: senders at once, and how their figures are printed."""

import argparse
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from benchmarks.machine import describe
from gm.adapters.sql.engine_sqlite import DRIVER, JOURNAL

T = TypeVar("T")
DATABASE = {"sqlite": DRIVER.sqlite_version, "journal": JOURNAL, "synchronous": "FULL"}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured row over several rounds; rates are in mails per second."""

    mails: int
    rounds: int
    median: float
    lowest: float
    highest: float


def at_once(deliver: Callable[[Sequence[T]], None], mails: Sequence[T], sessions: int) -> None:
    """Share mails among so many threads, and wait until each has delivered its own."""
    threads = [
        threading.Thread(target=deliver, args=(mails[start::sessions],))
        for start in range(sessions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def heading(title: str, mails: str) -> list[str]:
    """Return what stands above a table: what was measured, on what mails and which machine."""
    database = f"SQLite {DRIVER.sqlite_version}, journal {JOURNAL}, synchronous FULL"
    machine = ", ".join(f"{key} {value}" for key, value in describe().items())
    return [title, f"{database}; {mails}", machine, ""]


def options(about: str | None, mails: int) -> argparse.ArgumentParser:
    """Return the options that each of them has, described by a module's first line.

    Args:
        about: the docstring of the module.
        mails: how many mails a round has if nothing is said.
    """
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--mails", type=int, default=mails, help="mails in each round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each kind")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    return parser


def as_json(figures: Sequence[Figure]) -> str:
    """Return the figures for a program, with machine and database."""
    rows = [asdict(one) for one in figures]
    return json.dumps({"machine": describe(), "database": DATABASE, "figures": rows})
