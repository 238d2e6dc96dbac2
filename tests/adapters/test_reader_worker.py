"""The process that reads mails: what kills it, and what becomes of the mail then."""

import json
import os
import signal
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.adapters import worker
from gm.adapters.post.reader_wire import (
    FAILED,
    PROBLEMS,
    READING_BYTES,
    READINGS,
    STRANGE,
    TOO_COSTLY,
    TOO_LARGE,
)
from gm.adapters.post.reader_worker import WorkerReader
from gm.adapters.worker import Bounds, NotStartedError, StrangeAnswerError, Worker
from gm.mail.reading import read_mail
from gm.mail.values import MailKind, MailReading
from tests.mail.reading.letters import letter, raw, stored

# Seconds of processor time, for no machine reads a megabyte of lines in a hundredth of one.
SHORT = 0.01
COSTLY = letter("On 5 Mar 2030 21:04 x\n" * 45_000, subject="meadow")


@pytest.fixture
def reader() -> Iterator[WorkerReader]:
    """A reader with more time than any mail takes."""
    made = WorkerReader(60)
    yield made
    made.close()


@pytest.fixture
def hasty() -> Iterator[WorkerReader]:
    """A reader with next to no time."""
    made = WorkerReader(SHORT)
    yield made
    made.close()


def process_of(reader: WorkerReader) -> int:
    """The number of the process in which it reads."""
    assert reader.worker._process is not None
    return reader.worker._process._child.pid


def test_it_reads_as_in_place(reader: WorkerReader) -> None:
    """Every stored mail is the same value, whichever side of a pipe it was read on."""
    for name in stored():
        assert reader.read(raw(name)) == read_mail(raw(name))


def test_one_process_reads_them_all(reader: WorkerReader) -> None:
    """It is started once and kept."""
    reader.read(letter("A Mun H"))
    first = process_of(reader)
    reader.read(letter("A Ber H"))
    assert process_of(reader) == first


def test_a_large_mail_passes_the_pipe(reader: WorkerReader) -> None:
    """Ten megabytes, of which the pipe holds a hundredth."""
    picture = "A" * 76 + "\n"
    body = (
        "--x\nContent-Type: text/plain\n\nA Mun H\n--x\nContent-Type: image/png\n"
        f"Content-Transfer-Encoding: base64\n\n{picture * 130_000}--x--"
    )
    assert reader.read(letter(body, "multipart/mixed; boundary=x")).lines == ("A Mun H",)


def test_a_mail_that_takes_too_long_is_answered_with_its_sender(hasty: WorkerReader) -> None:
    """It is set aside, and the next mail is read by a new process."""
    reading = hasty.read(COSTLY)
    assert (reading.kind, reading.problems) == (MailKind.UNPARSABLE, (TOO_COSTLY,))
    assert (reading.sender, reading.subject) == ("gus@example.com", "meadow")
    assert hasty.read(letter("A Mun H")).lines == ("A Mun H",)


def test_a_machines_costly_mail_stays_a_machines(hasty: WorkerReader) -> None:
    """Silence is due to a machine, however much its mail costs."""
    assert hasty.read(b"Auto-Submitted: auto-replied\n" + COSTLY).kind is MailKind.AUTO_REPLY


@pytest.mark.slow
def test_a_mail_that_takes_too_much_memory_is_answered(reader: WorkerReader) -> None:
    """With twelve megabytes to spare, nine of text cannot be read; their sender is known."""
    reader.read(letter("A Mun H"))
    pages = int(Path(f"/proc/{process_of(reader)}/statm").read_text().split()[0])
    narrow = WorkerReader(60, memory=pages * os.sysconf("SC_PAGE_SIZE") + 12 * 1024 * 1024)
    try:
        reading = narrow.read(letter("A Mun H\r\n" * 1_000_000))
        assert (reading.kind, reading.sender) == (MailKind.UNPARSABLE, "gus@example.com")
        assert narrow.read(letter("A Mun H")).lines == ("A Mun H",)
        assert narrow.worker._process is not None
    finally:
        narrow.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_killed_from_outside_costs_no_mail(
    reader: WorkerReader, sent: signal.Signals
) -> None:
    """The mail is read by the next one."""
    reader.read(letter("A Mun H"))
    os.kill(process_of(reader), sent)
    assert reader.read(letter("A Ber H")).lines == ("A Ber H",)


@pytest.mark.slow
def test_a_process_that_stands_still_is_replaced(
    reader: WorkerReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses no processor time, so the clock ends it."""
    reader.read(letter("A Mun H"))
    brief = Bounds(seconds=60, patience=0.05, answer=READING_BYTES)
    monkeypatch.setattr(reader.worker._process, "_bounds", brief)
    os.kill(process_of(reader), signal.SIGSTOP)
    assert reader.read(letter("A Ber H")).lines == ("A Ber H",)


def test_without_a_process_mail_is_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be started, the fault is no mail's."""
    monkeypatch.setattr(worker.sys, "executable", "/no/such/program")
    lonely = WorkerReader(60)
    assert lonely.read(letter("A Mun H")).lines == ("A Mun H",)
    lonely.close()


def test_a_process_that_dies_at_once_is_no_mails_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is not ours never says that it is ready."""
    monkeypatch.setattr(worker.sys, "executable", "/bin/false")
    lonely = WorkerReader(60)
    assert lonely.read(letter("A Mun H")).lines == ("A Mun H",)
    lonely.close()


@pytest.mark.slow
def test_closing_leaves_nobody_behind(reader: WorkerReader) -> None:
    """The process is gone and waited for, and a closed reader can be used again."""
    reader.read(letter("A Mun H"))
    first = process_of(reader)
    reader.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert reader.read(letter("A Ber H")).lines == ("A Ber H",)
    reader.close()
    reader.close()


def test_threads_wait_for_one_another(reader: WorkerReader) -> None:
    """Each has the reading of its own mail."""
    wrong: list[int] = []

    def ask(number: int) -> None:
        lines = {reader.read(letter(f"A Mun - {number}")).lines for _ in range(20)}
        if lines != {(f"A Mun - {number}",)}:
            wrong.append(number)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_only_a_process_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor wants to know whether there is one."""
    monkeypatch.setattr(worker.sys, "executable", "/no/such/program")
    with pytest.raises(NotStartedError):
        WorkerReader(60).attempt(letter("A Mun H"))


def done(answer: bytes) -> bytes:
    """What a process writes that gives such an answer."""
    return struct.pack(">cQ", b"d", len(answer)) + answer


def changed(**fields: object) -> bytes:
    """The reading of a mail, with other fields."""
    plain = json.loads(READINGS.encode(read_mail(letter("A Mun H"))))
    return done(json.dumps(plain | fields).encode())


HOSTILE = {
    "no json": done(b"\x80\x04\x95 a pickle"),
    "no utf-8": done(b'{"kind": "\xff"}'),
    "nothing": done(b""),
    "a list": done(b"[]"),
    "a name": done(b'"human"'),
    "without a kind": done(b"{}"),
    "another kind": changed(kind="king"),
    "a number for a name": changed(sender=7),
    "letters for lines": changed(lines="A Mun H"),
    "numbers for lines": changed(lines=[1, 2]),
    "a word for a yes": changed(is_list="no"),
    "a number for a yes": changed(forwarded=1),
    "no moment": changed(date="yesterday"),
    "one field more": changed(password="hunter2"),
    "lines within lines": changed(lines=[["A Mun H"]]),
    "too deep": done(b"[" * 100_000),
    "a long number": done(b"9" * 100_000),
    "too long": struct.pack(">cQ", b"d", READING_BYTES + 1),
    "far too long": struct.pack(">cQ", b"d", 2**64 - 1),
    "of a kind there is not": struct.pack(">cQ", b"?", 0),
    "words": b"Fatal Python error: nobody knows",
}


@pytest.fixture(scope="module")
def taken() -> Iterator[WorkerReader]:
    """A reader whose process says back what is in the mail, as if a mail had taken it over."""
    made = WorkerReader(60)
    bounds = Bounds(seconds=60, patience=60, answer=READING_BYTES)
    made.worker = Worker("tests.adapters.parrot_worker", bounds)
    yield made
    made.close()


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_understood_is_told_as_that(
    taken: WorkerReader, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is no long mail, and no other mail's fault: only this one is set aside, and logged."""
    with pytest.raises(StrangeAnswerError):
        taken.attempt(HOSTILE[name])
    set_aside = MailReading(MailKind.UNPARSABLE, problems=(PROBLEMS[STRANGE],))
    assert taken.read(HOSTILE[name]) == set_aside
    assert "could not be read" in caplog.text
    honest = read_mail(letter("A Mun H"))
    assert taken.read(done(READINGS.encode(honest))) == honest


@settings(max_examples=20)
@given(st.binary(max_size=200))
def test_no_answer_does_more_than_fail(taken: WorkerReader, answer: bytes) -> None:
    """Whatever the bytes are, the mail is set aside or has a reading made of plain values."""
    assert taken.read(done(answer)).kind in MailKind


@pytest.mark.parametrize(
    ("ending", "problem"), [("exit 3", FAILED), ("refuse this", FAILED), ("memory", TOO_LARGE)]
)
def test_what_became_of_the_process_is_told(ending: str, problem: bytes) -> None:
    """A fault of ours is told as one, and too much memory as that, not as too much time."""
    odd = WorkerReader(60)
    bounds = Bounds(seconds=60, patience=60, answer=READING_BYTES)
    odd.worker = Worker("tests.adapters.odd_worker", bounds)
    try:
        reading = odd.read(b" " + ending.encode())
        assert reading == MailReading(MailKind.UNPARSABLE, problems=(PROBLEMS[problem],))
    finally:
        odd.close()
