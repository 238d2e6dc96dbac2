"""The health page and the metrics, on a port of their own: `/health` and `/metrics`.

`/health` is 200 with `"ok"` while all is well and 503 with the reasons when it is not; `/metrics`
has the figures in Prometheus' text form. Neither names a player, an address or a game.
"""

from __future__ import annotations

import errno
import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gm.app.keeping.health import Health
from gm.errors import StoreError

_log = logging.getLogger(__name__)

Look = Callable[[], Health]
"""Look at the server once; StoreError if its database cannot be read."""


class _Figures(Collector):
    """Figures read from the database whenever somebody asks."""

    def __init__(self, health: Health) -> None:
        self._health = health

    def collect(self) -> Iterator[Metric]:
        """Return every figure."""
        health, tally = self._health, self._health.tally
        yield _by("gm_inbox_mails", "Incoming mails by state.", "state", tally.inbox)
        yield _by("gm_outbox_mails", "Outgoing mails by state.", "state", tally.outbox)
        yield _by("gm_games", "Games by status.", "status", tally.games)
        yield _by("gm_phases", "Phases that are open or held.", "status", tally.phases)
        for name, help_text, moment in (
            ("gm_oldest_unread_seconds", "Age of the oldest unread mail.", tally.oldest_unread),
            ("gm_oldest_unsent_seconds", "Age of the oldest unsent mail.", tally.oldest_waiting),
        ):
            age = (health.at - moment).total_seconds() if moment else 0.0
            yield GaugeMetricFamily(name, help_text, value=age)
        yield GaugeMetricFamily("gm_overdue_phases", "Overdue phases.", value=tally.overdue)
        yield GaugeMetricFamily(
            "gm_suspended_addresses", "Addresses nothing is sent to.", value=tally.suspended
        )
        beats = {role: (health.at - at).total_seconds() for role, at in health.beats.items()}
        yield _by("gm_beat_age_seconds", "Age of a role's last sign of life.", "role", beats)
        yield GaugeMetricFamily("gm_problems", "What is wrong.", value=len(health.problems))


def _by(
    name: str, help_text: str, label: str, values: dict[str, float] | dict[str, int]
) -> Metric:
    family = GaugeMetricFamily(name, help_text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def metrics_text(health: Health) -> bytes:
    """Return the figures in Prometheus' text form."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(health))
    return generate_latest(registry)


def health_text(health: Health) -> bytes:
    """Return the health page: JSON with `status`, `problems` and the queues."""
    page = {
        "status": "failing" if health.problems else "ok",
        "problems": list(health.problems),
        "at": health.at.isoformat(),
        "inbox": health.tally.inbox,
        "outbox": health.tally.outbox,
    }
    return json.dumps(page, indent=2).encode() + b"\n"


class Watchpost:
    """The listener for `/health` and `/metrics`, in a thread of its own.

    Args:
        host, port: where to listen; port 0 lets the system choose, `port` tells which.
        look: asked at each request.
        needed: a port that is in use is an error; else somebody has the page already.
    """

    def __init__(self, host: str, port: int, look: Look, *, needed: bool = True) -> None:
        self._needed = needed
        self._where = (host, port)
        self._look = look
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port we listen on, once started."""
        return int(self._server.server_address[1]) if self._server else self._where[1]

    def start(self) -> None:
        """Begin to listen; OSError if the address cannot be used."""
        handler = type("_Bound", (_Handler,), {"look": staticmethod(self._look)})
        try:
            self._server = ThreadingHTTPServer(self._where, handler)
        except OSError as fault:
            if self._needed or fault.errno != errno.EADDRINUSE:
                raise
            _log.info("the health page is served by another process of ours")
            return
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="gm-health", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        if self._server is None or self._thread is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._server = self._thread = None


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    look: ClassVar[Look]
    server_version = "gm"
    sys_version = ""
    timeout = 10.0

    def do_GET(self) -> None:
        """Answer with a page, or 404."""
        path = self.path.partition("?")[0]
        if path not in ("/health", "/metrics"):
            self._answer(404, "text/plain", b"There are /health and /metrics.\n")
            return
        try:
            health = type(self).look()
        except StoreError as fault:
            _log.warning("nobody can look at the database: %s", fault)
            self._answer(503, "text/plain", b"The database cannot be read.\n")
            return
        if path == "/metrics":
            self._answer(200, CONTENT_TYPE_LATEST, metrics_text(health))
        else:
            code = 503 if health.problems else 200
            self._answer(code, "application/json", health_text(health))

    do_HEAD = do_GET  # noqa: N815 - the library sets the name

    def _answer(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing: somebody asks every few seconds."""
