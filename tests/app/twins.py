"""Two games that differ in what is private and in nothing else, and what the public is sent of each.

A twin plays some phases: in each of them all players do what everybody will read, the GM does what
everybody is told at once, and in one of the two games something happens besides that nobody else
may learn of. Whoever compares what went to the list and to an observer learns whether it shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from gm.adapters.site_folder import WebFolder
from gm.app.history.rulings import add_ruling
from gm.app.life_records import Membership, Role
from gm.app.publishing.publish import publish
from gm.app.records import Person
from gm.app.reporting.illustrating import marked
from gm.app.setup.game_changes import change_game
from gm.app.timing.deadlines import move_deadline
from gm.mail.pictures import marks_of
from tests.app.archive import URL, files
from tests.app.world import LIST, World

OBSERVER = "oisin@readers.example.org"

Act = Callable[[World, str], None]
"""Does something private in a phase of a name."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A game that is played in public.

    Args:
        variant: its rules; options, settings: how it is played.
        orders: what everybody orders, by phase and power.
        phases: how many are played.
        grace: minutes after a deadline in which orders still count.
    """

    variant: str
    orders: Mapping[str, Mapping[str, str]]
    phases: int
    grace: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    wish: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """A mail that the public was sent: to whom, when, every byte of it, and what its pictures show, by digest."""

    recipient: str
    at: str
    raw: bytes
    pictures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Public:
    """What the public sees of a game: the mails in order, and the archive's files by path."""

    mails: list[Seen]
    pages: dict[str, str]


def public_side(world: World, root: Path, stage: Stage, act: Act | None = None) -> Public:
    """Play a game and return all that is seen of it by who neither plays it nor is its GM.

    Args:
        world: an empty server; root: a folder for the archive.
        stage: the game.
        act: what happens besides in each of its phases, if anything: it is called as a phase
            opens, with its name, and when its deadline has passed, with "late" behind that.
    """
    numbers = iter(range(1, 100_000))
    world.services = replace(world.services, make_token=lambda: f"{next(numbers):016d}")
    world.services = replace(world.services, mail_pictures=True)
    settings, options = dict(stage.settings), dict(stage.options)
    lengths = {**dict.fromkeys(_KINDS, 3600), "grace": stage.grace * 60}
    game = world.start(
        variant=stage.variant, settings=settings, options=options, lengths=lengths, **stage.wish
    )
    observe(world, game.id)
    for number in range(stage.phases):
        phase = world.phase()
        assert phase is not None
        if act is not None:
            act(world, phase.name)
        for power, text in stage.orders.get(phase.name, {}).items():
            world.mail(power, text)
        _told_to_all(world, number)
        world.send()
        world.clock.advance(minutes=_LEFT)
        if act is not None:
            act(world, f"{phase.name} late")
        world.tick(minutes=1 + stage.grace)
    return Public(_mails(world, game.id), _pages(world, root))


_KINDS = ("setup", "movement", "retreat", "adjustment")

_LEFT = 65
"""Minutes until a phase is due, the five that the GM has added among them."""


def _told_to_all(world: World, number: int) -> None:
    """Do what everybody is told between two reports."""
    phase = world.phase()
    assert phase is not None
    later = phase.deadline + timedelta(minutes=5)
    move_deadline(world.services, "tara", later, reason="as every season")
    if number == 0:
        add_ruling(world.services, "tara", "What is written counts.", "to be clear")
    elif number == 1:
        change_game(world.services, "tara", {"concessions": "no"}, "nobody wants them")


def observe(world: World, game_id: int) -> None:
    """Let somebody follow a game by mail."""
    with world.services.store.write() as transaction:
        person = transaction.save_person(Person(0, "Oisín", OBSERVER, "Europe/Dublin"))
        now = world.services.clock.now()
        transaction.add_membership(Membership(0, game_id, person.id, Role.OBSERVER, now))


def _pages(world: World, root: Path) -> dict[str, str]:
    """Return the files of the archive; a picture is what it would show."""
    with WebFolder(root, anew=False) as folder:
        publish(world.services, folder, _digest, URL, "1")
        folder.finish()
    return {name: data.decode() for name, data in files(root).items()}


def _digest(shown: object) -> str:
    """Return what tells a picture from others: all that is drawn hangs on what it shows."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()


def _mails(world: World, game_id: int) -> list[Seen]:
    with world.services.store.read() as transaction:
        sent = [one for one in transaction.outbox(game_id) if one.recipient in {LIST, OBSERVER}]
    return [
        Seen(
            one.recipient,
            one.created_at.isoformat(),
            one.raw,
            tuple(
                _digest(marked(world.services, game_id, mark.mark)) for mark in marks_of(one.raw)
            ),
        )
        for one in sorted(sent, key=lambda one: one.id)
    ]
