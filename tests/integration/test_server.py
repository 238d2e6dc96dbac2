"""The running server in this process: what is called when, and what an error costs."""

import json
import signal
import smtplib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gm.adapters.post.smtp_in import Listener
from gm.adapters.serving.lanes import Lane, Ticker
from gm.adapters.serving.processes import InstanceLock
from gm.adapters.serving.server import STATUS_NAME, Duties, Server
from gm.errors import AlreadyThere, StoreBusy

SOON = 20.0


class Diary:
    """Duties that note when they are called, and do what they are told."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        names = ("read", "resolve", "remind", "send")
        self.plans: dict[str, list[Callable[[], int]]] = {name: [] for name in names}
        self.accepted: list[tuple[bytes, str, list[str]]] = []

    def duty(self, name: str) -> Callable[[], int]:
        """Note the call and follow the next plan, if there is one."""

        def do() -> int:
            self.calls.append(name)
            return self.plans[name].pop(0)() if self.plans[name] else 0

        return do

    def accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Keep a mail."""
        self.accepted.append((raw, sender, list(recipients)))

    def duties(self) -> Duties:
        """All of them, for a server."""
        return Duties(
            self.accept,
            bool,
            self.duty("read"),
            self.duty("resolve"),
            self.duty("remind"),
            self.duty("send"),
        )


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, for seconds at most."""
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


@contextmanager
def serving(diary: Diary, data_dir: Path, tick_seconds: float = 60.0) -> Iterator[Server]:
    """A running server whose tick is slow, unless a test wants it fast."""
    server = Server(diary.duties(), Listener(), data_dir, tick_seconds=tick_seconds)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def post(server: Server, text: bytes = b"Subject: x\r\n\r\nhello\r\n") -> None:
    """Send a mail to the server."""
    with smtplib.SMTP("127.0.0.1", server.port, timeout=SOON) as client:
        client.sendmail("ann@x.org", ["gm@y"], text)


def test_mail_is_read_before_phases_are_resolved(tmp_path: Path) -> None:
    """At the start and at each tick: read, resolve, remind; sending goes beside them."""
    diary = Diary()
    with serving(diary, tmp_path, tick_seconds=0.05):
        until(lambda: diary.calls.count("remind") >= 5 and "send" in diary.calls)
    work = [call for call in diary.calls if call != "send"]
    assert work == ["read", "resolve", "remind"] * (len(work) // 3)


def test_mail_wakes_the_server_at_once(tmp_path: Path) -> None:
    """A mail that was accepted is read long before the next tick, and its answer sent."""
    diary = Diary()
    with serving(diary, tmp_path) as server:
        until(lambda: len(diary.calls) >= 3)
        diary.calls.clear()
        diary.plans["read"] = [lambda: len(diary.accepted)]
        post(server)
        # The tick is a minute away: only the mail can have woken the server.
        until(lambda: "resolve" in diary.calls and "send" in diary.calls)
    assert diary.accepted == [(b"Subject: x\r\n\r\nhello\r\n", "ann@x.org", ["gm@y"])]
    assert [call for call in diary.calls if call != "send"][:2] == ["read", "resolve"]


def test_errors_are_logged_and_stop_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A duty that breaks is done again at the next tick, and the others go on."""

    def broken() -> int:
        raise RuntimeError("a bug")

    def busy() -> int:
        raise StoreBusy("locked")

    diary = Diary()
    diary.plans["read"] = [broken, busy]
    diary.plans["send"] = [broken]
    with serving(diary, tmp_path, tick_seconds=0.05):
        until(lambda: diary.calls.count("read") >= 4 and diary.calls.count("send") >= 3)
    assert diary.calls.count("resolve") >= 3
    bugs = [record for record in caplog.records if record.exc_info]
    assert len(bugs) == 2
    assert any("locked" in record.getMessage() for record in caplog.records)


def test_slow_sending_keeps_nobody_waiting(tmp_path: Path) -> None:
    """While a mail is stuck at the relay, mails are still read and phases resolved."""
    diary, free = Diary(), threading.Event()
    diary.plans["send"] = [lambda: int(free.wait(SOON))]
    with serving(diary, tmp_path) as server:
        until(lambda: "send" in diary.calls)
        before = diary.calls.count("resolve")
        post(server)
        until(lambda: diary.calls.count("resolve") > before)
        assert not free.is_set()
        free.set()


def test_duty_is_done_again_while_it_finds_something(tmp_path: Path) -> None:
    """A full outbox is emptied without waiting for the next tick."""
    diary = Diary()
    diary.plans["send"] = [lambda: 100, lambda: 100, lambda: 7]
    with serving(diary, tmp_path):
        until(lambda: diary.calls.count("send") >= 4)


def test_stopping_waits_for_what_is_being_done(tmp_path: Path) -> None:
    """A stop in the middle of work lets the work end."""
    diary, ended = Diary(), threading.Event()

    def slow() -> int:
        time.sleep(0.3)
        ended.set()
        return 1

    diary.plans["read"] = [slow]
    with serving(diary, tmp_path):
        until(lambda: "read" in diary.calls)
    assert ended.is_set()
    assert "resolve" not in diary.calls


def test_status_file_tells_the_port(tmp_path: Path) -> None:
    """Others find the port in a file, which is gone when the server is."""
    with serving(Diary(), tmp_path) as server:
        assert json.loads((tmp_path / STATUS_NAME).read_text())["port"] == server.port > 0
    assert not (tmp_path / STATUS_NAME).exists()


def test_server_that_cannot_listen_lets_the_folder_go(tmp_path: Path) -> None:
    """A port in use is an error at the start; the lock is free for the next try."""
    with serving(Diary(), tmp_path / "one") as server:
        taken = Listener(port=server.port)
        second = Server(Diary().duties(), taken, tmp_path / "two")
        with pytest.raises(OSError, match="in use"):
            second.start()
        lock = InstanceLock(tmp_path / "two")
        lock.take()
        lock.release()


def test_asking_to_stop_ends_the_wait(tmp_path: Path) -> None:
    """Any thread may ask; nobody asking is told as such."""
    server = Server(Diary().duties(), Listener(), tmp_path)
    assert not server.wait(0.01)
    threading.Timer(0.05, server.ask_to_stop).start()
    assert server.wait(SOON)


def test_a_signal_that_interrupts_no_wait_stops_the_server(tmp_path: Path) -> None:
    """A signal handled as the wait begins, or in another thread, is noticed soon all the same."""
    server = Server(Diary().duties(), Listener(), tmp_path)
    handlers = {
        one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    }

    def send() -> None:
        until((tmp_path / STATUS_NAME).exists)
        time.sleep(0.2)  # long enough for the main thread to wait
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    sender, guard = threading.Thread(target=send), threading.Timer(SOON, server.ask_to_stop)
    sender.start()
    guard.start()
    try:
        server.run()
        assert guard.is_alive(), "only the guard stopped it"
    finally:
        guard.cancel()
        sender.join()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def test_lock_is_for_one(tmp_path: Path) -> None:
    """The second is refused until the first lets go."""
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    first.take()
    with pytest.raises(AlreadyThere, match="already"):
        second.take()
    first.release()
    second.take()
    second.release()


def test_ticks_that_were_missed_are_one(tmp_path: Path) -> None:
    """A tick that takes long is never run twice at once, and the clock goes on after it."""
    running, most, ticks = 0, 0, 0

    def tick() -> None:
        nonlocal running, most, ticks
        running += 1
        most = max(most, running)
        time.sleep(0.12)
        running -= 1
        ticks += 1

    ticker = Ticker(0.05, tick)
    ticker.start()
    until(lambda: ticks >= 3)
    ticker.stop()
    assert most == 1


def test_lane_that_never_started_stops_at_once() -> None:
    """A server that failed at its start can be stopped."""
    assert Lane("idle", []).stop(0.1)


def test_senders_that_are_stuck_end_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever number of connections hangs at a relay, a stop waits once, and says so."""
    waited: list[float] = []
    monkeypatch.setattr("gm.adapters.serving.server.STOP_SECONDS", 0.2)
    stop = Lane.stop

    def noted(lane: Lane, timeout: float) -> bool:
        waited.append(timeout)
        return stop(lane, timeout)

    monkeypatch.setattr(Lane, "stop", noted)
    diary, free = Diary(), threading.Event()
    stuck = (lambda: int(free.wait(SOON)),) * 5
    duties = replace(diary.duties(), send_due=stuck[0], send_beside=stuck[1:])
    server = Server(duties, Listener(), tmp_path)
    server.start()
    server.stop()
    free.set()
    assert "in the middle of work" in caplog.text
    sending = waited[-10:]
    assert sending[:5] == [0] * 5, "all are asked before any is waited for"
    assert sum(sending) < 2 * 0.2 + 0.1
