"""How the bytes of a connection become commands: aiosmtpd's dialogue, without a task that reads.

The library has one task for each connection, which waits for a line, wakes, answers and waits
again; of the time a mail takes that was three quarters. Here its commands are carried out where
the bytes come in. They are coroutines that hardly ever wait: each is run as far as it goes, and
only what must wait, for the database or for a handshake, becomes a task. Meanwhile what the peer
sends ahead is kept, and read when the answer is out. `docs/adr/0040` has the figures.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Self, cast

from aiosmtpd.smtp import SMTP, Envelope, TLSSetupException

# Coroutines that hardly ever wait: each is run at once, and is a task only if it must wait.
#
# A task for each would cost a turn of the event loop; Python itself can do without from 3.12 on.

_Work = Coroutine[Any, Any, None]


def begin(loop: asyncio.AbstractEventLoop, work: _Work) -> asyncio.Task[None] | None:
    """Run a coroutine until it ends, or waits; return the task of what is then left of it.

    It must not ask which task it is in, and what it raises before it waits is raised here.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return loop.create_task(_finish(work, waits_for))


async def _finish(work: _Work, waits_for: Any) -> None:
    await _Rest(work, waits_for)


class _Rest:
    """What is left of a coroutine that waits for something."""

    def __init__(self, work: _Work, waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                try:
                    result = yield waits_for
                except BaseException as fault:
                    waits_for = self._work.throw(fault)
                else:
                    waits_for = self._work.send(result)
            except StopIteration:
                return


# The text of a mail while it comes in by SMTP: where it ends, and how much of it is taken.

CRLF = b"\r\n"
END = b"\r\n.\r\n"
"""What ends a text, and nothing else does: not a dot between bare line feeds (RFC 5321, 4.1.1.4)."""


@dataclass(slots=True)
class Text:
    """A text that comes in piece by piece.

    Attributes:
        limit: the most bytes taken; of a larger text nothing is kept.
        is_too_large: it was larger.
    """

    limit: int
    is_too_large: bool = False
    # The line before the first has ended, too: a dot alone in the first line ends the text.
    _bytes: bytearray = field(default_factory=lambda: bytearray(CRLF))

    def add(self, more: bytes | bytearray) -> bytearray | None:
        """Take in what came; return what follows the end of the text, None while it goes on."""
        looked_at = max(0, len(self._bytes) - len(END) + 1)
        self._bytes += more
        end = self._bytes.find(END, looked_at)
        size = end if end >= 0 else len(self._bytes) - len(CRLF)
        self.is_too_large = self.is_too_large or size > self.limit
        if end < 0:
            if self.is_too_large:
                del self._bytes[: 1 - len(END)]
            return None
        rest = self._bytes[end + len(END) :]
        del self._bytes[end + len(CRLF) :]
        return rest

    def content(self) -> bytes:
        """Return the text without the dots that were put before dots (RFC 5321, 4.5.2)."""
        return bytes(self._bytes.replace(CRLF + b".", CRLF)[len(CRLF) :])


LONGEST_COMMAND = 1_000
"""Bytes; RFC 5321, 4.5.3.1.4, asks for 512 and more where an extension needs it."""

MOST_UNKNOWN = 5
"""So many commands that nobody knows end a connection."""

PATIENCE = 10
"""One command, or the text of one mail, may take so many times as long as silence."""

_AHEAD = 64 * 1024
"""How many bytes may come ahead of an answer before the peer has to wait."""


class Driven(SMTP):
    """The protocol of the library, driven by what comes in.

    Args:
        handler: answers for it, as the library says.
        most: how often each command may be given, "*" for those not named.
        settings: of the library.
    """

    transport: asyncio.Transport | None
    envelope: Envelope

    def __init__(self, handler: object, most: dict[str, int], **settings: Any) -> None:
        super().__init__(handler, **settings)
        self._most = most
        self.begin()

    def another(self) -> Self:
        """Return the protocol of one more connection, like this one, which must be unused.

        Making it anew would cost as much as a mail: the library looks through all its members.
        """
        another = copy(self)
        another.begin()
        return another

    def begin(self) -> None:
        """Have everything that is a connection's own."""
        self._smtp_methods = {name: getattr(self, f"smtp_{name}") for name in self._smtp_methods}
        self._input = bytearray()
        self._text: Text | None = None
        self._doing: asyncio.Task[None] | None = None
        self._left = self._most.copy()
        self._unknown_left = MOST_UNKNOWN
        self._heard = self._obeyed = 0.0
        self._is_full = False
        self._is_held = False

    # what the event loop tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet; or begin anew behind the encryption, as RFC 3207, 4.2, wants it."""
        self.envelope = self._create_envelope()
        self.session = self._create_session()
        self.session.peer = transport.get_extra_info("peername")
        self.transport = cast("asyncio.Transport", transport)
        self._reset_timeout()
        if self._tls_protocol is None:
            self.greet()
        else:
            # What came before the encryption may be anybody's.
            self._input.clear()

    def greet(self) -> None:
        """Say the first word."""
        self.say(f"220 {self.hostname} {self.__ident__}")

    def data_received(self, data: bytes) -> None:
        """Do what can be done with what has come."""
        self._input += data
        self._heard = self.loop.time()
        if self._doing is None:
            self._go_on()
        elif len(self._input) > _AHEAD:
            self._hold()

    def eof_received(self) -> None:
        """Let the connection be closed: whoever says no more wants no answer."""

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection; what is being stored is stored."""
        if self._timeout_handle is not None:
            self._timeout_handle.cancel()
        if self._original_transport is not None:
            self._original_transport.close()
        if self._doing is not None:
            self._doing.cancel()
        self._input.clear()
        self.transport = None

    def pause_writing(self) -> None:
        """Read no more from a peer that does not read what we say."""
        self._is_full = True
        self._hold()

    def resume_writing(self) -> None:
        """Go on when the peer has read it."""
        self._is_full = False
        self._go_on()

    def _hold(self) -> None:
        if not self._is_held and self.transport is not None and not self.transport.is_closing():
            self._is_held = True
            self.transport.pause_reading()

    def _let_come(self) -> None:
        if self._is_held and self.transport is not None and not self.transport.is_closing():
            self._is_held = False
            self.transport.resume_reading()

    # silence

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Note that a command came; a timer for each would cost as much as the command."""
        self._obeyed = self._heard = self.loop.time()
        if self._timeout_handle is None:
            self._look_again(self._timeout_duration if duration is None else duration)

    def _look_again(self, seconds: float) -> None:
        self._timeout_handle = self.loop.call_later(seconds, self._timeout_cb)

    def _timeout_cb(self) -> None:
        limit = self._timeout_duration
        ends = min(self._heard + limit, self._obeyed + PATIENCE * limit)
        left = ends - self.loop.time()
        if left > 0:
            self._look_again(left)
        elif self.transport is not None:
            self.transport.abort()

    # what comes in

    def _go_on(self) -> None:
        """Carry out what is in hand, until something must be waited for."""
        while self._input and self._doing is None and not self._is_full and self._is_open():
            if not (self._take_line() if self._text is None else self._take_text(self._text)):
                break
        if self._doing is None and not self._is_full:
            self._let_come()

    def _is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    def _take_text(self, text: Text) -> bool:
        rest = text.add(self._input)
        if rest is None:
            self._input.clear()
            return False
        self._input, self._text = rest, None
        self._run(self._carefully(self._end_text(text)))
        return True

    def _take_line(self) -> bool:
        end = self._input.find(b"\n")
        if end < 0:
            # Of a line without end so much is kept that it is seen to be too long.
            del self._input[LONGEST_COMMAND + 1 :]
            return False
        line = bytes(self._input[:end])
        del self._input[: end + 1]
        self._run(self._carefully(self._obey(line.rstrip(CRLF))))
        return True

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it now, as far as it goes without waiting; the rest is a task."""
        self._doing = begin(self.loop, work)
        if self._doing is not None:
            self._doing.add_done_callback(self._done)

    def _done(self, _task: asyncio.Task[None]) -> None:
        self._doing = None
        self._go_on()

    # commands

    async def _carefully(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it, and answer in our words if that fails."""
        try:
            await work
        except Exception as fault:
            status = await self.handle_exception(fault)
            if isinstance(fault, TLSSetupException):
                # Of a failed handshake the library's encryption tells nobody.
                self.connection_lost(fault)
            else:
                self.say(status)

    async def _obey(self, line: bytes) -> None:
        """Carry out one command, of those that the library knows."""
        word, _, rest = line.partition(b" ")
        command = word.upper().decode("ascii", "replace")
        if not line or not command.isascii():
            self.say("500 Error: bad syntax")
        elif len(line) > LONGEST_COMMAND:
            self.say("500 Command line too long")
        elif not self._may_still(command):
            self._leave(f"421 4.7.0 {command} sent too many times")
        elif (method := self._smtp_methods.get(command)) is None:
            self._wonder_at(command)
        else:
            self._reset_timeout()
            await method(rest.strip().decode("utf-8", "surrogateescape") or None)

    def _may_still(self, command: str) -> bool:
        """Count a command, and tell whether it may be given so often."""
        left = self._left.get(command, self._left["*"])
        self._left[command] = left - 1
        return left > 0

    def _wonder_at(self, command: str) -> None:
        self._unknown_left -= 1
        if self._unknown_left > 0:
            self.say(f'500 Error: command "{command}" not recognized')
        else:
            self._leave("502 5.5.1 Too many unrecognized commands, goodbye.")

    def _leave(self, last_words: str) -> None:
        self.say(last_words)
        self.hang_up()

    def hang_up(self) -> None:
        """Close the connection; what was said still goes out."""
        if self.transport is not None:
            self.transport.close()

    def say(self, reply: str) -> None:
        """Send a reply; nobody waits until the peer has read it."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(self._said(reply).encode("utf-8", "surrogateescape") + CRLF)

    def _said(self, reply: str) -> str:
        """Return the words of a reply."""
        return reply

    async def push(self, status: str | bytes) -> None:
        """Send a reply of the library's commands."""
        self.say(status if isinstance(status, str) else status.decode())

    async def smtp_QUIT(self, arg: str | None) -> None:  # noqa: N802 - the library sets the name
        """Say goodbye."""
        if arg:
            self.say("501 Syntax: QUIT")
        else:
            self._leave("221 Bye")

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - the library sets the name
        """Ask for the text; `_end_text` answers it."""
        if await self.check_helo_needed():
            return
        if not self.envelope.rcpt_tos:
            self.say("503 Error: need RCPT command")
        elif arg:
            self.say("501 Syntax: DATA")
        else:
            self._text = Text(self.data_size_limit or 0)
            self.say("354 End data with <CR><LF>.<CR><LF>")

    async def _end_text(self, text: Text) -> None:
        """Hand the text on, and answer; whatever comes of it, the next mail is another."""
        try:
            if text.is_too_large:
                status = "552 Error: Too much mail data"
            else:
                self.envelope.content = self.envelope.original_content = text.content()
                status = await self._call_handler_hook("DATA")
        except Exception as fault:
            status = await self.handle_exception(fault)
        finally:
            self.envelope = self._create_envelope()
        self.say(status)
