"""An attribution hides the quote below it, broken over lines or of few words, marked or not."""

import html

import pytest

from gm.mail.quotes import is_bare_attribution, own_text
from gm.mail.reading import TAKEN_FOR_A_QUOTE
from tests.mail.reading.letters import MARKED, ORDERS, blocks, letter, lines_of, read

OWN = ["A Par - Bur", ""]
QUOTED = ["", "A Par - Pic", "F Bre - MAO"]
BROKEN = [
    ["On Tue, 3 Mar 2026 at 10:12, Some One", "<", "mailto:one@example.org", "> wrote:"],
    ["On Tue, 3 Mar 2026 at 10:12, Some One <", "one@example.org", "> wrote:"],
    ["On Tue, 3 Mar 2026", "at 10:12, Some One", "<", "one@example.org", "> wrote:"],
    ["Am 3. März 2026 um 10:12 schrieb Some One", "<", "mailto:one@example.org", ">:"],
]
HTML = "text/html; charset=utf-8"
TEXT = "\n".join(ORDERS)
OTHERS = "A MUN - BUR\nA BER H\nF KIE - HOL"
BY_PROGRAMS = blocks("attributions-unmarked.txt")
BY_HAND = blocks("attributions-bare.txt")


def page(text: str) -> str:
    """The same text as a web mailer makes a page of it, without a mark of a quote."""
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n"))


@pytest.mark.parametrize("attribution", BROKEN, ids="|".join)
def test_broken_attribution_hides_the_unmarked_quote(attribution: list[str]) -> None:
    """Only what stands above the attribution counts, however it is broken."""
    assert own_text(OWN + attribution + QUOTED).lines == ("A Par - Bur",)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("attribution", [*BY_PROGRAMS, *BY_HAND])
def test_orders_in_an_unmarked_quote_never_count(attribution: str) -> None:
    """Another's orders, or one's own of before, stand in it; in plain text and as a page."""
    for gap in ("\n", "\n\n"):
        text = f"{TEXT}\n\n{attribution}{gap}{OTHERS}"
        assert lines_of(text) == list(ORDERS)
        assert lines_of(page(text), HTML) == list(ORDERS)


@pytest.mark.parametrize("attribution", BY_HAND)
def test_a_marked_quote_below_a_few_words_lets_what_follows_count(attribution: str) -> None:
    """Where the quote has marks its end is known."""
    reading = read(letter(f"{attribution}\n{MARKED}\n\n{TEXT}"))
    assert reading.lines == ORDERS
    assert TAKEN_FOR_A_QUOTE not in reading.problems


def test_what_few_words_hide_is_told() -> None:
    """Whoever wrote orders of his own below such a line reads that they did not count."""
    reading = read(letter(f"{TEXT}\n\ngm said:\n{OTHERS}"))
    assert reading.problems == (TAKEN_FOR_A_QUOTE,)
    assert read(letter(f"{TEXT}\n\ngm said:\n")).problems == ()


@pytest.mark.parametrize(
    "line",
    [
        "As I said:",
        "I wrote:",
        "as said:",
        "My orders said:",
        "What I said:",
        "I said to Germany:",
        "Here is what you said I should write:",
        "On second thoughts:",
        "On Tuesday I wrote:",
        "Ich schrieb:",
        "Wie geschrieben:",
        "Am Dienstag schrieb ich:",
        "Meine Befehle, wie geschrieben:",
        "J'ai écrit :",
        "Comme j'ai écrit :",
        "Ho scritto:",
        "Ik schreef:",
        "Scríobh mé:",
        "Mar a dúirt mé:",
        "He escrito:",
        "Orders for 5 March 2030, 20:00:",
        "Germany said nothing:",
        "I heard a rumour. Germany said:",
        "Germany said: yes",
        "Germany wrote that he leaves us in peace for now:",
        "Orders, as Germany said:",
        "A Mun - Tyr, said Germany:",
        "GM: hello",
        "To the GM:",
        "Germany:",
        "Spring 1901:",
        "Quote me on this:",
    ],
)
def test_own_words_are_introduced_by_many_lines(line: str) -> None:
    """Whoever speaks of himself, or goes on in his sentence, quotes nobody."""
    assert not is_bare_attribution(line)


@pytest.mark.parametrize(
    "text",
    [
        "PRESS TO ALL\nGermany wrote:\npeace for ever\nENDPRESS\nA Mun - Tyr",
        "PRESSE AN ALLE\nDeutschland schrieb:\nFrieden\nENDE PRESSE\nA Mun - Tyr",
        "Scéala chuig gach duine\nDúirt an Ghearmáin:\nsíocháin\nDeireadh scéala\nA Mun - Tyr",
        "I go to Tyrolia with Munich because of what you told me and\nItaly said:\nA Mun - Tyr",
    ],
)
def test_words_of_others_in_a_message_or_sentence_hide_nothing(text: str) -> None:
    """A message to players may tell what somebody wrote; so may a sentence over two lines."""
    assert lines_of(text) == text.split("\n")


def test_a_message_that_was_closed_protects_nothing_below_it() -> None:
    """Below ENDPRESS the words of others hide what stands below them."""
    text = f"PRESS TO ALL\nPeace.\nENDPRESS\n\n{TEXT}\n\ngm said:\n{OTHERS}"
    assert lines_of(text)[-3:] == list(ORDERS)
