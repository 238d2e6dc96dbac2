"""The settings of the clock, the log and what is watched."""

from pydantic import Field
from pydantic_settings import BaseSettings

from gm.config.kinds import LogFormat, Port


class RunningSettings(BaseSettings):
    """The clock, the log, and what is watched."""

    tick_seconds: float = Field(
        default=5.0,
        gt=0,
        le=60,
        description="How often the server looks for new mail and due deadlines, in seconds.",
    )
    overdue_hold_minutes: float = Field(
        default=15.0,
        ge=0,
        description="A deadline missed by more than this, while the server was down, "
        "waits for the GM.",
    )
    settle_seconds: float = Field(
        default=0.0,
        ge=0,
        le=3600,
        description="How long after a deadline mail that our own mail server took in time is "
        "waited for, in seconds.",
    )
    clock_jump_minutes: float = Field(
        default=5.0,
        gt=0,
        description="A clock that jumps by more than this resolves nothing until the GM looks.",
    )
    free_space_mb: int = Field(
        default=50, ge=0, description="With less space on the disk than this nothing is resolved."
    )

    health_host: str = Field(
        default="127.0.0.1", min_length=1, description="Where the health page is served."
    )
    health_port: Port | None = Field(
        default=None,
        description="The port of the health page and the metrics (/health, /metrics).",
    )

    log_level: str = Field(
        default="info",
        pattern="^(debug|info|warning|error)$",
        description="How much is logged: debug, info, warning or error.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT, description="Log lines as text for people or json for programs."
    )
