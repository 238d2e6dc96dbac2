"""What a report says of those who fare badly: the disbanded, the attacked, the fallen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gm.games.diplomacy.pages.season.season_page import season_page
from gm.games.diplomacy.rules.board import PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgePart
from tests.report import mails
from tests.report.play import Play
from tests.rules.positions import position


def at(state: GameState) -> Play:
    """Return a game of Republic that stands there."""
    play = Play("republic")
    play.state = play.before = state
    return play


def told(play: Play, reader: str | None) -> str:
    """Return a reader's report of the phase played last, its lines joined."""
    return " ".join(mails.season_report(play.season(reader)).text.split())


def test_a_disband_that_was_ordered_is_no_failure() -> None:
    """Who orders a dislodged unit off the board has had his way; who says nothing has not."""
    state = position("F1016M", {"ULSTER": ["A Dow"], "MUNSTER": ["A Ker"]})
    unit = state.units[-1]
    place = Dislodged(unit, ProvinceId("Lim"), ())
    beaten = GameState(Phase.parse("F1016R"), state.units[:-1], dislodged=(place,))
    play = at(beaten)
    play.resolve({unit.power: f"D {unit}"})
    assert "Your one order came off." in told(play, unit.power)
    assert f"Disband Army {'Kerry' if unit.power == 'MUNSTER' else 'Down'} - done." in told(
        play, None
    )


def test_units_are_removed_in_winter() -> None:
    """The word is that of the rules: a removal in winter, a disband after a defeat."""
    play = at(position("W1016A", {"MUNSTER": ["A Ker", "A Wat"]}, {"MUNSTER": ["Ker"]}))
    play.resolve({"MUNSTER": "D A Wat"})
    assert "Remove Army Waterford - done." in told(play, "MUNSTER")


def test_an_attack_across_the_bridge_is_told_as_such() -> None:
    """Republic 9f: the bridge saved by an attack across it; an attack from elsewhere is not."""
    bridge = BridgePart((Bridge(pair(ProvinceId("Cla"), ProvinceId("Lim")), PowerId("MUNSTER")),))
    state = position("S1017M", {"CONNAUGHT": ["F Cla"], "MUNSTER": ["F Lim", "F FAS"]})
    for moves, words in (
        ("F Lim - Cla", "It came under attack by Fleet Limerick, across that bridge."),
        ("F FAS - Cla", "It came under attack by Fleet Fastnet."),
        ("F Lim - Cla; F FAS - Cla", "across that bridge too."),
    ):
        play = at(state.with_part(bridge))
        play.resolve({"CONNAUGHT": "F Cla ATTACK BRIDGE Cla-Lim", "MUNSTER": moves})
        assert words in told(play, "CONNAUGHT")


def test_who_is_out_reads_it_first_and_only_watches_then() -> None:
    """A power that falls in a winter is told so at once, and leaves the tables."""
    play = at(position("W1016A", {"MUNSTER": ["A Ker"]}, {"MUNSTER": ["Ker"]}))
    play.resolve({})
    report = told(play, "ULSTER")
    assert "results for Ulster You are out of the game." in report
    assert "OUT OF THE GAME" in report
    assert "- Ulster: " not in report
    assert report.count("Ulster is out of the game.") == 1
    assert "Thank you for playing to the end." in report
    assert "To send orders" not in report
    assert "To send orders" in told(play, "MUNSTER")
    play.resolve({})
    report = told(play, "ULSTER")
    assert "You get the reports as an observer." in report
    assert "Thank you" not in report
    assert "To send orders" not in report


def test_nobody_is_told_twice_that_he_sent_nothing() -> None:
    """The headline says it; the others read it behind the results."""
    play = at(position("W1016A", {"ULSTER": ["A Ker"]}, {"ULSTER": ["BeN", "BeS"]}))
    play.resolve({})
    report = told(play, "ULSTER")
    assert "You gave no orders." in report
    assert "WHAT HAPPENED TO YOU" not in report
    assert "WITHOUT ORDERS No orders came from " in report
    assert "had no orders" not in report
    assert "Ulster" in told(play, None).partition("WITHOUT ORDERS")[2]


def test_a_power_with_nothing_left_is_still_shown() -> None:
    """Republic, ruling: Britain is not out while Devon is vacant, so it is not forgotten."""
    play = at(position("W1020A", {"MUNSTER": ["A Ker"]}, {"MUNSTER": ["Ker"]}))
    play.resolve({})
    assert "- Without units and centres: Britain." in told(play, None)


def test_who_sent_orders_ahead_is_told_that_they_count() -> None:
    """The report that opens a winter asks for nothing as if no orders had come."""
    play = at(position("F1016M", {"MUNSTER": ["A Ker"]}, {"MUNSTER": ["CoC", "CoS"]}))
    play.resolve({})
    view = play.season("MUNSTER")
    words = (
        "The orders you sent ahead for Winter 1016 count already: another mail is their receipt."
    )
    asked = replace(view, ahead={PowerId("MUNSTER"): ()})
    assert words in " ".join(mails.season_report(asked).text.split())
    assert words not in " ".join(mails.season_report(view).text.split())


@pytest.mark.parametrize(("left", "lines"), [((), 0), (("removal",), 2), (("removal",) * 2, 2)])
def test_the_form_after_orders_ahead_is_whole_or_none(left: tuple[str, ...], lines: int) -> None:
    """A list filled in takes the place of a list, so half a list would take back the other half."""
    play = at(position("F1016M", {"MUNSTER": ["A Ker", "A Lim"]}, {"MUNSTER": ["CoC"]}))
    play.resolve({})
    due = replace(play.due(), open_slots={PowerId("MUNSTER"): ("removal", "removal")})
    view = replace(play.season("MUNSTER"), due=due, ahead={PowerId("MUNSTER"): left})
    report = mails.season_report(view).text
    assert report.splitlines().count("  Remove ____") == lines
    assert ("REPLY FORM" in report) == bool(lines)


def test_what_a_poor_power_can_do_is_told_as_it_is() -> None:
    """Republic 6: units or bridges are removed at choice; what cannot be removed lapses."""
    mine = BridgePart(
        (Bridge(pair(ProvinceId("Cla"), ProvinceId("Lim")), PowerId("MUNSTER")),),
        {PowerId("ULSTER"): 2},
    )
    units = {"MUNSTER": ["A Ker", "F Lim"]}
    play = at(position("F1019M", units, {"MUNSTER": ["CoC"]}).with_part(mine))
    play.resolve({"MUNSTER": "A Ker - CoC; F Lim - FAS"})
    assert "You must remove 1 unit, or bridges instead." not in told(play, "ULSTER")
    assert "must remove" in told(play, "MUNSTER")
    assert "or bridges instead." in told(play, "MUNSTER")
    fallen = told(play, "ULSTER")
    assert (
        "You have no unit and no bridge. The 4 points you lack lapse if nobody pays them."
        in fallen
    )
    assert "Build bridge" not in fallen
    assert "You have no income this winter." in told(play, "LEINSTER")


def test_centres_off_the_board_go_with_an_autumn() -> None:
    """Republic 3: Britain has two until Autumn 1018 is over, and one from then on."""
    play = at(position("W1017A", {"BRITAIN": ["F WxS"]}, {"BRITAIN": ["WxS"]}))
    seen = []
    for _ in range(4):
        play.resolve(
            {"BRITAIN": "WAIVE" if play.state.phase.kind.name == "ADJUSTMENT" else "F WxS H"}
        )
        report = told(play, None)
        seen.append(report.partition("- Britain: 1 unit: F WxS; 1 centre: WxS, ")[2][:3])
    assert seen == ["two", "two", "one", "one"]


@pytest.mark.parametrize(
    ("reader", "orders", "look"),
    [
        ("MUNSTER", {"MUNSTER": "A Ker - Lim", "ULSTER": "A Dow - Arm"}, "glance"),
        ("MUNSTER", {"MUNSTER": "A Ker - Dow", "ULSTER": "A Dow - Arm"}, "glance-open"),
        ("CONNAUGHT", {"MUNSTER": "A Ker - Lim", "ULSTER": "A Dow - Arm"}, "glance-open"),
        (
            "CONNAUGHT",
            {"CONNAUGHT": "A May H", "ULSTER": "A Sli - May; A Ros S A Sli - May"},
            "glance-bad",
        ),
        (None, {"CONNAUGHT": "A May H", "ULSTER": "A Sli - May; A Ros S A Sli - May"}, "glance"),
    ],
)
def test_the_headline_shows_how_the_season_went(
    reader: str | None, orders: dict[str, str], look: str
) -> None:
    """Green where all came off, amber where something failed or lacked, red where a unit was hit."""
    units = {"MUNSTER": ["A Ker"], "ULSTER": ["A Dow", "A Sli", "A Ros"], "CONNAUGHT": ["A May"]}
    play = at(position("S1016M", units))
    play.resolve(orders)
    page = season_page(play.season(reader))
    moods = [own.mood.value for own in page.own]
    assert moods == ([look] if reader else [])
    edge = {"glance": "#3f9a57", "glance-open": "#c98a1b", "glance-bad": "#c8443c"}[look]
    html = mails.season_report(play.season(reader)).html
    assert re.search(rf"<p[^>]*6px solid {edge}[^>]*>{re.escape(page.headline)}", html)
