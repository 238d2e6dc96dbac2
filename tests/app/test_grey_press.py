"""Grey press: nothing that is written, sent or noted tells one possible writer from another."""

from __future__ import annotations

import itertools
import json
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.life_records import PressItem
from gm.app.records import OutboxMail
from gm.app.settings.game_settings import checked_settings
from gm.app.talk.press import PRESS, view_of
from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from tests.app.conftest import a_world
from tests.app.world import GM, LIST, World

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
READERS = ("england", "germany", "italy", "russia", "turkey", GM, LIST)
WRITTEN = (
    "GREY PRESS TO ITALY\nalone\nENDPRESS",
    "GREY PRESS TO ITALY, RUSSIA\nfor two\nENDPRESS",
    "GREY PRESS\nfor all\nENDPRESS",
    "GREY PRESS TO ALL BUT TURKEY\nnearly all\nENDPRESS",
    "PRESS TO ITALY\nsecret by default\nENDPRESS",
)


def _written_by(world: World, writer: str, **settings: str) -> list[tuple[object, ...]]:
    """Let a power write everything; return all that others got, as it stands in the outbox."""
    numbers = itertools.count(1)

    def token() -> str:
        letters = f"{next(numbers):016o}"
        return letters.translate(str.maketrans("01234567", "abcdefgh"))

    world.services = replace(world.services, make_token=token)
    game = world.start(variant="standard")
    with world.services.store.write() as transaction:
        given_ = checked_settings({"press": "both", "colour": "grey", **settings}, game.time_zone)
        transaction.save_game(replace(game, settings=given_))
    for body in WRITTEN:
        world.mail(writer, body)
    # Both have written as many mails, so that nothing but what they wrote could differ.
    world.tick(minutes=61)
    with world.services.store.read() as transaction:
        mails = [
            (one.key, one.message_id, _untagged(one), one.raw, one.created_at, one.purpose)
            for one in transaction.outbox(game.id)
            if one.recipient in {who if "@" in who else f"{who}@example.org" for who in READERS}
        ]
        journal = [
            (one.at, one.kind, one.author, one.text, one.data, one.public)
            for one in transaction.journal(game.id)
            if one.kind == PRESS
        ]
    return [*mails, *journal]


def _untagged(mail: OutboxMail) -> str:
    """Return the envelope's sender without its random tag, of which each mail has another."""
    return mail.envelope_from.replace(mail.bounce_tag, "tag")


def test_no_byte_differs_between_two_possible_writers(tmp_path: Path) -> None:
    """Headers, ids, envelopes, threads, texts, the report and the journal are the same of both."""
    found = []
    with ExitStack() as stack:
        for writer in ("austria", "france"):
            (tmp_path / writer).mkdir()
            world = stack.enter_context(a_world(tmp_path / writer))
            found.append(_written_by(world, writer))
    first, second = found
    assert len(first) > 3 * len(WRITTEN)
    assert first == second


@pytest.mark.slow
def test_a_signed_one_does_differ(tmp_path: Path) -> None:
    """The comparison has teeth: the same words signed are another mail."""
    found = []
    with ExitStack() as stack:
        for writer in ("austria", "france"):
            (tmp_path / writer).mkdir()
            world = stack.enter_context(a_world(tmp_path / writer))
            found.append(_written_by(world, writer, colour="white"))
    assert found[0] != found[1]


_BOARD = load_board("standard")
_NAMES = sorted(_BOARD.powers)


@given(
    st.sampled_from(_NAMES),
    st.sampled_from(_NAMES),
    st.lists(st.sampled_from([*_NAMES, "all", "gm", "-FRANCE"]), unique=True, min_size=1),
    st.text(max_size=200),
)
def test_what_readers_may_know_has_no_writer(
    one: str, other: str, to: list[str], text: str
) -> None:
    """For any words to anybody: the view from which all is written is the same of any two."""
    moment = datetime(2026, 11, 1, tzinfo=UTC)
    phase = Phase(1901, Season.SPRING, PhaseKind.MOVEMENT)
    item = PressItem(1, 1, 1, one, PRESS, "grey", json.dumps(to), text, moment, released_at=moment)
    assert view_of(names_on(_BOARD), item, phase) == view_of(
        names_on(_BOARD), replace(item, seat=other), phase
    )
    assert not view_of(names_on(_BOARD), item, phase).writers
