"""A whole game of Irish Freedom over a running server, each turn by another mail program."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from gm.contract.draws import SeededDraws
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.state import PLAYER, Wait
from tests.games.irish_freedom.greedy import MOST_STEPS, orders_of, rules_with
from tests.games.irish_freedom.playing import BOTH_WARS, irish_freedom_by_mail
from tests.integration.by_mail import text_of
from tests.peers.mail_programs import FORMS, REAL, Desk

pytestmark = [pytest.mark.slow, pytest.mark.server(*REAL)]


def test_both_wars_by_real_mail_programs(tmp_path: Path) -> None:
    """Each mail plays its turn, whatever it quotes and whoever signs it."""
    rules, draws = rules_with(), SeededDraws(bytes.fromhex(BOTH_WARS))
    state = rules.new_game(draws).state
    programs = cycle([*REAL, *FORMS])
    with irish_freedom_by_mail(tmp_path, seed=BOTH_WARS) as game:
        desk = Desk(game, tmp_path)
        answered = game.opened("PLAYER", "W1")
        for _ in range(MOST_STEPS):
            orders = orders_of(rules, state)
            body = "\n".join(map(order_line, orders))
            answered = desk.reply(next(programs), "Ann", answered, body)
            for order in orders:
                assert f"{order_line(order)}: done" in text_of(answered)
            state = rules.resolve(state, {PLAYER: orders}, draws).state
            if state.wait is Wait.OVER:
                break
        assert state.wait is Wait.OVER
        assert "A good victory of the Free State." in text_of(answered)
