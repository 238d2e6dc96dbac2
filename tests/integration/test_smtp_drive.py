"""What comes in on a connection, in whatever pieces and however fast, becomes commands in turn."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from gm.adapters.post import smtp_drive, smtp_in, smtp_talk
from gm.adapters.post.smtp_drive import LONGEST_COMMAND, Driven
from gm.adapters.post.smtp_in import Listener
from tests.integration.processes import until
from tests.integration.test_smtp_talk import TEXT, Door, Line, connect, doors, reach

HELLO = b"EHLO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\n"


@pytest.fixture(params=["ours", "asyncio"], autouse=True)
def loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The event loop that is used where there is one, and the one that is everywhere."""
    if request.param == "asyncio":
        monkeypatch.setattr(smtp_in, "_new_loop", asyncio.new_event_loop)
    return str(request.param)


@pytest.fixture
def smtp() -> Iterator[Door]:
    """A listener that speaks SMTP."""
    yield from doors(Listener())


def protocols(door: Door) -> list[Driven]:
    """The connections that are open."""
    running = door.server._running
    return list(running._desk.open) if running else []


class Slow(Door):
    """A listener whose first mail is not stored until it is let go."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(listener)
        self.go_on = threading.Event()
        self.has_begun = threading.Event()

    def _accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        self.has_begun.set()
        assert self.go_on.wait(60)
        super()._accept(raw, sender, recipients)


@pytest.fixture
def slow() -> Iterator[Slow]:
    """Such a listener, started."""
    door = Slow(Listener())
    door.server.start()
    yield door
    door.go_on.set()
    door.server.stop()


def codes(line: Line, count: int) -> list[str]:
    """The codes of so many replies."""
    return [line.reply()[:3] for _ in range(count)]


def test_bytes_may_come_one_by_one(smtp: Door) -> None:
    """However a mail is cut into packets, it is the same mail, and has the same answers."""
    with closing(connect(smtp)) as line:
        for one in HELLO + TEXT + b"..\r\n.\r\nQUIT\r\n":
            line.socket.sendall(bytes([one]))
        assert codes(line, 6) == ["250", "250", "250", "354", "250", "221"]
        assert line.reply() == ""
    assert [raw for raw, _, _ in smtp.taken] == [TEXT + b".\r\n"]


def test_several_mails_in_one_packet(smtp: Door) -> None:
    """Text and commands follow each other without a pause, and none is taken for the other."""
    mail = b"MAIL FROM:<>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\n" + TEXT + b".\r\n"
    with closing(connect(smtp)) as line:
        line.socket.sendall(b"EHLO x\r\n" + mail * 5 + b"QUIT\r\n")
        assert codes(line, 22) == ["250", *["250", "250", "354", "250"] * 5, "221"]
    assert [raw for raw, _, _ in smtp.taken] == [TEXT] * 5


def test_what_is_sent_ahead_of_an_answer_waits(slow: Slow) -> None:
    """While a mail is stored nothing behind it is looked at, and too much of it is not even read."""
    mail = b"MAIL FROM:<>\r\nRCPT TO:<gm@gm.test>\r\nDATA\r\n" + TEXT + b"x" * 3000 + b"\r\n.\r\n"
    with closing(connect(slow)) as line:
        line.socket.sendall(HELLO + TEXT + b".\r\n")
        assert codes(line, 4) == ["250", "250", "250", "354"]
        assert slow.has_begun.wait(60)
        sending = threading.Thread(target=line.socket.sendall, args=(mail * 50,))
        sending.start()
        until(lambda: any(one._is_held for one in protocols(slow)), "a connection that is held")
        assert slow.taken == []
        slow.go_on.set()
        assert codes(line, 201) == ["250", *["250", "250", "354", "250"] * 50]
        sending.join()
    assert len(slow.taken) == 51


def test_a_peer_that_reads_nothing_is_read_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers do not pile up: whoever does not take them is not listened to until he does."""
    monkeypatch.setattr(smtp_talk, "MOST_COMMANDS", {"*": 100_000})
    path, count = tmp_path / "gm.sock", 20_000
    for door in doors(Listener(path=str(path))):
        with closing(reach(path)) as line:
            sending = threading.Thread(target=line.socket.sendall, args=(b"HELP\r\n" * count,))
            sending.start()
            until(lambda door=door: _is_full(door), "a connection full of answers")
            assert set(codes(line, count)) == {"250"}
            sending.join()
            assert line.say("NOOP").startswith("250")


def _is_full(door: Door) -> bool:
    return any(one._is_full for one in protocols(door))


def test_a_command_without_end_is_not_kept(smtp: Door) -> None:
    """Of a line that never ends a little is kept, enough to see that it is too long."""
    with closing(connect(smtp)) as line:
        for _ in range(100):
            line.socket.sendall(b"x" * 10_000)
        line.socket.sendall(b"\r\nNOOP\r\n")
        assert codes(line, 2) == ["500", "250"]
        line.socket.sendall(b"y" * 5000)
        until(lambda: bool(protocols(smtp)[0]._input), "what was sent")
        assert len(protocols(smtp)[0]._input) <= LONGEST_COMMAND + 1


def test_who_knows_no_command_is_hung_up_on(smtp: Door) -> None:
    """Five commands that nobody knows, and what speaks here is no mail server."""
    with closing(connect(smtp)) as line:
        said = [line.say(word)[:3] for word in ("GET / HTTP/1.1", "Host: x", "A", "B", "C")]
        assert said == ["500"] * 4 + ["502"]
        assert line.reply() == ""


def test_a_mail_without_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sends a byte now and then, so as not to be silent, has not all the time of the world."""
    monkeypatch.setattr(smtp_drive, "PATIENCE", 2)
    for door in doors(Listener(timeout=0.3)):
        with closing(connect(door)) as line:
            line.socket.sendall(HELLO)
            assert codes(line, 4) == ["250", "250", "250", "354"]
            line.socket.settimeout(0.05)

            def has_ended(line: Line = line) -> bool:
                try:
                    line.socket.sendall(b"x")
                    return line.socket.recv(1) == b""
                except TimeoutError:
                    return False
                except OSError:
                    return True

            until(has_ended, "the end of the connection")
        assert door.taken == []


def _half_open(line: Line) -> None:
    line.socket.shutdown(socket.SHUT_WR)


def _in_a_mail(line: Line) -> None:
    line.socket.sendall(HELLO + TEXT)
    assert codes(line, 4) == ["250", "250", "250", "354"]


def _silent(line: Line) -> None:
    assert line.greeting.startswith("220")


@pytest.mark.parametrize("state", [_half_open, _in_a_mail, _silent])
@pytest.mark.parametrize("unix", [False, True])
def test_a_server_that_stops_hangs_up(
    tmp_path: Path, state: Callable[[Line], None], *, unix: bool
) -> None:
    """In whatever state a connection is, the peer sees its end, and nothing is left behind."""
    path = tmp_path / "gm.sock"
    door = Door(Listener(path=str(path)) if unix else Listener())
    door.server.start()
    lines = [reach(path) if unix else connect(door) for _ in range(3)]
    for line in lines:
        state(line)
    running = door.server._running
    door.server.stop()
    assert running is not None
    assert not running._desk.open
    for line in lines:
        assert line.reply() == ""
        line.close()
    assert door.taken == []


def test_the_last_mail_is_answered(slow: Slow) -> None:
    """A server that is asked to stop stores what it has been given, says so, and hangs up."""
    with closing(connect(slow)) as line:
        line.socket.sendall(HELLO + TEXT + b".\r\n")
        assert codes(line, 4) == ["250", "250", "250", "354"]
        assert slow.has_begun.wait(60)
        stopping = threading.Thread(target=slow.server.stop)
        stopping.start()
        slow.go_on.set()
        assert line.reply().startswith("250 2.0.0")
        assert line.reply() == ""
        stopping.join()
    assert len(slow.taken) == 1
