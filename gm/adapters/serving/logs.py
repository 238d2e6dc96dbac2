"""The log: one line an event on standard error, as text for people or JSON for programs."""

from __future__ import annotations

import logging
import sys

import structlog

from gm.app.addresses.destinations import redacted
from gm.config import LogFormat
from gm.report.wording.text import escaped

_SHARED: list[structlog.typing.Processor] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def _escape(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Show what mails brought in and would steer a terminal; our own colours come after this."""
    return {
        name: escaped(value) if isinstance(value, str) else value for name, value in event.items()
    }


class _Discreet(structlog.stdlib.ProcessorFormatter):
    """Blots out every secret reply address, whoever wrote the line, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it is written."""
        return redacted(super().format(record))


def set_up_logs(level: str, form: LogFormat) -> None:
    """Send the log of every library and of ours to standard error, moments in UTC.

    Args:
        level: "debug", "info", "warning" or "error".
        form: text or JSON.
    """
    last = (
        structlog.processors.JSONRenderer()
        if form is LogFormat.JSON
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    formatter = _Discreet(
        foreign_pre_chain=_SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _escape, last],
    )
    # Each value has been escaped: the stream is the one that lets our colours through.
    handler = logging.StreamHandler(getattr(sys.stderr, "exact", None))
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Their chatter at "info" is about every tick and every connection.
    for noisy in ("apscheduler", "mail.log", "alembic"):
        logging.getLogger(noisy).setLevel(max(root.level, logging.WARNING))
