"""Retreats sent with the moves (scenario 31): used where they apply, asked for where not."""

from __future__ import annotations

import pytest

from tests.app.world import LIST, World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def autumn(world: World) -> World:
    """Autumn 1901: Austria is about to take Venice from Tyrolia, and Italy's army with it."""
    world.start(variant="standard")
    world.mail("AUSTRIA", "A Vie - Tyr")
    world.tick(hours=1, seconds=5)
    world.mail("AUSTRIA", "A Tyr - Ven\nF Tri S A Tyr - Ven")
    world.new_mail("ITALY")
    return world


@pytest.mark.slow
def test_the_first_place_that_is_open_counts(autumn: World) -> None:
    """Rome is occupied and Tyrolia is where the attack came from, so it is Apulia."""
    autumn.mail("ITALY", "A Ven H (retreat Rom, Tyr, Apu, Tus)\nA Rom H\nF Nap H")
    told = plain(autumn.last_text("ITALY"))
    assert "FOR AUTUMN 1901 RETREATS, KEPT UNTIL THEN" in told
    assert "Army Venice retreats to Apulia. [new]" in told
    autumn.mail("ITALY", "STATUS")
    assert "Army Venice retreats to Rome." in plain(autumn.last_text("ITALY"))
    autumn.tick(hours=1, seconds=5)
    phase = autumn.phase()
    assert phase is not None
    assert phase.name == "F1901R"
    assert autumn.orders("ITALY") == ["A VEN R APU"]
    report, receipt = autumn.new_mail("ITALY")
    assert "The orders you sent ahead for Autumn 1901 retreats count already" in plain(
        text_of(report)
    )
    assert "receipt 1, sent ahead: complete" in receipt["Subject"]
    autumn.tick(hours=1, seconds=5)
    report = autumn.new_mail("ITALY")[0]
    assert "Army Venice retreats to APULIA - done." in plain(text_of(report))


def test_where_none_is_open_the_player_is_asked(autumn: World) -> None:
    """Nothing enters, the receipt says why of each, and the reply is a retreat as ever."""
    autumn.mail("ITALY", "A Ven R Rom, Tyr")
    autumn.tick(hours=1, seconds=5)
    assert autumn.orders("ITALY") == []
    receipt = autumn.new_mail("ITALY")[-1]
    told = plain(text_of(receipt))
    assert "2 orders impossible" in receipt["Subject"]
    assert "CANNOT BE CARRIED OUT" in told
    autumn.mail("ITALY", "A Ven R Tus")
    assert autumn.orders("ITALY") == ["A VEN R TUS"]


def test_what_is_not_dislodged_is_not_asked_about(autumn: World) -> None:
    """Rome's list was for nothing: no receipt speaks of it, and next autumn it is forgotten."""
    autumn.mail("ITALY", "A Rom H (retreat Tus)\nA Ven - Pie")
    autumn.new_mail("ITALY")
    autumn.tick(hours=1, seconds=5)
    assert not any("sent ahead" in one["Subject"] for one in autumn.new_mail("ITALY"))


@pytest.mark.slow
def test_a_new_list_replaces_and_clear_takes_back(autumn: World) -> None:
    """Unit by unit, as orders do."""
    autumn.mail("ITALY", "A Ven R Apu")
    autumn.mail("ITALY", "A Ven R Tus, disband\nA Rom R Apu")
    told = plain(autumn.last_text("ITALY"))
    assert "Army Venice retreats to Tuscany. [new]" in told
    assert "Army Venice retreats to Apulia." not in told
    autumn.mail("ITALY", "CLEAR retreats")
    autumn.tick(hours=1, seconds=5)
    assert autumn.orders("ITALY") == []


def test_a_check_shows_retreats_and_keeps_none(autumn: World) -> None:
    """As it does with orders."""
    autumn.mail("ITALY", "CHECK\nA Ven R Apu")
    told = plain(autumn.last_text("ITALY"))
    assert "NOTHING WAS RECORDED" in told
    assert "Army Venice retreats to Apulia. [new]" in told
    autumn.tick(hours=1, seconds=5)
    assert autumn.orders("ITALY") == []


@pytest.mark.slow
def test_builds_are_taken_with_the_autumns_moves(world: World) -> None:
    """In every game: what the autumn leaves due enters the winter, in the sequence it was sent."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Mar - Spa\nA Par - Bur\nF Bre - MAO")
    world.tick(hours=1, seconds=5)
    world.mail(
        "FRANCE", "A Spa H\nA Bur - Bel\nF MAO - Por\nBuild A Par\nBuild F Bre\nBuild A Lon"
    )
    told = plain(world.last_text("FRANCE"))
    assert "FOR WINTER 1901, KEPT UNTIL THEN" in told
    assert "Build Fleet Brest" in told
    assert "1 line of your mail was not taken" in told
    world.mail("GERMANY", "Build A Mun")
    world.mail("AUSTRIA", "Winter 1901:\nBuild A Vie")
    world.new_mail("FRANCE")
    world.tick(hours=1, seconds=5)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1901A"
    assert world.orders("FRANCE") == ["B A PAR", "B F BRE"]
    assert world.orders("GERMANY") == []
    told = plain(text_of(world.new_mail("FRANCE")[-1]))
    assert "build" in told
    world.mail("FRANCE", "Build A Mar\nBuild A Par\nBuild F Bre")
    assert world.orders("FRANCE") == ["B A MAR", "B A PAR", "B F BRE"]


def test_nobody_reads_that_another_has_sent_his_builds(world: World) -> None:
    """The report tells each what he and the others can build, whatever was sent ahead."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Mar - Spa\nF Bre - MAO")
    world.mail("GERMANY", "F Kie - Den")
    world.tick(hours=1, seconds=5)
    world.mail("FRANCE", "F MAO - Por\nBuild A Mar\nBuild F Bre")
    world.mail("GERMANY", "F Den H")
    for who in ("FRANCE", "GERMANY", LIST):
        world.new_mail(who)
    world.tick(hours=1, seconds=5)
    own, *_ = (plain(text_of(one)) for one in world.new_mail("FRANCE"))
    assert "You can build 2 units" in own
    assert "The orders you sent ahead for Winter 1901 count already" in own
    assert "Build ____" not in own, "nothing is left for the lines to copy"
    for who in ("GERMANY", LIST):
        (report,) = (plain(text_of(one)) for one in world.new_mail(who))
        assert "France can build 2 units." in report
