"""Pictures in the mails of a game: who gets them, what waits for them, and what goes without."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from typing import Any

import pytest

from gm.app.play.seasons import resolve_due
from gm.app.reporting.illustrating import PATIENCE, Illustrator
from gm.app.reporting.resend import resend
from gm.app.timing.deadlines import move_deadline
from gm.errors import PictureError
from gm.games.diplomacy.map.shown.showing import MapShown
from tests.app.test_seasons import BUILDS
from tests.app.world import GM, HOST, LIST, World, text_of


@dataclass
class Easel:
    """Draws nothing, and remembers what it was asked for; it can be told that it cannot draw.

    A part of a map it finds needless, unless `parts` says that the whole is too small.
    """

    drawn: list[MapShown] = field(default_factory=list)
    broken: bool = False
    parts: bool = False

    def draw(self, shown: MapShown) -> bytes:
        """Return something that differs from picture to picture."""
        if shown.near is not None and not self.parts:
            return b""
        self.drawn.append(shown)
        if self.broken:
            raise PictureError("the brush is gone")
        if shown.near is not None:
            return f"{shown.scene.title}|near {sorted({*shown.near})}".encode()
        return f"{shown.scene.title}|{shown.scene.subtitle}".encode()


class Shelf(dict[str, bytes]):
    """Keeps pictures until somebody empties it."""

    def put(self, name: str, picture: bytes) -> None:
        """Keep one."""
        assert name not in self
        self[name] = picture


class Later(Executor):
    """Does what it is handed when it is told to."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], Any]] = []

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Put something aside."""
        self._waiting.append(partial(work, *given, **named))
        return Future()

    def work(self) -> None:
        """Do all of it."""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            one()


@dataclass
class Gallery:
    """A world whose mails have pictures."""

    world: World
    easel: Easel = field(default_factory=Easel)
    shelf: Shelf = field(default_factory=Shelf)
    hand: Later = field(default_factory=Later)

    def __post_init__(self) -> None:
        self.world.services = replace(self.world.services, mail_pictures=True)
        self.restart()

    def restart(self) -> None:
        """Begin anew, as a server does that was stopped."""
        self.hand = Later()
        illustrator = Illustrator(self.world.services, self.easel, self.shelf, self.hand)
        self.world.prepare = illustrator.ready

    def post(self) -> None:
        """Send everything, with the pictures it takes; a reader's mails one after the other."""
        for _ in range(3):
            self.world.send()
            self.hand.work()
            self.world.clock.advance(seconds=10)
        self.world.send()


@pytest.fixture
def gallery(world: World) -> Gallery:
    """An empty server whose mails have pictures."""
    return Gallery(world)


def spring(gallery: Gallery, **wish: object) -> None:
    """Play to the report of the first spring, which is written and not yet sent."""
    world = gallery.world
    world.start(**wish)
    for power, text in BUILDS.items():
        world.mail(power, text)
    world.tick(hours=1)
    gallery.post()
    world.mail("MUNSTER", "A(CoC)-Wat")
    for who in (*BUILDS, LIST, GM):
        world.new_mail(who)
    gallery.easel.drawn.clear()
    world.clock.advance(hours=1)
    assert resolve_due(world.services) == 1


def pictures_in(message: EmailMessage) -> list[str]:
    """Return what the pictures of a mail show; its HTML names each of them, and no other."""
    found = [one for one in message.walk() if one.get_content_type() == "image/png"]
    part = message.get_body(("html",))
    html = str(part.get_content()) if part is not None else ""
    assert html.count("<img") == html.count("<!--picture") == len(found)
    for one in found:
        cid = one["Content-ID"].strip("<>")
        assert f'src="cid:{cid}"' in html
    return [one.get_content().decode() for one in found]


def newest(gallery: Gallery, who: str = "MUNSTER") -> list[str]:
    """Return the pictures of the newest mail to somebody, which must be new."""
    return pictures_in(gallery.world.new_mail(who)[-1])


@pytest.mark.slow
def test_a_movement_is_drawn_once_for_all(gallery: Gallery) -> None:
    """Players, list and GM get the orders and the position, both drawn once, with the deadline."""
    spring(gallery)
    gallery.post()
    assert [bool(one.scene.marks) for one in gallery.easel.drawn] == [True, False]
    seen = [newest(gallery, who) for who in (*BUILDS, LIST, GM)]
    assert all(one == seen[0] for one in seen)
    orders, position = seen[0]
    assert orders.startswith("tara: orders of Spring 1016|They were due ")
    assert position.startswith("tara: Spring 1016, the position after it|Next: ")


def test_an_opening_and_a_winter_have_one_picture(gallery: Gallery) -> None:
    """The mail that opens a game shows where all begin, and a winter's report what it led to."""
    gallery.world.start()
    gallery.post()
    (picture,) = newest(gallery)
    assert picture.startswith("tara: Winter 1015")
    assert "are due" in picture
    for power, text in BUILDS.items():
        gallery.world.mail(power, text)
    gallery.world.clock.advance(hours=1)
    resolve_due(gallery.world.services)
    gallery.post()
    (picture,) = newest(gallery)
    assert "the position after it" in picture


def test_only_its_readers_mails_of_the_game_wait_behind_a_picture(gallery: Gallery) -> None:
    """While a map is drawn whoever wants none gets his mails, and so does who is in no game."""
    gallery.world.start()
    with gallery.world.services.store.write() as transaction:
        person = transaction.person("connaught@example.org")
        assert person is not None
        transaction.save_person(replace(person, settings={"pictures": "no"}))
    for power, text in BUILDS.items():
        gallery.world.mail(power, text)
    gallery.post()
    for who in BUILDS:
        gallery.world.new_mail(who)
    gallery.world.clock.advance(hours=1)
    assert resolve_due(gallery.world.services) == 1
    gallery.world.send()
    gallery.world.mail("CONNAUGHT", "A GaS-GaC")
    report, receipt = gallery.world.new_mail("CONNAUGHT")
    assert "receipt" not in report["Subject"]
    assert "receipt" in receipt["Subject"]
    gallery.world.mail("stranger@example.org", "Hello")
    assert len(gallery.world.new_mail("stranger@example.org")) == 1
    assert gallery.world.new_mail("MUNSTER") == []
    gallery.post()
    assert len(newest(gallery)) == 1


def test_a_report_does_not_wait_for_ever(gallery: Gallery) -> None:
    """What takes too long to draw is left out, and all else of the mail is there."""
    spring(gallery)
    gallery.world.send()
    gallery.world.clock.advance(seconds=PATIENCE.total_seconds())
    (report,) = gallery.world.new_mail("MUNSTER")
    assert pictures_in(report) == []
    assert "WHAT HAPPENED TO YOU" in text_of(report)
    assert report["X-GM-Pictures"] is None


@pytest.mark.slow
def test_a_picture_that_cannot_be_drawn_is_told_to_the_gm(gallery: Gallery) -> None:
    """The mails go without it, and the GM is told once, of both pictures of a season."""
    spring(gallery)
    gallery.easel.broken = True
    gallery.post()
    assert [newest(gallery, who) for who in BUILDS] == [[] for _ in BUILDS]
    report, notice = sorted(
        gallery.world.new_mail(GM), key=lambda one: "picture" in one["Subject"]
    )
    assert pictures_in(report) == []
    assert "the brush is gone" in text_of(notice)
    assert gallery.world.new_mail(GM) == []


@pytest.mark.slow
def test_what_was_lost_is_drawn_anew_and_is_the_same(gallery: Gallery) -> None:
    """A report sent again has the pictures it had, though the deadline has moved since."""
    spring(gallery)
    gallery.post()
    before = newest(gallery)
    later = gallery.world.clock.now() + timedelta(days=2)
    move_deadline(gallery.world.services, "tara", later, reason="a holiday")
    gallery.world.send()
    gallery.world.new_mail("MUNSTER")
    gallery.shelf.clear()
    gallery.restart()
    resend(gallery.world.services, "tara", "report", "MUNSTER")
    gallery.post()
    assert newest(gallery) == before


@pytest.mark.slow
def test_a_copy_asked_for_has_its_pictures(gallery: Gallery) -> None:
    """REPORT brings the pictures of the phase, with the deadline as it is now."""
    spring(gallery)
    gallery.post()
    before = newest(gallery)
    gallery.world.mail("MUNSTER", "REPORT")
    gallery.post()
    assert newest(gallery) == before


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("setting", "player", "on_list"),
    [("all", 2, 2), ("players", 2, 0), ("list", 0, 2), ("none", 0, 0)],
)
def test_a_game_says_whose_reports_have_pictures(
    gallery: Gallery, setting: str, player: int, on_list: int
) -> None:
    """Readers and the list get them as the game's setting says."""
    spring(gallery, settings={"pictures": setting})
    gallery.post()
    assert len(newest(gallery)) == player
    assert len(newest(gallery, LIST)) == on_list


def test_a_player_may_want_none(gallery: Gallery) -> None:
    """He who wants no pictures gets HTML without, he who wants text alone gets that."""
    world = gallery.world
    world.start()
    with world.services.store.write() as transaction:
        for power, wish in (("MUNSTER", {"pictures": "no"}), ("ULSTER", {"html": "no"})):
            person = transaction.person(f"{power.lower()}@example.org")
            assert person is not None
            transaction.save_person(replace(person, settings=wish))
    gallery.post()
    for power in BUILDS:
        world.new_mail(power)
    for power, text in BUILDS.items():
        world.mail(power, text)
    world.clock.advance(hours=1)
    resolve_due(world.services)
    gallery.post()
    report = world.new_mail("MUNSTER")[-1]
    assert report.get_content_type() == "multipart/mixed"
    assert pictures_in(report) == []
    plain = world.new_mail("ULSTER")
    assert [one for one in plain if one.get_body(("html",)) is not None] == []
    assert len(newest(gallery, "LEINSTER")) == 1


LATE = f"In-Reply-To: <tara.2.report.munster.1@{HOST}>\n"
"""The head of an answer to a season that has been resolved."""


@pytest.mark.sampled(10)
@pytest.mark.parametrize("fault", ["", "broken", "hanging", "restarted"])
@pytest.mark.parametrize(("text", "headers"), [("A(CoC)-Wat", LATE), ("A(CoC)-Wat", "")])
def test_no_receipt_overtakes_the_report_that_it_speaks_of(
    gallery: Gallery, fault: str, text: str, headers: str
) -> None:
    """While pictures are drawn, or fail, or never come, he who writes reads the report first."""
    spring(gallery)
    world = gallery.world
    gallery.easel.broken = fault == "broken"
    world.send()  # the painter is handed the pictures
    world.mail("MUNSTER", text, headers=headers)
    world.send()
    if fault == "restarted":
        gallery.restart()
        world.clock.advance(seconds=10)
    assert world.new_mail("MUNSTER") == []
    if fault != "hanging":
        gallery.hand.work()
    world.clock.advance(seconds=PATIENCE.total_seconds())
    report, receipt = world.new_mail("MUNSTER")
    assert "WHAT HAPPENED TO YOU" in text_of(report)
    assert receipt["Auto-Submitted"] == "auto-replied"


@pytest.mark.slow
def test_where_names_are_small_each_player_sees_his_own_part(gallery: Gallery) -> None:
    """It comes first, around his units and their fights; list and GM have the whole alone."""
    gallery.easel.parts = True
    spring(gallery)
    gallery.post()
    near, orders, position = newest(gallery)
    assert near == "tara: orders of Spring 1016|near ['CoC', 'Wat']"
    assert orders.startswith("tara: orders of Spring 1016|They were due ")
    assert "the position after it" in position
    assert newest(gallery, "ULSTER")[0] != near
    for who in (LIST, GM):
        assert newest(gallery, who) == [orders, position]
    assert sum(one.near is not None for one in gallery.easel.drawn) == 5


@pytest.mark.slow
def test_a_part_shows_what_the_whole_shows(gallery: Gallery) -> None:
    """What a reader gets for himself is the scene of all: nobody learns more than the list."""
    gallery.easel.parts = True
    spring(gallery)
    gallery.post()
    whole = next(one for one in gallery.easel.drawn if one.near is None and one.scene.marks)
    for one in gallery.easel.drawn:
        if one.near is not None:
            assert one.scene == whole.scene
