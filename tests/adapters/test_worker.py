"""A process beside the server: what ends it, what it may answer, and what is said of it then."""

from __future__ import annotations

import os
import signal
import struct
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.adapters import worker as worker_module
from gm.adapters.worker import (
    Bounds,
    DiedError,
    NotStartedError,
    RefusedError,
    StrangeAnswerError,
    TooLargeError,
    TooSlowError,
    Worker,
    WorkerError,
    environment,
    how_ended,
)

MOST = 100_000
BOUNDS = Bounds(seconds=60, patience=60, answer=MOST)


@pytest.fixture(scope="module", autouse=True)
def _hangups_are_heard() -> Iterator[None]:
    """A process inherits what is ignored here, as a hangup is below `nohup`; ours are to die of it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture(scope="module")
def odd() -> Iterator[Worker]:
    """A worker that does to itself what it is asked to."""
    made = Worker("tests.adapters.odd_worker", BOUNDS)
    yield made
    made.close()


@pytest.fixture(scope="module")
def parrot() -> Iterator[Worker]:
    """A worker whose process says just the bytes that it is told to say."""
    made = Worker("tests.adapters.parrot_worker", BOUNDS)
    yield made
    made.close()


def process_of(worker: Worker) -> int:
    """The number of its process."""
    assert worker._process is not None
    return worker._process._child.pid


def framed(kind: bytes, data: bytes, length: int | None = None) -> bytes:
    """An answer as a process writes it, or one that lies about its length."""
    return struct.pack(">cQ", kind, len(data) if length is None else length) + data


@pytest.mark.parametrize("size", [0, 1, 65_536, 99_999])
def test_an_answer_comes_back_whole(odd: Worker, size: int) -> None:
    """Whatever its size is, and in however many pieces it was asked."""
    request = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert odd.ask(request[:100], request[100:]) == request[::-1]


def test_one_process_does_it_all(odd: Worker) -> None:
    """It is started once and kept, also after it has refused something."""
    odd.ask(b"one")
    first = process_of(odd)
    with pytest.raises(RefusedError, match="ValueError: not this one"):
        odd.ask(b"refuse not this one")
    odd.ask(b"two")
    assert process_of(odd) == first


@pytest.mark.parametrize(
    ("request_", "fault", "words"),
    [
        (b"memory", TooLargeError, "memory"),
        (b"exit 3", DiedError, "with 3"),
        (b"signal %d" % signal.SIGSEGV, DiedError, "by SIGSEGV"),
        (b"signal %d" % signal.SIGKILL, DiedError, "by SIGKILL"),
        (b"signal %d" % signal.SIGPROF, TooSlowError, "processor"),
        (b"exit 0", DiedError, "with 0"),
        (b"zeros %d" % (MOST + 1), StrangeAnswerError, "100001 bytes"),
    ],
)
def test_what_ended_it_is_told(
    odd: Worker, request_: bytes, fault: type[WorkerError], words: str
) -> None:
    """Time, memory, a fault of its own: each is said as what it is, and costs nothing else."""
    with pytest.raises(fault, match=words):
        odd.ask(request_)
    assert odd.ask(b"next") == b"txen"


def test_processor_time_is_bounded() -> None:
    """What works without an end is ended by the kernel."""
    hasty = Worker("tests.adapters.odd_worker", Bounds(seconds=0.05, patience=60, answer=MOST))
    with pytest.raises(TooSlowError, match="processor"):
        hasty.ask(b"spin")
    assert hasty.ask(b"next") == b"txen"
    hasty.close()


def test_memory_is_bounded() -> None:
    """What wants more than it may have gets none."""
    narrow = Worker("tests.adapters.odd_worker", Bounds(60, 60, MOST, memory=256 * 1024 * 1024))
    with pytest.raises(TooLargeError, match="memory"):
        narrow.ask(b"zeros 300000000")
    assert narrow.ask(b"next") == b"txen"
    narrow.close()


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_process_killed_from_outside_costs_nothing(odd: Worker, sent: signal.Signals) -> None:
    """The request is answered by the next one."""
    odd.ask(b"first")
    before = process_of(odd)
    os.kill(before, sent)
    assert odd.ask(b"next") == b"txen"
    assert process_of(odd) != before


@pytest.mark.slow
def test_a_process_that_stands_still_is_ended() -> None:
    """It uses no processor's time, so the clock ends it, and it is asked no third time."""
    stopped = Worker("tests.adapters.odd_worker", Bounds(seconds=60, patience=0.1, answer=MOST))
    with pytest.raises(TooSlowError, match="no answer"):
        stopped.ask(b"signal %d" % signal.SIGSTOP)
    assert stopped._process is None
    stopped.close()


def test_what_a_library_prints_is_no_answer(
    odd: Worker, capfd: pytest.CaptureFixture[str]
) -> None:
    """It goes where faults are told."""
    other = Worker("tests.adapters.odd_worker", BOUNDS)
    assert other.ask(b"print something") == b"print something"[::-1]
    other.close()
    assert "something" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (framed(b"x", b""), "of a kind"),
        (framed(b"r", b""), "of a kind"),
        (framed(b"d", b"", MOST + 1), f"{MOST + 1} bytes"),
        (framed(b"d", b"", 2**64 - 1), f"{2**64 - 1} bytes"),
        (b"Traceback (most recent call last):\n", "bytes"),
    ],
)
def test_strange_answers_are_told_as_such(parrot: Worker, said: bytes, words: str) -> None:
    """Nothing is taken in that is too long or no answer; the next request has a new process."""
    parrot.ask(b"-", framed(b"d", b"sound"))
    before = process_of(parrot)
    with pytest.raises(StrangeAnswerError, match=words):
        parrot.ask(b"-", said)
    assert parrot.ask(b"-", framed(b"d", b"sound")) == b"sound"
    assert process_of(parrot) != before


@settings(max_examples=20)
@given(
    st.binary(min_size=9, max_size=100)
    | st.builds(framed, st.sampled_from([b"d", b"f", b"r"]), st.binary(max_size=100))
)
def test_no_bytes_of_a_process_do_more_than_fail(parrot: Worker, said: bytes) -> None:
    """They are an answer, a refusal, strange, or too few; the next process is asked as ever."""
    with suppress(RefusedError, StrangeAnswerError, DiedError):
        assert said[9:].startswith(parrot.ask(b"!", said))
    parrot.close()
    assert parrot.ask(b"-", framed(b"d", b"sound")) == b"sound"


@pytest.mark.parametrize(
    ("program", "words"),
    [("/no/such/program", "No such file"), ("/bin/false", "ended with 1 before it was ready")],
)
def test_a_process_that_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch, program: str, words: str
) -> None:
    """That is the fault of no request, and is told."""
    monkeypatch.setattr(worker_module.sys, "executable", program)
    with pytest.raises(NotStartedError, match=words):
        Worker("tests.adapters.odd_worker", BOUNDS).ask(b"first")


def test_a_process_of_others_is_not_taken_for_ours() -> None:
    """It must first say that it is ready."""
    with pytest.raises(NotStartedError, match="first words"):
        Worker("tests.adapters.mute_worker", BOUNDS).ask(b"first")


def test_closing_leaves_nobody_behind() -> None:
    """The process is gone and waited for; closed twice, and used again, it works."""
    worker = Worker("tests.adapters.odd_worker", BOUNDS)
    worker.ask(b"first")
    first = process_of(worker)
    worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert worker.ask(b"next") == b"txen"
    worker.close()
    worker.close()


def test_our_settings_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reads strangers' mails knows no password of ours."""
    monkeypatch.setenv("GM_SMTP_PASSWORD", "hunter2")
    assert not [name for name in environment() if name.startswith("GM_")]


@pytest.mark.slow
def test_an_end_has_words() -> None:
    """Also where a system has signals that Python has no name for."""
    assert how_ended(3) == "with 3"
    assert how_ended(-9) == "by SIGKILL"
    assert how_ended(-55) == "by signal 55"
