"""Mail in by SMTP or LMTP: a listener that says 250 only after the mail is committed.

It runs in a thread of its own, on a port or a UNIX socket; what is said there is `smtp_talk`. The
database is written by a `clerk`, so a slow disk keeps no other connection waiting.
"""

from __future__ import annotations

import asyncio
import socket
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gm.adapters.post.smtp_talk import Fold, IsOurs, Listener, ListenerShared, talk
from gm.adapters.sql.clerk import Accept, AcceptAll, Clerk

__all__ = ["Accept", "AcceptAll", "Fold", "IsOurs", "Listener", "SmtpServer"]

_BACKLOG = 128
_OPEN_TO_ALL = 0o666
"""Who may reach the folder of a UNIX socket may deliver, as whoever reaches a port of loopback."""

_LAST_WORDS_SECONDS = 0.05


class SmtpServer:
    """The listener, in a thread of its own.

    Args:
        listener: where and what to listen for.
        accept: called in a worker thread; when it returns, the mail is answered with 250.
        is_ours: asked for each recipient; others are refused with 550.
        accept_all: the same as `accept` for several mails at once, in one transaction.
        after: called when mails have been stored, or could not be, and are being answered.
        fold: makes recipients equal that mean the same; each is stored once.
    """

    def __init__(
        self,
        listener: Listener,
        accept: Accept,
        is_ours: IsOurs,
        accept_all: AcceptAll | None = None,
        after: Callable[[], object] = int,
        fold: Fold = str,
    ) -> None:
        self._listener = listener
        self._clerk = Clerk(accept, accept_all, listener.writers, after)
        self._is_ours = is_ours
        self._fold = fold
        self._bound: socket.socket | None = None
        self._running: _Running | None = None

    @property
    def port(self) -> int:
        """The port we listen on, once started; 0 on a UNIX socket."""
        if self._bound is None or self._listener.path is not None:
            return self._listener.port
        return int(self._bound.getsockname()[1])

    @property
    def place(self) -> str:
        """Where we listen, in words."""
        protocol = "LMTP" if self._listener.lmtp else "SMTP"
        if self._listener.path is not None:
            return f"by {protocol} at {self._listener.path}"
        return f"by {protocol} at {self._listener.host} port {self.port}"

    def start(self) -> None:
        """Begin to listen; OSError if the address cannot be used."""
        # Binding here tells at once if the address is taken.
        self._bound = _bind(self._listener)
        self._clerk.start()
        desk = ListenerShared(self._listener, self._clerk, self._is_ours, self._fold)
        self._running = _Running(desk, self._bound)
        self._running.start()

    def stop(self) -> None:
        """Stop listening; mails being stored are finished first."""
        if self._running is None:
            return
        self._running.refuse()
        self._clerk.stop()
        self._running.end()
        self._running = None
        if self._listener.path is not None:
            Path(self._listener.path).unlink(missing_ok=True)

    def renew_certificate(self) -> None:
        """Read the certificate again, if we show one."""
        if self._listener.certificate is not None:
            self._listener.certificate.renew(anyway=True)


def _bind(listener: Listener) -> socket.socket:
    """Return a socket that listens; OSError if the address cannot be used."""
    if listener.path is not None:
        return _bind_path(Path(listener.path))
    family = socket.AF_INET6 if ":" in listener.host else socket.AF_INET
    # SO_REUSEADDR, which this sets, lets a restart take the port again.
    bound = socket.create_server((listener.host, listener.port), family=family, backlog=_BACKLOG)
    # asyncio does this only for sockets it made; without it each reply of several lines waits a
    # twenty-fifth of a second for the peer.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound


def _bind_path(path: Path) -> socket.socket:
    """Listen on a UNIX socket, in place of one that a dead server left; OSError if one lives."""
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with suppress(FileNotFoundError):
            _remove_dead(path)
        bound.bind(str(path))
        path.chmod(_OPEN_TO_ALL)
        bound.listen(_BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound


def _remove_dead(path: Path) -> None:
    """Remove a socket at which nobody listens; whatever else lies there stays."""
    if not stat.S_ISSOCK(path.stat().st_mode):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as visitor:
        try:
            visitor.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)


def _new_loop() -> asyncio.AbstractEventLoop:
    """Return the loop that a listener runs in: the quickest there is."""
    try:
        import uvloop
    except ImportError:  # it has no build for this Python
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


class _Running:
    """The event loop of a listener and its thread."""

    def __init__(self, desk: ListenerShared, bound: socket.socket) -> None:
        self._desk = desk
        self._bound = bound
        self._loop = _new_loop()
        self._server: asyncio.AbstractServer | None = None
        self._thread = threading.Thread(target=self._run, name="gm-smtp", daemon=True)

    def start(self) -> None:
        """Begin to take connections."""
        self._server = self._loop.run_until_complete(self._listen())
        self._thread.start()

    async def _listen(self) -> asyncio.AbstractServer:
        if self._bound.family == socket.AF_UNIX:
            return await self._loop.create_unix_server(lambda: talk(self._desk), sock=self._bound)
        return await self._loop.create_server(lambda: talk(self._desk), sock=self._bound)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def refuse(self) -> None:
        """Take no more connections; those that are open go on."""
        if self._server is not None:
            self._loop.call_soon_threadsafe(self._server.close)

    def end(self) -> None:
        """Let the answers to what has just been stored out, and end."""
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    async def _hang_up(self) -> None:
        await asyncio.sleep(_LAST_WORDS_SECONDS)
        for smtp in list(self._desk.open):
            if smtp.transport is not None:
                smtp.transport.abort()
        # Each connection is told of its end at a turn of the loop.
        while self._desk.open:
            await asyncio.sleep(0)
        ours = asyncio.current_task()
        await asyncio.gather(*asyncio.all_tasks() - {ours}, return_exceptions=True)
