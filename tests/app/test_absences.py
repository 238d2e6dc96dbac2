"""Absences: what is granted by itself, what the GM is asked, and which deadlines move."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gm.app.life_records import AbsenceState
from gm.app.timing.absence_desk import absences_of, decide_absence
from gm.errors import NotAllowed
from tests.app.world import GM, World, text_of

WEEK = {"movement": 7 * 86400, "retreat": 86400, "adjustment": 86400, "remind": 0}
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def begin(world: World, **settings: str) -> None:
    """Start a game of standard Diplomacy; its spring is due on Fri 27 Nov 2026 at 20:00 UTC."""
    world.clock.advance(days=19, hours=8)  # to Fri 20 Nov 2026, 20:00 UTC
    world.start(variant="standard", lengths=WEEK, settings=settings)
    for who in (*POWERS, GM):
        world.new_mail(who)


def deadline(world: World) -> str:
    """The open deadline in UTC."""
    phase = world.phase()
    assert phase is not None
    return f"{phase.deadline:%F %R}"


def told(world: World, who: str) -> str:
    """The newest mail to a player, in one line."""
    return " ".join(world.last_text(who).split())


@pytest.mark.slow
def test_an_absence_moves_the_deadline_past_it(world: World) -> None:
    """France is away over the deadline; it moves to a day after his return, and all are told."""
    begin(world)
    assert deadline(world) == "2026-11-27 20:00"
    world.mail("france", "ABSENT 26 Nov to 29 Nov")
    text = told(world, "france")
    assert "You are noted as away from Thu 26 Nov 2026 to Sun 29 Nov 2026." in text
    assert "has moved to Mon 30 Nov 2026, 23:59" in text
    assert deadline(world) == "2026-11-30 23:59"
    for who in ("germany", GM):
        (mail,) = world.new_mail(who)
        text = " ".join(text_of(mail).split())
        assert "Old: Fri 27 Nov 2026, 20:00" in text
        assert "A player is away until shortly before then." in text
        assert "France" not in text


def test_a_fixed_hour_stays_one(world: World) -> None:
    """The moved deadline falls at the game's hour, on a weekday of the game's."""
    begin(world, at="20:00", days="mon-thu")
    assert deadline(world) == "2026-11-30 20:00"
    world.mail("france", "ABSENT 28 Nov to 2 Dec")
    assert deadline(world) == "2026-12-07 20:00"


def test_the_next_deadlines_heed_it_too(world: World) -> None:
    """An absence of the season after this one moves nothing now, and that season's deadline then."""
    begin(world)
    world.mail("france", "ABSENT 3 Dec to 6 Dec")
    assert "No deadline will fall in that time" in told(world, "france")
    assert deadline(world) == "2026-11-27 20:00"
    world.tick(days=7)
    assert deadline(world) == "2026-12-07 23:59"


def test_who_has_nothing_to_order_delays_nobody(world: World) -> None:
    """A power that is out of the game is away for ever, and no deadline minds."""
    begin(world)
    world.mail("france", "ABSENT 3 Dec to 6 Dec")
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        (seat,) = [one for one in transaction.seats(game.id) if one.seat == "FRANCE"]
        transaction.save_seat(type(seat)(seat.id, seat.game_id, seat.seat, None))
    world.tick(days=7)
    assert deadline(world) == "2026-12-04 20:00"


def test_longer_than_the_game_allows_asks_the_gm(world: World) -> None:
    """Fifteen days are more than a fortnight: nothing moves until the GM says so."""
    begin(world)
    world.mail("france", "ABSENT 25 Nov to 9 Dec")
    assert "so the GM has been asked" in told(world, "france")
    assert deadline(world) == "2026-11-27 20:00"
    (mail,) = world.new_mail(GM)
    assert "France asks to be away from Wed 25 Nov 2026 to Wed 9 Dec 2026" in str(mail["Subject"])
    assert "gm player absence tara france grant" in " ".join(text_of(mail).split())
    decide_absence(world.services, "tara", "france", grant=True)
    assert deadline(world) == "2026-12-10 23:59"
    mails = [" ".join(text_of(one).split()) for one in world.new_mail("france")]
    assert any("The GM has granted your absence" in one for one in mails)
    with pytest.raises(NotAllowed, match="Nothing is asked"):
        decide_absence(world.services, "tara", "france", grant=True)


def test_the_gm_may_refuse(world: World) -> None:
    """The player is told, and the deadline stays; the list shows how it ended."""
    begin(world, absence="0")
    world.mail("france", "ABSENT 26 Nov to 29 Nov")
    told(world, "france")
    decide_absence(
        world.services, "tara", "france", grant=False, reason="a second time this month"
    )
    text = told(world, "france")
    assert "The GM has not granted your absence" in text
    assert "a second time this month" in text
    assert deadline(world) == "2026-11-27 20:00"
    (one,) = absences_of(world.services, "tara")
    assert (one.power, one.state) == ("FRANCE", AbsenceState.REFUSED)


def test_pieces_of_a_long_absence_count_as_one(world: World) -> None:
    """Nobody is away for ever a week at a time; and after three times it is enough."""
    begin(world)
    world.mail("france", "ABSENT 26 Nov to 5 Dec")
    told(world, "france")
    world.mail("france", "ABSENT 6 Dec to 15 Dec")
    assert "so the GM has been asked" in told(world, "france")
    world.mail("france", "ABSENT 1 Feb to 3 Feb")
    assert "You are noted as away" in told(world, "france")
    world.mail("france", "ABSENT 1 Mar to 3 Mar")
    assert "You have noted 3 absences already" in told(world, "france")


def test_taking_it_back_never_moves_a_deadline_earlier(world: World) -> None:
    """What has moved stays; what has not yet moved does not."""
    begin(world)
    world.mail("france", "ABSENT 26 Nov to 29 Nov")
    world.mail("france", "ABSENT none")
    text = told(world, "france")
    assert "is taken back" in text
    assert deadline(world) == "2026-11-30 23:59"
    world.mail("france", "ABSENT none")
    assert "You have noted no absence" in told(world, "france")


def test_the_same_again_is_no_second_one(world: World) -> None:
    """A mail sent twice is answered twice and noted once."""
    begin(world)
    world.mail("france", "ABSENT 26 Nov to 29 Nov")
    world.mail("france", "ABSENT 26 Nov to 29 Nov")
    assert "You are noted as away from Thu 26 Nov 2026 to Sun 29 Nov 2026 already." in told(
        world, "france"
    )
    assert len(absences_of(world.services, "tara")) == 1


def test_days_that_cannot_be_are_told(world: World) -> None:
    """The answer says what would be right; nothing is noted."""
    begin(world)
    world.mail("france", "ABSENT 3/4 to 5/6")
    assert "could be two days" in told(world, "france")
    world.mail("france", "ABSENT 1 Jan 2029 to 3 Jan 2029")
    assert "more than a year off" in told(world, "france")
    assert absences_of(world.services, "tara") == ()


def test_a_short_phase_gives_no_whole_day_to_read(world: World) -> None:
    """Where a phase lasts an hour, an hour after his return is enough."""
    world.clock.advance(days=19, hours=8)
    world.start(variant="standard", lengths={**WEEK, "movement": 3600})
    now = world.clock.now()
    world.mail("france", "ABSENT until 21 Nov")
    phase = world.phase()
    assert phase is not None
    assert deadline(world) == "2026-11-22 00:59"
    assert phase.deadline - now > timedelta(hours=1)
