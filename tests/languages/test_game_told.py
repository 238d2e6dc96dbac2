"""Games whose players read a made-up language: whatever brought a mail about went to translators.

Each reader has all of his mails in his own language, and the journal stays English.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest

import gm.app.tongues
from gm.app.play.seasons import process
from gm.app.records import PhaseStatus
from gm.app.seats.players import add_player
from gm.app.settings import setting_texts
from gm.app.settings.setting_kinds import LANGUAGE
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.reply_form import example_names
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.texts import help_text
from gm.languages import Catalogue, catalogue, known
from gm.languages.names import language_named
from gm.report.wording.command_words import COMMAND_WORDS, forms_on
from gm.testing.pseudo import Pseudo
from tests.app.conftest import a_world
from tests.app.world import GM, HOST, LIST, SEED, World, text_of
from tests.languages.played_games import PLANS, Plan
from tests.languages.untold import own_words, untold, words_of

MADE_UP: Final = Pseudo.code
HERO: Final = "hero@example.org"
"""The player who reads the made-up language."""

CYRILLIC: Final = re.compile("[\u0400-\u052f]")
LENGTHS: Final = {"setup": 3600, "movement": 3600, "retreat": 3600, "adjustment": 3600}
SETTINGS: Final = {"press": "both", "orders-in": "named", "days": "mon-fri", "early": "yes"}

WRITTEN_AS_THEY_ARE: Final = (
    r"[FSW]\d{4} (?:place|walk|reopen|hole|split|line)\b",  # the label of a draw
    r"\b[a-z_-]+ ?= ?[\w-]+(?: \([\w-]+\))?",  # a setting, as a GM writes it
    r"\[[a-z_]+=[\w-]+\]",
    r"\b[0-9a-f]{12,64}\b",  # the digest of a board, a seed
    r"\bdocs/hat\.md\b|\bgm draws verify\b|\bprintf %s\b|\bsha\d+sum\b",  # what is typed
    r"\bRe: \w+",  # the subject that was written
)
FORM: Final = re.compile(r"^.*____.*$", re.M)
NAMES: Final = (
    "tara",
    "Maeve",
    "Hero",
    "The game master",
    "Europe/Dublin America/New_York",
    "toll Dec",  # what a payment is for; a month as it was written
    "English Deutsch Gaeilge Asia/Dubai",
    "Narnia Klingon Dublni Xyz foo",  # what is nowhere
    *(word for one in VARIANTS.values() for word in (one.title, one.designer)),
)


@contextmanager
def made_up() -> Iterator[None]:
    """Let the made-up language be one of ours, also as the language of a game."""

    def found(code: str) -> Catalogue:
        return Pseudo() if code == MADE_UP else catalogue(code)

    def named(text: str) -> str:
        return text if text == MADE_UP else language_named(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["gm.languages.speaking"], "catalogue", found)
        patch.setattr(gm.app.tongues, "known", lambda: (*known(), MADE_UP))
        patch.setattr(setting_texts, "language_named", named)
        yield


@dataclass
class Played:
    """A game that is played, and every mail that it brought.

    Args:
        sent: to whom, what he had written before, and the subject and text of each mail.
        written: all lines that players wrote.
    """

    world: World
    plan: Plan
    sent: list[tuple[str, str, str]] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    def address(self, who: str) -> str:
        """Return whose address a power's player has."""
        if "@" in who:
            return who
        return HERO if who == self.plan.powers[0] else f"{who.lower()}@example.org"

    def begin(self) -> None:
        """Create the game, seat its players, the hero with his language, and start it."""
        services = self.world.services
        wish = {"lengths": LENGTHS, "seed": SEED, "list_address": LIST, "settings": SETTINGS}
        new_game(services, NewGame("tara", self.plan.variant, "Maeve", GM, **wish))  # type: ignore[arg-type]
        for power in self.plan.powers:
            name = "Hero" if power == self.plan.powers[0] else power
            add_player(services, "tara", power, name, self.address(power), "Europe/Dublin")
        with services.store.write() as transaction:
            person = transaction.person(HERO)
            assert person is not None
            transaction.save_person(replace(person, settings={LANGUAGE: MADE_UP}))
        start_game(services, "tara", close_unfilled=self.plan.variant == "irish")
        self.note("the beginning")

    def mail(self, who: str, body: str, to: str = f"gm+tara@{HOST}") -> None:
        """Have somebody write, and note what that brings."""
        self.written |= {line.strip() for line in body.splitlines() if line.strip()}
        self.world.mail(self.address(who), body, to=to)
        self.note(f"{who}: {body}")

    def season(self, number: int) -> None:
        """Play a phase: what is written, the reminder, the deadline, and the GM if it waits."""
        for who, body in self.plan.seasons[number].items():
            self.mail(who, body)
        if number == 1:
            for body in self.plan.asked:
                self.mail(self.plan.powers[0], body)
            self.mail(
                self.plan.powers[1], f"PRESS TO {self.plan.powers[0].upper()}\nWell met\nENDPRESS"
            )
            self.mail("stranger@example.org", self.plan.seasons[1][self.plan.powers[0]])
        self.world.tick(minutes=31)
        self.note("a reminder")
        phase = self.world.phase()
        while phase is not None and phase == self.world.phase():
            self.world.tick(hours=1)
            self.note("a deadline")
            if phase.status is PhaseStatus.HELD:
                process(self.world.services, "tara", early=True, without=True)
                self.note("the GM's word")
            phase = phase if phase == self.world.phase() else None

    def note(self, cause: str) -> None:
        """Note the mails that were sent since."""
        self.world.send()
        for address in sorted({one.recipient for one in self.world.carrier.sent}):
            for mail in self.world.new_mail(address):
                self.sent.append((address, cause, f"{mail['Subject']}\n\n{text_of(mail)}"))

    def plain(self, also: Collection[str] = ()) -> Iterator[tuple[str, str]]:
        """Yield what the hero was told in plain words, and what brought it about.

        Args:
            also: words that are names, beside those that always are.
        """
        board = load_board(VARIANTS[self.plan.variant].board_id)
        names = own_words(board) | words_of((*NAMES, board.title, *self.plan.powers, *also))
        as_it_is = [re.escape(one) for one in sorted(self._given(), key=len, reverse=True)]
        given = re.compile("|".join((*as_it_is, *WRITTEN_AS_THEY_ARE)))
        for address, cause, text in self.sent:
            if address != HERO:
                continue
            for part in FORM.sub("", text.replace("\r\n", "\n")).split("\n\n"):
                whole = given.sub("", " ".join(part.split()))
                for line in untold(whole, names):
                    yield cause, line

    def _given(self) -> set[str]:
        """Return what stands in mails as somebody wrote it, or is to write it."""
        given = {" ".join(one.split()) for one in self.written if " " in one}
        board = load_board(VARIANTS[self.plan.variant].board_id)
        given |= {
            one
            for word in COMMAND_WORDS
            for one in forms_on(word, example_names(board))
            if " " in one
        }
        given |= {one for word in COMMAND_WORDS for one in word.forms if " " in one}
        for variant in VARIANTS:
            shown = help_text(variant)
            special = shown.special.order if shown.special else ()
            given |= {line.write for line in (*shown.order, *special)}
        return given


@pytest.fixture(scope="module", params=PLANS)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """Each of the games, from its beginning to a winter."""
    with made_up(), a_world(tmp_path_factory.mktemp(request.param)) as world:
        game = Played(world, PLANS[request.param])
        game.begin()
        for number in range(len(game.plan.seasons)):
            game.season(number)
        yield game


@pytest.mark.sampled(3)
def test_a_player_reads_his_own_language(played: Played) -> None:
    """All that he is told in a game: its beginning, answers, reminders, reports, what others did."""
    assert len({cause for address, cause, _ in played.sent if address == HERO}) > 15
    assert list(played.plain()) == []


def test_others_read_theirs(played: Played) -> None:
    """What is told to others beside him, or because of what he wrote, has nothing of it."""
    strange = [
        (address, cause, text)
        for address, cause, text in played.sent
        if address != HERO and CYRILLIC.search(text)
    ]
    assert strange == []
    assert {LIST, GM} < {address for address, _, _ in played.sent}


def test_the_journal_is_english(played: Played) -> None:
    """It is read by whoever comes, so it is in the language of none of them."""
    with played.world.services.store.read() as transaction:
        told = [f"{one.kind}: {one.text} {one.data}" for one in transaction.journal()]
    assert len(told) > 10
    assert [one for one in told if CYRILLIC.search(one)] == []


@pytest.mark.slow
def test_a_game_has_a_language(tmp_path: Path) -> None:
    """The list, observers and players who chose none read it; who chose another reads that."""
    with made_up(), a_world(tmp_path) as world:
        world.start(variant="standard", settings={LANGUAGE: MADE_UP})
        world.mail("ann@example.org", "OBSERVE tara")
        with world.services.store.write() as transaction:
            person = transaction.person("italy@example.org")
            assert person is not None
            transaction.save_person(replace(person, settings={LANGUAGE: "en"}))
        world.tick(hours=1)
        for who, strange in (
            ("france", True),
            (LIST, True),
            ("ann@example.org", True),
            ("italy", False),
        ):
            report = world.last_text(who)
            assert bool(CYRILLIC.search(report)) is strange, who


@pytest.mark.slow
def test_who_must_prove_himself_is_asked_in_his_language(tmp_path: Path) -> None:
    """The question, the word that it was dropped, and the answer to what he confirms."""
    with made_up(), a_world(tmp_path) as world:
        world.services = replace(world.services, proof=True)
        game = Played(world, PLANS["standard"])
        game.begin()
        for answer in ("YES", "NO"):
            game.mail("France", "A Par - Bur")
            question = world.carrier.messages(HERO)[-1]
            game.world.mail(HERO, answer, to=str(question["Reply-To"]))
            game.note(f"said {answer}")
        assert len([one for one in game.sent if one[0] == HERO]) == 5
        assert list(game.plain(also=("orders",))) == []  # the subject of his own mail
        assert not any(CYRILLIC.search(text) for who, _, text in game.sent if who != HERO)
