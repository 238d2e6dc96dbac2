"""Nobody is told of a card or a die before it is used, and everybody can repeat all of them afterwards."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gm.app.codec import codec_for
from gm.contract.draws import SeededDraws
from gm.games.irish_freedom.game import STORED
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.state import FreedomState
from tests.app.archive import files, write_archive
from tests.app.world import World
from tests.contract.leaks import Outgoing, printed, texts_of
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.greedy import MOST_STEPS, orders_of, rules_with
from tests.games.irish_freedom.playing import BOTH_WARS, THE_GAME, WHO, begin

CODEC = codec_for(STORED)
ASKS = "STATUS\nHISTORY\nREPORT\nORDERS\nHELP\nSUMMARY"
COMMANDS = (
    "game show tara",
    "game show tara --json",
    "journal tara --json",
    "outbox list",
    "draws list tara",
    "draws list tara --json",
    "process tara --preview",
    "export tara --format judge --anyway",
    "export tara --format zine --anyway",
    'odds tara "PASS"',
)
OFTEN = 9
"""After so many turns the archive and all that commands print is searched again."""


def state_of(world: World) -> FreedomState | None:
    """Return the position that lies open, decks and all; None when the game is over."""
    phase = world.phase()
    state = CODEC.load_state(phase.state) if phase is not None else None
    assert state is None or isinstance(state, FreedomState)
    return state


def mails_since(world: World, seen: int) -> Iterator[Outgoing]:
    """Yield the mails that have left after so many."""
    for mail in world.carrier.messages()[seen:]:
        yield Outgoing(WHO, f"the mail {mail['Subject']!r}", "\n".join(texts_of(mail)))


def tells(text: str, state: FreedomState) -> set[str]:
    """Return what a text tells of the cards that lie face down: a title, or two that follow each other."""
    cards = rules_with().tables.card
    decks = (state.woi_deck, state.cw_deck)
    words = {cards[id_].title for deck in decks for id_ in deck}
    found = {word for word in words if word in text}
    plain = re.sub(r"[^A-Z0-9]+", " ", text.upper())
    ordered = {" ".join(deck[:4]) for deck in decks if len(deck) > 3}
    return found | {cards_ for cards_ in ordered if cards_ in plain}


@pytest.mark.slow
def test_nothing_is_told_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in mails, nor in pages, nor in what commands print, though the player is the master himself."""
    caplog.set_level(logging.DEBUG, "gm")
    rules = rules_with()
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services, {}, WHO, BOTH_WARS)
        seen, told = 0, list[Outgoing]()
        for turn in range(MOST_STEPS):
            state = state_of(world)
            if state is None:
                break
            world.tick(seconds=1)
            told = [*mails_since(world, seen), Outgoing("", "the log", caplog.text)]
            seen = len(world.carrier.messages())
            if turn % OFTEN == 1:
                told += printed(WHO, tmp_path, monkeypatch, COMMANDS)
                site = tmp_path / f"site-{turn}"
                write_archive(world, site)
                told += pages_of(site)
                assert made_already(world, told)
            for piece in told:
                assert not tells(piece.text, state), piece.where
                assert BOTH_WARS not in piece.text, piece.where
            orders = "\n".join(map(order_line, orders_of(rules, state)))
            world.mail(WHO, f"{ASKS}\n")
            world.mail(WHO, orders)
        assert state_of(world) is None
        world.tick(seconds=1)
        assert any(BOTH_WARS in piece.text for piece in mails_since(world, seen))
        verified(world, tmp_path, monkeypatch)


def pages_of(site: Path) -> Iterator[Outgoing]:
    """Yield the files of an archive, but for the rules: they name every card of both decks."""
    for name, content in files(site).items():
        if not name.endswith("rules.html"):
            yield Outgoing("", name, content.decode("utf-8", "replace"))


def made_already(world: World, told: list[Outgoing]) -> bool:
    """Tell whether the draws that a command lists are those of turns that are over, decks left out."""
    (listed,) = (json.loads(piece.text) for piece in told if "list tara --json" in piece.where)
    number = world.phase().number  # type: ignore[union-attr]
    labels = [draw["label"] for draw in listed["draws"]]
    assert labels
    assert listed["seed"] is None
    assert not any("deck" in label for label in labels)
    turns = [int(label.split()[1]) for label in labels if label.startswith("WOI")]
    return max(turns) <= number


def verified(world: World, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Repeat the draws of a game that is over as the game's master, and as a player in two ways."""
    (own, record) = printed(WHO, folder, patch, ("draws verify tara", "draws list tara --json"))
    assert "all as recorded" in own.text
    assert "asked for the same draws" in own.text
    file = folder / "tara.json"
    file.write_text(record.text, encoding="utf-8")
    (by_file,) = printed(WHO, folder, patch, (f"draws verify {file}",))
    assert "all as recorded" in by_file.text
    data = json.loads(record.text)
    draws = data["draws"]
    assert hashlib.sha256(data["seed"].encode()).hexdigest() == data["commitment"]
    assert any(draw["label"] == "War of Independence deck, card 1" for draw in draws)
    for draw in draws:
        assert by_hand(data["seed"], draw) == draw["chosen"]
    draws[-1]["chosen"] = next(c for c in draws[-1]["candidates"] if c != draws[-1]["chosen"])
    file.write_text(json.dumps(data), encoding="utf-8")
    (changed,) = printed(WHO, folder, patch, (f"draws verify {file}",))
    assert f"Not as recorded. {draws[-1]['label']}" in changed.text


def by_hand(seed: str, draw: Mapping[str, Any]) -> str:
    """Return what a draw must bring, as docs/hat.md says it is done without this program."""
    digest = hmac.new(bytes.fromhex(seed), f"{draw['label']}/0".encode(), hashlib.sha256).digest()
    candidates: list[str] = draw["candidates"]
    return candidates[int.from_bytes(digest[:8], "big") % len(candidates)]


def test_the_vectors_of_the_page() -> None:
    """What docs/hat.md says of two labels is what the draws are."""
    page = (Path(__file__).parents[3] / "docs" / "hat.md").read_text(encoding="utf-8")
    seed = bytes(range(32)).hex()
    for label, candidates, drawn in (
        ("War of Independence deck, card 1", [f"W{number}" for number in range(1, 10)], "W8"),
        ("WOI 2 check, morale", [*"123456"], "3"),
    ):
        digest = hmac.new(bytes.fromhex(seed), f"{label}/0".encode(), hashlib.sha256).hexdigest()
        said = " ".join(page.split())
        assert f"`{label}` has `{digest[:16]}` and brings `{drawn}`" in said
        assert by_hand(seed, {"label": label, "candidates": candidates}) == drawn
        assert SeededDraws(bytes.fromhex(seed)).draw(label, candidates).chosen == drawn
