"""What was sent in a war is told to nobody else before it is over, and then to all if the game is set so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from gm.app.codec import codec_for
from gm.contract.draws import SeededDraws
from gm.contract.seats import SeatId
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.game import STORED
from gm.games.turlough.language.canonical import CanonicalLines
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.records.positions import position_read, position_written
from gm.games.turlough.rules.course import TurloughOptions
from gm.games.turlough.rules.events import PacketsOpened
from gm.games.turlough.rules.orders import Lead, Mobilize, Stay
from gm.games.turlough.rules.state import AskedFor, TurloughState, Wait
from tests.app.world import World
from tests.contract.leaks import archive_of, markers_in, printed, texts_of
from tests.contract.test_die_leaks import die_world
from tests.games.turlough.greedy import packet_of, played, rules_with
from tests.games.turlough.playing import PEOPLE, THE_GAME, address_of, begin
from tests.integration.by_mail import DAY, GAME, GM

CODEC = codec_for(STORED)
COMMANDS: Final = (f"game show {GAME} --json", f"draws list {GAME}", f"process {GAME} --preview")
MOST_STAGES: Final = 40
SHOWN = rules_with("1277", options=TurloughOptions(packets_shown=True))


def state_of(world: World) -> TurloughState | None:
    """The position that lies open; None when the game is over."""
    phase = world.phase()
    state = CODEC.load_state(phase.state) if phase is not None else None
    assert state is None or isinstance(state, TurloughState)
    return state


def packets(state: TurloughState, number: int) -> Iterator[tuple[str, str, str]]:
    """Yield seats with what they send, and what stands in it and nowhere else: a herd of that size."""
    asked = state.one_by_one
    for place, seat in enumerate(PEOPLE):
        lines = packet_of(SHOWN, state, SeatId(seat))
        if asked is not None:
            rises = asked.asking is AskedFor.RISING and state.war_turn > 1
            lines = [line for line in lines if line.faction == asked.faction]
            lines = [o for o in lines if not rises or isinstance(o, Mobilize | Stay)]
        if lines:
            marker = f"CATTLE = {100 + 5 * number + place}"
            verb = "MOBILIZE" if asked is not None and asked.asking is AskedFor.RISING else "RAID"
            written = [*map(order_line, lines), f"{lines[0].faction}: {verb} IF {marker}"]
            yield seat, "\n".join(written), marker


@pytest.mark.slow
@pytest.mark.parametrize("shown", ["yes", "no"])
@pytest.mark.parametrize("live", ["yes", "no"])
def test_no_packet_is_told_before_its_war_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: str, live: str
) -> None:
    """In mails, in the archive, in what gm prints to a master who plays; then in the report and its page."""
    monkeypatch.setattr("gm.bootstrap.games.rooms_on", lambda *_: THE_GAME.rooms)
    options = {"packets_shown": shown, "live_sequential": live}
    with die_world(tmp_path, THE_GAME) as world:
        lengths = {"war": DAY, "opening": DAY, "turn": DAY, "remind": 0}
        begin(world.services, options, lengths=lengths)
        world.tick(days=1)
        opening = "\n".join(texts_of(world.carrier.messages()[0]))
        assert ("shows everybody all packets that were sent in it" in opening) is (shown == "yes")
        sent: dict[str, str] = {}  # the markers of this war, with whose they are
        seen = len(world.carrier.messages())
        for number in range(MOST_STAGES):
            state = state_of(world)
            assert state is not None
            if state.round > 1:
                break
            for seat, written, marker in packets(state, number):
                sent[marker] = seat
                world.mail(address_of(seat), written)
            world.tick(days=1)
            after = state_of(world)
            over = after is None or after.round > 1
            open_to_all = set(sent) if over and shown == "yes" else set[str]()
            for mail in world.carrier.messages()[seen:]:
                if GM in mail["To"]:  # from a master who does not play nothing is kept
                    continue
                told = markers_in("\n".join(texts_of(mail)), sent)
                own = {marker for marker, seat in sent.items() if address_of(seat) in mail["To"]}
                assert told <= own | open_to_all, mail["Subject"]
                if open_to_all and ".phase." in mail["Message-ID"] and "R2" in mail["Subject"]:
                    assert told == open_to_all
            seen = len(world.carrier.messages())
            pages = [*archive_of(world, tmp_path / f"site{number}")]
            told = {m for page in pages for m in markers_in(page.text, sent)}
            assert told == open_to_all
            for piece in printed("", tmp_path, monkeypatch, COMMANDS) if number < 3 else ():
                assert piece.text
        assert over
        assert len(sent) > 5


def test_what_is_kept_is_opened_once_with_what_came_of_it() -> None:
    """Of every war turn of the war; lines that stand are not shown before the game is over."""
    draws, tables = SeededDraws(b"4" * 32), load_tables()
    state, wars = SHOWN.new_game(draws).state, 0
    for _ in range(60):
        assert (
            position_read(position_written(state, tables), tables, CanonicalLines(tables)) == state
        )
        drafts = {s.id: [*packet_of(SHOWN, state, s.id), Lead(s.id)] for s in SHOWN.seats[:2]}
        made = SHOWN.resolve(state, drafts, draws)
        opened = [event for event in made.events if isinstance(event, PacketsOpened)]
        over = made.state.wait is Wait.OVER
        if over or (state.wait is Wait.PACKETS and made.state.round > state.round):
            (event,) = opened
            lines = event.lines
            assert [line.war_turn for line in lines] == sorted(line.war_turn for line in lines)
            assert lines[-1].war_turn == state.war_turn
            assert any(isinstance(line.outcome.order, Lead) for line in lines) is over
            assert not made.state.kept
            wars += 1
        else:
            assert not opened
            assert len(made.state.kept) >= len(state.kept)
        for seats in (None, [SeatId("CT")]):
            kept = SHOWN.view(made.state, seats).kept
            assert {line.outcome.seat for line in kept} <= set(seats or ())
        state = made.state
        if over:
            break
    assert wars > 1


def test_nothing_is_kept_where_nothing_is_shown() -> None:
    """The usual game: no line outlives its war turn."""
    for _, made in played(3, rules_with("1277")):
        assert not made.state.kept
