"""Answers to the question about a held mail, as people write them: `confirmations.toml` says which are what."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gm.app.records import InboxState
from tests.app.proof import question
from tests.app.world import World

REPLIES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("confirmations.toml").read_text(encoding="utf-8")
)["replies"]
LONG = dict.fromkeys(("movement", "retreat", "adjustment"), 3600 * 24 * 1000)
BECOMES = {"yes": InboxState.DONE, "no": InboxState.REJECTED, "neither": InboxState.HELD}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("way", REPLIES, ids=lambda way: str(way["name"]))
def test_each_answer_is_a_yes_a_no_or_neither(world: World, way: dict[str, Any]) -> None:
    """By mail, each to a question of its own: the held mail counts, is dropped, or waits on."""
    world.services = replace(world.services, proof=True)
    world.start(variant="standard", lengths=LONG)
    wrong = []
    for said, texts in ((said, way[said]) for said in BECOMES):
        for text in texts:
            world.clock.advance(days=1)
            sender = "old@elsewhere.test" if "ADD" in text else "austria"
            held = world.mail("austria", "A Vie - Gal")
            assert held.state is InboxState.HELD
            code = str(question(world, "austria")["Reply-To"])
            body = f"{text}{way.get('below', '')}"
            if way.get("html"):
                _send_html(world, sender, body, code)
            else:
                world.mail(sender, body, to=code)
            with world.services.store.read() as transaction:
                became = transaction.inbox_mail(held.id).state
            if became is not BECOMES[said]:
                wrong.append((said, text, became.value))
            if became is InboxState.HELD:
                world.mail("austria", "NO", to=code)
    assert wrong == []


def test_there_are_answers_of_each_kind_in_each_language() -> None:
    """The list is no list of one kind."""
    assert sum(len(way[said]) for way in REPLIES for said in BECOMES) >= 160
    assert all(way[said] for way in REPLIES for said in BECOMES)


def _send_html(world: World, sender: str, body: str, to: str) -> None:
    world.count += 1
    address = sender if "@" in sender else f"{sender}@example.org"
    raw = (
        f"From: {address}\nTo: {to}\nSubject: Re\nMessage-ID: <html.{world.count}@example.org>\n"
        f"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<html><body>{body}</body></html>\n"
    )
    world.raw(raw.replace("\n", "\r\n").encode(), address, to)
