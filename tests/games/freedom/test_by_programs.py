"""A siege over a running server: both players, each mail by another program."""

from __future__ import annotations

import random
from itertools import cycle
from pathlib import Path

import pytest

from gm.app.codec import codec_for
from gm.app.keeping.audit import audit
from gm.contract.draws import SeededDraws
from gm.games.freedom.game import STORED
from gm.games.freedom.language.lines import order_line
from gm.games.freedom.pages.words import victory_words
from tests.app.world import SEED
from tests.games.freedom.greedy import Habits, Player
from tests.games.freedom.playing import PEOPLE, siege_by_mail, siege_rules
from tests.integration.by_mail import GAME, ByMail, text_of
from tests.peers.mail_programs import FORMS, REAL, Desk

pytestmark = [pytest.mark.slow, pytest.mark.server(*REAL)]

CODEC = codec_for(STORED)
MOST_STEPS = 110


def open_position(game: ByMail) -> object:
    """Return the position that the server plays from; None when the game is over."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game(GAME).id)
    return CODEC.load_state(phase.state) if phase is not None else None


def test_a_siege_by_real_mail_programs(tmp_path: Path) -> None:
    """The server reads every play as it was meant: after each it stands where the rules say, to the end."""
    rules, draws = siege_rules(), SeededDraws(bytes.fromhex(SEED))
    lots, habits = random.Random(14), Habits()
    state = rules.new_game(draws).state
    programs = cycle([*REAL, *FORMS])
    with siege_by_mail(tmp_path) as game:
        desk = Desk(game, tmp_path)
        sent = 0
        for _ in range(MOST_STEPS):
            seat = state.turn
            if seat is None:
                break
            opened = game.opened(seat, str(rules.stage(state)))
            block = Player(rules.tables, habits, lots, state, seat).block()
            lines = [order_line(order) for order in block]
            receipt = text_of(desk.reply(next(programs), PEOPLE[seat], opened, "\n".join(lines)))
            sent += 1
            assert "NOT READ" not in receipt
            assert "NOT TAKEN" not in receipt
            assert "PLEASE ANSWER" not in receipt
            state = rules.resolve(state, {seat: block}, draws).state
            game.clock.advance(seconds=2)
            if state.turn is not None:
                assert game.opened(state.turn, str(rules.stage(state)))
                assert open_position(game) == state
        assert state.winner is not None
        assert state.why is not None
        assert sent > 40
        won = victory_words(state.winner, state.why.value)
        for seat in PEOPLE:
            last = text_of(game.got(f"{seat.lower()}@players.example", "SEED OF ALL DRAWS"))
            assert won.upper() in last
        assert [check for check in audit(game.services) if check.broken] == []
