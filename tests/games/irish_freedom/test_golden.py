"""A game of both wars by mail, every mail as its author has read it; `UPDATE_GOLDEN=1` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

from gm.contract.draws import SeededDraws
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.state import PLAYER, Wait
from tests.app.world import GM
from tests.contract.test_die_leaks import die_world
from tests.folded import folded
from tests.games.irish_freedom.greedy import MOST_STEPS, orders_of, rules_with
from tests.games.irish_freedom.playing import BOTH_WARS, THE_GAME, WHO, begin

GOLDEN = Path(__file__).parent / "golden" / "both_wars.txt"


def told(folder: Path) -> str:
    """Every mail of a whole game, as its player writes and reads them."""
    rules, draws = rules_with(), SeededDraws(bytes.fromhex(BOTH_WARS))
    state = rules.new_game(draws).state
    with die_world(folder, THE_GAME) as world:
        begin(world.services, {}, GM, BOTH_WARS)
        world.tick(seconds=1)
        mails = ["", world.last_text(WHO)]
        for _ in range(MOST_STEPS):
            orders = orders_of(rules, state)
            written = "\n".join(map(order_line, orders))
            world.mail(WHO, written)
            mails += (written, world.last_text(WHO))
            state = rules.resolve(state, {PLAYER: orders}, draws).state
            if state.wait is Wait.OVER:
                break
    rule = "=" * 72
    lines = [line.rstrip() for mail in mails for line in (rule, *mail.splitlines())]
    return folded("\n".join([*lines, ""]))


def test_both_wars(tmp_path: Path) -> None:
    """From the opening to the surrender of the Republicans."""
    text = told(tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
