"""Irish Freedom by mail, on a running server: as its player reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.bootstrap.games import games_in
from gm.contract.draws import SeededDraws
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.state import PLAYER, Wait
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.greedy import MOST_STEPS, orders_of, rules_with
from tests.games.irish_freedom.playing import BOTH_WARS, WHO, begin, irish_freedom_by_mail
from tests.integration.by_mail import text_of


def test_the_opening(tmp_path: Path) -> None:
    """What the enemy has done, the board, what can be done, and what binds the master to a seed."""
    with irish_freedom_by_mail(tmp_path) as game:
        opening = text_of(game.opened("PLAYER", "W1"))
        for words in (
            "THE WAR OF INDEPENDENCE BEGINS",
            "Army R02: from Dublin North (DUB3) to Dublin South (DUB6).",
            "West Cork (KER1) bog Flying Column G04",
            "- MOVE G01 -> ULS3 / ULS5 / ULS6",
            "THE DRAWS",
            "MOVE G04 -> ____",
        ):
            assert words in opening


@pytest.mark.slow
def test_a_turn_is_one_mail(tmp_path: Path) -> None:
    """A mail that is whole is answered by its report; else the receipt asks, and orders are sent again."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        asked = game.send("PLAYER", "FC from Kerry 1 to Tralee\nMOVE NEW -> LIMERICK\n")
        assert "ONE MORE ACTION, OR PASS, IS STILL TO COME" in asked
        assert "There is no new unit" in asked
        assert "- MOVE KER1 FC -> KER5" in asked
        whole = game.send(
            "PLAYER", "FC from Kerry 1 to Tralee\nup the Mob at MID1\nset upgrade blue"
        )
        for words in (
            "MOVE KER1 FC -> KER5: done",
            "Flying Column G04: from West Cork (KER1) to Tralee (KER5).",
            "Combat in Tralee (KER5): the Irish 2, the British 2, die 5",
            (
                "British morale 9 (Regions with British 5, cities without Irish 5,"
                " less red units eliminated 1), die 6."
            ),
            "- WOI 1 orders, combat KER5: 5",
            "WAR OF INDEPENDENCE, TURN 2 IS OPEN",
        ):
            assert words in whole
        passed = game.send("PLAYER", "done")
        assert "PASS: done" in passed
        assert "WAR OF INDEPENDENCE, TURN 3 IS OPEN" in passed


@pytest.mark.slow
def test_what_is_ambiguous_is_asked(tmp_path: Path) -> None:
    """The answer is one more action, and plays the turn."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        asked = game.send("PLAYER", "UPGRADE B02\nMOVE COR3 GUE to Cork")
        number = re.search(r"(\d+)\. MOVE COR3 GUE -> COR1", asked)
        assert number is not None
        played = game.send("PLAYER", number[1])
        assert "UPGRADE B02: done" in played
        assert "MOVE COR3 GUE -> COR1: done" in played


def test_a_question_is_asked_back(tmp_path: Path) -> None:
    """PASS is an order, no answer to what is asked; nobody is told of powers in a game of one."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        asked = game.send("PLAYER", "What happens if I recruit in Cork?")
        assert re.search(r"\d+\. RECRUIT COR", asked) is not None
        assert "2 MORE ACTIONS, OR PASS, ARE STILL TO COME" in asked
        assert "power" not in asked
        played = game.send("PLAYER", "pass, thanks!")
        assert "PASS: done" in played
        receipt, _, _ = played.partition("=====")
        assert "YOUR ORDERS AS THEY STAND" not in receipt
        assert "just reply" not in receipt


@pytest.mark.slow
def test_check_tells_chances_and_plays_nothing(tmp_path: Path) -> None:
    """What each face of the die would bring, and never which it will show."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        told = game.send("PLAYER", "CHECK\nMOVE KER1 FC -> KER5\nUPGRADE B02")
        for words in (
            "THE CHANCES OF YOUR ATTACKS",
            "Combat in Tralee (KER5): 2 against 2: 1/6 two of the attackers are eliminated",
            "1/6 the defenders retreat",
            "1/6 two of the defenders are eliminated",
        ):
            assert words in told
        assert "NOTHING WAS RECORDED: THIS IS WHAT YOUR MAIL WOULD DO." in told
        assert "ALL ORDERS ARE IN" not in told
        assert "TURN 2" not in told
        assert "MOVE KER1 FC -> KER5: done" in game.send("PLAYER", "MOVE KER1 FC -> KER5\nPASS")


def test_words_beside_check_hold_none_of_its_orders(tmp_path: Path) -> None:
    """Nothing is carried out, so nothing waits: a question above it is told, and the chances with it."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        told = game.send(
            "PLAYER",
            "What would happen if I sent G04 to Tralee? I'm not sure.\n\nCHECK\n"
            "MOVE KER1 FC -> KER5\nUPGRADE G03",
        )
        assert "Combat in Tralee (KER5): 2 against 2: 1/6 two of the attackers" in told
        assert "- UPGRADE G03" in told
        assert "Nothing is carried out yet" not in told
        assert "No order of yours stands." in game.send("PLAYER", "STATUS")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("asked", ["ODDS MOVE KER1 FC - KER5", "Odds of KER1 FC to Tralee?"])
def test_odds_before_an_order(tmp_path: Path, asked: str) -> None:
    """They tell its chances, and what stands, stands."""
    with irish_freedom_by_mail(tmp_path) as game:
        assert game.opened("PLAYER", "W1")
        told = game.send("PLAYER", asked)
        assert "Combat in Tralee (KER5): 2 against 2: 1/6 two of the attackers" in told
        assert "TURN 2" not in told
        assert "No order of yours stands." in game.send("PLAYER", "STATUS")


def test_silence_may_be_played_as_pass(tmp_path: Path) -> None:
    """Where the game is set so, when the turn has waited long enough."""
    with irish_freedom_by_mail(tmp_path, {"silence": "pass"}) as game:
        assert game.opened("PLAYER", "W1")
        game.send("PLAYER", "PASS")
        game.clock.advance(days=30)
        report = text_of(game.opened("PLAYER", "W3"))
        assert "WAR OF INDEPENDENCE, TURN 3" in report


@pytest.mark.slow
def test_the_first_mail_may_play_the_turn(tmp_path: Path) -> None:
    """Where the game is set so."""
    with irish_freedom_by_mail(tmp_path, {"turn": "first-mail"}) as game:
        assert game.opened("PLAYER", "W1")
        assert "TURN 2 IS OPEN" in game.send("PLAYER", "UPGRADE B02")


@pytest.mark.slow
def test_both_wars_by_mail(tmp_path: Path) -> None:
    """One mail in, one mail back, to the end; the dice are those that the seed makes for anybody."""
    rules, draws = rules_with(), SeededDraws(bytes.fromhex(BOTH_WARS))
    state = rules.new_game(draws).state
    mails = 0
    with irish_freedom_by_mail(tmp_path, seed=BOTH_WARS) as game:
        assert game.opened("PLAYER", "W1")
        for _ in range(MOST_STEPS):
            orders = orders_of(rules, state)
            made = rules.resolve(state, {PLAYER: orders}, draws)
            report = game.send("PLAYER", "\n".join(map(order_line, orders)))
            mails += 1
            for order in orders:
                assert f"{order_line(order)}: done" in report
            state = made.state
            if state.wait is Wait.OVER:
                break
            assert rules.stage(state).name in str(game.texts[WHO][-1]["Subject"])
        assert state.wait is Wait.OVER
        assert state.war == "CW"
        assert BOTH_WARS in report
        assert "A good victory of the Free State." in report
        assert len(game.texts[WHO]) == 1 + mails


def test_the_master_plays_himself(tmp_path: Path) -> None:
    """With one address, on a server that has every game: no other game reads his mails."""
    with die_world(tmp_path, games_in(None)) as world:
        begin(world.services, {}, WHO)
        world.mail(WHO, "recruit in Cork\nraise 5")
        world.tick(seconds=1)
        assert "- RECRUIT COR: done" in world.last_text(WHO)
