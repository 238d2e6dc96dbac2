"""Where a game's mails to its list say that they can be read again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.mail.compose import message_id_hash
from gm.mail.threads import LIST as TO_LIST
from gm.mail.threads import phase_root
from tests.app.world import HOST, LIST, World

PAGES = "https://games.example.org/"
OWN = "https://old.example.org/{game}/{hash}"
REPORT = phase_root(HOST, "tara", 2, TO_LIST)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("server", "settings", "archive", "report"),
    [
        ({}, {}, None, None),
        ({"publish_url": PAGES}, {}, f"{PAGES}tara/", f"{PAGES}tara/S1901M.html"),
        ({"publish_url": PAGES}, {"published": "no"}, None, None),
        ({"publish_url": PAGES}, {"archive": "none"}, None, None),
        (
            {"publish_url": PAGES, "list_archive": "https://lists.example.org/{id}"},
            {"published": "no"},
            "https://lists.example.org/",
            f"https://lists.example.org/{REPORT.strip('<>').replace('@', '%40')}",
        ),
        (
            {"list_archive": "https://lists.example.org/{id}"},
            {"archive": OWN},
            "https://old.example.org/tara/",
            f"https://old.example.org/tara/{message_id_hash(REPORT)}",
        ),
    ],
)
def test_the_archive_of_a_games_list(
    world: World,
    server: dict[str, str],
    settings: dict[str, str],
    archive: str | None,
    report: str | None,
) -> None:
    """The game's own pattern, else the server's, else the pages that `gm publish` writes."""
    identity = replace(world.services.identity, **server)  # type: ignore[arg-type]
    world.services = replace(world.services, identity=identity)
    world.start(variant="standard", settings=settings)
    world.tick(minutes=61)
    opening, results = world.carrier.messages(LIST)

    def bracketed(url: str | None) -> str | None:
        return f"<{url}>" if url else None

    assert opening["List-Archive"] == results["List-Archive"] == bracketed(archive)
    assert results["Archived-At"] == bracketed(report)
    assert results["Message-ID"] == REPORT
