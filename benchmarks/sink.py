"""An SMTP server that takes every mail and notes when: a process of its own, on loopback.

It prints its port, and then a line for each mail it has said 250 to: the moment by the clock that
all processes of the machine share, the mail's Message-ID, what it answers ("-" for nothing), and
its recipient. It does as little as it can, so that it costs little of what is measured.

    python -m benchmarks.sink
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_HEADERS = re.compile(rb"^(Message-ID|In-Reply-To):[ \t\r\n]*(<[^>]*>)", re.M | re.I)
_END = b"\r\n.\r\n"


class _Session(asyncio.Protocol):
    """One connection: the commands of a mail, one after the other or all at once."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._in_mail = False
        self._recipients: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"220 sink ESMTP\r\n")

    def data_received(self, data: bytes) -> None:
        """Answer every whole command."""
        self._data += data
        while self._took_one():
            pass

    def _took_one(self) -> bool:
        end = _END if self._in_mail else b"\r\n"
        at = self._data.find(end)
        if at < 0:
            return False
        taken = bytes(self._data[:at])
        del self._data[: at + len(end)]
        if self._in_mail:
            self._keep(taken)
        else:
            self._answer(taken)
        return True

    def _keep(self, raw: bytes) -> None:
        head = raw[: raw.find(b"\r\n\r\n")]
        found = {name.lower(): value.decode() for name, value in _HEADERS.findall(head)}
        now = time.perf_counter()
        for recipient in self._recipients:
            names = (found.get(b"message-id", "-"), found.get(b"in-reply-to", "-"))
            os.write(1, f"{now:.6f} {' '.join(names)} {recipient.decode()}\n".encode())
        self._recipients.clear()
        self._in_mail = False
        self._transport.write(b"250 kept\r\n")

    def _answer(self, command: bytes) -> None:
        word = command[:4].upper()
        if word == b"EHLO":
            self._transport.write(b"250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n")
        elif word == b"DATA":
            self._in_mail = True
            self._transport.write(b"354 go on\r\n")
        elif word == b"QUIT":
            self._transport.write(b"221 bye\r\n")
            self._transport.close()
        else:
            if word == b"RCPT":
                self._recipients.append(command[command.find(b"<") + 1 : command.rfind(b">")])
            self._transport.write(b"250 ok\r\n")


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(_Session, "127.0.0.1", 0)
    os.write(1, f"{server.sockets[0].getsockname()[1]}\n".encode())
    await server.serve_forever()


@dataclass(frozen=True, slots=True)
class Kept:
    """A mail that the sink has taken, and when by `time.perf_counter`."""

    at: float
    message_id: str
    answers: str
    recipient: str


@dataclass(frozen=True, slots=True)
class Sink:
    """A sink that runs.

    Args:
        port: where it listens; notes: the file of its lines.
    """

    port: int
    notes: Path

    def kept(self) -> list[Kept]:
        """Return every mail it has taken until now."""
        lines = self.notes.read_text(encoding="ascii").split("\n")[1:-1]
        found = (line.split(" ") for line in lines)
        return [Kept(float(at), id_, answers, to) for at, id_, answers, to in found]

    def count(self) -> int:
        """Count the mails it has taken until now."""
        return self.notes.read_bytes().count(b"\n") - 1


@contextmanager
def running_sink(folder: Path) -> Iterator[Sink]:
    """Run a sink for the length of a `with`; its notes lie in a folder."""
    notes = Path(tempfile.mkstemp(prefix="sink-", dir=folder)[1])
    with notes.open("wb") as output:
        root = Path(__file__).parents[1]
        command = [sys.executable, "-m", "benchmarks.sink"]
        process = subprocess.Popen(command, stdout=output, cwd=root)
    try:
        while not (text := notes.read_text()).endswith("\n"):
            if process.poll() is not None:
                raise RuntimeError("the sink did not start")
            time.sleep(0.02)
        yield Sink(int(text), notes)
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    asyncio.run(_serve())
