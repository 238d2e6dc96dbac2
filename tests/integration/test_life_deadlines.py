"""Scenarios of a game's deadlines, over real mail with a clock to set.

Each mail goes in over SMTP and comes out over SMTP; the GM types commands on the same database.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gm.app.records import PhaseRecord
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.absence_desk import decide_absence
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.errors import NotAllowed
from tests.integration.by_mail import DAY, GAME, GM, GREAT_POWERS, ByMail, standard, text_of

FRANCE, TURKEY = "france@players.example", "turkey@players.example"
DUBLIN = ZoneInfo("Europe/Dublin")
WEEK = {"movement": 7 * DAY, "retreat": DAY, "adjustment": DAY, "remind": 0}
HOLDS = {
    "AUSTRIA": "A Vie H\nA Bud H\nF Tri H",
    "ENGLAND": "F Lon H\nF Edi H\nA Lvp H",
    "FRANCE": "A Par H\nA Mar H\nF Bre H",
    "GERMANY": "A Mun H\nA Ber H\nF Kie H",
    "ITALY": "A Ven H\nA Rom H\nF Nap H",
    "RUSSIA": "A Mos H\nA War H\nF Sev H\nF StP H",
    "TURKEY": "A Con H\nA Smy H\nF Ank H",
}


def open_phase(game: ByMail, name: str = GAME) -> PhaseRecord:
    """The phase that is open."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game(name).id)
    assert phase is not None
    return phase


def go_to(game: ByMail, moment: datetime) -> None:
    """Let the clock show a moment."""
    game.clock.advance(seconds=(moment - game.clock.now()).total_seconds())


def notice(game: ByMail, address: str, *words: str) -> EmailMessage:
    """The newest mail to somebody whose text holds all these words."""
    return game._wait(address, lambda one: all(word in text_of(one) for word in words))


def entry_of(mail: EmailMessage) -> str:
    """The calendar entry that a mail brings, unfolded."""
    (part,) = mail.iter_attachments()
    return str(part.get_content()).replace("\r\n ", "").replace("\n ", "")


def number_in(entry: str, name: str) -> int:
    """A figure in a calendar entry."""
    return int(next(line for line in entry.splitlines() if line.startswith(name)).split(":")[1])


def test_scenario_19_a_moved_deadline_is_told_to_all(tmp_path: Path) -> None:
    """Old and new times reach every player, the GM and the list; earlier needs the GM's word."""
    wish = {"lengths": WEEK, "list_address": "reports@lists.example"}
    with standard(tmp_path, **wish) as game:
        opening = entry_of(game.opened("FRANCE", "S1901M"))
        old = open_phase(game).deadline
        with pytest.raises(NotAllowed, match="--earlier"):
            move_deadline(game.services, GAME, old - timedelta(days=1))
        assert open_phase(game).deadline == old
        new = old + timedelta(days=3)
        move_deadline(game.services, GAME, new, reason="Two of us are at a fair")
        readers = [f"{power.lower()}@players.example" for power in GREAT_POWERS]
        for reader in (*readers, GM, "reports@lists.example"):
            mail = notice(game, reader, "has moved", "Two of us are at a fair")
            text = text_of(mail)
            assert f"Old: {old:%a} {old.day} {old:%b %Y}" in text
            assert f"New: {new:%a} {new.day} {new:%b %Y}" in text
            entry = entry_of(mail)
            assert f"DTSTART:{new:%Y%m%dT%H%M%SZ}" in entry
            (uid,) = [line for line in entry.splitlines() if line.startswith("UID:")]
            assert uid in opening
            assert number_in(entry, "SEQUENCE") > number_in(opening, "SEQUENCE")
        go_to(game, old)
        assert open_phase(game).name == "S1901M"
        move_deadline(game.services, GAME, old + timedelta(days=1), earlier=True)
        assert "EARLIER" in str(notice(game, FRANCE, "has moved", "in 1 day")["Subject"])


def test_scenario_20_an_absence_pushes_the_deadline_or_asks_the_gm(tmp_path: Path) -> None:
    """Within the limit it moves at once, for all; a longer one moves when the GM has granted it."""
    with standard(tmp_path, lengths=WEEK) as game:
        due = open_phase(game).deadline.astimezone(DUBLIN)
        first, last = due - timedelta(days=1), due + timedelta(days=2)
        answer = game.mail(FRANCE, f"ABSENT {first:%d %b} to {last:%d %b}")
        assert "You are noted as away" in answer
        moved = open_phase(game).deadline
        assert moved > due
        assert moved.astimezone(DUBLIN).date() == last.date() + timedelta(days=1)
        text = text_of(notice(game, TURKEY, "has moved", "A player is away"))
        assert "France" not in text
        end = last + timedelta(days=20)
        asked = game.mail(TURKEY, f"absent {first:%d %B} - {end:%d %B %Y}")
        assert "so the GM has been asked" in asked
        assert open_phase(game).deadline == moved
        assert "asks to be away" in str(notice(game, GM, "gm player absence")["Subject"])
        decide_absence(game.services, GAME, "turkey", grant=True)
        notice(game, TURKEY, "The GM has granted your absence")
        assert open_phase(game).deadline.astimezone(DUBLIN).date() == end.date() + timedelta(
            days=1
        )


@pytest.mark.slow
def test_scenario_21_all_in_and_final_runs_early_unless_one_waits(tmp_path: Path) -> None:
    """The season runs after its time to cool; a WAIT stops it, and new orders begin it anew."""
    wish = {"lengths": WEEK, "settings": {"early": "yes", "cooling": "40s"}}
    with standard(tmp_path, **wish) as game:
        for power in GREAT_POWERS[:-1]:
            game.send(power, HOLDS[power])
        game.clock.advance(seconds=50)
        last = game.send("TURKEY", "A Con H\nA Smy H\nFINAL")
        assert "All orders are in: Spring 1901 is resolved on" in last
        game.mail(FRANCE, "WAIT")
        game.clock.advance(seconds=50)
        game.mail(TURKEY, "STATUS")
        assert open_phase(game).name == "S1901M"
        game.mail(FRANCE, "NOWAIT")
        game.clock.advance(seconds=30)
        game.send("TURKEY", "A Con - Bul")
        game.clock.advance(seconds=30)
        game.mail(TURKEY, "STATUS")
        assert open_phase(game).name == "S1901M"
        before = game.clock.now()
        game.clock.advance(seconds=10)
        report = game.opened("ENGLAND", "F1901M")
        assert "resolved before its deadline" in text_of(report)
        assert open_phase(game).opened_at == before + timedelta(seconds=10)


@pytest.mark.parametrize("grace", [0, 1800])
def test_scenario_27_late_orders_go_by_the_game_s_setting(tmp_path: Path, grace: int) -> None:
    """Ten minutes late: taken and marked where the game has grace, refused where it has none."""
    wish = {"lengths": {**WEEK, "grace": grace}}
    with standard(tmp_path, **wish) as game:
        game.send("FRANCE", "A Par - Bur")
        opening = str(game.opened("FRANCE", "S1901M")["Message-ID"])
        due = open_phase(game).deadline
        go_to(game, due + timedelta(minutes=10))
        answer = game.mail(FRANCE, "A Par - Pic", reply_to=opening)
        if grace:
            assert "Late: your mail reached us 10 minutes after the deadline" in answer
            go_to(game, due + timedelta(minutes=30))
        else:
            assert "Nothing in your mail was recorded for France" in answer
        expected = "PICARDY" if grace else "BURGUNDY"
        report = text_of(game.opened("FRANCE", "F1901M"))
        assert f"Army Paris moves to {expected}" in report


@pytest.mark.parametrize(("month", "change"), [(3, "forward"), (10, "back")])
def test_scenario_38_clock_changes_never_shift_a_deadline(
    tmp_path: Path, month: int, change: str
) -> None:
    """Season after season falls at 20:00 in Dublin, before and after the clocks go one way."""
    begin = datetime(2027, month, 20, 12, tzinfo=UTC)
    wish = {
        "lengths": {**WEEK, "movement": 4 * DAY},
        "time_zone": "Europe/Dublin",
        "settings": {"at": "20:00", "begins": f"{begin:%Y-%m-%d %H:%M}"},
    }
    with standard(tmp_path, **wish) as game:
        seen = [open_phase(game).deadline]
        for name in ("F1901M", "S1902M"):
            game.clock.advance(seconds=(seen[-1] - game.clock.now()).total_seconds())
            text = text_of(game.opened("FRANCE", name))
            seen.append(open_phase(game).deadline)
            assert "20:00 (Europe/Dublin" in text
        assert all(one.astimezone(DUBLIN).strftime("%H:%M") == "20:00" for one in seen)
        hours = [one.hour for one in seen]
        assert (hours[0], hours[-1]) == ((20, 19) if change == "forward" else (19, 20))


def test_scenario_39_two_games_two_zones_one_server(tmp_path: Path) -> None:
    """A Republic in New York and a standard game in Dublin: each mail reaches its own game."""
    wish = {
        "lengths": {**WEEK},
        "time_zone": "Europe/Dublin",
        "settings": {"at": "20:00"},
    }
    with standard(tmp_path, **wish) as game:
        other = _republic(game)
        assert _hour(open_phase(game), "Europe/Dublin") == "20:00"
        assert _hour(open_phase(game, other), "America/New_York") == "20:00"
        game.send("FRANCE", "A Par - Bur")
        game.mail("ulster@players.example", "Build A Belfast South")
        orders = _orders(game)
        assert orders(GAME, "FRANCE") == ["A PAR - BUR"]
        assert orders(other, "ULSTER") == []  # it went to the wrong game's address
        wrong = game._wait("ulster@players.example", lambda one: "holds no seat" in text_of(one))
        assert wrong["In-Reply-To"]
        pause(game.services, other)
        go_to(game, open_phase(game).deadline)
        report = game.opened("FRANCE", "F1901M")
        assert "New_York" not in text_of(report)
        assert open_phase(game, other).number == 1
        resume(game.services, other)
        notice(game, "ulster@players.example", "goes on", "America/New_York")


def _republic(game: ByMail) -> str:
    name, services = "boyne", game.services
    wish = NewGame(
        name,
        "republic",
        "Aoife",
        "aoife@players.example",
        time_zone="America/New_York",
        settings={"at": "20:00"},
    )
    new_game(services, wish)
    for power in ("ULSTER", "MUNSTER", "LEINSTER", "CONNAUGHT", "BRITAIN"):
        zone = "America/New_York"
        add_player(services, name, power, power.title(), f"{power.lower()}@players.example", zone)
    start_game(services, name)
    return name


def _hour(phase: PhaseRecord, zone: str) -> str:
    return f"{phase.deadline.astimezone(ZoneInfo(zone)):%H:%M}"


def _orders(game: ByMail) -> Callable[[str, str], list[str]]:
    def orders(name: str, power: str) -> list[str]:
        with game.services.store.read() as transaction:
            phase = transaction.open_phase(transaction.game(name).id)
            assert phase is not None
            return [one.canonical for one in transaction.active_orders(phase.id, power)]

    return orders
