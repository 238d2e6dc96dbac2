"""`live_sequential`: one faction is asked after the other, by its own deadline, and each sees the board (note 96)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gm.app.overriding.editing import edit
from gm.app.overriding.rollback import roll_back
from gm.contract.draws import Draw, SeededDraws
from gm.contract.rules import Drafts
from gm.contract.seats import SeatId
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.canonical import CanonicalLines
from gm.games.turlough.records.positions import position_read, position_written
from gm.games.turlough.rules.course import Course, TurloughOptions
from gm.games.turlough.rules.events import Mobilised, RisingOccasion
from gm.games.turlough.rules.orders import STANDING, Mobilize, Move, React, Reaction, Stay, Trigger
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.packets import Packets
from gm.games.turlough.rules.state import AskedFor, TurloughState, Wait
from gm.games.turlough.rules.war_turns import WarTurns
from tests.app.world import World
from tests.contract.test_die_leaks import die_world
from tests.games.sound import sound
from tests.games.turlough.greedy import packet_of, played, rules_with
from tests.games.turlough.playing import THE_GAME, address_of, begin, turlough_by_mail
from tests.integration.by_mail import DAY, GAME, ByMail, text_of

IN_TURN = TurloughOptions(live_sequential=True)
RULES = rules_with("1277", options=IN_TURN)
READER = CanonicalLines(load_tables())
CASES = tomllib.loads((Path(__file__).parent / "one_by_one.toml").read_text("utf-8"))["case"]
LIVE = {"live_sequential": "yes"}
BY_LINES = {RisingOccasion.INVITED, RisingOccasion.OFFERED, RisingOccasion.CALLED}
"""The occasions in the middle of a turn at which lines of a packet would be tried."""


def asked_words(state: TurloughState) -> str:
    """Who is asked, as the cases have it."""
    asked = state.one_by_one
    assert asked is not None
    mark = "?" if asked.asking is AskedFor.RISING else ""
    return f"R{state.round}W{state.war_turn} {asked.faction}{mark}"


def packet_for(state: TurloughState, packets: dict[str, list[str]]) -> Drafts:
    """What the faction that is asked sends: `CT 2` is for its second war turn."""
    asked = state.one_by_one
    assert asked is not None
    faction, seat = asked.faction, state.seat_of(asked.faction)
    assert seat is not None
    lines = packets.get(f"{faction} {state.war_turn}", packets.get(faction))
    if lines is None:
        return {}
    orders = [READER.read(line, faction) for line in lines]
    assert not any(isinstance(order, Reason) for order in orders)
    return {SeatId(seat): [order for order in orders if not isinstance(order, Reason)]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"][:40])
def test_who_is_asked_in_turn(case: dict[str, Any]) -> None:
    """As the cases say; exactly one seat is pending, and lacks the one packet."""
    draws = SeededDraws(bytes(32))
    state = RULES.new_game(draws).state
    state = RULES.resolve(state, {}, draws).state
    for wanted in case["asked"]:
        assert asked_words(state) == wanted
        (request,) = RULES.pending(state)
        asked = state.one_by_one
        assert asked is not None
        assert request.seat == state.seat_of(asked.faction)
        assert RULES.lacking(state, request.seat, {}) == (asked.faction,)
        state = RULES.resolve(state, packet_for(state, case.get("packets", {})), draws).state


@dataclass
class SameDice:
    """The dice of another step, in their order, whatever they are called."""

    made: Iterator[Draw]

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """What fell then."""
        return Draw(label, tuple(candidates), next(self.made).chosen)


def begun_in_turn(state: TurloughState) -> TurloughState:
    """A position of a sealed game, when the first faction of its war turn is asked."""
    course = Course(RULES.tables, IN_TURN, SeededDraws(bytes(32)), state)
    WarTurns(Packets(course)).ask_first()
    return course.state


def asked_each(state: TurloughState, packets: Drafts, made: Sequence[Draw]) -> TurloughState:
    """Play a war turn with the packets of a sealed one, each given out when its faction is asked."""
    dice, turn = SameDice(iter(made)), (state.round, state.war_turn)
    now = begun_in_turn(state)
    for _ in range(60):
        asked = now.one_by_one
        if asked is None or (now.round, now.war_turn) != turn:
            return replace(now, one_by_one=None)
        rises = asked.asking is AskedFor.RISING and now.war_turn > 1
        seat = SeatId(now.seat_of(asked.faction) or "")
        own = [
            order
            for order in packets.get(seat, ())
            if getattr(order, "faction", "") == asked.faction
            and (not rises or isinstance(order, Mobilize | Stay))
        ]
        now = RULES.resolve(now, {seat: own} if own else {}, dice).state
        if now.wait is Wait.OVER:
            return replace(now, one_by_one=None)
    raise AssertionError("the war turn does not end")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(1, 16))
def test_the_same_packets_come_to_the_same(seed: int) -> None:
    """Where nobody rises in the middle by lines of a packet, it makes no difference who is asked when."""
    sealed, compared = rules_with(RULES.scenario), 0
    for state, made in played(seed, sealed):
        occasions = {event.occasion for event in made.events if isinstance(event, Mobilised)}
        if state.wait is not Wait.PACKETS or occasions & BY_LINES:
            continue
        packets = {seat.id: packet_of(sealed, state, seat.id) for seat in sealed.seats}
        heard = {
            seat: [*lines, *map(Stay, state.commanded_by(seat))]
            for seat, lines in packets.items()
            if lines
        }
        again = sealed.resolve(state, heard, SameDice(iter(made.draws)))
        assert asked_each(state, heard, made.draws) == again.state
        compared += 1
    assert compared > 3


@pytest.mark.parametrize("year", load_tables().scenarios)
def test_every_scenario_ends_by_silence(year: str) -> None:
    """Nobody sends anything: the king wins as he does where all are asked together."""
    rules, draws = rules_with(year, options=IN_TURN), SeededDraws(bytes(32))
    state = rules.new_game(draws).state
    for _ in range(80):
        if state.wait is Wait.OVER:
            break
        state = rules.resolve(state, {}, draws).state
    assert state.result is not None
    assert rules.pending(state) == ()


def test_what_is_asked_is_heard_and_nothing_else() -> None:
    """Another faction's lines, and those that come later; standing lines are heard from everybody."""
    draws = SeededDraws(bytes(32))
    state = RULES.resolve(RULES.new_game(draws).state, {}, draws).state
    ours = {SeatId("CT"): [Mobilize("CT"), Move("CT", way=("RUA", "CLO"))]}
    state = RULES.resolve(state, ours, draws).state
    assert asked_words(state) == "R1W2 CBR?"
    fight = React("CUL", trigger=Trigger.ATTACKED, reaction=Reaction.FIGHT)
    for seat, order, refused in (
        ("CT", Move("CT", way=("QUI",)), Reason.NOT_YOUR_TURN),
        ("CTA", Stay("CUL"), Reason.NOT_YOUR_TURN),
        ("CTA", fight, None),
        ("CBR", Move("CBR", way=("QUI",)), Reason.ONLY_RISING),
        ("CBR", Mobilize("CBR"), None),
        ("CBR", Stay("CBR"), None),
    ):
        (check,) = RULES.check(state, SeatId(seat), [order])
        assert (check.refused.reason if check.refused is not None else None) is refused, order
    made = RULES.resolve(state, {SeatId("CTA"): [fight]}, draws)
    assert made.state.standing == {"CUL": (fight,)}
    assert asked_words(made.state) == "R1W2 DEC?"


def test_a_position_is_written_and_read_again() -> None:
    """With who is asked, and who came where in the war turn so far."""
    draws, seen = SeededDraws(b"5" * 32), 0
    state = RULES.new_game(draws).state
    for _ in range(40):
        written = position_written(state, RULES.tables)
        assert position_read(written, RULES.tables, READER) == state
        if state.wait is Wait.OVER:
            break
        seen += state.one_by_one is not None and bool(state.one_by_one.arrivals)
        drafts = {
            seat.id: [o for o in packet_of(RULES, state, seat.id) if not isinstance(o, STANDING)]
            for seat in RULES.seats
        }
        state = RULES.resolve(state, drafts, draws).state
    assert seen > 2


# By mail


def begun(game: ByMail) -> None:
    """Let the first round begin."""
    assert game.opened("CT", "START")
    game.clock.advance(days=7)
    assert game.opened("CT", "R1W1S1CT")


@pytest.mark.slow
def test_one_is_asked_and_the_others_are_told_whom(tmp_path: Path) -> None:
    """In the opening, in reports, in the answer to who is not asked; a packet that is in goes on at once."""
    with turlough_by_mail(tmp_path, LIVE) as game:
        opening = text_of(game.opened("CTA", "START"))
        assert "The factions are asked one after the other" in opening
        begun(game)
        mine, theirs = (text_of(game.opened(seat, "R1W1S1CT")) for seat in ("CT", "CTA"))
        for words in (
            "ROUND 1, WAR TURN 1: CLANN TURLOUGH IS ASKED",
            "Clann Turlough (CT) is asked whether it takes the field; seat CT answers.",
        ):
            assert words in mine
            assert words in theirs
        assert "FACTION CT MOBILIZE ____" in mine
        assert "MOBILIZE ____" not in theirs
        assert "Clann Cullen (CUL): cattle 5 → 8; it is asked when its turn comes" in theirs
        early = game.send("CTA", "CUL: MOBILIZE 3\nREACT ATTACKED FIGHT\nFER: REACT RAIDED IGNORE")
        assert "Another faction is asked now; the report says which." in early
        assert "CENÉL FERMAIC - REACT RAIDED IGNORE" in early
        game.send("CT", "MOBILIZE\nmove to Clonroad\nraid")
        game.clock.advance(seconds=5)
        news = text_of(game.opened("CBR", "R1W2S1CBR"))
        assert "Clann Turlough marches: Kilmacduagh → Ruan → Clonroad." in news
        assert "Clann Brian Roe (CBR) is asked whether it takes the field" in news
        only = game.send("CBR", "move to Quin")
        assert "It is asked now only whether it takes the field" in only


@pytest.mark.slow
def test_silence_plays_the_standing_policy(tmp_path: Path) -> None:
    """Each has a deadline and a reminder of its own; who says nothing rises not, and his army goes home."""
    with turlough_by_mail(tmp_path, LIVE) as game:
        begun(game)
        game.send("CT", "MOBILIZE\nmove to Clonroad\nraid")
        game.clock.advance(seconds=5)
        assert game.opened("CBR", "R1W2S1CBR")
        game.clock.advance(days=1, hours=1)
        reminder = text_of(game.got(address_of("CBR"), "NO PACKET FOR CLANN BRIAN ROE SO FAR"))
        assert "without a packet it raises no army by itself" in reminder
        game.clock.advance(hours=23)
        report = text_of(game.opened("CT", "R1W2S2DEC"))
        assert "Clann Brian Roe does not take the field." in report


def in_turn_world(world: World) -> None:
    """Begin a game, its first round open."""
    begin(world.services, LIVE, lengths={"opening": DAY, "turn": DAY, "remind": 0})
    world.tick(days=1)


@pytest.mark.slow
def test_a_silent_army_goes_home(tmp_path: Path) -> None:
    """Who is asked for it and sends nothing; an answer that is asked about does not go on half."""
    with die_world(tmp_path, THE_GAME) as world:
        in_turn_world(world)
        world.mail(
            address_of("CT"), "MOBILIZE\nmove to Clonroad\nthen burn Killaloe to the ground"
        )
        assert "PLEASE ANSWER" in world.last_text(address_of("CT"))
        world.tick(seconds=5)
        assert open_stage(world) == "R1W1S1CT"
        world.mail(address_of("CT"), "MOBILIZE\nmove to Clonroad\nraid")
        for _ in range(6):
            world.tick(days=1)
        assert open_stage(world) == "R2W1S1CBR"
        report = world.last_text(address_of("CT"))
        assert "Clann Turlough marches: Clonroad → Ruan → Kilmacduagh." in report
        assert "Clann Turlough disbands in Kilmacduagh" in report


def open_stage(world: World) -> str:
    """The name of the stage that is open."""
    phase = world.phase()
    assert phase is not None
    return phase.name


@pytest.mark.slow
def test_corrections_rollback_and_replay(tmp_path: Path) -> None:
    """A GM takes an army off while its faction is asked; the course can be taken back and played again."""
    with die_world(tmp_path, THE_GAME) as world:
        in_turn_world(world)
        world.mail(address_of("CT"), "MOBILIZE\nmove to Clonroad\nraid")
        for _ in range(5):
            world.tick(days=1)
        assert open_stage(world) == "R1W2S6CT"
        edit(world.services, GAME, ("army", "set", "FER", "TUL", "2", "3"), reason="forgotten")
        edit(world.services, GAME, ("army", "remove", "CT"), reason="a slip")
        world.tick(days=1)
        assert open_stage(world) == "R1W2S7FER"
        sound(world)
        roll_back(world.services, GAME, "R1W2S1CBR", sure=True, reason="too fast")
        assert open_stage(world) == "R1W2S1CBR"
        world.mail(address_of("CBR"), "MOBILIZE 2")
        world.tick(seconds=5)
        assert open_stage(world) == "R1W2S2DEC"
        sound(world)
