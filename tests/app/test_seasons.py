"""Deadlines: resolved once, late, held, moved; and what everybody is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gm.app.keeping.audit import check_reports
from gm.app.mail_in.intake import accept
from gm.app.overviews.queries import news_lines, outcome_lines
from gm.app.overviews.summaries import known_player
from gm.app.play.seasons import preview, process, resolve_due
from gm.app.records import GameStatus, InboxState, OrderRecord, PhaseStatus
from gm.app.seats.players import add_player, replace_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause
from gm.errors import NotAllowed
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.stored import load_events, load_state
from tests.app.kept import kept
from tests.app.world import GM, LIST, World, text_of

pytestmark = pytest.mark.both_databases

BUILDS = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford\nWaive",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}


def _all_build(world: World, but: str = "") -> None:
    for power, text in BUILDS.items():
        if power != but:
            world.mail(power, text)


@kept
def _to_spring(world: World) -> None:
    world.start()
    _all_build(world)
    assert world.tick(hours=1) == 1
    for power in BUILDS:
        world.new_mail(power)


def test_only_the_list_is_told_that_it_takes_no_answers(world: World) -> None:
    """The GM reads what the list reads, without the words that are meant for a list."""
    world.start()
    _all_build(world)
    world.tick(hours=1)
    for_list, for_gm = world.new_mail(LIST), world.new_mail(GM)
    assert len(for_list) == len(for_gm) == 2
    assert all("The list takes no answers" in text_of(one) for one in for_list)
    assert not any("The list takes no answers" in text_of(one) for one in for_gm)


@pytest.mark.slow
def test_a_season_is_resolved_once_and_everybody_is_told(world: World) -> None:
    """Five players, the list and the GM get one report each; the next round does nothing."""
    world.start()
    _all_build(world)
    for who in (*BUILDS, LIST, GM):
        world.new_mail(who)
    assert world.tick(minutes=59) == 0
    assert world.tick(minutes=1) == 1
    assert world.tick() == 0
    for who in (*BUILDS, LIST, GM):
        assert len(world.new_mail(who)) == 1
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.number) == ("S1016M", 2)
    assert phase.deadline == world.clock.now() + timedelta(hours=1)


@pytest.mark.slow
def test_the_game_goes_on_to_the_first_centres(world: World) -> None:
    """Winter, spring and autumn by mail: a bridge is built, crossed, and a centre taken."""
    _to_spring(world)
    world.mail("MUNSTER", "A(CoC)-Wat")
    world.tick(hours=1)
    assert "moves to WATERFORD - done" in world.last_text("MUNSTER")
    world.mail("MUNSTER", "A Waterford stands")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1016A"
    assert load_state(phase.state).centres["Wat"] == "MUNSTER"  # type: ignore[index]


def test_the_events_of_a_phase_lead_to_the_next_state(world: World) -> None:
    """What is stored of a resolution replays to the position that was opened."""
    _to_spring(world)
    with world.services.store.read() as transaction:
        first, second = transaction.phases(transaction.game("tara").id)
        result = transaction.result(first.id)
    assert result is not None
    assert replay(load_state(first.state), load_events(result.events)) == load_state(second.state)


@pytest.mark.slow
def test_a_few_minutes_late_is_resolved(world: World) -> None:
    """A server that was down over the deadline for less than the limit resolves it."""
    world.start()
    _all_build(world)
    assert world.tick(hours=1, minutes=14) == 1
    assert world.tick() == 0
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1016M"


@pytest.mark.slow
def test_long_overdue_waits_for_the_gm(world: World) -> None:
    """A long outage holds the phase; the GM and the players are told; orders still count."""
    world.start()
    _all_build(world, but="ULSTER")
    world.new_mail(GM)
    world.tick(hours=3)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    assert "noticed it 2 hours late" in phase.held_because
    assert "gm process tara" in text_of(world.new_mail(GM)[-1])
    assert world.mail("ULSTER", BUILDS["ULSTER"]).state is InboxState.DONE
    receipt = " ".join(world.last_text("ULSTER").split())
    assert "the phase waits for the GM, and orders still count" in receipt
    assert "until the deadline" not in receipt
    assert world.tick(hours=1) == 0
    done = process(world.services, "tara")
    assert done.opened is not None
    assert done.opened.name == "S1016M"


def test_the_opening_waits_for_every_power(world: World) -> None:
    """Winter 1015 is never resolved with a silent power unless the GM says so (Republic 4)."""
    world.start()
    _all_build(world, but="ULSTER")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    assert "Ulster" in phase.held_because
    with pytest.raises(NotAllowed, match="nothing came from Ulster"):
        process(world.services, "tara")
    opened = process(world.services, "tara", without=True).opened
    assert opened is not None
    assert opened.name == "S1016M"


@pytest.mark.slow
def test_the_last_power_may_come_late_where_all_are_waited_for(world: World) -> None:
    """Between the deadline and the hold a missing opening counts: it is what is waited for."""
    world.start()
    _all_build(world, but="ULSTER")
    world.clock.advance(hours=1, seconds=3)
    assert world.mail("ULSTER", BUILDS["ULSTER"]).state is InboxState.DONE
    assert world.tick() == 1
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1016M"


@pytest.mark.slow
def test_orders_in_time_are_read_before_the_season_is_resolved(world: World) -> None:
    """A mail taken before the deadline and not yet read keeps the phase open (the watermark)."""
    world.start()
    _all_build(world, but="ULSTER")
    raw = b"From: ulster@example.org\r\nSubject: o\r\n\r\nBuild A Belfast South\r\n"
    accept(world.services.store, world.clock, raw, "", ["gm+tara@gm.example.org"], "pipe")
    world.clock.advance(hours=1)
    assert resolve_due(world.services) == 0
    assert world.tick() == 1
    phase = world.phase()
    assert phase is not None
    assert "A BeS" in [str(unit) for unit in load_state(phase.state).units]


@pytest.mark.slow
def test_a_phase_that_breaks_us_waits_for_the_gm(world: World) -> None:
    """A fault in one game holds that game only, once, and its GM is told."""
    world.start("tara")
    world.start("cashel", variant="standard")
    _all_build(world)
    phase = world.phase("tara")
    assert phase is not None
    broken = OrderRecord(
        0, phase.id, "ULSTER", 9, "build", '{"type":"Nonsense"}', "?", "?", world.clock.now()
    )
    with world.services.store.write() as transaction:
        transaction.add_order(broken)
    world.new_mail(GM)
    assert world.tick(hours=1) == 2
    held, other = world.phase("tara"), world.phase("cashel")
    assert held is not None
    assert other is not None
    assert (held.name, held.status) == ("W1015A", PhaseStatus.HELD)
    assert other.name == "F1901M"
    assert any(
        "fault of the server" in " ".join(text_of(one).split()) for one in world.new_mail(GM)
    )
    assert world.tick() == 0


def test_a_late_mail_is_answered_and_not_used(world: World) -> None:
    """After the deadline nothing is recorded, and the player is told by how much he was late."""
    _to_spring(world)
    world.clock.advance(hours=1, seconds=20)
    mail = world.mail("MUNSTER", "A(CoC)-Wat")
    assert mail.state is InboxState.REJECTED
    assert "20 seconds after the deadline" in " ".join(world.last_text("MUNSTER").split())


@pytest.mark.slow
def test_an_answer_to_a_resolved_phase_is_not_used(world: World) -> None:
    """A reply to a mail of the last phase never becomes an order of this one."""
    world.start()
    _all_build(world)
    opening = world.new_mail("MUNSTER")[0]
    world.tick(hours=1)
    world.tick(hours=1)
    world.new_mail("MUNSTER")
    header = f"In-Reply-To: {opening['Message-ID']}\n"
    mail = world.mail("MUNSTER", "A(CoC)-Wat", headers=header)
    assert mail.state is InboxState.REJECTED
    assert world.orders("MUNSTER") == []
    assert world.mail("MUNSTER", "STATUS", headers=header).state is InboxState.DONE
    assert "What the server has of Munster" in world.last_text("MUNSTER")
    world.mail("MUNSTER", "A(CoC)-Wat again", headers=header)
    assert "has been resolved" in " ".join(world.last_text("MUNSTER").split())


def test_a_moved_deadline_counts_at_once(world: World) -> None:
    """The database row is the deadline: moved by a command, it holds for the next round."""
    _to_spring(world)
    later = world.clock.now() + timedelta(hours=5)
    move_deadline(world.services, "tara", later, reason="a holiday")
    told = world.new_mail("MUNSTER")[-1]
    assert str(told["Subject"]).startswith("[tara S1016M] Later: orders due")
    text = " ".join(text_of(told).split())
    assert "The deadline of Spring 1016 has moved." in text
    assert "a holiday" in text
    assert "Old:" in text
    assert world.tick(hours=4) == 0
    assert world.tick(hours=1) == 1


def test_a_player_of_two_powers_reads_a_notice_once(world: World) -> None:
    """What is said to everybody in the same words needs saying once."""
    game = NewGame("cashel", "republic", "Maeve", GM, several_seats=True)
    new_game(world.services, game)
    for power in ("Ulster", "Munster", "Leinster", "Connaught", "Britain"):
        add_player(world.services, "cashel", power, "Niamh", "niamh@example.org")
    start_game(world.services, "cashel")
    world.new_mail("niamh")
    later = world.clock.now() + timedelta(days=30)
    move_deadline(world.services, "cashel", later)
    assert len(world.new_mail("niamh")) == 1


def test_a_deadline_never_moves_earlier_by_accident(world: World) -> None:
    """Earlier needs the GM's word for it, and never the past."""
    _to_spring(world)
    now = world.clock.now()
    with pytest.raises(NotAllowed, match="--earlier"):
        move_deadline(world.services, "tara", now + timedelta(minutes=10))
    with pytest.raises(NotAllowed, match="passed"):
        move_deadline(world.services, "tara", now - timedelta(minutes=10), earlier=True)
    move_deadline(world.services, "tara", now + timedelta(minutes=10), earlier=True)
    assert world.tick(minutes=10) == 1


def test_processing_early_needs_the_gms_word(world: World) -> None:
    """`gm process` before the deadline is refused unless he says that he knows."""
    _to_spring(world)
    with pytest.raises(NotAllowed, match="--early"):
        process(world.services, "tara")
    assert process(world.services, "tara", early=True).resolved.name == "S1016M"


def test_a_preview_changes_nothing(world: World) -> None:
    """The season is shown as it would be; the phase stays open and nobody is told."""
    _to_spring(world)
    world.mail("MUNSTER", "A(CoC)-Wat")
    world.new_mail("MUNSTER")
    shown = preview(world.services, "tara")
    assert any(str(unit) == "A Wat" for unit in shown.resolution.state.units)
    assert world.new_mail("MUNSTER") == []
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("S1016M", PhaseStatus.OPEN)


@pytest.mark.slow
def test_a_standard_game_is_played_by_the_same_rules(world: World) -> None:
    """Standard Diplomacy: a spring, an autumn, and the builds it earns."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Par - Bur\nA Mar - Spa\nF Bre - MAO")
    world.tick(hours=1)
    world.mail("FRANCE", "A Spa H\nF MAO - Por\nA Bur H")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1901A"
    assert world.mail("FRANCE", "Build A Paris\nBuild F Brest").state is InboxState.DONE
    assert world.orders("FRANCE") == ["B A PAR", "B F BRE"]
    with world.services.store.read() as transaction:
        assert transaction.game("tara").status is GameStatus.RUNNING


@pytest.mark.slow
def test_processing_tells_the_gm_what_no_order_tells(world: World) -> None:
    """Units driven out and centres taken stand below the orders of `gm process`."""
    world.start("meadow", "standard")
    address = "gm+meadow@gm.example.org"
    world.mail("ITALY", "A Ven - Tyr\nA Rom - Ven", to=address)
    assert news_lines(world.services, process(world.services, "meadow", early=True)) == ()
    world.mail("ITALY", "A Ven - Tri\nA Tyr S A Ven - Tri", to=address)
    (told,) = news_lines(world.services, preview(world.services, "meadow"))
    assert told.startswith("The Austrian Fleet Trieste is dislodged by the attack from Venice")


def test_processing_tells_the_gm_what_became_of_each_order(world: World) -> None:
    """An order that failed has its reason, and who dislodged its unit besides."""
    world.start("meadow", "standard")
    address = "gm+meadow@gm.example.org"
    world.mail("ITALY", "A Ven - Tyr\nA Rom - Ven\nF Nap - Apu", to=address)
    process(world.services, "meadow", early=True)
    world.mail("ITALY", "A Ven - Tri\nA Tyr S A Ven - Tri\nF Apu - Adr", to=address)
    world.mail("AUSTRIA", "F Tri - Adr", to=address)
    lines = outcome_lines(world.services, preview(world.services, "meadow"))
    told = {line["order"]: (line["power"], line["result"], line["why"]) for line in lines}
    assert told["F TRI - ADR"] == (
        "AUSTRIA",
        "bounce+dislodged",
        (
            "It stood off with Fleet Apulia: strength 1 against 1. It was dislodged by Army"
            " Venice, supported by Army Tyrolia."
        ),
    )
    assert told["A VEN - TRI"] == ("ITALY", "ok", "")


def test_an_address_is_known_in_all_games(world: World) -> None:
    """Whoever seats a player can see under what name other games know him."""
    world.start()
    known = known_player(world.services, "MUNSTER@example.org")
    assert known is not None
    assert known.name == "Munster"
    assert known_player(world.services, "nobody@example.org") is None


def test_a_gm_who_plays_gets_each_mail_once(world: World) -> None:
    """He reads what a player may; what only the GM has to know of a notice stands in it."""
    world.start(variant="standard")
    world.new_mail(GM)
    replace_player(world.services, "tara", "ITALY", "Maeve", GM)
    (welcome,) = world.new_mail(GM)
    assert "Italy" in text_of(welcome)
    world.tick(hours=1)
    (report,) = world.new_mail(GM)
    assert "results for Italy" in text_of(report)
    assert [fault for fault in check_reports(world.services) if fault] == []
    pause(world.services, "tara")
    (paused,) = world.new_mail(GM)
    assert "To go on: `gm resume tara`." in text_of(paused)
