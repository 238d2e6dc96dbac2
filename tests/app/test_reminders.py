"""Reminders: who gets one, when, and never twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from gm.app.clock.deadline_margins import reminder_moment
from gm.app.mail_in.intake import accept
from gm.app.overviews.overview import overview
from gm.app.play.reminders import remind_due
from gm.app.play.seasons import process
from gm.app.records import OrderRecord, PhaseStatus
from gm.app.setup.games import NewGame, new_game
from gm.app.timing.deadlines import move_deadline
from gm.errors import InputError
from tests.app.test_endings import change_state, state_of
from tests.app.world import GM, LIST, World, text_of

DAY = 86400
WEEK = {"movement": 7 * DAY, "retreat": 3 * DAY, "adjustment": 4 * DAY}
COMPLETE = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild F Cork South",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}
START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def begin(world: World, *, but: str = "", **lengths: int) -> None:
    """Start a game of long phases; all but one power have sent what the opening asks for."""
    world.start(lengths={**WEEK, **lengths})
    for power, text in COMPLETE.items():
        if power != but:
            world.mail(power, text)
    for who in (*COMPLETE, LIST, GM):
        world.new_mail(who)


def reminders(world: World, who: str) -> list[str]:
    """The subjects of the reminders among a player's new mails."""
    subjects = [str(one["Subject"]) for one in world.new_mail(who)]
    return [subject for subject in subjects if "Reminder" in subject]


def told(world: World, who: str) -> str:
    """The only new mail to a player, in one line."""
    (mail,) = world.new_mail(who)
    return " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    ("hours", "lead", "after"),
    [(168, 24, 144), (96, 24, 72), (49, 24, 25), (48, 24, 24), (36, 24, 18), (12, 24, 6)],
)
def test_the_moment_is_a_lead_before_the_deadline_or_half_way(
    hours: int, lead: int, after: int
) -> None:
    """A day before the deadline, but never while the first half of the phase lasts."""
    deadline = START + timedelta(hours=hours)
    expected = START + timedelta(hours=after)
    assert reminder_moment(START, deadline, timedelta(hours=lead)) == expected


def test_nobody_is_reminded_where_none_is_wanted_or_no_time_is_left() -> None:
    """A lead of nothing means never; a phase of a minute is over before an answer could come."""
    assert reminder_moment(START, START + timedelta(days=7), timedelta(0)) is None
    assert reminder_moment(START, START + timedelta(seconds=90), timedelta(hours=24)) is None


@pytest.mark.slow
def test_the_silent_are_reminded_a_day_before_and_only_they(world: World) -> None:
    """Ulster sent nothing: it gets one mail a day before, and nobody else gets any."""
    begin(world, but="ULSTER")
    world.tick(days=2, hours=23, minutes=59)
    assert reminders(world, "ULSTER") == []
    world.tick(minutes=1)
    world.tick(minutes=1)
    world.tick(hours=12)
    (subject,) = reminders(world, "ULSTER")
    assert subject.startswith("[tara W1015A] Reminder for Ulster: no orders yet, due ")
    for who in (*COMPLETE, LIST):
        assert reminders(world, who) == []
    assert reminders(world, GM) == ["[tara] Reminder: orders of 1 power missing"]


def test_the_opening_tells_that_all_are_waited_for(world: World) -> None:
    """A silent power reads what its silence does, by when, and how to answer."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    (mail,) = world.new_mail("ULSTER")
    text = " ".join(text_of(mail).split())
    assert "NO ORDERS OF YOURS HAVE COME IN YET." in text
    assert "Winter 1015 waits for the orders of every power." in text
    assert "(Europe/Dublin;" in text
    assert "in 1 day" in text
    assert "Build ____" in text
    html = mail.get_body(("html",))
    assert html is not None
    assert "No orders of yours have come in yet." in html.get_content()
    assert mail["In-Reply-To"] == mail["References"]
    assert str(mail["In-Reply-To"]).startswith("<gm.tara.1.phase.")


def test_an_answer_to_a_reminder_is_taken(world: World) -> None:
    """A reply to the reminder counts for the phase that it reminds of."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    (mail,) = world.new_mail("ULSTER")
    answer = f"In-Reply-To: {mail['Message-ID']}\n"
    world.mail("ULSTER", "Build A Belfast South", headers=answer)
    assert world.orders("ULSTER") == ["B A BeS"]


@pytest.mark.slow
def test_units_without_orders_are_named(world: World) -> None:
    """In a season each unit that has no order is named, and a form for just these is given."""
    begin(world)
    world.tick(days=4)
    for who in COMPLETE:
        world.new_mail(who)
    world.mail("MUNSTER", "A CoC H")
    world.mail("ULSTER", "A BeS H\nF BeN H")
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=6)
    assert world.new_mail("ULSTER") == []
    (mail,) = world.new_mail("MUNSTER")
    assert str(mail["Subject"]).startswith("[tara S1016M] Reminder for Munster: 1 order missing")
    text = text_of(mail)
    assert "- Fleet Cork South" in text.splitlines()
    assert "  F CoS ____" in text.splitlines()
    assert "A CoC ____" not in text


@pytest.mark.slow
def test_unmatched_payments_are_told_to_each_side_and_nothing_more(world: World) -> None:
    """Amount and partner are named; what the partner has ordered is not (Republic 8)."""
    begin(world)
    world.mail("BRITAIN", "Pay 3 to Leinster (oats)\nPay 2 to Ulster")
    world.mail("LEINSTER", "Receive 2 from Britain")
    world.mail("ULSTER", "Receive 2 from Britain")
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=3)
    britain, leinster = told(world, "BRITAIN"), told(world, "LEINSTER")
    assert "ONE OF YOUR PAYMENTS HAS NO OTHER HALF YET." in britain
    assert (
        "Pay 3 points to Leinster (oats): not matched yet. Leinster has to order "
        '"Receive 3 points from Britain", or nothing is paid.'
    ) in britain
    assert "Pay 2 points to Ulster: not matched yet" not in britain
    assert 'Britain has to order "Pay 2 points to Leinster"' in leinster
    assert "oats" not in leinster
    assert "3 points" not in leinster
    for who in ("ULSTER", "MUNSTER", "CONNAUGHT"):
        assert world.new_mail(who) == []


@pytest.mark.slow
def test_a_reminder_says_who_would_go_in_civil_disorder(world: World) -> None:
    """What the rules would remove is named, matched payments counted and others not."""
    begin(world)
    _to_winter(world)
    # Munster holds two units and two centres; paying 20 points away it cannot keep a unit.
    world.mail("MUNSTER", "Pay 20 to Ulster")
    world.mail("ULSTER", "Receive 20 from Munster\nWaive")
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=3)
    text = told(world, "MUNSTER")
    assert (
        "As your orders stand, you would lose Fleet Cork South and Army Cork Central by rule."
        in text
    )


def _to_winter(world: World) -> None:
    """Play the first winter and a year in which everybody holds."""
    for length in (4, 7, 7):
        world.tick(days=length)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1016A"


def test_a_moved_deadline_takes_its_reminder_along(world: World) -> None:
    """The reminder that is still to come is sent a day before the new deadline."""
    begin(world, but="ULSTER")
    world.tick(days=2)
    move_deadline(world.services, "tara", world.clock.now() + timedelta(days=5))
    world.new_mail("ULSTER")
    world.tick(days=3, hours=23)
    assert reminders(world, "ULSTER") == []
    world.tick(hours=1)
    assert len(reminders(world, "ULSTER")) == 1


def test_a_reminder_that_was_sent_is_not_repeated_by_a_small_delay(world: World) -> None:
    """A deadline moved by hours, after its reminder, needs no second one."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    assert len(reminders(world, "ULSTER")) == 1
    move_deadline(world.services, "tara", world.clock.now() + timedelta(hours=30 - 6))
    world.tick(hours=1)
    world.tick(hours=20)
    assert reminders(world, "ULSTER") == []


def test_a_far_new_deadline_is_reminded_of_too(world: World) -> None:
    """A deadline moved by a week is one more that can be forgotten: a day before, once."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    assert len(reminders(world, "ULSTER")) == 1
    move_deadline(world.services, "tara", world.clock.now() + timedelta(days=7))
    world.tick(days=5, hours=23)
    assert reminders(world, "ULSTER") == []
    world.tick(hours=1)
    world.tick(hours=1)
    assert len(reminders(world, "ULSTER")) == 1


@pytest.mark.slow
def test_a_held_phase_that_gets_a_new_deadline_is_reminded_of(world: World) -> None:
    """The GM gives the silent power three more days; a day before, it is reminded again."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    world.tick(days=1)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    world.new_mail("ULSTER")
    world.tick(days=1)
    assert reminders(world, "ULSTER") == []
    move_deadline(world.services, "tara", world.clock.now() + timedelta(days=3))
    world.tick(days=2)
    assert len(reminders(world, "ULSTER")) == 1


def test_the_gm_can_have_none(world: World) -> None:
    """With a lead of 0 nobody is reminded."""
    begin(world, but="ULSTER", remind=0)
    world.tick(days=3)
    world.tick(hours=23)
    assert reminders(world, "ULSTER") == []


def test_the_lead_is_the_games_own(world: World) -> None:
    """A GM who wants two days gets two days."""
    begin(world, but="ULSTER", remind=48 * 3600)
    world.tick(days=2)
    assert len(reminders(world, "ULSTER")) == 1


def test_a_lead_below_nothing_is_refused(world: World) -> None:
    """A reminder cannot come after the deadline."""
    with pytest.raises(InputError, match="some time before a deadline, or never"):
        new_game(
            world.services, NewGame("cashel", "standard", "Maeve", GM, lengths={"remind": -1})
        )


def test_mail_that_waits_to_be_read_is_read_first(world: World) -> None:
    """Orders that are here already, though unread, are not asked for."""
    begin(world, but="ULSTER")
    world.clock.advance(days=3)
    raw = b"From: ulster@example.org\r\nSubject: o\r\n\r\nBuild A Belfast South\r\nWaive\r\n"
    accept(world.services.store, world.clock, raw, "", ["gm+tara@gm.example.org"], "pipe")
    assert remind_due(world.services) == 0
    world.tick()
    assert reminders(world, "ULSTER") == []


@pytest.mark.slow
def test_a_phase_resolved_early_reminds_nobody(world: World) -> None:
    """Reminders of a phase that is over are never sent."""
    begin(world)
    process(world.services, "tara", early=True)
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=3)
    assert [reminders(world, who) for who in COMPLETE] == [[]] * 5


def test_the_journal_tells_who_was_reminded(world: World) -> None:
    """The GM can look up whom the server wrote to."""
    begin(world, but="ULSTER")
    world.tick(days=3)
    with world.services.store.read() as transaction:
        entries = transaction.journal(transaction.game("tara").id)
    told = [one for one in entries if one.kind == "players reminded"]
    assert [one.text for one in told] == ["Ulster was reminded of Winter 1015."]
    assert not told[0].public


@pytest.mark.slow
def test_a_game_that_breaks_us_reminds_nobody_and_stops_no_other(world: World) -> None:
    """A fault in one game is met once; the other game's players are reminded."""
    begin(world, but="ULSTER")
    world.start("cashel", variant="standard", lengths={"movement": 4 * DAY})
    phase = world.phase()
    assert phase is not None
    broken = OrderRecord(
        0, phase.id, "ULSTER", 9, "build", '{"type":"Nonsense"}', "?", "?", world.clock.now()
    )
    with world.services.store.write() as transaction:
        transaction.add_order(broken)
    world.clock.advance(days=3)
    assert remind_due(world.services) == 2
    assert remind_due(world.services) == 0
    assert len(reminders(world, "FRANCE")) == 1
    assert reminders(world, "ULSTER") == []


@pytest.mark.slow
def test_a_removal_that_a_matched_payment_spares_is_not_asked_for(world: World) -> None:
    """Ulster cannot keep what it has but for Britain's points; both sides agree, so all is well."""
    _poor(world)
    world.mail("ULSTER", "Receive 14 from Britain")
    world.mail("BRITAIN", "Pay 14 to Ulster")
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=3)
    assert world.new_mail("ULSTER") == []


@pytest.mark.slow
def test_a_removal_that_only_a_hope_spares_is_asked_for(world: World) -> None:
    """As long as Britain has not said that it pays, Ulster has to remove something."""
    _poor(world)
    world.mail("ULSTER", "Receive 14 from Britain")
    for who in COMPLETE:
        world.new_mail(who)
    world.tick(days=3)
    text = told(world, "ULSTER")
    assert "YOU STILL HAVE 2 REMOVALS TO ORDER" in text
    assert "As your orders stand, with no more payments matched than now, you would lose" in text


@pytest.mark.slow
def test_nobody_is_blamed_who_had_nothing_to_order(world: World) -> None:
    """A power that can neither build nor must remove sends nothing, and no report says so."""
    _poor(world, centre="BeS")
    world.mail("MUNSTER", "Waive")
    for who in (*COMPLETE, LIST):
        world.new_mail(who)
    seen = {one.seat: one for one in overview(world.services, "tara").seats}
    assert seen["ULSTER"].words == "no orders, none needed"
    world.tick(days=4)
    (mail,) = world.new_mail(LIST)
    assert "No orders came" not in text_of(mail)
    assert reminders(world, "ULSTER") == []


def _poor(world: World, centre: str = "") -> None:
    """A winter in which Ulster has an army, a fleet and few centres; its homes are lost."""
    begin(world)
    _to_winter(world)
    state = state_of(world)
    lost = [place for place, who in state.centres.items() if who == "ULSTER" and place != centre]
    kept = {place: who for place, who in state.centres.items() if place not in lost}
    units = [one for one in state.units if not (centre and str(one) == "F BeN")]
    change_state(world, state.but(centres=kept).with_units(units))


@pytest.mark.slow
def test_a_silent_power_is_reminded_holds_and_is_named(world: World) -> None:
    """Scenario 6: reminded before the deadline, its units hold, and GM and others see it."""
    begin(world)
    world.tick(days=4)
    for power in COMPLETE:
        if power != "ULSTER":
            world.mail(power, "\n".join(f"{unit} H" for unit in units_of(world, power)))
    for who in (*COMPLETE, LIST, GM):
        world.new_mail(who)
    world.tick(days=6)
    text = told(world, "ULSTER")
    assert "A reminder for Ulster NONE OF YOUR 2 UNITS HAS AN ORDER YET: THEY WILL HOLD." in text
    assert "of 5 powers have all their orders in; still awaited: Ulster" in told(world, GM)
    before = state_of(world).units
    world.tick(days=1)
    assert state_of(world).units == before
    assert "You gave no orders." in told(world, "ULSTER")
    for who in ("MUNSTER", LIST, GM):
        assert "WITHOUT ORDERS No orders came from Ulster." in told(world, who)


def units_of(world: World, power: str) -> list[str]:
    """The units of a power, in short."""
    return [str(one) for one in state_of(world).units if one.power == power]
