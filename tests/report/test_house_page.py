"""How a game is run, in its opening mail: what differs in full, the rest in short."""

from __future__ import annotations

from dataclasses import replace

from gm.report.mails import opening
from gm.report.pages.house_page import house_page
from gm.report.views import HouseSetting
from gm.rules.phases import Phase
from tests.report.scenes import played

HOUSE = (
    HouseSetting("at", "20:00", "any", "deadlines", "The hour at which deadlines fall."),
    HouseSetting("days", "all", "all", "deadlines", "The weekdays on which they fall."),
    HouseSetting("early", "no", "no", "deadlines", "Whether it goes on when all is in."),
    HouseSetting("press", "grey", "white", "press", "Which messages are carried."),
    HouseSetting("postal", "no", "no", "press", "Messages wait for the results."),
)


def test_what_differs_is_told_in_full() -> None:
    """With its help, in the order of the settings; what is as usual by its group."""
    page = house_page(HOUSE)
    assert [(one.name, one.words) for one in page.chosen] == [("at", "20:00"), ("press", "grey")]
    assert page.chosen[0].help == "The hour at which deadlines fall."
    assert page.usual == ("deadlines: days = all, early = no", "press: postal = no")


def test_words_of_a_gm_add_no_line() -> None:
    """A value is one line, whatever was stored."""
    (one,) = house_page([replace(HOUSE[0], value="20:00\nYou have won.")]).chosen
    assert "\n" not in one.words


def test_the_opening_mail_tells_both() -> None:
    """On 72 columns and in HTML, before the rules, and named in the list of what is in the mail."""
    view = played("republic", 0).opening("MUNSTER")
    mail = opening(replace(view, game=replace(view.game, house=HOUSE)))
    text = " ".join(mail.text.split())
    assert "how the game is run; the settings" in text
    assert "HOW THE GAME IS RUN - at = 20:00. The hour at which deadlines fall." in text
    assert "All else is as usual: - deadlines: days = all, early = no - press: postal = no" in text
    assert text.index("HOW THE GAME IS RUN") < text.index("THE RULES AS PLAYED")
    assert all(len(line) <= 72 for line in mail.text.splitlines())
    assert ">How the game is run</h2>" in mail.html


def test_a_game_without_settings_has_no_such_chapter() -> None:
    """An empty heading would only make a mail longer."""
    assert "HOW THE GAME IS RUN" not in opening(played("republic", 0).opening("MUNSTER")).text


def test_the_next_deadline_stands_below_this_one() -> None:
    """By about when, in the reader's zone; nothing where it is not known."""
    view = played("republic", 0).opening("MUNSTER")
    then = replace(view.due, then=Phase.parse("S1016M"), then_by=view.due.deadline)
    text = " ".join(opening(replace(view, due=then)).text.split())
    assert "Then Spring 1016, by about " in text
    assert "Then Spring" not in opening(view).text
