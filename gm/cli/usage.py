"""What is wrong with a command line, found without running it: for commands that come by mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from gm.cli.common import WHY, moment, pairs
from gm.errors import GmError

_HOW_TO_SAY_WHY: Final = 'Say why: --reason "a unit was entered twice".'


def _moment(given: Mapping[str, Any]) -> None:
    if given["when"] is not None:
        moment(given["when"], "UTC", datetime.now(UTC))


def _settings(given: Mapping[str, Any]) -> None:
    pairs(given["changes"])


_READ: Final[Mapping[tuple[str, ...], Callable[[Mapping[str, Any]], None]]] = MappingProxyType(
    {("deadline",): _moment, ("game", "set"): _settings}
)
"""What some commands read out of their words before they look at the game."""


def usage_fault(words: Sequence[str], changes: bool) -> str:
    """Return in a sentence why a command would be refused whatever the game is like; "" if not.

    Args:
        words: of the command, without `gm`.
        changes: it is to change something, so that a reason is needed where one is asked for.
    """
    from typer.exceptions import TyperException

    from gm.cli.app import HELP_OPTIONS, command_tree

    command = command_tree()
    rest = [*words]
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest.pop(0)]
    name = tuple(words[: len(words) - len(rest)])
    try:
        given = command.make_context(" ".join(name), rest, help_option_names=HELP_OPTIONS).params
        if (read := _READ.get(name)) is not None:
            read(given)
    except TyperException as fault:
        return fault.format_message()
    except GmError as fault:
        return str(fault)
    reasons = (param for param in command.params if param.name == "reason")
    asked = any(reason.required or reason.help == WHY for reason in reasons)
    return _HOW_TO_SAY_WHY if changes and asked and not given["reason"].strip() else ""
