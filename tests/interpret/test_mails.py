"""Whole mails from many clients: each gives what its record says."""

import json
from pathlib import Path

import pytest

from gm.games.diplomacy.desk.reading import read_mail_record
from gm.games.diplomacy.language.sections import power_heading
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import PowerId

FOLDER = Path(__file__).parents[1] / "data" / "mails"
WORLD = json.loads((FOLDER / "seats.json").read_text(encoding="utf-8"))
CASES = sorted(FOLDER.glob("*.eml"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_a_mail_gives_what_its_record_says(path: Path) -> None:
    """Kind, sender, power, orders, press, command and bounce are those of the record."""
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    answer = read_mail_record(path.read_bytes(), WORLD, load_board)
    for key in ("kind", "sender", "power", "press", "command", "bounced", "permanent"):
        assert answer.get(key) == expected.get(key), key
    assert sorted(answer["orders"]) == sorted(expected["orders"])


@pytest.mark.sampled(10)
@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
@pytest.mark.parametrize("end", [b"\n", b"mbox"])
def test_line_ends_and_an_mbox_line_change_nothing(path: Path, end: bytes) -> None:
    """LF only and a leading "From " line give the same orders; a mail of lone CRs is set aside."""
    raw = path.read_bytes()
    changed = b"From someone Sat Nov 21\r\n" + raw if end == b"mbox" else raw.replace(b"\r\n", end)
    first = read_mail_record(raw, WORLD, load_board)
    again = read_mail_record(changed, WORLD, load_board)
    assert (again["kind"], again["orders"]) == (first["kind"], first["orders"])


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_half_a_mail_never_gives_an_order_the_whole_does_not(path: Path) -> None:
    """A mail cut short yields orders of whole lines only."""
    raw = path.read_bytes()
    whole = read_mail_record(raw, WORLD, load_board)
    half = read_mail_record(raw[: len(raw) // 2], WORLD, load_board)
    if half["kind"] == "orders" == whole["kind"]:
        assert set(half["orders"]) <= set(whole["orders"])


def test_orders_in_a_mail_of_nobody_are_not_read() -> None:
    """A stranger's orders are told as a problem, not as orders."""
    raw = b"From: x@example.net\nTo: gm@example.org\nSubject: orders\n\nA Mun - Tyr\n"
    answer = read_mail_record(raw, WORLD, load_board)
    assert answer["kind"] == "unreadable"
    assert answer["orders"] == []
    assert answer["problems"]


def test_what_stands_behind_a_powers_name_keeps_its_accents() -> None:
    """Receipts quote it as it was written, and no language loses a word by it."""
    board = load_board("irish")
    headed = power_heading(
        board, "Holland: gib Italien 2 Punkte nächstes Jahr", (PowerId("HOLLAND"),)
    )
    assert headed == ("HOLLAND", "gib Italien 2 Punkte nächstes Jahr")
