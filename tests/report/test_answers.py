"""The answers to MAP, BORDERS and POINTS, and points in reports."""

from __future__ import annotations

from dataclasses import replace

from gm.games.diplomacy.pages.answers import BordersView, MapView, PointsView
from gm.games.diplomacy.pages.facts.annals import (
    BoardStory,
    PointsStory,
    YearOfCentres,
    board_story_of,
)
from gm.games.diplomacy.pages.facts.board_facts import changed_board, closed_countries
from gm.games.diplomacy.pages.points_page import goal_words, points_page, ranked, year_charts
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsPart
from gm.games.diplomacy.rules.phases import Phase
from tests.report import mails
from tests.report.irish_scenes import irish, won
from tests.report.play import NOW, SEED, ZONE
from tests.report.scenes import played

SPAIN, FRANCE = PowerId("SPAIN"), PowerId("FRANCE")


def words(text: str) -> str:
    """Return a mail's text as one line."""
    return " ".join(text.split())


def test_the_map_of_a_plain_game_has_not_changed() -> None:
    """Whoever asks for the board of a standard game gets it."""
    play = played("standard", 0)
    view = MapView(play.game(), FRANCE, play.state, BoardStory(), ZONE, NOW)
    text = words(mails.map_answer(view).text)
    assert "IT IS THE PRINTED BOARD: NOTHING HAS CHANGED." in text
    assert "- POR Portugal * nobody: coast SPA/NC+SPA/SC; sea MAO." in text


def test_the_map_tells_every_province_once() -> None:
    """Holes and closed countries too, marked as what they are."""
    play = irish(12)
    view = MapView(play.game(), SPAIN, play.state, board_story_of(play.past), ZONE, NOW)
    text = mails.map_answer(view).text
    rows = text[text.index("EVERY PROVINCE") :]
    for place, province in play.game().board.provinces.items():
        assert f"- {place} {province.name}" in words(rows)
    assert "SKA Skagerrak (a black hole): " in words(rows)
    assert "BEL Belgium (nobody plays it) * nobody: " in words(rows)


def test_a_country_that_is_split_stays_closed_in_all_its_parts() -> None:
    """The whole land of an unplayed power is told by the names there are now (Irish 3, 8)."""
    play = irish(12)
    told = closed_countries(play.game().board, play.state)
    assert told == (
        "Austria: Bohemia, Budapest, Galicia 1, Trieste, Tyrolia, Vienna 1 and Vienna 2",
        "Belgium",
        "Tunis",
    )


def test_a_reopened_half_of_a_closed_country_is_told_open() -> None:
    """Without any record of when, the position itself tells that it was reopened."""
    play = irish(1)
    state = play.state.with_part(
        ChangesPart(closed=(PowerId("TUNIS"),), opened=(ProvinceId("TUN"),))
    )
    board = play.rules.board_in(state)
    found = changed_board(board, state, BoardStory())
    assert found.reopened == ("Tunis (TUN), open although nobody plays its country",)
    assert closed_countries(board, state) == ()


def test_holes_are_told_with_their_season() -> None:
    """Since when each is one, by the records; without records only which there are."""
    play = irish(3)
    board = play.game().board
    known = changed_board(board, play.state, board_story_of(play.past))
    assert known.holes == (
        "Armenia (ARM), since Spring 1974",
        "Adriatic Sea (ADR), since Autumn 1974",
    )
    unknown = changed_board(board, play.state, BoardStory())
    assert unknown.holes == ("Armenia (ARM)", "Adriatic Sea (ADR)")


def borders(asked: str, *places: str, candidates: tuple[str, ...] = ()) -> str:
    """Return the answer to BORDERS."""
    play = irish(12)
    found = tuple(map(ProvinceId, places))
    view = BordersView(play.game(), SPAIN, play.state, asked, found, ZONE, NOW, candidates)
    return words(mails.borders_answer(view).text)


def test_a_province_is_told_with_who_is_there() -> None:
    """Unit, anarchy, special units, owner and home."""
    text = borders("Sweden", "SWE")
    assert "- Supply centre, owned by Sweden. - A home of Sweden." in text
    assert "- Sweden's Army Sweden, in anarchy, stands there." in text
    assert "- Irish 2 is there." in text


def test_borders_without_a_name_say_how_to_ask() -> None:
    """The word alone gets an example."""
    assert "Write the province behind the word, for instance: BORDERS North Sea" in borders("")


def test_an_unknown_name_gets_guesses_or_the_map() -> None:
    """Did you mean, where something comes near; else where all names stand."""
    assert "Did you mean Spain or Serbia?" in borders("Sp", candidates=("Spain", "Serbia"))
    assert "Mail the word MAP for the whole list." in borders("Xanadu")


def test_points_in_a_game_without_any() -> None:
    """A game that keeps no points says so."""
    play = played("standard", 0)
    view = PointsView(play.game(), FRANCE, play.state, PointsStory(), ZONE, NOW)
    assert "Nobody keeps points in this game." in mails.points_answer(view).text


def test_only_this_years_gifts_are_told() -> None:
    """Those of other years stand in their reports."""
    play = irish(5)
    gift = PointsGiven(SPAIN, FRANCE, 1)
    old, new = Phase.parse("W1974A"), Phase.parse("S1975M")
    story = PointsStory(gifts=((old, gift), (new, gift)))
    text = mails.points_answer(PointsView(play.game(), SPAIN, play.state, story, ZONE, NOW)).text
    assert "- Spring 1975: Spain gave France 1 point." in text
    assert "Winter 1974" not in text


def test_a_winter_is_reckoned_in_its_table() -> None:
    """What one had, gave, got and earned comes to what one has."""
    play = irish(4)
    state = play.state.with_part(PointsPart({SPAIN: 7, FRANCE: 9}))
    events = (PointsGiven(FRANCE, SPAIN, 2), IncomePaid({SPAIN: 5, FRANCE: 6}))
    page = points_page(play.game(), events, state)
    assert page is not None
    assert page.table[:3] == (
        ("", "before", "given", "got", "centres", "each", "income", "now", "to go"),
        ("France", "5", "-2", "0", "3", "2", "6", "9", "191"),
        ("Spain", "0", "0", "2", "1", "5", "5", "7", "193"),
    )


def test_no_points_no_section() -> None:
    """Until the first winter there is nothing to tell, and in other games never."""
    assert points_page(irish(2).game(), (), irish(2).state) is None
    play = played("standard", 1)
    assert points_page(play.game(), (), play.state) is None


def test_who_has_most_stands_first() -> None:
    """Equal ones stand in the board's order; countries nobody plays have no line."""
    play = irish(4)
    first = ranked(play.game().board, play.state)
    assert [*first[:3]] == ["ENGLAND", "GERMANY", "RUSSIA"]
    assert "AUSTRIA" not in first


def test_the_goal_is_the_games_own() -> None:
    """Both numbers are settings."""
    game = irish(1).game()
    assert goal_words(game).startswith("Whoever has 200 points after a winter wins;")
    other = replace(game, options={"goal": "60", "final_year": "1980"})
    assert "Whoever has 60 points" in goal_words(other)
    assert "The game ends with Winter 1980 at the latest" in goal_words(other)


def test_many_years_stand_in_several_tables() -> None:
    """A phone shows a few years beside one another, as many in each table."""
    years = [YearOfCentres(1974 + n, {}, {SPAIN: n}) for n in range(10)]
    first, second = year_charts(irish(1).game().board, [SPAIN], years, "points")
    assert first[0] == ("", *map(str, range(1974, 1979)))
    assert second == (("", *map(str, range(1979, 1984))), ("Spain", "5", "6", "7", "8", "9"))


def test_the_last_mail_tells_the_seed_and_nothing_before_does() -> None:
    """It is published when the game ends; only its SHA-256 is known until then."""
    view = won("SWITZERLAND")
    assert SEED in mails.season_report(view).text
    assert view.game.commitment in mails.season_report(view).text
    for phases in (0, 5, 12):
        play = irish(phases)
        for mail in (
            mails.season_report(play.season("SPAIN")),
            mails.opening(play.opening("SPAIN")),
            mails.status(play.status("SPAIN", "")),
        ):
            assert SEED not in mail.text + mail.html


def test_a_game_without_draws_speaks_of_no_seed() -> None:
    """The standard game's opening and end are as they always were."""
    mail = mails.opening(played("standard", 0).opening("FRANCE"))
    assert "SHA-256" not in mail.text
    assert "THE DRAWS" not in mail.text


def test_a_shared_win_is_told_for_each() -> None:
    """Irish 16: equal balances share the win."""
    view = won(None)
    both = (PowerId("SWITZERLAND"), PowerId("ENGLAND"))
    held = dict.fromkeys(both, 203)
    after = replace(view.after, winners=both).with_part(PointsPart(held))
    text = words(
        mails.season_report(
            replace(view, after=replace(after, winners=both), events=(GameWon(both),))
        ).text
    )
    assert "SWITZERLAND AND ENGLAND SHARE THE GAME." in text
    assert "England (Tom <tom@evil.example>) has 203 points, of 200 needed, and" in text
