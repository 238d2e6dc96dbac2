"""Every mail that is compared with a golden one is told whole in the language that is spoken.

It is written in a made-up language; what stays plain in it was never offered to a translator.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from inspect import getsource

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.charts.sections import MARKS
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.texts import help_text
from gm.languages import speaking_from
from gm.report.views import MailText
from gm.report.wording.command_words import COMMAND_WORDS
from gm.report.wording.text import SOFT_HYPHEN, quiet
from gm.testing.pseudo import Pseudo
from tests.languages import more_scenes
from tests.languages.more_scenes import MORE
from tests.languages.test_catalogues import collector
from tests.languages.untold import own_words, untold, words_of
from tests.report import irish_scenes, play, scenes
from tests.report.irish_scenes import irish
from tests.report.scenes import SCENES, played

WRITTEN_AS_THEY_ARE = (
    r"[FSW]\d{4} (?:place|walk|reopen|hole|split|line)\b",  # the label of a draw, by which it is repeated
    r"\b[a-z][a-z_-]* ?= ?[\w-]+(?: \([\w-]+\))?",  # a setting, as a GM writes it
    r"\b[0-9a-f]{12,64}\b",  # the digest of a board, a seed
    r"\bdocs/hat\.md\b|\bgm draws verify\b|\bprintf %s\b|\bsha\d+sum\b",  # what is typed
    rf"[{re.escape(MARKS)}]{{2,}}",  # a bar of a chart
    r"\{[a-z]+\}",  # what a setting's pattern is filled in with
    r"^Re: .*",  # the subject that the reader wrote
)
NAMES = ("Europe/Dublin", "meadow", "Maeve", "Deutsch", "Splain")
ONLY_ENGLISH = re.compile(r"-judge-")
"""The judges' manner, which old tools read."""
FORM = re.compile(r".*____.*")
VOID = {"meta", "br", "hr", "img", "link"}


@cache
def handed_over() -> tuple[str, ...]:
    """Return the sentences that the scenes give to the mails, the longest first.

    They are what other parts of the server say, or what players wrote.
    """
    texts = {
        " ".join(quiet(node.value).split())
        for module in (scenes, irish_scenes, play, more_scenes)
        for node in ast.walk(ast.parse(getsource(module)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    reasons = {found for text in texts for found in re.findall(r"\([a-z ]+\)", text)}
    forms = {form for one in COMMAND_WORDS for form in one.forms}
    helps = [help_text(variant) for variant in VARIANTS]
    groups = [one.special.order for one in helps if one.special] + [one.order for one in helps]
    forms |= {line.write for group in groups for line in group}
    wanted = {one for one in (*texts, *forms) if " " in one} | reasons
    return tuple(sorted(wanted, key=len, reverse=True))


@cache
def known() -> frozenset[str]:
    """Return the words that are the same in every language."""
    words = {word for one in VARIANTS.values() for word in own_words(load_board(one.board_id))}
    games = [one.game() for one in (played("standard", 0), played("republic", 0), irish(0))]
    names = [*NAMES, *(name for one in play.PLAYERS.values() for name in one.values())]
    names += [name for one in games for name in (one.meta.title, one.meta.designer, one.gm_name)]
    names += [one.board.title for one in games]
    return frozenset(words | words_of(names))


class Told(HTMLParser):
    """Gathers what a page of HTML says, without orders in short form and lines to fill in."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._kept_apart: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note whether a tag holds what nobody translates; a picture has words of its own."""
        found = dict(attrs)
        self.said.append(found.get("alt") or "")
        if tag not in VOID:
            apart = tag == "style" or "monospace" in (found.get("style") or "")
            self._kept_apart.append(apart)

    def handle_endtag(self, tag: str) -> None:
        """Leave a tag."""
        self._kept_apart.pop()

    def handle_data(self, data: str) -> None:
        """Keep what is said."""
        if not any(self._kept_apart):
            self.said.append(" ".join(data.replace(SOFT_HYPHEN, "").split()))


class Listening(Pseudo):
    """The made-up language, which keeps what it was asked for."""

    def __init__(self) -> None:
        self.asked: set[tuple[str | None, str]] = set()

    def find(self, message: str, context: str | None = None) -> str:
        """Return the message in strange letters."""
        self.asked.add((context, message))
        return super().find(message, context)


@cache
def collected() -> frozenset[tuple[str | None, str]]:
    """Return all sentences that translators get, each form by itself, with their contexts."""
    program = collector()
    return frozenset(
        (message.context, form)
        for part in program.PARTS
        for message in program.sentences(part)
        for form in ((message.id,) if isinstance(message.id, str) else message.id)
    )


def in_html(mail: MailText) -> list[str]:
    """Return what the HTML of a mail says, piece by piece."""
    page = Told()
    page.feed(mail.html)
    return page.said


def in_text(mail: MailText) -> list[str]:
    """Return what the plain text of a mail says, without lines to fill in, paragraphs unwrapped."""
    lines = ("" if FORM.fullmatch(line) else line for line in mail.text.splitlines())
    return [" ".join(part.split()) for part in "\n".join(lines).split("\n\n")]


def plain(pieces: list[str]) -> list[str]:
    """Return the pieces in which a plain word is left that nothing explains."""
    found = []
    for piece in pieces:
        rest = piece
        for sentence in handed_over():
            rest = rest.replace(sentence, " ")
        for pattern in WRITTEN_AS_THEY_ARE:
            rest = re.sub(pattern, " ", rest)
        if untold(rest, known()):
            found.append(rest)
    return found


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", [*SCENES, *MORE])
def test_a_mail_is_told_whole(name: str) -> None:
    """No plain word is left but names, orders in short form and what people wrote.

    All that is told is among what translators get.
    """
    make: Callable[[], MailText] = {**SCENES, **MORE}[name]
    listening = Listening()
    with speaking_from(listening):
        mail = make()
    assert listening.asked - collected() == set()
    assert f'<html lang="{Pseudo.code}" ' in mail.html
    assert plain([mail.subject]) == []
    assert plain(in_html(mail)) == []
    if not ONLY_ENGLISH.search(name):
        assert plain(in_text(mail)) == []


def test_an_untold_sentence_is_seen() -> None:
    """The check itself sees a mail in plain English."""
    mail = SCENES["standard-2-autumn-germany"]()
    assert plain([mail.subject])
    assert len(plain(in_html(mail))) > 20
    assert len(plain(in_text(mail))) > 5
