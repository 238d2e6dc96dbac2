"""Collects the sentences of gm into the catalogues of `languages/`: ``make languages``.

What is new stands there untranslated, what is gone is taken out, the rest stays. The catalogues are
divided by where a sentence comes from; one that several parts say stands in the first of them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

PARTS: dict[str, tuple[str, ...]] = {
    "mails": (
        "templates/**/*.j2",
        "gm/report/**/*.py",
        "gm/games/*/pages/**/*.py",
        "gm/games/*/wording/*.py",
        "gm/drawing/**/*.py",
        "gm/games/*/map/drawn/*.py",
        "gm/games/*/map/*.py",
        "gm/games/*/archive.py",
        "gm/languages/**/*.py",
    ),
    "orders": (
        "gm/interpret/**/*.py",
        "gm/games/*/language/**/*.py",
        "gm/games/*/refusals.py",
        "gm/games/*/wording/*/*.py",
        "gm/mail/**/*.py",
    ),
    "play": (
        "gm/app/**/*.py",
        "gm/games/*/desk/**/*.py",
        "gm/games/*/records/**/*.py",
        "gm/games/*/map/shown/*.py",
        "gm/adapters/**/*.py",
        "gm/games/*/map/files/*.py",
        "gm/config/*.py",
        "gm/errors.py",
    ),
    "rules": (
        "gm/games/*/variants/**/*.toml",
        "gm/games/*/variants/**/*.py",
        "gm/games/*/rules/**/*.py",
        "gm/games/*/settings.py",
    ),
}
"""The catalogues, and the files each is made of."""

TOLD = frozenset({"text", "by", "title", "lists", "says", "elsewhere"})
"""The entries of a TOML file that players read; all of a table of such a name."""

COPIED = {"write": "order"}
"""The entries that players copy into a mail, with the context in which they are read back."""


@lru_cache(maxsize=len(PARTS))
def sentences(part: str) -> Catalog:
    """Return all that a part says, in English, each with the files it stands in."""
    found = Catalog()
    for pattern in PARTS[part]:
        for file in sorted(ROOT.glob(pattern)):
            place = file.relative_to(ROOT).as_posix()
            for message, context, notes in _extracted(file):
                found.add(message, locations=[(place, 0)], auto_comments=[*notes], context=context)
    return found


def _extracted(file: Path) -> Iterator[tuple[Any, str | None, Sequence[str]]]:
    """Yield the sentences of a file, each with its context and what translators should know."""
    if file.suffix == ".toml":
        found_in = told_in(tomllib.loads(file.read_text()))
        yield from ((text, COPIED.get(key), ()) for text, key in found_in)
        return
    method = "jinja2.ext:babel_extract" if file.suffix == ".j2" else "python"
    options = {"trimmed": "true", "silent": "false"} if file.suffix == ".j2" else {}
    with file.open("rb") as lines:
        whole: IO[bytes] = BytesIO(lines.read())
    found = extract(
        method, whole, KEYWORDS, ("Translators:",), options=options, strip_comment_tags=True
    )
    for _, message, notes, context in found:
        yield message, context, notes


def told_in(table: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the sentences of a TOML file in their order, each with the key it stands under."""
    match table:
        case dict():
            for name, value in table.items():
                yield from told_in(value, key if key in TOLD else name)
        case list():
            for value in table:
                yield from told_in(value, key)
        case str() if key in {*TOLD, *COPIED} and any(one.isalpha() for one in table):
            yield " ".join(table.split()), key
        case _:
            pass


def catalogues(code: str) -> dict[str, bytes]:
    """Return the files of a language as they ought to be, by part."""
    told: set[tuple[object, str | None]] = set()
    files: dict[str, bytes] = {}
    known = _translated(code)
    for part in PARTS:
        whole = Catalog(locale=code, fuzzy=False)
        for message in sentences(part):
            key = (message.id, message.context)
            if not message.id or key in told:
                continue
            told.add(key)
            old = known.get(key)
            string = old.string if old else ""
            comments = old.user_comments if old else ()
            whole.add(
                message.id,
                string,
                locations=message.locations,
                flags=message.flags,
                auto_comments=message.auto_comments,
                user_comments=comments,
                context=message.context,
            )
        files[part] = _written(whole)
    return files


def _translated(code: str) -> dict[tuple[object, str | None], Any]:
    found = {}
    for file in sorted((HERE / code).glob("*.po")):
        with file.open("rb") as lines:
            for message in read_po(lines, locale=code):
                if message.id and message.string:
                    found[(message.id, message.context)] = message
    return found


def _written(whole: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, whole, width=99, omit_header=True, include_lineno=False, sort_output=False)
    plural = f'"Plural-Forms: {whole.plural_forms}\\n"'
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n{plural}\n\n'
    return head.encode() + out.getvalue()


def languages() -> list[str]:
    """Return the codes of all languages that have a folder here."""
    return sorted(one.name for one in HERE.iterdir() if one.is_dir() and len(one.name) < 4)


def main() -> int:
    """Bring all catalogues up to date; say what is untranslated."""
    for code in languages():
        for part, content in catalogues(code).items():
            file = HERE / code / f"{part}.po"
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)
            with file.open("rb") as lines:
                found = [one for one in read_po(lines, locale=code) if one.id]
            open_ = sum(not all(_forms(one.string)) for one in found)
            print(f"{code}/{part}.po: {len(found)} sentences, {open_} without a translation")
    return 0


def _forms(string: object) -> tuple[object, ...]:
    return tuple(string) if isinstance(string, (tuple, list)) else (string,)


if __name__ == "__main__":
    sys.exit(main())
