"""Scenarios of press and votes, over real mail with a clock to set."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from gm.app.records import GameStatus
from tests.app.archive import files, write_archive
from tests.integration.by_mail import GAME, GM, GREAT_POWERS, ByMail, standard, text_of

LIST = "reports@lists.example"


def address(power: str) -> str:
    """The address of a power's player."""
    return f"{power.lower()}@players.example"


def got(game: ByMail, who: str, words: str) -> EmailMessage:
    """The newest mail to somebody whose text holds some words."""
    return game._wait(who, lambda one: words in text_of(one))


def all_to(game: ByMail, who: str) -> str:
    """Everything that came to somebody, headers and all, as it came."""
    game._collect()
    return "\n".join(one.as_string() for one in game.texts.get(who, []))


def published(game: ByMail, root: Path) -> dict[str, str]:
    """The pages of the archive, written now."""
    assert write_archive(game, root)[0].faults == {}
    return {name: raw.decode() for name, raw in files(root).items() if name.endswith(".html")}


def test_scenario_29_press_reaches_those_it_names_and_grey_hides_its_writer(
    tmp_path: Path,
) -> None:
    """White and grey to named powers: nobody else gets a word, no address and no writer shows."""
    with standard(tmp_path, list_address=LIST, settings={"press": "both"}) as game:
        answer = game.send(
            "FRANCE",
            "PRESS TO GERMANY, ITALY\nlilies in May\nENDPRESS\nA Par - Bur\n"
            "GREY PRESS TO ENGLAND\nfog in June\nENDPRESS",
        )
        assert "Sent to Germany and Italy, signed by France." in answer
        assert "Sent to England, unsigned." in answer
        assert "A PAR - BUR" in answer
        white = got(game, address("GERMANY"), "lilies in May")
        got(game, address("ITALY"), "lilies in May")
        grey = got(game, address("ENGLAND"), "fog in June")
        assert white["Subject"] == f"[{GAME}] Press from France to Germany and Italy"
        assert grey["Subject"] == f"[{GAME}] Grey press"
        assert "france" not in grey.as_string().casefold()
        assert address("FRANCE") not in white.as_string()
        # The reply goes to the reader's own secret address, not to the writer's.
        own = game.opened("GERMANY", "S1901M")["Reply-To"]
        assert white["Reply-To"] == own
        reply = game.send("GERMANY", "PRESS TO FRANCE\nroses in July\nENDPRESS")
        assert "Sent to France, signed by Germany." in reply
        got(game, address("FRANCE"), "roses in July")
        game.clock.advance(days=1)
        for power in GREAT_POWERS:
            game.opened(power, "F1901M")
        for who in (*map(address, GREAT_POWERS), GM, LIST):
            everything = all_to(game, who)
            assert ("lilies" in everything) is (who in map(address, ("GERMANY", "ITALY"))), who
            assert ("fog" in everything) is (who == address("ENGLAND")), who
            assert ("roses" in everything) is (who == address("FRANCE")), who
        pages = published(game, tmp_path / "www")
        assert not [word for word in ("lilies", "fog", "roses") if word in "".join(pages.values())]
        # What is shown again has the grey message still without a name.
        again = game.send("ENGLAND", "PRESS")
        assert "Unsigned, to England" in again
        assert "fog in June" in again


@pytest.mark.slow
def test_scenario_30_broadcasts_stand_in_the_report_in_order(tmp_path: Path) -> None:
    """To all at once, in the season's report in the order of their coming, and in the archive."""
    with standard(tmp_path, list_address=LIST, settings={"press": "both"}) as game:
        game.send("TURKEY", "PRESS TO ALL\nword the first\nENDPRESS")
        game.send("AUSTRIA", "GREY BROADCAST\nword the second\nENDPRESS")
        game.send("TURKEY", "PRESS TO ALL: word the third\nENDPRESS")
        for who in (*map(address, GREAT_POWERS), GM):
            got(game, who, "word the third")
        game.clock.advance(days=1)
        told = (
            "PRESS Turkey to all | word the first Unsigned, to all | word the "
            "second Turkey to all | word the third"
        )
        for power in GREAT_POWERS:
            assert told in text_of(game.opened(power, "F1901M")), power
        assert told in text_of(got(game, LIST, "word the third"))
        archive = game.send("RUSSIA", "PRESS")
        first, second, third = (archive.index(f"word the {one}") for one in _ORDER)
        assert first < second < third
        assert "Austria" not in archive
        pages = published(game, tmp_path / "www")
        for name in (f"{GAME}/S1901M.html", f"{GAME}/press.html"):
            said = pages[name]
            first, second, third = (said.index(f"word the {one}") for one in _ORDER)
            assert first < second < third, name
        assert "Austria" not in pages[f"{GAME}/press.html"]


_ORDER = ("first", "second", "third")


def test_scenario_32_a_secret_vote_ends_the_game_with_its_record(tmp_path: Path) -> None:
    """It expires with its phase; the quorum ends the game; statements and the record follow."""
    with standard(tmp_path, settings={"quorum": "two-thirds"}) as game:
        begun = game.send("FRANCE", "VOTE DRAW")
        assert "Vote 1 has begun: a draw between Austria, England" in begun
        asked = text_of(got(game, address("RUSSIA"), "VOTE YES 1"))
        assert "5 of the 7 powers" in asked
        assert "France proposed" not in asked
        game.clock.advance(days=1)
        report = text_of(game.opened("RUSSIA", "F1901M"))
        assert "Germany, Italy, Russia and Turkey, ended with its phase." in report
        assert "ended with its phase." in game.send("RUSSIA", "VOTE YES 1")
        game.send("ITALY", "A Ven - Tyr\nVOTE CONCEDE TO FRANCE")
        for power in ("AUSTRIA", "ENGLAND"):
            assert "says YES." in game.send(power, "VOTE YES 2")
        assert "Germany says NO." in game.send("GERMANY", "VOTE NO 2")
        assert "The vote is won, and the game is over" in game.send("RUSSIA", "VOTE YES 2")
        with game.services.store.read() as transaction:
            over = transaction.game(GAME)
            public = [one.text for one in transaction.journal(over.id) if one.public]
        assert over.status is GameStatus.FINISHED
        assert "Vote 2, conceding the game to France: carried." in public
        last = text_of(got(game, address("GERMANY"), "FRANCE WINS THE GAME"))
        assert "The players, by their vote, ended it in Autumn 1901" in last
        assert "agreed to it by a secret vote" in last
        assert "is noted" in game.send("GERMANY", "STATEMENT\nI said no, for the record.")
        game.clock.advance(days=8)
        record = got(game, address("TURKEY"), "I said no, for the record.")
        assert record["Subject"] == f"[{GAME}] The end: 1 closing statement and the record"
        words = text_of(record)
        assert "- Italy: A VEN - TYR" in words
        assert "Vote 2, conceding the game to France: carried." in words
        # Of the others' secret votes nothing was ever said to anybody.
        for power in GREAT_POWERS:
            everything = all_to(game, address(power))
            for other in GREAT_POWERS:
                said = f"{other.title()} says"
                assert other == power or said not in everything, (power, other)
