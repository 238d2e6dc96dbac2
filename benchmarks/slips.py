"""Slips of the pen: how often one changes an order without a word to its writer.

One unit is one line of the collections of order lines in `tests/data` with one slip in it: a character
left out, doubled, swapped with the next or replaced by a neighbour on the keyboard, or a blank left
out. The lines are read as they stand and with the slip, in the position that the collection gives. A
silent change is an order that is accepted from the slipped line and not from the plain one, with
neither a remark nor a question. One that a reader could tell is one where the word that slipped is no
name, short form or word of orders any more: `A Ber - Kue`. (`A Ber - Sil` for `A Ber - Sie` is none.)

Nothing is timed. The slips are drawn from a seed, so the same program gives the same figure.

    python -m benchmarks.slips [--trials N] [--seed N] [--show] [--json]
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gm.games.diplomacy.desk.reading import canonical, context_of
from gm.games.diplomacy.language.bare_lines import grammar_for
from gm.games.diplomacy.language.binding.names import places_of, powers_of, split_words
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context, Reading

DATA = Path(__file__).parents[1] / "tests" / "data"
FILES = ("order-notations.json", "order-notations-2.json")
TRIALS = 20_000
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

_OWN_SLIP = "slip"
"""In the style of lines that are slips themselves."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Slip:
    """A line with a slip, and what it changed.

    Args:
        line: as it should be; slipped: as it is.
        before: its orders; after: those of the slipped line.
        told: nothing in the slipped word reads as a name or a word of orders.
    """

    line: str
    slipped: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    told: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """How many slips changed an order silently, and how many of these a reader could tell."""

    trials: int
    silent: int
    told: int


def lines() -> list[Record]:
    """Return the lines that are orders, each on one line and without a slip of its own."""
    read = (json.loads((DATA / name).read_text(encoding="utf-8")) for name in FILES)
    every = [record for records in read for record in records]
    return [
        one
        for one in every
        if one["meaning"] is not None and "\n" not in one["text"] and _OWN_SLIP not in one["style"]
    ]


def slipped(text: str, random: Random) -> str:
    """Return a line with one slip in it."""
    at = int(random.random() * len(text))
    kind = int(random.random() * 5)
    char = text[at]
    match kind:
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + char + text[at:]
        case 2:
            return text[:at] + text[at + 1 : at + 2] + char + text[at + 2 :]
        case 3:
            return text[:at] + _neighbour(char, random) + text[at + 1 :]
        case _:
            blanks = [number for number, each in enumerate(text) if each == " "]
            gone = blanks[int(random.random() * len(blanks))] if blanks else at
            return text[:gone] + text[gone + 1 :]


def _neighbour(char: str, random: Random) -> str:
    row = next((row for row in KEYS if char.casefold() in row), "")
    if not row:
        return char
    at = row.index(char.casefold())
    beside = row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    found = beside[int(random.random() * len(beside))]
    return found.upper() if char.isupper() else found


def _read(text: str, context: Context) -> Reading:
    return read_orders([text], context, strict=True)


def silent_changes(trials: int, seed: int) -> Iterator[Slip]:
    """Yield the slips that changed an order without a word, in the sequence they were tried."""
    random, records = Random(seed), lines()
    for _ in range(trials):
        record = records[int(random.random() * len(records))]
        text = str(record["text"])
        slip = slipped(text, random)
        if slip == text:
            continue
        context = context_of(record, load_board)
        after = _read(slip, context)
        noted = any(one.remarks or one.problem is not None for one in after.lines)
        if noted or not after.orders:
            continue
        before, found = canonical(_read(text, context).orders), canonical(after.orders)
        if set(found) - set(before):
            yield Slip(text, slip, before, found, _is_told(text, slip, context))


def _is_told(text: str, slip: str, context: Context) -> bool:
    """Tell whether a word of the slipped line is new, and no name or word of orders by itself."""
    new = [*split_words(slip)]
    for word in split_words(text):
        if word in new:
            new.remove(word)
    return any(not _is_word(word, context) for word in new)


def _is_word(word: str, context: Context) -> bool:
    board = context.board
    named = places_of(board, (word,)) or powers_of(board, word)
    known = any(pattern.fullmatch(word) for _, pattern in grammar_for(context).patterns)
    return bool(named or known or word.isdigit())


def measure(trials: int, seed: int) -> tuple[Figure, list[Slip]]:
    """Return the figure of so many slips, and the slips that were silent."""
    found = [*silent_changes(trials, seed)]
    return Figure(trials, len(found), sum(one.told for one in found)), found


def main(argv: Sequence[str] | None = None) -> None:
    """Make the slips and print what they changed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trials", type=int, default=TRIALS, help="slips that are made")
    parser.add_argument("--seed", type=int, default=1, help="from which they are drawn")
    parser.add_argument("--show", action="store_true", help="print the lines that changed")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    given = parser.parse_args(argv)
    figure, found = measure(given.trials, given.seed)
    if given.json:
        row = {"trials": figure.trials, "silent": figure.silent, "told": figure.told}
        print(json.dumps(row))
        return
    print("Slips of the pen, one each in the lines of tests/data")
    print(f"{figure.trials:,} slips, seed {given.seed}")
    print(f"silent changes: {figure.silent} ({100 * figure.silent / figure.trials:.2f} %)")
    print(f"that a reader could tell: {figure.told} ({100 * figure.told / figure.trials:.3f} %)")
    for slip in found if given.show else ():
        mark = "*" if slip.told else " "
        print(f"{mark} {slip.line!r} -> {slip.slipped!r}: {', '.join(slip.after)}")


if __name__ == "__main__":
    main(sys.argv[1:])
