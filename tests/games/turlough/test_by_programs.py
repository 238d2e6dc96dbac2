"""A whole game of 1277 over a running server: five players, each mail by another program."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from gm.app.codec import codec_for
from gm.app.keeping.audit import audit
from gm.contract.draws import SeededDraws
from gm.games.turlough.game import STORED
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.pages.words import victory_words
from gm.games.turlough.rules.state import Wait
from tests.app.world import SEED
from tests.games.turlough.greedy import MOST_STEPS, packet_of, rules_with
from tests.games.turlough.playing import PEOPLE, turlough_by_mail
from tests.integration.by_mail import GAME, ByMail, text_of
from tests.peers.mail_programs import FORMS, REAL, Desk

pytestmark = [pytest.mark.slow, pytest.mark.server(*REAL)]

CODEC = codec_for(STORED)


def open_position(game: ByMail) -> object:
    """Return the position that the server plays from, once it is there; None when the game is over."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game(GAME).id)
    return CODEC.load_state(phase.state) if phase is not None else None


def test_a_war_by_real_mail_programs(tmp_path: Path) -> None:
    """The server reads every packet as it was meant: after each turn it stands where the rules say."""
    rules, draws = rules_with("1277"), SeededDraws(bytes.fromhex(SEED))
    state = rules.new_game(draws).state
    programs = cycle([*REAL, *FORMS])
    with turlough_by_mail(tmp_path) as game:
        desk = Desk(game, tmp_path)
        sent = 0
        for _ in range(MOST_STEPS):
            stage = str(rules.stage(state))
            opened = {seat.id: game.opened(seat.id, stage) for seat in rules.seats}
            drafts = {
                seat.id: packet
                for seat in rules.seats
                if (packet := packet_of(rules, state, seat.id))
            }
            for seat, packet in drafts.items():
                lines = [order_line(order) for order in packet]
                receipt = text_of(
                    desk.reply(next(programs), PEOPLE[seat], opened[seat], "\n".join(lines))
                )
                sent += 1
                for line in lines:
                    assert line.partition(": ")[2] in receipt, (stage, seat, receipt)
                assert "NOT READ" not in receipt
                assert "PLEASE ANSWER" not in receipt
            state = rules.resolve(state, drafts, draws).state
            game.clock.advance(days=7)
            if state.wait is Wait.OVER:
                break
            assert game.opened("CT", str(rules.stage(state)))
            assert open_position(game) == state
        assert state.result is not None
        assert sent > 20
        last = {
            seat: text_of(game.got(f"{seat.lower()}@players.example", "SEED OF ALL DRAWS"))
            for seat in PEOPLE
        }
        won = victory_words(rules.tables, state.result)
        assert all(won.upper() in text for text in last.values())
        assert [check for check in audit(game.services) if check.broken] == []
