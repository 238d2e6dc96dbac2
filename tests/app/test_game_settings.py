"""The settings of a game: what may be written, what it means, what is refused and how."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from gm.app.records import GameRecord
from gm.app.settings.game_settings import checked_settings, settings_of
from gm.app.settings.setting_kinds import Nmr
from gm.app.settings.setting_table import BY_NAME, SETTINGS
from gm.errors import InputError


def _game(zone: str = "Europe/Dublin", **settings: str) -> GameRecord:
    made = datetime(2026, 11, 1, tzinfo=UTC)
    names = {name.replace("_", "-"): text for name, text in settings.items()}
    return GameRecord(
        1, "meadow", "standard", "Flora", "flora@example.org", made, time_zone=zone, settings=names
    )


def test_a_game_that_says_nothing_has_every_default() -> None:
    """Nothing stored means what the help says is the default."""
    found = settings_of(_game())
    assert (found.at, found.days, found.holidays, found.begins) == (
        None,
        frozenset(range(7)),
        (),
        None,
    )
    assert (found.nmr, found.early, found.cooling) == (Nmr.HOLD, False, timedelta(minutes=30))


READ = [
    ("at", "20:00", time(20)),
    ("at", "8.30", time(8, 30)),
    ("days", "mon-fri", frozenset(range(5))),
    ("days", "sat-mon", frozenset({5, 6, 0})),
    ("days", "Tuesday, thu", frozenset({1, 3})),
    ("holidays", "2026-12-24..2027-01-01", ((date(2026, 12, 24), date(2027, 1, 1)),)),
    ("begins", "2026-12-01 20:00", datetime(2026, 12, 1, 20, tzinfo=UTC)),
    ("begins", "2026-07-01 20:00", datetime(2026, 7, 1, 19, tzinfo=UTC)),
    ("cooling", "0", timedelta()),
    ("absence", "1d12h", timedelta(hours=36)),
    ("absence", "1 week", timedelta(days=7)),
    ("absence", "2 days, 3 hours and 10 minutes", timedelta(days=2, hours=3, minutes=10)),
    ("replace-after", "3", 3),
    ("nmr", "Standby", Nmr.STANDBY),
]


@pytest.mark.parametrize(("name", "text", "value"), READ)
def test_a_setting_is_read(name: str, text: str, value: object) -> None:
    """What a GM may write, and what it means in the zone of Dublin."""
    stored = checked_settings({name: text}, "Europe/Dublin")
    game = _game(**{name.replace("-", "_"): stored[name]})
    assert getattr(settings_of(game), BY_NAME[name].field) == value


REFUSED = [
    ("hour", "20:00", "There is no setting 'hour'. There are at, days"),
    ("colur", "grey", "There is no setting 'colur'. Did you mean colour?"),
    (
        "press",
        "grye",
        "press takes one of none, white, grey, both, not 'grye'. Did you mean grey?",
    ),
    ("cooling", "7 dayz", "'7 dayz' is no length"),
    ("at", "25:00", "at takes a time such as 20:00, or any, not '25:00'"),
    ("days", "payday", "'payday' is no weekday; there are mon, tue"),
    ("holidays", "2026-13-01", "'2026-13-01' is no day"),
    ("holidays", "2026-12-31..2026-12-24", "ends before it begins"),
    ("begins", "2026-03-29 01:30", "does not exist in Europe/Dublin"),
    ("early", "perhaps", "early takes yes or no"),
    ("cooling", "soon", "'soon' is no length"),
    ("cooling", "9999d", "longer than ten years"),
    ("cooling", "1" * 5000 + "d", "is no length"),
    ("replace-after", "-1", "It is 0 to 999"),
    ("nmr", "shoot", "one of hold, extend, standby, disorder, gm"),
]


@pytest.mark.parametrize(("name", "text", "words"), REFUSED)
def test_a_setting_is_refused_with_what_could_be(name: str, text: str, words: str) -> None:
    """The sentence names the setting and what it takes."""
    with pytest.raises(InputError) as fault:
        checked_settings({name: text}, "Europe/Dublin")
    assert words in str(fault.value)


def test_a_default_is_not_stored() -> None:
    """Only what differs is kept, so that a game says nothing it was not told to."""
    given = {one.name: one.default for one in SETTINGS}
    assert checked_settings(given, "UTC") == {}
