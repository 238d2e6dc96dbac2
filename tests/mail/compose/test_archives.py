"""The URLs of mails in an archive: patterns filled in, and those that are none."""

from __future__ import annotations

import pytest

from gm.config import checked_pattern
from gm.mail.compose import archive_url, archived_at, message_id_hash

ID = "<gm.tara.2.phase.0123456789abcdef0123@gm.example.org>"
PAGES = "https://games.example.org/{game}/{phase}.html"
MAILMAN = "https://lists.example.org/archives/list/reports@lists.example.org/message/{hash}/"
BY_ID = "https://mail.example.org/search?mid={id}&in={game}"


@pytest.mark.parametrize(
    ("pattern", "folder", "place"),
    [
        (PAGES, "https://games.example.org/tara/", "https://games.example.org/tara/S1901M.html"),
        (
            MAILMAN,
            "https://lists.example.org/archives/list/reports@lists.example.org/message/",
            MAILMAN.format(hash=message_id_hash(ID)),
        ),
        (
            BY_ID,
            "https://mail.example.org/",
            BY_ID.format(id="gm.tara.2.phase.0123456789abcdef0123%40gm.example.org", game="tara"),
        ),
        ("https://games.example.org/{game}", "https://games.example.org/tara", None),
    ],
)
def test_a_pattern_is_filled_in(pattern: str, folder: str, place: str | None) -> None:
    """The pages of a game, the archive of a Mailman, one that goes by Message-IDs, one without."""
    assert checked_pattern(pattern) == pattern
    assert archive_url(pattern, "tara") == folder
    assert archived_at(pattern, "tara", "S1901M", ID) == place


def test_a_mail_that_reports_no_phase_has_no_page_of_a_phase() -> None:
    """The opening and the notices between the seasons stand on no page of their own."""
    assert archived_at(PAGES, "tara", "", ID) is None
    assert archived_at(MAILMAN, "tara", "", ID) is not None


def test_the_digest_is_that_of_mailman() -> None:
    """Mailman 3.3.8 gave this id this X-Message-ID-Hash."""
    of = "<gm.tara.1.phase.cb60ef4eb6ae54bc080e@gm.test>"
    assert message_id_hash(of) == "XIGYRQRZETSJ7LTGNITZYDYWILC2F37V"


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("ftp://games.example.org/{game}", "not a URL"),
        ("https://games.example.org/a b", "not a URL"),
        ("https://games.example.org/<x>", "not a URL"),
        ("https://games.example.org/{power}", "only {game}, {phase}, {hash}, {id}"),
        ("https://games.example.org/{game", "in braces"),
        (f"https://games.example.org/{'x' * 500}", "not a URL"),
    ],
)
def test_what_is_no_pattern_is_refused(pattern: str, said: str) -> None:
    """A pattern cannot add a header, nor leave a word in braces that nothing fills in."""
    with pytest.raises(ValueError, match=said):
        checked_pattern(pattern)
