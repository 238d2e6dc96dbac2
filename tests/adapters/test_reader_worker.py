"""The process that reads mails: what kills it, and what becomes of the mail then."""

import io
import os
import pickle
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.adapters import child
from gm.adapters.post import reader_worker
from gm.adapters.post.reader_frames import TOO_COSTLY
from gm.adapters.post.reader_worker import WorkerReader
from gm.mail.reading import read_mail
from gm.mail.values import MailKind
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
    assert reader._process is not None
    return reader._process._child.pid


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


def test_a_mail_that_takes_too_much_memory_is_answered(reader: WorkerReader) -> None:
    """With twelve megabytes to spare, nine of text cannot be read; their sender is known."""
    reader.read(letter("A Mun H"))
    pages = int(Path(f"/proc/{process_of(reader)}/statm").read_text().split()[0])
    narrow = WorkerReader(60, memory=pages * os.sysconf("SC_PAGE_SIZE") + 12 * 1024 * 1024)
    try:
        reading = narrow.read(letter("A Mun H\r\n" * 1_000_000))
        assert (reading.kind, reading.sender) == (MailKind.UNPARSABLE, "gus@example.com")
        assert narrow.read(letter("A Mun H")).lines == ("A Mun H",)
        assert narrow._process is not None
    finally:
        narrow.close()


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_killed_from_outside_costs_no_mail(
    reader: WorkerReader, sent: signal.Signals
) -> None:
    """The mail is read by the next one."""
    reader.read(letter("A Mun H"))
    os.kill(process_of(reader), sent)
    assert reader.read(letter("A Ber H")).lines == ("A Ber H",)


def test_a_process_that_stands_still_is_replaced(
    reader: WorkerReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses no processor time, so the clock ends it."""
    reader.read(letter("A Mun H"))
    assert reader._process is not None
    monkeypatch.setattr(reader._process, "_patience", 0.05)
    os.kill(process_of(reader), signal.SIGSTOP)
    assert reader.read(letter("A Ber H")).lines == ("A Ber H",)


def test_without_a_process_mail_is_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be started, the fault is no mail's."""
    monkeypatch.setattr(child.sys, "executable", "/no/such/program")
    lonely = WorkerReader(60)
    assert lonely.read(letter("A Mun H")).lines == ("A Mun H",)
    lonely.close()


def test_a_process_that_dies_at_once_is_no_mails_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is not ours never says that it is ready."""
    monkeypatch.setattr(child.sys, "executable", "/bin/false")
    lonely = WorkerReader(60)
    assert lonely.read(letter("A Mun H")).lines == ("A Mun H",)
    lonely.close()


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


def test_our_settings_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reads strangers' mails knows no password of ours."""
    monkeypatch.setenv("GM_SMTP_PASSWORD", "hunter2")
    assert not [name for name in child.environment() if name.startswith("GM_")]


@pytest.mark.parametrize("bad", [os.system, io.BytesIO, pickle.Unpickler])
def test_an_answer_can_be_nothing_but_a_reading(bad: object) -> None:
    """A process that a mail had taken over could run nothing in ours."""
    with pytest.raises(pickle.UnpicklingError):
        reader_worker._unpickled(pickle.dumps(bad))


def test_an_answer_of_another_kind_is_refused() -> None:
    """Even of a kind that readings are made of."""
    with pytest.raises(pickle.UnpicklingError, match="no reading"):
        reader_worker._unpickled(pickle.dumps(MailKind.HUMAN))
