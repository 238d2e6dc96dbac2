"""Nothing that is private shows in the archive: twin games, whose pages are the same byte for byte.

The twins are those of the mails to the public: they have the same players, orders, clock and chance,
and differ in what only some may know. Their archives are written while their last phase is open.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gm.adapters.site_folder import WebFolder
from gm.app.pictures.showing import Pictured
from gm.app.publishing.publish import publish
from tests.app.archive import files
from tests.app.conftest import a_world
from tests.app.test_private_facts import BRANCHES, GREAT, JOINT, MINDS, MONEY, PAID, TALK
from tests.app.twins import Act, Stage, public_mails
from tests.app.world import World

STAGES = {"great": GREAT, "paid": PAID, "joint": JOINT}


def drawn(shown: Pictured) -> str:
    """Return all that a picture shows, which is quicker than to draw it."""
    scene = shown.scene
    told = ((one.name, getattr(scene, one.name)) for one in fields(scene))
    return repr([(name, sorted(it) if isinstance(it, frozenset) else it) for name, it in told])


def archive(stage: Stage, act: Act | None = None) -> dict[str, bytes]:
    """Play a game on a server of its own; return the files of its archive."""
    with TemporaryDirectory() as folder, a_world(Path(folder)) as world:
        public_mails(world, stage, act)
        phase = world.phase()
        assert phase is not None
        if act is not None:
            act(world, phase.name)
        root = Path(folder) / "www"
        with WebFolder(root) as site:
            assert publish(world.services, site, drawn, "", "1").faults == {}
            site.finish()
        return files(root)


@cache
def plain(name: str) -> dict[str, bytes]:
    """Return the archive of a game in which nothing private happens."""
    return archive(STAGES[name])


@pytest.mark.parametrize(
    ("name", "act"),
    [
        pytest.param("great", TALK, id="press and questions"),
        pytest.param("great", MINDS, id="orders that were changed"),
        pytest.param("paid", MONEY, id="payments"),
        pytest.param("paid", BRANCHES, id="conditions"),
        pytest.param("joint", MONEY, id="payments sent ahead"),
    ],
)
def test_no_page_tells_of_what_is_private(name: str, act: Act) -> None:
    """Press to some, orders that were changed, payments that came off or did not."""
    twin, usual = archive(STAGES[name], act), plain(name)
    assert set(twin) == set(usual)
    assert [path for path in usual if twin[path] != usual[path]] == []


def test_what_is_public_does_make_a_difference() -> None:
    """Or the comparison would prove nothing."""

    def openly(world: World, phase: str) -> None:
        if phase == "S1901M":
            world.mail("FRANCE", "PRESS TO ALL\nFor everybody.\nENDPRESS")

    twin, usual = archive(GREAT, openly), plain("great")
    differing = {path for path in set(twin) | set(usual) if twin.get(path) != usual.get(path)}
    assert differing >= {"tara/S1901M.html", "tara/press.html", "tara/journal.html"}
