"""CLEAR, TIMEZONE, SET, HISTORY, REPORT, RULES and HELP with a word."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.world import World, text_of

ALL_THREE = "A Par - Bur\nA Mar - Spa\nF Bre - MAO"


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A game of Diplomacy in its first spring; France has ordered all its units."""
    world.start(variant="standard")
    world.mail("FRANCE", ALL_THREE)
    world.new_mail("FRANCE")
    return world


def test_clear_takes_all_orders_back(game: World) -> None:
    """The answer says what went and what stands now; the journal keeps that it was."""
    game.mail("FRANCE", "CLEAR")
    (answer,) = game.new_mail("FRANCE")
    told = plain(text_of(answer))
    assert (
        "3 orders of France for Spring 1901 taken back: A PAR - BUR, A MAR - SPA and F BRE" in told
    )
    assert "NO ORDER OF YOURS STANDS" in told
    assert game.orders("FRANCE") == []
    with game.services.store.read() as transaction:
        entries = transaction.journal(transaction.game("tara").id)
    (entry,) = [one for one in entries if one.kind == "orders taken back"]
    assert (entry.author, entry.public) == ("FRANCE", False)


@pytest.mark.parametrize("line", ["REPORT", "HISTORY"])
def test_a_game_without_a_past_says_so(game: World, line: str) -> None:
    """Whoever asks in the first spring reads that nothing is over yet."""
    game.mail("FRANCE", line)
    assert "No phase has been resolved yet." in plain(game.last_text("FRANCE"))


@pytest.mark.parametrize("line", ["No orders", "cancel my orders", "Withdraw all of my orders"])
def test_orders_are_taken_back_in_plain_words(game: World, line: str) -> None:
    """As lists are: Cancel my builds."""
    game.mail("FRANCE", "A Par - Bur")
    game.mail("FRANCE", line)
    assert game.orders("FRANCE") == []


@pytest.mark.parametrize("line", ["CLEAR A Par", "clear Paris", "Clear my army Paris"])
def test_clear_takes_one_units_order_back(game: World, line: str) -> None:
    """The province says which."""
    game.mail("FRANCE", line)
    assert game.orders("FRANCE") == ["A MAR - SPA", "F BRE - MAO"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Cancel the order for the fleet", ["A PAR - BUR", "A MAR - SPA"]),
        ("Please cancel my fleet's order.", ["A PAR - BUR", "A MAR - SPA"]),
        ("Withdraw the order for A Par", ["A MAR - SPA", "F BRE - MAO"]),
        ("cancel the orders for my armies", ["F BRE - MAO"]),
    ],
)
def test_an_order_is_taken_back_in_plain_words(game: World, line: str, left: list[str]) -> None:
    """A player's one fleet needs no name; the answer says what went."""
    game.mail("FRANCE", line)
    assert game.orders("FRANCE") == left
    assert "of France for Spring 1901 taken back" in plain(game.last_text("FRANCE"))


def test_whose_order_is_taken_back_is_asked(game: World) -> None:
    """Of two armies nothing is guessed."""
    game.mail("FRANCE", "Cancel the order for the army")
    assert len(game.orders("FRANCE")) == 3
    assert "Whose order is taken back?" in plain(game.last_text("FRANCE"))


def test_clear_is_done_before_the_orders_of_its_mail(game: World) -> None:
    """Wherever it stands in the mail."""
    game.mail("FRANCE", "A Par - Pic\nCLEAR")
    told = plain(game.last_text("FRANCE"))
    assert game.orders("FRANCE") == ["A PAR - PIC"]
    assert "BESIDES YOUR ORDERS" in told
    assert "3 orders of France for Spring 1901 taken back" in told


def test_clear_of_what_does_not_stand_says_so(game: World) -> None:
    """Twice is once, and a name that is none is asked about."""
    game.mail("FRANCE", "CLEAR builds")
    assert "No such order of France stood" in plain(game.last_text("FRANCE"))
    game.mail("FRANCE", "CLEAR Par, Narnia")
    told = plain(game.last_text("FRANCE"))
    assert "NOT DONE" in told
    assert "“Narnia” is no unit's province and no list such as builds." in told
    assert len(game.orders("FRANCE")) == 3


def test_clear_after_the_deadline_takes_nothing_back(game: World) -> None:
    """It answers the phase before, or came too late: the orders count."""
    game.tick(hours=1, seconds=5)
    game.mail("FRANCE", "CLEAR", headers="In-Reply-To: <tara.1.opening.FRANCE@gm.example.org>\n")
    phase = game.phase()
    assert phase is not None
    assert phase.name != "S1901M"
    assert game.orders("FRANCE") == []


def test_a_clear_read_late_takes_nothing_newer_back(game: World) -> None:
    """Only what stood when it came goes; the same mail twice has the effect of once."""
    game.mail("FRANCE", "CLEAR\nA Par - Bur")
    game.mail("FRANCE", "A Mar H")
    assert game.orders("FRANCE") == ["A PAR - BUR", "A MAR H"]


@pytest.mark.parametrize(
    "zone", ["America/New_York", "america/new_york", "New York"[:3] + "_York"]
)
def test_a_time_zone_is_changed_by_mail(game: World, zone: str) -> None:
    """The very answer tells the time in it."""
    game.mail("FRANCE", f"TIMEZONE {zone}")
    told = plain(game.last_text("FRANCE"))
    assert "tell the time in America/New_York from now on" in told
    with game.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert person.time_zone == "America/New_York"


def test_a_time_zone_that_is_none_is_asked_about(game: World) -> None:
    """Nothing changes, and the nearest names are offered."""
    game.mail("FRANCE", "TIMEZONE Europe/Dublim")
    told = plain(game.last_text("FRANCE"))
    assert "There is no time zone “Europe/Dublim”. Did you mean Europe/Dublin" in told
    with game.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert person.time_zone == "Europe/Dublin"


def test_the_habits_of_judges_are_answered(game: World) -> None:
    """What does nothing here is said, with what does."""
    game.mail("FRANCE", "set absence 24 Dec to 2 Jan")
    assert "write ABSENT and the days" in plain(game.last_text("FRANCE"))


@pytest.mark.slow
def test_history_and_report_tell_the_past_again(game: World) -> None:
    """Both by phase, season or year; a report is the player's own copy."""
    game.tick(hours=1, seconds=5)
    game.tick(hours=1, seconds=5)
    game.new_mail("FRANCE")
    game.mail("FRANCE", "HISTORY")
    told = plain(game.last_text("FRANCE"))
    assert "SPRING 1901" in told
    for entry in ("a par-BUR", "a mar-SPA", "f bre-MAO", "AUSTRIA: a BUD stands (no order)"):
        assert entry in told
    assert "AUTUMN 1901" in told
    game.mail("FRANCE", "HISTORY S1901..S1901")
    assert "AUTUMN 1901 MOVES" not in plain(game.last_text("FRANCE"))
    game.mail("FRANCE", "report spring 1901")
    (answer,) = game.new_mail("FRANCE")
    assert "Copy of the report of Spring 1901" in answer["Subject"]
    told = plain(text_of(answer))
    assert "WHAT HAPPENED TO YOU" in told
    assert "Army Paris moves to BURGUNDY - done." in told
    assert "This is a copy that you asked for" in told
    assert "Copy these lines to the top of your reply" not in told
    game.mail("FRANCE", "REPORT W1950")
    assert "No phase of W1950 has been resolved." in plain(game.last_text("FRANCE"))


def test_rules_and_the_help_of_a_word(game: World) -> None:
    """RULES is what the opening mail had; HELP and a word tells of that, or what is like it."""
    game.mail("FRANCE", "RULES")
    assert "THE RULES AS PLAYED" in game.last_text("FRANCE")
    game.mail("FRANCE", "HELP FORECAST")
    assert "plays out the orders of its mail" in plain(game.last_text("FRANCE"))
    game.mail("FRANCE", "HELP FORCAST")
    assert "Did you mean FORECAST?" in plain(game.last_text("FRANCE"))


def test_a_mail_of_several_acts_is_done_line_by_line(game: World) -> None:
    """One answer tells of all, what was not done as well."""
    state = game.mail("FRANCE", "CLEAR A Par\nTIMEZONE Nowhere/Atall\nSTATUS").state
    assert state is InboxState.DONE
    (answer,) = game.new_mail("FRANCE")
    told = plain(text_of(answer))
    assert "NOT DONE ! TIMEZONE Nowhere/Atall" in told
    assert "DONE CLEAR A Par - 1 order of France" in told
    assert told.count("YOUR ORDERS AS THEY STAND") == 1


def test_status_tells_what_stands_beside_orders(game: World) -> None:
    """One's own words, questions that wait for an answer, votes; and two deadlines."""
    game.mail("FRANCE", "WAIT\nVOTE DRAW\nA Mar - Buur")
    game.new_mail("FRANCE")
    game.mail("FRANCE", "STATUS")
    told = plain(game.last_text("FRANCE"))
    assert "You have said WAIT" in told
    assert "1 question about an earlier mail still waits for your answer" in told
    assert "STILL WAITING FOR YOUR ANSWER ! A Mar - Buur" in told
    assert "is open until the phase ends; you voted yes." in told
    game.mail("GERMANY", "STATUS")
    told = plain(game.last_text("GERMANY"))
    assert "WAIT:" not in told
    assert "you have not voted." in told


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("said", "kept", "told"),
    [
        ("MAILS text only", {"html": "no"}, "plain text alone"),
        ("mails no pictures, please", {"pictures": "no"}, "as HTML, without pictures"),
        ("SET MAILS judge and without pictures", {"manner": "judge", "pictures": "no"}, "judges'"),
        ("MAILS with html, zine", {"html": "yes", "manner": "zine"}, "the zines'"),
        ("MAILS text\nMAILS as usual", {}, "with pictures of the map"),
    ],
)
def test_how_mails_come_is_changed_by_mail(
    game: World, said: str, kept: dict[str, str], told: str
) -> None:
    """The answer says how they come from now on, and comes so itself."""
    game.mail("FRANCE", said)
    (answer,) = game.new_mail("FRANCE")
    assert told in plain(text_of(answer))
    with game.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert person.settings == kept
    assert (answer.get_body(("html",)) is None) == (kept.get("html") == "no")


def test_mails_that_cannot_come_so_are_asked_about(game: World) -> None:
    """Words that are no wish change nothing: the line is talk, or the answer says what could be."""
    game.mail("FRANCE", "MAILS in purple")
    with game.services.store.read() as transaction:
        person = transaction.person("france@example.org")
    assert person is not None
    assert person.settings == {}


def test_help_names_a_bridge_that_its_reader_could_build(world: World) -> None:
    """Beside a home where he builds, or a unit of his; another's would be none of his."""
    world.start()
    for power, home in (("LEINSTER", "Db"), ("ULSTER", "Be"), ("BRITAIN", "De")):
        world.mail(power, "HELP")
        (line,) = [one for one in world.last_text(power).splitlines() if "Build bridge" in one]
        assert home in line
