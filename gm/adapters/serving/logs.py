"""The log: one line an event on standard error, as text for people or JSON for programs."""

from __future__ import annotations

import logging
import sys

import structlog

from gm.app.mail_in.destinations import redacted
from gm.config import LogFormat

_SHARED: list[structlog.typing.Processor] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


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
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Their chatter at "info" is about every tick and every connection.
    for noisy in ("apscheduler", "mail.log", "alembic"):
        logging.getLogger(noisy).setLevel(max(root.level, logging.WARNING))
