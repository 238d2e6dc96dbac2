"""Golden copies in short: what many mails have in common stands there by a name.

A sentence of `tests/passages.toml` that fills its lines is folded into `[[name]]`, with what it says in its
places behind a colon: `[[master: Maeve | maeve@example.org]]`. Nothing is lost by that: a line is folded only if the
named sentences, filled in and wrapped as gm wraps its mails, are these very lines. So a golden copy is as
strict as the whole mail, and a sentence that is changed changes one line of one file.

Sections that several mails of one evening have, such as where everybody stands, are kept once, beside them.

`python -m tests.folded FILE` prints a golden copy as the whole mail.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.pofile import read_po
from rapidfuzz import fuzz, process

from gm.report.wording.text import wrap

PASSAGES: Final = Path(__file__).with_name("passages.toml")
"""The sentences, in two tables: those of headings are said in capitals."""

MOST_LINES: Final = 6
"""How many lines one sentence, or several in one paragraph, fill."""

_MARK = re.compile(r"\s*(?:- )?")
_VALUE = r"([^|\[\]]{1,300}?)"


@dataclass(frozen=True)
class Passage:
    """A sentence with a name.

    Args:
        name: as golden copies have it.
        sentence: as the code says it, with {places}.
        heading: it is said in capitals.
    """

    name: str
    sentence: str
    heading: bool

    def pieces(self) -> Iterator[tuple[str, bool]]:
        """Yield its words as they are said, each with whether a place follows."""
        for words, place, _, _ in Formatter().parse(self.sentence):
            yield words.upper() if self.heading else words, place is not None

    def first(self) -> str:
        """Return the word it begins with, "" for one that hangs on the mail."""
        words, _ = next(self.pieces())
        return words.split(" ")[0]

    def said(self, values: Sequence[str]) -> str:
        """Return it with these values in its places."""
        left = iter(values)
        parts = (words + (next(left) if place else "") for words, place in self.pieces())
        return "".join(parts)

    def pattern(self) -> re.Pattern[str]:
        """Return what finds it, and what stands in its places."""
        parts = (re.escape(words) + (_VALUE if place else "") for words, place in self.pieces())
        return re.compile("".join(parts))


@cache
def passages() -> tuple[Passage, ...]:
    """Return all sentences that have a name."""
    listed = tomllib.loads(PASSAGES.read_text(encoding="utf-8"))
    return tuple(
        Passage(name, sentence, kind == "headings")
        for kind in ("sentences", "headings")
        for name, sentence in listed[kind].items()
    )


@cache
def _found_by() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    longest_first = sorted(passages(), key=lambda one: -len(one.sentence))
    return tuple((one.first(), one.name, one.pattern()) for one in longest_first)


def folded(text: str) -> str:
    """Return a mail with the names of the sentences that have one."""
    lines, made = text.split("\n"), []
    at = 0
    while at < len(lines):
        names, count = _names_at(lines, at)
        made.append(names or lines[at])
        at += count
    return "\n".join(made)


def _names_at(lines: Sequence[str], at: int) -> tuple[str, int]:
    """Return the names of the sentences that fill lines, and how many they fill; "" and 1 for none."""
    found = _MARK.match(lines[at])
    mark = found[0] if found is not None else ""
    if not _may_begin(lines[at][len(mark) :]):
        return "", 1
    for count in range(min(MOST_LINES, len(lines) - at), 0, -1):
        filled = lines[at : at + count]
        if not all(line.strip() for line in filled):
            continue
        words = " ".join([filled[0][len(mark) :], *(line.strip() for line in filled[1:])])
        names = _names_of(words)
        if names and wrap(mark + words) == filled:
            return mark + names, count
    return "", 1


def _may_begin(words: str) -> bool:
    """Tell whether a named sentence can begin with these words; most lines are none."""
    return any(not first or words.startswith(first) for first, _, _ in _found_by())


def _names_of(words: str) -> str:
    """Return the names of the sentences that words are from end to end; "" if they are not."""
    for first, name, pattern in _found_by():
        if not words.startswith(first):
            continue
        if (whole := pattern.fullmatch(words)) is not None:
            return _named(name, whole)
        begun = pattern.match(words)
        if begun is not None and words[begun.end() : begun.end() + 1] == " ":
            rest = _names_of(words[begun.end() + 1 :])
            if rest:
                return f"{_named(name, begun)} {rest}"
    return ""


def _named(name: str, found: re.Match[str]) -> str:
    values = " | ".join(found.groups())
    return f"[[{name}: {values}]]" if values else f"[[{name}]]"


SECTIONS: Final = "sections.txt"
"""The file of the sections that several mails have."""

SHORTEST: Final = 3
"""Lines of the shortest section that is kept there."""


def parted(texts: Mapping[str, str]) -> dict[str, str]:
    """Return folded mails that were sent together, by their files, each of their common sections once."""
    paragraphs = (part for text in texts.values() for part in text.split("\n\n"))
    often = Counter(part for part in paragraphs if part.count("\n") + 1 >= SHORTEST)
    names: dict[str, str] = {}
    used: Counter[str] = Counter()
    for section, count in often.items():
        heading = _heading_of(section)
        if heading and count > 1:
            used[heading] += 1
            names[section] = f"[[section: {heading} {used[heading]}]]"
    short = {
        file: "\n\n".join(names.get(part, part) for part in text.split("\n\n"))
        for file, text in texts.items()
    }
    if names:
        kept = (f"{name}\n{section.strip()}\n" for section, name in names.items())
        short[SECTIONS] = "\n".join(kept)
    return short


def _heading_of(section: str) -> str:
    """Return the name of the heading that a section stands under; "" if it has none."""
    found = re.match(r"\[\[([\w-]+)[^\n]*\]\]\n", section)
    headings = {one.name for one in passages() if one.heading}
    return found[1] if found is not None and found[1] in headings else ""


_NAME = re.compile(r"\[\[([\w-]+)(?:: ([^\]]*))?\]\]")
_NAMES = re.compile(rf"(\s*(?:- )?)({_NAME.pattern}(?: {_NAME.pattern})*)")


def unfolded(text: str, sections: str = "") -> str:
    """Return the mail of a golden copy.

    Args:
        text: the copy; sections: the file of sections beside it.
    """
    for part in sections.split("\n\n[[section: "):
        name, _, section = part.removeprefix("[[section: ").partition("]]\n")
        if section:
            text = text.replace(f"[[section: {name}]]", section.rstrip("\n"))
    return "\n".join(line for folded_line in text.split("\n") for line in _said_in(folded_line))


def _said_in(line: str) -> list[str]:
    """Return the lines that one line of a golden copy stands for."""
    found = _NAMES.fullmatch(line)
    if found is None:
        return [line]
    known = {one.name: one for one in passages()}
    said = (known[one[1]].said((one[2] or "").split(" | ")) for one in _NAME.finditer(found[2]))
    return wrap(found[1] + " ".join(said))


CATALOGUES: Final = Path(__file__).parents[1] / "languages" / "de"
"""One of the folders in which every sentence of gm stands."""


@cache
def sentences() -> frozenset[str]:
    """Return every sentence that gm says, with its places; `make languages` collects them."""
    said: set[str] = set()
    for path in CATALOGUES.glob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                said.update(message.id if isinstance(message.id, tuple) else (message.id,))
    return frozenset(said)


def unsaid() -> list[str]:
    """Return the names of the sentences that gm does not say, or not in these words."""
    return [one.name for one in passages() if one.sentence not in sentences()]


def places_of(sentence: str) -> set[str]:
    """Return the names of what a sentence is filled with."""
    return set(re.findall(r"\{(\w+)", sentence))


def say_anew() -> None:
    """Write for each of them the sentence of gm with the same places that is most like it."""
    text = PASSAGES.read_text(encoding="utf-8")
    for one in passages():
        if one.name in unsaid():
            alike = [said for said in sentences() if places_of(said) == places_of(one.sentence)]
            likest, _, _ = process.extract(one.sentence, alike, scorer=fuzz.ratio, limit=1)[0]
            text = text.replace(f'{one.name} = "{one.sentence}"', f'{one.name} = "{likest}"')
    PASSAGES.write_text(text, encoding="utf-8")
    passages.cache_clear()


if __name__ == "__main__":
    copy = Path(sys.argv[1])
    beside = copy.with_name(SECTIONS)
    print(unfolded(copy.read_text(), beside.read_text() if beside.is_file() else ""), end="")
