"""The text of a mail that comes in: where it ends, however it is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.adapters.post.smtp_drive import END, Text

BITS = st.sampled_from([b"\r", b"\n", b"\r\n", b".", b"..", b"a", b"\x00", b"\r\n."])
BYTES = st.lists(BITS, max_size=40).map(b"".join)


def stuffed(text: bytes) -> bytes:
    """What a sender makes of a text whose lines all end: dots before dots, and the end."""
    lines = text.split(b"\r\n")
    return b"\r\n".join(b"." + one if one.startswith(b".") else one for one in lines) + b".\r\n"


@given(BYTES, BYTES, st.lists(st.integers(0, 100), max_size=6))
def test_any_text_arrives_however_it_is_cut(body: bytes, after: bytes, cuts: list[int]) -> None:
    """What is sent is what is kept, and what follows the end is handed back."""
    sent = body + b"\r\n"
    wire = stuffed(sent) + after
    text, begun, rest = Text(10_000), 0, bytearray()
    for cut in [*sorted({min(cut, len(wire)) for cut in cuts}), len(wire)]:
        piece, begun = wire[begun:cut], cut
        found = text.add(piece)
        if found is not None:
            rest = found + wire[cut:]
            break
    assert text.content() == sent
    assert bytes(rest) == after
    assert not text.is_too_large


def test_a_text_of_nothing_ends_at_once() -> None:
    """A dot in the very first line is the end."""
    text = Text(100)
    assert text.add(b".\r\nQUIT\r\n") == b"QUIT\r\n"
    assert text.content() == b""


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_of_a_text_too_large_nothing_is_kept(piece: int) -> None:
    """Past the limit only the end is looked for, in a few bytes."""
    wire = b"x" * 5000 + END + b"NOOP\r\n"
    text, kept, rest = Text(1000), 0, None
    for begin in range(0, len(wire), piece):
        rest = text.add(wire[begin : begin + piece])
        if rest is not None:
            rest += wire[begin + piece :]
            break
        kept = max(kept, len(text._bytes))
    assert text.is_too_large
    assert rest == b"NOOP\r\n"
    assert kept <= 1000 + 2 + piece


@pytest.mark.parametrize(("size", "too_large"), [(998, False), (999, True)])
def test_the_limit_is_exact(size: int, too_large: bool) -> None:
    """So many bytes are taken and not one more, the last line's end among them."""
    text = Text(1000)
    assert text.add(b"x" * size + END) == b""
    assert text.is_too_large is too_large
