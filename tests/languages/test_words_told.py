"""The words of orders, reasons, events, rules and commands are all offered to the translators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product
from typing import get_args

import pytest

from gm.contract.events import Drawn
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.manners.zine import upheaval_lines, zine_lines
from gm.games.diplomacy.pages.opening_page import rules_page
from gm.games.diplomacy.pages.reply_form import help_of
from gm.games.diplomacy.pages.what_changed import SeasonFacts, season_change
from gm.games.diplomacy.rules.board import Location
from gm.games.diplomacy.rules.orders import Conditional
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.texts import help_text, load_rules, rules_as_played, sentences
from gm.games.diplomacy.wording.draw_words import draw_words
from gm.games.diplomacy.wording.explain import reason_sentence
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.order_lines import result_line
from gm.games.diplomacy.wording.promise_notes import promise_notes
from gm.games.diplomacy.wording.promise_words import happened_words
from gm.games.diplomacy.wording.words import in_words
from gm.languages import day_name, listed, month_name, number_word, speaking, speaking_from
from gm.report.pages.help_page import command_page
from gm.report.pages.rules_page import HOUSE
from gm.report.wording.command_words import COMMAND_WORDS, CommandWord
from gm.report.wording.dates import length_words, moment_words, stretch_words, time_left
from gm.report.wording.sentence_parts import Counted, allowed_words, counted
from gm.testing.pseudo import Pseudo
from tests.languages.test_catalogues import collector
from tests.languages.untold import own_words, untold
from tests.report.irish_scenes import irish
from tests.report.play import DEADLINE, NOW, Play
from tests.report.scenes import SCENES, played

BOARDS = {name: load_board(variant.board_id) for name, variant in VARIANTS.items()}
WORDS = {name: own_words(board) for name, board in BOARDS.items()}

ORDERS = {
    "standard": (
        "A MUN H",
        "A MUN - TYR VIA",
        "A BOH S A MUN - TYR",
        "A BOH S F STP/SC",
        "F NTH C A YOR - NWY",
        "A BOH R SIL",
        "A BOH D",
        "D A BOH",
        "B F STP/NC",
        "WAIVE",
    ),
    "republic": (
        "F Wat CONVERT",
        "A KkW ATTACK BRIDGE KkW-Wat",
        "A KkW ATTACK BRIDGE KkW-Wat OF MUNSTER",
        "B BRIDGE KkW-Wat",
        "D BRIDGE KkW-Wat",
        "PAY 5 MUNSTER",
        "RECEIVE 1 MUNSTER",
        "IF NOT A KkW DISLODGED AND KkW VACANT THEN B A CoC AND WAIVE ELSE (IF KkW VACANT THEN WAIVE)",
        "IF MUNSTER OWNS KkW OR NOT (BRIDGE KkW-Wat STANDS AND A KkW FAILED) THEN WAIVE",
        "IF BRIDGE KkW-Wat OF MUNSTER STANDS AND NOT A KkW SUCCEEDED THEN WAIVE",
    ),
    "irish": (
        "GIVE FRANCE 5",
        *(
            f"IF {not_}{condition} THEN GIVE FRANCE 2"
            for not_, condition in product(
                ("", "NOT "),
                (
                    "FRANCE ENTERS PIE",
                    "ITALY ATTACKS PIE",
                    "ITALY IN PIE",
                    "ITALY OWNS VEN",
                    "PIE VACANT",
                    "ITALY SUPPORTS A TYR",
                    "ITALY SUPPORTS A TYR - PIE",
                    "A TYR DISLODGED",
                    "A TYR SUCCEEDED",
                    "A TYR FAILED",
                    "(PIE VACANT OR VEN VACANT)",
                ),
            )
        ),
    ),
}


def plain(text: str, variant: str) -> list[str]:
    """Return the lines of a text that hold a word that was not told."""
    return untold(text, WORDS[variant])


def written() -> Iterator[tuple[str, str]]:
    """Yield every order above with its variant."""
    yield from ((variant, text) for variant, texts in ORDERS.items() for text in texts)


@pytest.mark.parametrize(("variant", "text"), [*written()])
def test_an_order_is_told(variant: str, text: str) -> None:
    """Orders, their conditions, what these mean and what they come to are all in the language."""
    board = BOARDS[variant]
    order = read_canonical(text, board, PhaseKind.MOVEMENT)
    with speaking_from(Pseudo()):
        words = [in_words(order, board), in_words(order, board, retreat=True)]
        words += [*promise_notes(order, board, PhaseKind.MOVEMENT)]
        words += [*promise_notes(order, board, PhaseKind.ADJUSTMENT)]
        if isinstance(order, Conditional):
            words.append(happened_words(order.condition, board))
    assert plain("\n".join(words), variant) == []


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("why", Why)
def test_a_reason_is_told(why: Why, variant: str) -> None:
    """Whatever stood against an order, with all details and with none."""
    board = BOARDS[variant]
    power = next(iter(board.powers))
    bare = Reason(why, detail=(("price", "7"), ("left", "3")))
    full = Reason(
        why,
        by=tuple(unit.ref for unit in Play(variant).state.units)[:2]
        or (UnitRef(UnitKind.ARMY, Location(next(iter(board.provinces)))),),
        place=tuple(board.provinces)[:2],
        detail=(("owner", power), ("power", power), ("price", "7"), ("left", "0")),
        strength=1,
        against=2,
    )
    order = read_canonical(ORDERS[variant][0], board, PhaseKind.MOVEMENT)
    with speaking_from(Pseudo()):
        told = [
            reason_sentence(one, board, given) for one in (bare, full) for given in (None, order)
        ]
    assert all(told)
    assert plain("\n".join(told), variant) == []


LABELS = {*"reopen hole split place walk line lot irish psychiatrist slip".split()}
"""What draws are labelled with, the same for everybody who checks them."""

WRITTEN = {"for", "the", "peace", "oats"}
"""What players wrote themselves, as reasons of payments."""


GAMES: dict[str, Callable[[], Play]] = {
    **{f"standard-{number}": partial(played, "standard", number) for number in (1, 2, 3)},
    **{f"republic-{number}": partial(played, "republic", number) for number in (1, 2, 3, 4)},
    **{f"irish-{number}": partial(irish, number) for number in (1, 2, 4, 6, 9, 12)},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_season_is_told(name: str) -> None:
    """Every outcome, fact and draw of it, in words and as the zines print it."""
    play = GAMES[name]()
    board = play.rules.board_in(play.before)
    told: list[str] = []
    with speaking_from(Pseudo()):
        for outcome in play.last.outcomes:
            line = result_line(outcome, board, play.before, play.last.outcomes)
            told += [line.words, line.verdict, line.why]
        after = play.rules.board_in(play.state)
        for event in play.last.events:
            # The label of a draw is the same in every language: it can be checked with it.
            drawn = isinstance(event, Drawn)
            told.append(
                draw_words(event.draw, after) if drawn else event_words(event, after) or ""
            )
        old = SeasonFacts(play.before.phase, board, board, (), (), play.before)
        new = replace(
            old,
            left=after,
            outcomes=play.last.outcomes,
            events=play.last.events,
            after=play.state,
        )
        told += season_change(old, new).lines
        zine = (
            *upheaval_lines(play.last.events),
            *zine_lines(play.last.outcomes, board, play.state.dislodged),
        )
    assert (
        untold("\n".join((*told, *zine)), own_words(board) | own_words(after) | WRITTEN | LABELS)
        == []
    )


def all_settings(variant: str) -> Iterator[dict[str, str]]:
    """Yield the defaults of a game's settings, and for every other value one set with it."""
    options = (*VARIANTS[variant].options, *HOUSE)
    defaults = {one.name: one.default for one in options}
    yield defaults
    for one in options:
        yield from ({**defaults, one.name: value} for value in one.choices[1:])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rules_are_told(variant: str) -> None:
    """Every rule under every setting, what settings decide and take, and the orders to copy."""
    options = (*VARIANTS[variant].options, *HOUSE)
    told: list[str] = []
    with speaking_from(Pseudo()):
        for settings in all_settings(variant):
            for chapter in rules_as_played(variant, BOARDS[variant], settings):
                told += [chapter.title, *(one.text for one in chapter.paragraphs)]
        taken = {allowed_words(one) for one in options}
        page = rules_page(Play(variant).game())
        told += [*taken, *(one.help for one in page.settings)]
        told += help_of(variant, BOARDS[variant]).lists.splitlines()
        told += [line.says for line in help_of(variant, BOARDS[variant]).orders]
    values = {word for one in options for value in one.choices for word in value.split("-")}
    assert untold("\n".join(told), WORDS[variant] | values) == []


def test_dates_and_little_words_are_told() -> None:
    """Lengths of time, dates, lists and numbers; days and months have the names of the calendar."""
    later = NOW + timedelta(days=2, hours=1, minutes=5)
    with speaking_from(Pseudo()):
        told = [length_words(later - NOW), time_left(NOW, later), time_left(later, NOW)]
        told += [length_words(timedelta(seconds=9)), length_words(timedelta(minutes=61))]
        told += [stretch_words(NOW, later, "UTC"), stretch_words(NOW, NOW, "UTC")]
        told += [listed("123"), listed("123", "or"), listed("123", "nor"), number_word(12)]
        told += [counted(number, noun) for noun in get_args(Counted) for number in (1, 2)]
    assert untold("\n".join(told), ()) == []


def test_what_is_counted_has_its_forms() -> None:
    """Everything that can be counted is, by one and by more."""
    for noun in get_args(Counted):
        assert counted(1, noun) == f"1 {noun}"
        assert counted(0, noun) == f"0 {noun}s"


@pytest.mark.parametrize(
    ("language", "day", "month"),
    [("en", "Fri", "Mar"), ("de", "Fr", "Mär"), ("ga", "Aoine", "Márta")],
)
def test_days_and_months_have_their_own_names(language: str, day: str, month: str) -> None:
    """They come from the calendar of the language, without full stops."""
    with speaking(language):
        assert (day_name(4), month_name(3)) == (day, month)
        assert moment_words(DEADLINE, "UTC").startswith(day)


def test_the_judges_manner_is_english_for_everybody() -> None:
    """The tools that read it know no other language, whatever the rest of the mail is in."""
    with speaking_from(Pseudo()):
        text = SCENES["standard-2-judge-germany"]().text
    assert "Movement results for Fall of 1901." in text
    assert "Army Vienna -> Trieste. (*bounce*)" in text


def test_what_stands_in_tables_is_collected() -> None:
    """Texts that are said out of a table or a file are among those that translators get."""
    collected = {
        message.id for part in ("mails", "rules") for message in collector().sentences(part)
    }
    told = {text for one in COMMAND_WORDS for text in (one.says, one.more) if text}
    for variant in VARIANTS.values():
        told |= {one.help for one in (*variant.options, *HOUSE)}
        for section in load_rules(variant.id):
            entries = [text for one in section.entry for text in (one.text, *one.by.values())]
            told |= {section.title, *(sentences(text) for text in entries if text)}
        known = help_text(variant.id)
        told |= {known.lists, *(text for line in known.order for text in (line.write, line.says))}
        if known.special is not None:
            told |= {known.special.title, known.special.elsewhere}
            told |= {text for line in known.special.order for text in (line.write, line.says)}
    assert told - collected == set()


@pytest.mark.parametrize("known", COMMAND_WORDS, ids=lambda one: one.word)
def test_a_command_is_told(known: CommandWord) -> None:
    """What it does; the words to write are read in every language."""
    with speaking_from(Pseudo()):
        orders = help_of("irish", BOARDS["irish"])
        page = command_page(Play("irish").game(), known.word, (), orders)
    assert untold(f"{page.says}\n{page.more}", ()) == []
