"""A siege by mail as its author has read it; `UPDATE_GOLDEN=1` writes it anew.

What is written, and the mail that asks the next side to act; at the beginning and at the end all mails of both.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.app.codec import codec_for
from gm.contract.seats import SeatId
from gm.games.freedom.game import STORED
from gm.games.freedom.language.lines import order_line
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import SEATS
from tests.app.world import World, text_of
from tests.contract.test_die_leaks import die_world
from tests.folded import folded
from tests.games.freedom.greedy import Habits, Player
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules

GOLDEN = Path(__file__).parent / "golden" / "siege.txt"
RULES = siege_rules()
CODEC = codec_for(STORED)
MOST_STEPS = 110
WHOLE_STEPS = 3


def state_of(world: World) -> SiegeState | None:
    """The position that lies open; None when the game is over."""
    phase = world.phase()
    state = CODEC.load_state(phase.state) if phase is not None else None
    assert state is None or isinstance(state, SiegeState)
    return state


def news(world: World, seat: SeatId, *, whole: bool) -> Iterator[str]:
    """Yield what a side has got since the last look; only what came last, unless it is the whole."""
    mails = world.new_mail(address_of(seat))
    for mail in mails if whole else mails[-1:]:
        yield f"To {seat}: {mail['Subject']}\n\n{text_of(mail)}"


def told(folder: Path) -> str:
    """The mails of a siege, from the opening to the end."""
    lots, habits = random.Random(14), Habits()
    with die_world(folder, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        mails = [text for seat in SEATS for text in news(world, seat, whole=True)]
        for number in range(MOST_STEPS):
            state = state_of(world)
            if state is None or state.turn is None:
                break
            block = Player(RULES.tables, habits, lots, state, state.turn).block()
            written = "\n".join(map(order_line, block))
            world.mail(address_of(state.turn), written)
            world.tick(seconds=1)
            mails.append(f"From {state.turn}:\n{written}")
            after = state_of(world)
            whole = number < WHOLE_STEPS or after is None
            for seat in SEATS:
                read = [*news(world, seat, whole=whole)]
                mails += read if whole or (after is not None and after.turn == seat) else []
    rule = "=" * 72
    lines = [line.rstrip() for mail in mails for line in (rule, *mail.splitlines())]
    return folded("\n".join([*lines, ""]))


@pytest.mark.slow
def test_the_siege(tmp_path: Path) -> None:
    """From the opening to the end."""
    text = told(tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
