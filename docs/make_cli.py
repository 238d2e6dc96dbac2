"""Write docs/cli.md from the commands themselves: ``make docs``, checked by ``make test``."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from gm.cli.app import app

PAGE = Path(__file__).with_name("cli.md")
HEAD = """\
# Commands

`make docs` writes this page from the commands themselves. Every command answers `--help`; the
exit codes are those of `sysexits.h`: 0 done, 64 wrong usage, 65 unusable input, 67 no such game
or seat, 73 already there, 74 and 75 database trouble (75: try again), 77 refused, 78 a broken
setting or data file.
"""


def commands(command: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each command that does something, in order of name, with its help; other names are left out."""
    children = getattr(command, "commands", None)
    if getattr(command, "hidden", False):
        return
    if children:
        for name in sorted(children):
            yield from commands(children[name], (*path, name))
        return
    # Typer carries its own copy of click, so the command makes its own context.
    context = command.make_context(" ".join(path), [], resilient_parsing=True)  # type: ignore[attr-defined]
    context.max_content_width = context.terminal_width = 80
    yield path, command.get_help(context)  # type: ignore[attr-defined]


def reference() -> str:
    """The whole page."""
    parts = [HEAD]
    for path, text in commands(typer.main.get_command(app), ("gm",)):
        lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
        parts.append(f"## {' '.join(path)}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    PAGE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
