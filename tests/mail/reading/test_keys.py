"""Reply keys found wherever a mail program leaves them, and never taken for text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.mail.threads import LABEL, keys_in
from tests.mail.reading.letters import MARKED, ORDERS, letter, read

KEY = "k4zq2mw7xh3tdc6v"
LINE = f"{LABEL}: {KEY}"
TEXT = "\n".join(ORDERS)
HEAD = "On Tue, 5 Mar 2030 at 21:04, GM <gm@example.org> wrote:"


@pytest.mark.parametrize(
    "body",
    [
        f"{TEXT}\n\n{HEAD}\n{MARKED}\n> {LINE}",
        f"{TEXT}\n\n{HEAD}\n{MARKED}\n> > {LABEL}:\n> > {KEY}",
        f"{TEXT}\n\n{HEAD}\n{MARKED}\n> {LABEL.split()[0]}\n> {LABEL.split()[1]}: {KEY}",
        f"{TEXT}\n\n{HEAD}\n\nGame meadow\n{LINE}\nA MUN H",
        f"{TEXT}\n\n-----Original Message-----\nFrom: GM <gm@example.org>\nSent: today\n\n{LINE}",
        f"{TEXT}\n\n{LINE}",
        f"{LINE}\n\n{TEXT}",
        f"{ORDERS[0]}\n{LINE}\n{ORDERS[1]}\n{ORDERS[2]}",
        f"{TEXT}\n{LINE.upper()}",
        f"{TEXT}\n*{LABEL}:* {KEY}",
        f"{TEXT}\n{LABEL}\u00a0:\u00a0{KEY}",
        f"{TEXT}\n{LABEL}: {KEY[:8]}\u200b{KEY[8:]}",
        f"{TEXT}\n{LABEL}：{KEY}",
        f"{TEXT}\n\n-- \nGus\n\n> {LINE}",
        f"{TEXT}\n\nSent from my iPhone\n\n> {LINE}",
        f"{TEXT}\n\n---------- Forwarded message ---------\nFrom: GM <gm@example.org>\n\n{LINE}",
    ],
)
def test_a_key_is_found_and_is_no_text(body: str) -> None:
    """In quotes, wrapped, marked, below signatures, or alone among the orders."""
    reading = read(letter(body))
    assert reading.keys == (KEY,)
    assert [line for line in reading.lines if line] == list(ORDERS)


@pytest.mark.parametrize(
    "page",
    [
        f"<div>{{}}</div><blockquote>{LINE}</blockquote>",
        f"<div>{{}}</div><blockquote><p>{LABEL}:<br><b>{KEY}</b></p></blockquote>",
        f"<div>{{}}</div><div class='gmail_signature'>Gus {LINE}</div>",
        f"<div>{{}}</div><table><tr><td>{LABEL}:</td><td>{KEY}</td></tr></table>",
        f"<div>{{}}</div><blockquote>{LABEL}:&nbsp;<wbr>{KEY[:9]}&shy;{KEY[9:]}</blockquote>",
    ],
)
def test_a_key_in_html_is_found(page: str) -> None:
    """Through markup, entities and tables."""
    shown = page.format("<br>".join(ORDERS))
    reading = read(letter(shown, "text/html; charset=utf-8"))
    assert reading.keys == (KEY,)
    assert [line for line in reading.lines if line.strip()] == list(ORDERS)


def test_a_key_only_in_the_version_not_chosen_is_found() -> None:
    """Programs that quote nothing in plain text still do so in HTML."""
    body = (
        f"--x\nContent-Type: text/plain\n\n{TEXT}\n--x\nContent-Type: text/html\n\n"
        f"<p>{TEXT}</p><blockquote>{LINE}</blockquote>\n--x--"
    )
    reading = read(letter(body, "multipart/alternative; boundary=x"))
    assert reading.keys == (KEY,)
    assert reading.lines == ORDERS


def test_keys_of_several_mails_are_all_told() -> None:
    """Each once, in their order: whose they are is for others to find out."""
    other = "b" * 26
    body = f"> {LINE}\n> {LABEL}: {other}\n> {LINE}\n\n{TEXT}"
    assert read(letter(body)).keys == (KEY, other)
    many = "\n".join(f"> {LABEL}: {letter_ * 16}" for letter_ in "abcdefghijklmnopqrstuvwxyz")
    assert len(read(letter(many)).keys) == 20


@pytest.mark.parametrize(
    "text",
    [
        "Reply key: short",
        "Reply key: 0000000000000000",
        f"Reply key: {KEY}1",
        f"Reply key: {'a' * 33}",
        f"No reply keyword: {KEY}",
        f"Noreply key: {KEY}",
        f"Reply {KEY}",
        f"Reply, key: {KEY}",
        "Reply key:" + "\n" * 100 + KEY,
    ],
)
def test_what_is_no_key_stays_text(text: str) -> None:
    """Too short, too long, other letters, other words."""
    assert keys_in([text]) == ()
    assert read(letter(text)).lines != ()


_MARK = st.sampled_from([" ", "\n", "\n> ", "\n>> ", "\u00a0", "*", "  ", "\n| "])


@given(_MARK, st.lists(_MARK, max_size=3).map("".join), st.lists(_MARK, min_size=1, max_size=3))
def test_no_decoration_hides_a_key(inner: str, before: str, after: list[str]) -> None:
    """Blanks, line ends, quote marks and stars in every gap."""
    gap = inner if inner != "*" else " *"
    assert keys_in([f"Reply{gap}key{before}:{''.join(after)}{KEY}\n"]) == (KEY,)
