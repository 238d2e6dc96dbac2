"""The board's picture under thousands of cuts: does it still fit the board that was split?

Each round splits provinces of the Irish board at random, most of them halves of halves, cuts the
picture along, and looks whether every province touches just the neighbours that its ring names, in
the same order, and whether the halves fill the whole and hold what is drawn in them.

    python -m benchmarks.soak_picture [--rounds N] [--splits N] [--seed N]
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence

from tests.properties.cut_pictures import cut_along, cut_faults, fit_faults, printed, split_by


def play(seed: str, splits: int) -> list[str]:
    """Cut the picture so many times and return what is wrong with it."""
    chance = random.Random(seed)
    board, shapes = printed()
    faults: list[str] = []
    for _ in range(splits):
        split = split_by(
            board, (chance.getrandbits(20), chance.getrandbits(9), chance.getrandbits(9))
        )
        before = shapes
        board, shapes = cut_along(board, shapes, split)
        faults += cut_faults(before, shapes, split)
    return [*faults, *fit_faults(board, shapes)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Cut, and print what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--splits", type=int, default=150, help="in each round")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    began = time.perf_counter()
    faults: list[str] = []
    for number in range(wanted.rounds):
        found = play(f"{wanted.seed}/{number}", wanted.splits)
        faults += [f"round {number}: {fault}" for fault in found]
    print(
        f"{wanted.rounds} pictures of the Irish board were cut {wanted.splits} times each in "
        f"{time.perf_counter() - began:.0f} s: {len(faults) or 'no'} faults"
    )
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
