"""A game of 1277 by mail, every mail of two seats as its author has read it; `UPDATE_GOLDEN=1` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.contract.draws import SeededDraws
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.rules.state import Wait
from tests.app.world import GM, SEED
from tests.contract.test_die_leaks import die_world
from tests.folded import folded
from tests.games.turlough.greedy import MOST_STEPS, packet_of, rules_with
from tests.games.turlough.playing import PEOPLE, THE_GAME
from tests.integration.by_mail import DAY, GAME

GOLDEN = Path(__file__).parent / "golden" / "war_of_1277.txt"
READERS = ("CT", "CBA")


def address(seat: str) -> str:
    """Where a seat's mail goes."""
    return f"{seat.lower()}@players.example"


def told(folder: Path) -> str:
    """Every mail that two of five seats write and read, from the opening to the end."""
    rules, draws = rules_with("1277"), SeededDraws(bytes.fromhex(SEED))
    state = rules.new_game(draws).state
    with die_world(folder, THE_GAME) as world:
        lengths = {"war": DAY, "opening": DAY, "remind": 0}
        new_game(
            world.services, NewGame(GAME, "turlough", "Maeve", GM, lengths=lengths, seed=SEED)
        )
        for seat, name in PEOPLE.items():
            add_player(world.services, GAME, seat, name, address(seat), "Europe/Dublin")
        start_game(world.services, GAME)
        world.tick(seconds=1)
        mails = [world.last_text(address(seat)) for seat in READERS]
        for _ in range(MOST_STEPS):
            packets = {seat.id: packet_of(rules, state, seat.id) for seat in rules.seats}
            for seat, packet in packets.items():
                written = "\n".join(map(order_line, packet))
                if written:
                    world.mail(address(seat), written)
                if written and seat in READERS:
                    mails += (written, world.last_text(address(seat)))
            world.tick(days=1)
            mails += (world.last_text(address(seat)) for seat in READERS)
            drafts = {seat: packet for seat, packet in packets.items() if packet}
            state = rules.resolve(state, drafts, draws).state
            if state.wait is Wait.OVER:
                break
    rule = "=" * 72
    lines = [line.rstrip() for mail in mails for line in (rule, *mail.splitlines())]
    return folded("\n".join([*lines, ""]))


def test_the_war_of_1277(tmp_path: Path) -> None:
    """From the opening to the victory of a claimant."""
    text = told(tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
