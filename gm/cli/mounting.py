"""Commands that a room adds to the command line, each behind the command of the shell it is like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer


def mount_group(
    app: typer.Typer, group: typer.Typer, name: str, *, help_text: str, after: str
) -> None:
    """Add a group of commands behind another group.

    Args:
        app: where; group: what; name: what is typed; help_text: its help, a sentence.
        after: the name of the group behind which help shows it; at the end if there is none.
    """
    app.add_typer(group, name=name, help=help_text)
    names = [other.name for other in app.registered_groups[:-1]]
    if after in names:
        app.registered_groups.insert(names.index(after) + 1, app.registered_groups.pop())


def mount_command(
    app: typer.Typer, command: Callable[..., Any], name: str, *, after: str, inside: str = ""
) -> None:
    """Add a command behind another one.

    Args:
        app: where; command: what; name: what is typed.
        after: the name of the command behind which help shows it; at the end if there is none.
        inside: the group that it is added to, if it is not added to `app` itself.
    """
    if inside:
        groups = (entry.typer_instance for entry in app.registered_groups if entry.name == inside)
        app = next(group for group in groups if group is not None)
    app.command(name)(command)
    names = [other.name for other in app.registered_commands[:-1]]
    if after in names:
        app.registered_commands.insert(names.index(after) + 1, app.registered_commands.pop())
