"""What people write reaches mails, pages, pictures, feeds and calendars as text, and as nothing else.

The same game is played twice: by people whose names, subjects, messages and reasons are made to break
out of whatever they are put into, and by people with harmless words in the same places. All that
leaves must be built of the same parts: header fields, tags with their attributes, properties.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.header import Header
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import icalendar
import pytest

from gm.app.answering.statements import publish_closings
from gm.app.history.rulings import add_ruling
from gm.app.play.endings import EndWish, end_game
from gm.app.seats.players import add_player
from gm.app.settings.game_settings import checked_settings
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.talk.press_desk import send_press
from gm.contract.events import Ending
from tests.app.archive import MAPS, write_archive
from tests.app.conftest import a_world
from tests.app.world import GM, LIST, SEED, World
from tests.integration.by_mail import GREAT_POWERS

BREAKERS = {
    "markup": '<script>zq</script><img src=x onerror="zq">',
    "an attribute": "\"' onmouseover='zq' x=\">zq",
    "a template": "{{ 7*191 }}{% include 'zq' %}{# zq #}",
    "a section": "]]>zq<![CDATA[ <!-- zq --> <?zq ?>",
    "a link": "javascript:zq [zq](javascript:zq) data:text/html,zq",
    "a calendar": "zq\\nEND:VEVENT\\nBEGIN:VALARM;zq=1:zq,zq",
    "an entity": "&lt;zq&gt; &#60;zq&#62; &zq;",
    "a header": "=?utf-8?q?zq=0D=0ABcc:_zq=40evil.example?=",
    "a format": "%(zq)s {zq} {0.__class__} %s %n $zq ${zq}",
    "a cell": "=HYPERLINK(1) | zq | zq\t|zq",
    "controls": "zq\x1b[31m\x1b]8;;http://evil.example\x07zq\x9b31m\u202ezq\u2066\u2028zq\x00\x0b",
}
"""What breaks out of where it stands, if it is put there as it is; by what that would be."""

COMPUTED = "1337"
"""What a template makes of the product in `BREAKERS`, were it one."""

QUIET = re.compile(r"[^?\w\s\x1b\x07\x00\x0b]")
PARTING = re.compile(r"[\u2028\x1b\x07\x00\x0b]")
"""What parts words wherever it is taken out."""


CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""What no text of a mail has; carriage returns end its lines."""

ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What no field of a header has: nothing that a reader does not see, or that turns his line round."""


def harmless(text: str) -> str:
    """Return as many words, of the same length, that mean nothing anywhere."""
    return PARTING.sub(" ", QUIET.sub("x", text))


class Parts(HTMLParser):
    """The tags of a page, each with the names of its attributes, and where its links lead by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.found.add(f"<{tag} {' '.join(sorted(name for name, _ in attrs))}>")
        for name, value in attrs:
            if name in {"href", "src"}:
                self.found.add(f"{name} {(value or '').partition(':')[0][:12].partition('/')[0]}")

    def handle_comment(self, data: str) -> None:
        """Note a comment."""
        self.found.add("<!-->")

    def handle_decl(self, decl: str) -> None:
        """Note a declaration."""
        self.found.add(f"<!{decl.partition(' ')[0]}>")

    def unknown_decl(self, data: str) -> None:
        """Note a section."""
        self.found.add("<![>")

    def handle_pi(self, data: str) -> None:
        """Note an instruction."""
        self.found.add("<?>")


def page_parts(text: str) -> set[str]:
    """Return what a page of HTML is built of; its links by where they lead."""
    parts = Parts()
    parts.feed(text)
    parts.close()
    return {re.sub(r"^(href|src) [^<]*$", _link_kind, part) for part in parts.found}


def _link_kind(link: re.Match[str]) -> str:
    """Return where a link leads: elsewhere in the page or folder, by mail, to the web, or oddly."""
    target = link[0].partition(" ")[2]
    known = ("http", "https", "mailto", "cid")
    odd = next((scheme for scheme in ("javascript", "data", "vbscript") if scheme in target), "")
    return f"{link[1]} {target if target in known else odd or 'here'}"


def tree_parts(text: str) -> set[str]:
    """Return what a document of XML is built of; ParseError if it is none."""
    return {
        f"<{element.tag} {' '.join(sorted(element.attrib))}>"
        for element in ET.fromstring(text).iter()  # noqa: S314 our own pages
    }


def calendar_parts(text: bytes) -> set[str]:
    """Return what a calendar is built of."""
    calendar = icalendar.Calendar.from_ical(text)
    return {f"{part.name} {name}" for part in calendar.walk() for name in part}


def mail_parts(mail: EmailMessage) -> Iterator[str]:
    """Yield what a mail is built of: its fields, the kinds of its parts, and what those hold."""
    for name in mail:
        yield f"{name}:"
    for value in map(str, mail.values()):
        assert not ODD.search(value), value
    assert not mail.defects
    for part in mail.walk():
        yield part.get_content_type()
        match part.get_content_type():
            case "text/html":
                yield from page_parts(str(part.get_content()))
            case "text/calendar":
                yield from calendar_parts(part.get_payload(decode=True))
            case "text/plain":
                text = str(part.get_content())
                assert not CONTROLS.search(text), text


READS: dict[str, Callable[[bytes], set[str]]] = {
    ".html": lambda raw: page_parts(raw.decode()),
    ".svg": lambda raw: tree_parts(raw.decode()),
    ".xml": lambda raw: tree_parts(raw.decode()),
    ".atom": lambda raw: tree_parts(raw.decode()),
    ".ics": calendar_parts,
}


def play(world: World, text: str) -> None:
    """Play a short game in which everything that people may word is worded so."""
    services = world.services
    wish = NewGame("tara", "standard", _named("Maeve", text), GM, seed=SEED, list_address=LIST)
    new_game(services, wish)
    with services.store.write() as transaction:
        game = transaction.game("tara")
        chosen = checked_settings({"press": "both"}, game.time_zone)
        transaction.save_game(replace(game, settings=chosen))
    for power in GREAT_POWERS:
        add_player(services, "tara", power, _named(power, text), f"{power.lower()}@example.org")
    start_game(services, "tara")
    subject = Header(text.replace("\x00", ""), "utf-8").encode()
    said = f"A Par - Bur\n{text}\nA {text} - Bur\nVOTE {text}\nBORDERS {text}\nMAPS {text}\n"
    world.mail("france", said, subject=subject)
    world.mail("italy", f"PRESS TO ALL\n{text}\nENDPRESS\nPRESS TO FRANCE\n{text}\nENDPRESS")
    world.mail("italy", f"HELP {text}")
    world.mail("turkey", f"ABSENT {text}\nTIMEZONE {text}\nSET {text}")
    world.mail("germany", "GREY PRESS TO ALL\n" + text + "\nENDPRESS")
    world.mail("stranger@evil.example", f"JOIN\nNAME: {text}\nPREFERENCES: {text}")
    world.mail("stranger@evil.example", f"A Par - Pic\n{text}", subject=subject)
    world.mail("stranger@evil.example", f"OBSERVE\nNAME: {text}")
    send_press(services, "tara", "all", text)
    add_ruling(services, "tara", f"We rule {text}", f"since {text}")
    world.tick(days=8)
    end_game(services, "tara", EndWish(Ending.DRAW, ("all",), f"as {text}"), sure=True)
    world.mail("france", f"STATEMENT\n{text}\n")
    world.clock.advance(days=8)
    publish_closings(services, set())
    world.send()


def _named(name: str, text: str) -> str:
    """Return a name with a text in it, as far as one may be called so."""
    return " ".join(f"{name} {text}".split())


def built_of(text: str, folder: Path) -> dict[str, set[str]]:
    """Play a game with a text everywhere, and return what all that left is built of, by kind."""
    found: dict[str, set[str]] = {}
    told = 0
    with a_world(folder) as world:
        play(world, text)
        for mail in world.carrier.messages():
            kind = str(mail["Message-ID"]).partition("@")[0]
            found.setdefault("mails", set()).update(mail_parts(mail))
            told += "zq" in mail.as_string()
            assert COMPUTED not in str(mail["Subject"]), kind
        write_archive(world, folder / "site", draw=MAPS)
    assert told > len(GREAT_POWERS), "what people wrote does not arrive"
    for file in sorted(path for path in (folder / "site").rglob("*") if path.is_file()):
        if (read := READS.get(file.suffix)) is not None:
            found.setdefault(file.suffix, set()).update(read(file.read_bytes()))
    return found


@pytest.mark.sampled(11)
@pytest.mark.parametrize("name", BREAKERS)
def test_words_stay_words(tmp_path: Path, name: str) -> None:
    """Nothing that leaves has a part that it would not have if people had written other words."""
    text = BREAKERS[name]
    for folder in ("hostile", "harmless"):
        (tmp_path / folder).mkdir()
    hostile = built_of(text, tmp_path / "hostile")
    quiet = built_of(harmless(text), tmp_path / "harmless")
    assert hostile.keys() == quiet.keys()
    assert {kind: hostile[kind] - quiet[kind] for kind in hostile} == {
        kind: set() for kind in hostile
    }
