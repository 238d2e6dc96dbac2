"""What a demo leaves on paper: each mail as text in a file, and the maps of the reports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Final

_KINDS: Final = ("position", "orders")
"""What the maps of a report show, from the last to the first."""


@dataclass(slots=True)
class Papers:
    """The folders `mails` and `maps` of a demo.

    Args:
        folder: the demo's.
        count: mails kept so far.
    """

    folder: Path
    count: int = 0

    def keep(self, title: str, text: str) -> Path:
        """Write a mail into a file that is named by its number and a title; return that."""
        self.count += 1
        name = re.sub(r"\W+", "-", title.lower()).strip("-")
        file = self._in("mails") / f"{self.count:02}-{name}.txt"
        file.write_text(text.replace("\r\n", "\n"), encoding="utf-8")
        return file

    def keep_maps(self, report: EmailMessage, phase: str) -> list[Path]:
        """Write the maps that a report brings into files named by a phase; return those."""
        pictures = [part for part in report.walk() if part.get_content_type() == "image/png"]
        kinds = reversed(_KINDS[: len(pictures)])
        files: list[Path] = []
        for kind, picture in zip(kinds, pictures, strict=False):
            file = self._in("maps") / f"{phase}-{kind}.png"
            content = picture.get_payload(decode=True)
            if isinstance(content, bytes):
                file.write_bytes(content)
                files.append(file)
        return files

    def _in(self, name: str) -> Path:
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return place


def plain(message: EmailMessage, *other: str) -> str:
    """Return a mail's text, or where it has none that of another kind, as `html`."""
    part = message.get_body(("plain", *other))
    return str(part.get_content()) if part is not None else ""
