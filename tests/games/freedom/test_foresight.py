"""CHECK plays what waits one after the other, ODDS tells dice: both by what is known, and no die hits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.games.freedom.language.lines import order_line, order_lines
from gm.games.freedom.pages.options_now import roll_words
from gm.games.freedom.rules.by_mail import AskedSiege
from gm.games.freedom.rules.foresight import LineForeseen, RollForeseen, ShotForeseen
from gm.games.freedom.rules.outcomes import LineResult, Reason
from gm.games.freedom.rules.state import Claim, FirePolicy, SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS
from gm.languages import known, speaking
from tests.games.freedom.playing import siege_rules

RULES = siege_rules()
LINES = order_lines(RULES.tables)
BEGINNING: SiegeState = RULES.new_game(SeededDraws(bytes(32))).state
PLAYING = replace(
    BEGINNING,
    wait=Wait.PLAY,
    turn=INS,
    hand={IMP: ("AI12", "AN01", "AN02", "AN03", "AN04"), INS: ("AG08", "AN05", "AN06")},
)
DONE, UNUSED = LineResult.DONE.value, LineResult.UNUSED.value


def orders(text: str) -> list[Order]:
    """Lines as orders; `;` stands between them."""
    return [order for line in text.split(";") if (order := LINES.read(line).made) is not None]


def foreseen(
    text: str, state: SiegeState = PLAYING, seat: str = "IMP"
) -> list[LineForeseen | RollForeseen | ShotForeseen]:
    """What would become of lines."""
    side = IMP if seat == "IMP" else INS
    return [*RULES.foresee(state, side, {side: orders(text)})]


def results(text: str, state: SiegeState = PLAYING, seat: str = "IMP") -> list[str]:
    """What would become of each line: a result, or the reason of one that is not done."""
    lines = [each for each in foreseen(text, state, seat) if isinstance(each, LineForeseen)]
    assert [order_line(each.order) for each in lines] == [*map(order_line, orders(text))]
    return [each.reason.value if each.reason else each.result.value for each in lines]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("PLAY AN01 AP; PREP ALL; PLAY AN02 AP; PREP ALL", [DONE] * 4),
        # The first play has taken the card, the cannon of the Camp, the points of prep.
        ("PLAY AN01 AP; PLAY AN01 AP", [DONE, "card_not_in_hand"]),
        ("PLAY AN01 AP; CANNON 6-5; PLAY AN03 AP; CANNON 6-2", [DONE] * 3 + ["no_cannon_in_camp"]),
        ("PLAY AN01 AP; PREP 3; PLAY AN02 AP; CANNON 6-5", [DONE] * 4),
        ("PLAY AN02 AP; CANNON 6-5", [DONE, "not_enough_ap"]),
        # Where the first has gone the second can go on from.
        ("PLAY AN01 AP; MOVE 6-5 -> 5-5; PLAY AN02 AP; MOVE 5-5 -> 4-5", [DONE] * 4),
        ("PLAY AN02 AP; MOVE 5-5 -> 4-5", [DONE, "no_unit"]),
        # What stops the queue lets nothing behind it be played.
        ("PLAY AN09 AP; PREP 1; PLAY AN01 AP", ["card_not_in_hand", UNUSED, UNUSED]),
        ("PLAY AN01 AP; MOVE 5-5 -> 4-5; PLAY AN02 AP", [DONE, "no_unit", UNUSED]),
        # A guard that does not hold passes its block over.
        ("IF LOST FORT THEN PLAY AN01 AP; PREP 1; PLAY AN02 AP", ["not_met", "not_met", DONE]),
        ("STOP IF LOST FORT; PLAY AN02 AP", ["not_met", DONE]),
        ("STOP IF NOT LOST FORT; PLAY AN02 AP", [DONE, UNUSED]),
        # What failed below dice may succeed: what waits behind it is tried all the same.
        (
            "PLAY AN03 AP; MOVE 6-5 -> 5-5 -> 4-5; ATTACK 4-5 -> 3-5; SLOW 4-5 -> 3-5; PLAY AN02 AP",
            [DONE, DONE, DONE, "wall_not_destroyed", DONE],
        ),
        # The opening of this round is over; behind the last play comes that of the next.
        ("OPENING NONE; PLAY AN02 AP", ["bad_step", DONE]),
        # No Porte pays: what its money would buy is not told to be possible.
        ("PLAY AN01 AP; PLEA", [DONE, DONE]),
    ],
)
def test_what_waits_is_tried_one_after_the_other(lines: str, expected: list[str]) -> None:
    """Each block in the position that those before it leave."""
    assert results(lines) == expected


def test_the_next_round_s_opening_comes_up_behind_the_last_play() -> None:
    """And behind that the plays of that round."""
    last = replace(PLAYING, plays_left={IMP: 1, INS: 1})
    lines = "PLAY AN01 AP; OPENING 6-5 -> 5-5; PLAY AN02 AP; OPENING NONE"
    assert results(lines, last) == [DONE, DONE, DONE, "bad_step"]
    assert (
        results("OPENING NONE; PLAY AN01 AP", replace(BEGINNING, hand=PLAYING.hand)) == [DONE] * 2
    )


def test_an_opening_comes_up_before_what_waits() -> None:
    """Wherever it stands, while the game waits for it."""
    state = replace(BEGINNING, hand=PLAYING.hand)
    assert results_of("PLAY AN01 AP; OPENING NONE", state) == [DONE] * 2


def test_a_plea_is_not_counted_on() -> None:
    """Without money no attack is rewarded, whatever the dice of the plea may bring."""
    poor = replace(PLAYING, money=0)
    assert results("PLAY AN03 AP; PLEA; REWARD", poor) == [DONE, DONE, "no_money"]


def test_a_standing_claim_goes_before_what_waits() -> None:
    """It takes the turn; the play comes up at the next one."""
    state = replace(PLAYING, turn=IMP, claim=claimable("AI01"))
    assert results_of("SET CLAIM AI01 DISCARD AN04; PLAY AN01 AP", state) == [DONE]
    gone = "SET CLAIM AI01 DISCARD AN04; PLAY AN04 AP"
    assert results_of(gone, state) == [Reason.CARD_NOT_IN_HAND.value]


def claimable(card: str) -> Claim:
    """A card that IMP can claim."""
    return Claim(IMP, card)


def results_of(text: str, state: SiegeState) -> list[str]:
    """What would become of the lines that are no policies."""
    return [
        each.reason.value if each.reason else each.result.value
        for each in foreseen(text, state)
        if isinstance(each, LineForeseen)
    ]


def rolls(text: str, state: SiegeState = PLAYING, seat: str = "IMP") -> list[tuple[int, int, int]]:
    """Need, hits and throws of what is rolled."""
    told = [each for each in foreseen(text, state, seat) if isinstance(each, RollForeseen)]
    return [(each.need, each.hits, each.throws) for each in told]


def test_rewards_count_for_the_attacks_behind_them() -> None:
    """In a play for points, and by an event that gives them."""
    assert rolls("PLAY AN01 AP; ATTACK 4-5 -> 3-5; REWARD; ATTACK 4-5 -> 3-5") == [
        (8, 15, 64),
        (6, 39, 64),
    ]
    assert rolls("PLAY AI12 EVENT; ATTACK 4-5 -> 3-5") == [(6, 39, 64)]
    assert rolls("PLAY AI12 AP; ATTACK 4-5 -> 3-5") == [(8, 15, 64)]
    assert rolls("PLAY AG08 AP; RAID 3-5 -> 6-5", seat="INS") == [(5, 4, 8)]


def test_odds_go_by_what_the_plays_before_leave() -> None:
    """A breach that an event makes helps the attacks of the next play."""
    state = replace(PLAYING, hand={IMP: ("BI10", "AN01"), INS: ()}, wall={})
    lines = "PLAY BI10 EVENT; DAMAGE 3-5; PLAY AN01 AP; ATTACK 4-5 -> 3-5"
    assert rolls(lines, state) == [(6, 39, 64)]


def shots(text: str, state: SiegeState = PLAYING) -> dict[str, tuple[int, int, int]]:
    """Need, hits and double hits at each target."""
    told = RULES.odds_of(state, *orders(text))
    return {
        target: (each.need, each.once, each.twice)
        for each in told
        if isinstance(each, ShotForeseen)
        for target in each.targets
    }


def test_odds_of_shots() -> None:
    """At the targets that are named, or all in the cone; the Bombard and allied gunners need one less."""
    assert shots("FIRE 6-4 AT 3-4, 3-5") == {"3-4": (6, 11, 1), "3-5": (6, 11, 1)}
    assert [*shots("FIRE 6-4 DEFAULT")] == [f"3-{column}" for column in range(1, 8)]
    assert [*shots("FIRE 4-4 DEFAULT")] == ["3-3", "3-4", "3-5"]
    assert shots("FIRE 4-4 AT 3-9") == {}
    bombard = shots("FIRE 3-6 DEFAULT")
    assert (bombard["4-6"], bombard["7-6"]) == ((3, 32, 16), (6, 11, 1))
    assert "7-6" not in shots("FIRE 3-4 DEFAULT")
    allied = replace(PLAYING, units={**PLAYING.units, "6-4": {"ALL": 3}})
    assert shots("FIRE 6-4 AT 3-4", allied) == {"3-4": (5, 20, 4)}
    assert shots("FIRE MAR AT 6-1") == {"6-1": (6, 11, 1)}


def test_odds_of_shots_hide_policies() -> None:
    """The other side's orders to its gunners change no word."""
    policies = PLAYING.policy_of(INS)
    aimed = replace(policies, fire=(FirePolicy("3-6", ("6-6",)),))
    state = replace(PLAYING, policy={**PLAYING.policy, INS: aimed})
    assert shots("FIRE 3-6 DEFAULT", state) == shots("FIRE 3-6 DEFAULT")


def test_odds_of_an_attack_are_its_side_s() -> None:
    """Whose units stand there, or could."""
    state = replace(PLAYING, units={**PLAYING.units, "4-3": {"EXP": 1}})
    told = [
        RULES.odds_of(state, *orders(line)) for line in ("ATTACK 4-5 -> 3-5", "ATTACK 3-3 -> 4-3")
    ]
    assert [each.throws for (each,) in told] == [64, 8]
    asked = AskedSiege(RULES.tables)
    (line,) = orders("ATTACK 4-3 -> 3-3")
    (roll,) = [
        each for each in asked.foresee(state, INS, {INS: [line]}) if isinstance(each, RollForeseen)
    ]
    assert roll.throws == 64


def test_rolls_in_words() -> None:
    """Each says its share, in every language; several attacks say that of one hit at least."""
    attack, *_ = RULES.odds_of(PLAYING, *orders("ATTACK 4-5 -> 3-5 X 3"))
    shot, *_ = RULES.odds_of(PLAYING, *orders("FIRE 6-4 AT 3-4"))
    assert roll_words(attack) == (
        "4-5 -> 3-5: a die of 8 is needed; 15 of 64 throws hit (23 %). After REWARD: 39 of 64 (61 %)."
        " Of 3 attacks one hits at least in 55 %."
    )
    assert "of 36 throws 11 hit once or more (31 %), 1 twice" in roll_words(shot)
    for language in known():
        with speaking(language):
            assert "39" in roll_words(attack)
            assert "31 %" in roll_words(shot)
