"""CHART and SUMMARY by mail: the figures of a whole game, and what they keep to themselves."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from email.policy import SMTP
from pathlib import Path

import pytest

from gm.app.overriding.rollback import roll_back
from gm.app.reporting.illustrating import marked
from gm.drawing.chart_svg import draw_chart
from gm.drawing.charts import BarChart, LineChart
from gm.errors import NotAllowed
from gm.games.diplomacy.desk.mail_commands import game_figures
from gm.games.diplomacy.map.shown.charts import chart_svg
from gm.games.diplomacy.pages.charts.figures import PUBLIC, GameFigures, Reader, What
from gm.games.diplomacy.pages.facts.annals import Fared, tried_by
from gm.games.diplomacy.rules.board import PowerId
from gm.mail.pictures import marks_of
from tests.app.conftest import a_world
from tests.app.standard import SEASONS, play_standard
from tests.app.world import World, text_of

FRANCE, GERMANY, TURKEY = PowerId("FRANCE"), PowerId("GERMANY"), PowerId("TURKEY")


@pytest.fixture(scope="module")
def first_year(copied_databases: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of Diplomacy whose first year has been played, once for all tests."""
    folder = tmp_path_factory.mktemp("year")
    with a_world(folder) as world:
        play_standard(world)
        world.send()
    return folder


@pytest.fixture
def game(first_year: Path, tmp_path: Path) -> Iterator[World]:
    """A game of Diplomacy after its first year; nobody sent anything for retreats and winter."""
    copied = shutil.copytree(first_year, tmp_path / "year")
    with a_world(copied) as world:
        phase = world.phase()
        assert phase is not None
        world.clock.set(phase.opened_at)
        yield world


def figures(world: World, reader: Reader = PUBLIC) -> GameFigures:
    """Return the figures of the game."""
    return game_figures(world.services, "tara", reader)


def lines(told: str) -> list[str]:
    """Return the lines of a text, what they begin with as it stands."""
    return [line.rstrip() for line in told.splitlines()]


def test_summary_tells_whose_the_centres_were(game: World) -> None:
    """The grid of the mail judges: a column for each centre, a line of letters for each year."""
    game.mail("FRANCE", "SUMMARY")
    told = game.last_text("FRANCE")
    rows = {line[:4]: line[5:].split() for line in told.splitlines() if line[:3] == "190"}
    assert [*rows] == ["1900", "1901"]
    for one in figures(game).annals.years:
        letters = rows[str(one.year)]
        counted = {power[0]: letters.count(power[0]) for power in one.counts}
        assert counted == {power[0]: count for power, count in one.counts.items()}
        assert letters.count(".") == 34 - sum(one.counts.values())
    # By hand: 3 of each but Russia's 4, and 34 - 22 nobody's; France took Belgium, Spain, Munich.
    assert (rows["1900"].count("R"), rows["1900"].count("."), rows["1901"].count("F")) == (
        4,
        12,
        6,
    )
    assert "  Index      10    20" in told  # (6 * 9 + 16) / 7, (9 + 3 * 16 + 2 * 36 + 16) / 7


def test_chart_shows_all_figures_or_the_one_that_is_named(game: World) -> None:
    """All of them in short, with the words that show each year by year."""
    game.mail("FRANCE", "CHART")
    told = game.last_text("FRANCE")
    for title in ("SUPPLY CENTRES BY YEAR", "UNITS BY YEAR", "WHAT BECAME OF THE ORDERS"):
        assert title in told
    assert "POINTS BY SEASON" not in told
    assert "  France   6  ######" in lines(told)
    game.mail("FRANCE", "chart of centers")
    (answer,) = game.new_mail("FRANCE")
    assert str(answer["Subject"]).endswith("Supply centres by year")
    shown = lines(text_of(answer))
    head = shown.index("           1900  1901")
    assert shown[head + 1] == "  Austria     3     3"
    assert "WHOSE THE CENTRES WERE, BY YEAR" in text_of(answer)
    game.mail("FRANCE", "CHART POINTS")
    assert "nothing to show of that yet" in game.last_text("FRANCE")


def test_orders_are_counted_by_what_became_of_them(game: World) -> None:
    """Germany by hand: two of spring's came off, one bounced; later one of each, and two lacked."""
    counts = tried_by(figures(game).annals)
    assert counts[GERMANY] == {Fared.DONE: 3, Fared.BEATEN: 2, Fared.NONE: 2}
    assert counts[TURKEY] == {Fared.DONE: 3, Fared.BEATEN: 3}
    assert counts[FRANCE] == {Fared.DONE: 6}
    game.mail("FRANCE", "CHART ORDERS")
    assert "  Germany  7  ###--.." in lines(game.last_text("FRANCE"))


def test_who_sent_nothing_is_named_by_phase(game: World) -> None:
    """As the reports had it: one retreat was not ordered, and a winter that Austria need not."""
    game.mail("FRANCE", "CHART NMR")
    told = " ".join(game.last_text("FRANCE").split())
    assert "- Autumn 1901 retreats: Germany." in told
    assert "- Winter 1901: England, France, Germany, Italy, Russia and Turkey." in told
    assert "Austria 2 0" in told


@pytest.mark.slow
def test_lateness_is_told_to_the_late_power_and_the_gm(world: World) -> None:
    """A report names who sent nothing, never who was late: nor do the figures to others."""
    world.start(
        variant="standard",
        lengths={"movement": 3600, "retreat": 60, "adjustment": 60, "grace": 3600},
    )
    for power, orders in SEASONS[0].items():
        if power != "turkey":
            world.mail(power, orders)
    world.tick(minutes=60, seconds=5)
    world.clock.advance(minutes=30)
    world.mail("turkey", SEASONS[0]["turkey"])
    world.tick(minutes=30)
    (roll,) = figures(world).annals.rolls
    assert {power: late.total_seconds() for power, late in roll.late.items()} == {TURKEY: 1805}
    told = {}
    for who in ("FRANCE", "TURKEY"):
        world.new_mail(who)
        world.mail(who, "CHART NMR")
        told[who] = world.last_text(who)
    assert "30 minutes" in told["TURKEY"]
    assert "30 minutes" not in told["FRANCE"]
    public, gm = (
        next(one for one in figures(world, reader).figures if one.what is What.NMR)
        for reader in (PUBLIC, Reader(for_gm=True))
    )
    assert "received late" not in str(public)
    assert "received late" in str(gm)


@pytest.mark.slow
def test_a_phase_in_which_the_game_was_ended_counts_for_nobody(game: World) -> None:
    """Its orders were not carried out, so nobody missed it."""
    game.services = replace(game.services, mail_pictures=True)
    before = len(figures(game).annals.rolls[-1].asked)
    game.mail("FRANCE", "VOTE DRAW")
    for who in ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        game.mail(who, "VOTE YES")
    annals = figures(game).annals
    assert annals.over
    assert (before, annals.rolls[-1].asked, annals.rolls[-1].silent) == (6, (), ())
    last = game.new_mail("FRANCE")[-1]
    told = lines(text_of(last))
    assert "WHAT BECAME OF THE ORDERS" in told
    assert "  Germany  7  ###--.." in told
    assert any(line.startswith("1901 A A ") for line in told)
    marks = marks_of(last.as_bytes(policy=SMTP))
    assert [one.label.split(".")[0] for one in marks] == ["chart-centres", "chart-orders"]


OTHERS = {"ULSTER": "Belfast South", "MUNSTER": "Cork South", "CONNAUGHT": "Galway West"}


def a_republic(folder: Path, *, paid: bool) -> dict[str, str]:
    """Return all that outsiders can ask after a winter in which 3 points were paid, or not.

    Leinster has nothing to spend them on, so the boards are the same.
    """
    folder.mkdir()
    found = {}
    with a_world(folder) as world:
        world.start(options={"payments": "private"})
        for who, built in OTHERS.items():
            world.mail(who, f"Build A {built}")
        world.mail("BRITAIN", "Pay 3 to Leinster" if paid else "Waive")
        world.mail(
            "LEINSTER", "Build A Dublin North\n" + ("Receive 3 from Britain" if paid else "")
        )
        world.tick(hours=1, seconds=5)
        for word in ("CHART", "CHART ACCOUNTS", "SUMMARY"):
            for who in ("ULSTER", "BRITAIN"):
                world.new_mail(who)
                world.mail(who, word)
                (mail,) = world.new_mail(who)
                html = mail.get_body(("html",))
                assert html is not None
                found[f"{who} {word}"] = text_of(mail) + str(html.get_content())
        shown = figures(world)
        for figure in shown.figures:
            found[f"list {figure.what.value}"] = chart_svg(shown.game, shown.state, figure)
    return found


@pytest.mark.slow
def test_private_payments_show_in_nothing_that_outsiders_see(tmp_path: Path) -> None:
    """Two games that differ in a secret payment alone are the same to Ulster and to the public."""
    paid, not_paid = (a_republic(tmp_path / str(it), paid=it) for it in (True, False))
    differing = {what for what in paid if paid[what] != not_paid[what]}
    assert {"list accounts", "ULSTER CHART ACCOUNTS", "BRITAIN CHART ACCOUNTS"} <= {*paid}
    assert differing == {"BRITAIN CHART ACCOUNTS"}


def test_the_charts_of_a_mail_are_pictures_in_it(game: World) -> None:
    """Each is named by what it shows, for whom, and a digest, and is drawn again from that alone."""
    game.services = replace(game.services, mail_pictures=True)
    game.mail("FRANCE", "CHART")
    (mail,) = game.new_mail("FRANCE")
    marks = marks_of(mail.as_bytes(policy=SMTP))
    shown = ("centres", "units", "orders", "nmr")
    assert [one.cid.split(".")[0] for one in marks] == [f"chart-{what}" for what in shown]
    html = mail.get_body(("html",))
    assert html is not None
    for one in marks:
        assert f'src="cid:{one.cid}"' in str(html.get_content())
        assert one.mark.split("/")[1:5] == [
            "chart",
            one.label.split("-")[1].split(".")[0],
            "en",
            "FRANCE",
        ]
        chart = marked(game.services, 1, one.mark)
        assert isinstance(chart, LineChart | BarChart)
        assert draw_chart(chart).startswith("<svg")
    game.mail("TURKEY", "CHART NMR")
    (other,) = marks_of(game.new_mail("TURKEY")[-1].as_bytes(policy=SMTP))
    assert other.mark != marks[-1].mark
    with pytest.raises(NotAllowed):
        marked(game.services, 1, "1/chart/nothing/en/public/0")


def test_what_was_rolled_back_is_in_no_figure(game: World) -> None:
    """The course of the game counts: after a rollback to autumn only spring is over."""
    before = figures(game).annals
    roll_back(game.services, "tara", "F1901M", sure=True, reason="a mail was lost")
    after = figures(game).annals
    assert (before.phases, after.phases) == (4, 1)
    assert [str(one.phase) for one in after.tried] == ["S1901M"]
    assert [one.year for one in after.years] == [1900]
    assert after.upto == before.upto - 3
