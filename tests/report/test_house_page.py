"""How a game is run, in its opening mail: what differs in full, the rest in short."""

from __future__ import annotations

from dataclasses import replace

from gm.app.settings.setting_table import BY_NAME, SETTINGS
from gm.contract.facts import HouseSetting
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.report.pages.rules_page import house_page
from tests.report.mails import opening, rules
from tests.report.scenes import played

HOUSE = (
    HouseSetting("at", "20:00", "any", "deadlines", "When deadlines fall.", "at any hour"),
    HouseSetting("days", "all", "all", "deadlines", "The weekdays.", "on all days"),
    HouseSetting("early", "no", "no", "deadlines", "May it go on early?", "never early"),
    HouseSetting("cooling", "30min", "30min", "deadlines", "How long?", "30 minutes", ("early",)),
    HouseSetting("press", "grey", "white", "press", "Which messages are carried.", "signed"),
    HouseSetting("postal", "no", "no", "press", "Messages wait.", "carried at once"),
)


def test_what_differs_is_told_in_full() -> None:
    """With its help, in the order of the settings; what is as usual by its group."""
    page = house_page(HOUSE)
    assert [(one.name, one.words) for one in page.chosen] == [("at", "20:00"), ("press", "grey")]
    assert page.chosen[0].help == "When deadlines fall."
    assert page.usual == ("Deadlines: on all days; never early.", "Press: carried at once.")


def test_what_does_nothing_is_not_told() -> None:
    """How long all cools matters where a phase may be early, or where the GM has set it."""
    early = [replace(one, value="yes") if one.name == "early" else one for one in HOUSE]
    assert house_page(early).usual[0] == "Deadlines: on all days; 30 minutes."
    longer = [replace(one, value="2h") if one.name == "cooling" else one for one in HOUSE]
    assert "cooling" in [one.name for one in house_page(longer).chosen]


def test_each_default_is_told_in_words_of_its_own() -> None:
    """Nobody has to know what `quorum = all` means; each setting stands where it has an effect."""
    page = house_page(
        [
            HouseSetting(one.name, one.default, one.default, one.group, one.help, one.usual)
            for one in SETTINGS
        ]
    )
    words = " ".join(page.usual)
    assert "=" not in words
    assert not [one.name for one in SETTINGS if one.usual not in words or "." in one.usual]
    named = {name for one in SETTINGS for name in one.only_with}
    assert named <= set(BY_NAME)


def test_rules_tell_how_the_game_is_run() -> None:
    """The answer to RULES says it as the opening mail does: the settings, then the rules."""
    view = played("republic", 0).opening("MUNSTER")
    mail = rules(replace(view.game, house=HOUSE), view.state.phase, PowerId("MUNSTER"), "UTC")
    assert mail.text.index("THE DEADLINES") < mail.text.index("HOW THE GAME IS RUN\n- at = 20:00.")
    assert mail.text.index("- Press: carried at once.") < mail.text.index("THE RULES AS PLAYED")
    assert ">How the game is run</h2>" in mail.html


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
    assert "HOW THE GAME IS RUN - at = 20:00. When deadlines fall." in text
    assert "as usual: - Deadlines: on all days; never early. - Press: carried at once." in text
    assert text.index("HOW THE GAME IS RUN") < text.index("THE RULES AS PLAYED")
    assert all(len(line) <= 72 for line in mail.text.splitlines())
    assert ">How the game is run</h2>" in mail.html


def test_a_game_without_settings_has_no_such_chapter() -> None:
    """An empty heading would only make a mail longer."""
    assert "HOW THE GAME IS RUN" not in opening(played("republic", 0).opening("MUNSTER")).text


def test_the_next_deadline_stands_below_this_one() -> None:
    """By about when, in the reader's zone; nothing where it is not known."""
    view = played("republic", 0).opening("MUNSTER")
    then = replace(view.due, then=stage_of(Phase.parse("S1016M")), then_by=view.due.deadline)
    text = " ".join(opening(replace(view, due=then)).text.split())
    assert "Then Spring 1016, by about " in text
    assert "Then Spring" not in opening(view).text
