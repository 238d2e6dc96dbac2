"""Message-IDs and threads: deterministic, telling, and safe."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gm.mail.threads import (
    LIST,
    NEW_THREAD,
    answer_to,
    in_phase,
    is_ours,
    message_id,
    on_list,
    phase_answered,
    phase_root,
)
from gm.mail.values import MailKind, MailReading

HOST = "games.example.org"


def reading(answered: str | None = None, *references: str) -> MailReading:
    """Return a player's mail with these ids in its headers."""
    return MailReading(MailKind.HUMAN, in_reply_to=answered, references=references)


def test_the_same_mail_has_the_same_id() -> None:
    """Ids are made from what the mail is, and differ where anything differs."""
    one = message_id(HOST, "meadow", 2, "receipt-1", "MUNSTER")
    assert one == message_id(HOST, "meadow", 2, "receipt-1", "munster")
    others = {
        message_id(HOST, "meadow", 2, "receipt-2", "MUNSTER"),
        message_id(HOST, "meadow", 3, "receipt-1", "MUNSTER"),
        message_id(HOST, "meadow", 2, "receipt-1", "ULSTER"),
        message_id(HOST, "tara", 2, "receipt-1", "MUNSTER"),
    }
    assert len(others | {one}) == 5
    assert is_ours(one, HOST)
    assert not is_ours(one, "elsewhere.example")


def test_an_id_does_not_show_an_address() -> None:
    """Only a digest of the recipient stands in the id."""
    assert "donal" not in message_id(HOST, "meadow", 2, "notice", "donal@example.net")


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_an_id_is_always_sound(game: str, kind: str, recipient: str) -> None:
    """Whatever it is made from, an id is ASCII without blanks."""
    one = message_id(HOST, game, 1, kind, recipient)
    assert one.isascii()
    assert not set(one[1:-1]) & set("<> \r\n\t")


def test_a_reply_tells_the_phase_it_answers() -> None:
    """The mail replied to decides, whatever older mails are referred to."""
    old, new = (phase_root(HOST, "meadow", number, "MUNSTER") for number in (1, 4))
    assert phase_answered(reading(new, old, new), "meadow") == 4
    assert phase_answered(reading("<x@y>", old, new, "<x@y>"), "Meadow") == 4
    assert phase_answered(reading("<x@y>"), "meadow") is None
    assert phase_answered(reading(new), "tara") is None
    assert phase_answered(reading(), "meadow") is None


def test_who_answers_a_mail_without_a_phase_answers_none() -> None:
    """Help asked of the server itself belongs to no phase, whatever else was referred to."""
    old, help_ = (
        message_id(HOST, "meadow", *more) for more in ((3, "phase", "x"), (0, "help-9", "x"))
    )
    assert phase_answered(reading(help_, old, help_), "meadow") is None


def test_a_game_is_one_thread_on_its_list() -> None:
    """Every list mail after the first hangs under the opening mail."""
    assert on_list(HOST, "meadow", 1) == NEW_THREAD
    root = phase_root(HOST, "meadow", 1, LIST)
    assert on_list(HOST, "meadow", 7).references == (root,)


def test_a_phase_is_one_thread_for_a_player() -> None:
    """Notices hang under the mail that opened the phase."""
    root = phase_root(HOST, "meadow", 3, "MUNSTER")
    assert in_phase(HOST, "meadow", 3, "MUNSTER").in_reply_to == root


def test_an_answer_repeats_sound_ids_only() -> None:
    """An id that could break a header is left out; of many the first and the last stay."""
    thread = answer_to("<bad id\r\nBcc: x>", ("<one@x>", "<t\two@x>", "no id"))
    assert thread.in_reply_to is None
    assert thread.references == ("<one@x>",)
    many = answer_to("<last@x>", tuple(f"<{number}@x>" for number in range(100)))
    assert len(many.references) == 20
    assert many.references[0] == "<0@x>"
    assert many.references[-1] == "<last@x>"
