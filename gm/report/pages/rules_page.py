"""The rules as played, with the settings they follow from: for the opening mail and `gm rules`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gm.contract.facts import Precedent
from gm.contract.rules import Meta
from gm.contract.rules_text import Chapter, Paragraph, RulesAsPlayed
from gm.languages import gettext
from gm.report.environment import Templates, current
from gm.report.house import HOUSE


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a game.

    Args:
        value: as chosen; governs: the answer in force where `value` leaves it to another setting,
            else "".
        help: what it decides.
    """

    name: str
    value: str
    governs: str
    help: str

    @property
    def words(self) -> str:
        """The value, with the one that really governs behind it."""
        return f"{self.value} ({self.governs})" if self.governs else self.value


@dataclass(frozen=True, slots=True)
class Line:
    """One rule.

    Args:
        ruling: it settles what the printed rules leave open.
        text: what it says.
        mark: its numbers and the setting that decided it: `9b, 9c`, `8; payments=public`.
    """

    ruling: bool
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class RulesChapter:
    """A chapter; its heading carries its number."""

    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """All that is said of a game's rules.

    Args:
        numbered: the rules have printed numbers, which the marks tell.
        contents: the headings of the chapters.
    """

    title: str
    designer: str
    version: str
    board: str
    settings: tuple[Setting, ...]
    chapters: tuple[RulesChapter, ...]
    numbered: bool
    contents: tuple[str, ...]


def rules_page_of(
    meta: Meta,
    played: RulesAsPlayed,
    chosen: Mapping[str, str],
    precedents: Sequence[Precedent] = (),
) -> RulesPage:
    """Return the rules by which a game with these settings is played.

    Args:
        meta, played: what game, and its rules in words.
        chosen: the value of every setting of the variant and of the house.
        precedents: what its GM has ruled, as a chapter of its own at the end.
    """
    chapters = played.chapters
    choices = {option.name for option in (*meta.options, *HOUSE)}
    titles = [chapter.title for chapter in chapters] + [gettext("Ruled in this game")] * bool(
        precedents
    )
    headings = tuple(f"{at}. {title}" for at, title in enumerate(titles, 1))
    lines = [
        tuple(_line(paragraph, choices) for paragraph in chapter.paragraphs)
        for chapter in chapters
    ]
    lines += [tuple(map(_ruled, precedents))] * bool(precedents)
    return RulesPage(
        title=meta.title,
        designer=meta.designer,
        version=meta.version,
        board=played.played_on,
        settings=_settings(meta, played, chosen),
        chapters=tuple(map(RulesChapter, headings, lines)),
        numbered=any(paragraph.rules for chapter in chapters for paragraph in chapter.paragraphs),
        contents=headings,
    )


def _settings(meta: Meta, played: RulesAsPlayed, chosen: Mapping[str, str]) -> tuple[Setting, ...]:
    governing = {**chosen, **played.governing}
    return tuple(
        Setting(
            option.name,
            chosen[option.name],
            governing[option.name] if governing[option.name] != chosen[option.name] else "",
            gettext(option.help),
        )
        for option in (*meta.options, *HOUSE)
    )


def _ruled(precedent: Precedent) -> Line:
    text = precedent.text
    if precedent.reason:
        text = gettext("{ruling} Why: {reason}", ruling=text, reason=precedent.reason)
    return Line(True, text, f"{precedent.number}, {precedent.day}")


def _line(paragraph: Paragraph, choices: Collection[str]) -> Line:
    marks = [", ".join(paragraph.rules)] if paragraph.rules else []
    if paragraph.setting in choices:
        marks.append(f"{paragraph.setting}={paragraph.value}")
    return Line(paragraph.ruling, paragraph.text, "; ".join(marks))


def rules_text(page: RulesPage, templates: Templates | None = None) -> str:
    """Return the rules as plain text of 72 columns, the same lines as in the opening mail."""
    return (templates or current()).text("report/rules", page=page)


def rules_record(
    meta: Meta,
    played: RulesAsPlayed,
    chosen: Mapping[str, str],
    precedents: Sequence[Precedent] = (),
) -> dict[str, Any]:
    """Return the rules for a program, with the stable id of every entry."""
    page = rules_page_of(meta, played, chosen)
    return {
        "variant": meta.id,
        "title": page.title,
        "designer": page.designer,
        "version": page.version,
        "board": page.board,
        "settings": [
            {
                "name": setting.name,
                "value": setting.value,
                "governs": setting.governs or setting.value,
                "help": setting.help,
            }
            for setting in page.settings
        ],
        "chapters": [_record(chapter) for chapter in played.chapters],
        "rulings": [
            {
                "number": precedent.number,
                "day": precedent.day,
                "text": precedent.text,
                "reason": precedent.reason,
            }
            for precedent in precedents
        ],
    }


def _record(chapter: Chapter) -> dict[str, Any]:
    return {
        "id": chapter.id,
        "title": chapter.title,
        "entries": [
            {
                "id": paragraph.id,
                "rules": list(paragraph.rules),
                "ruling": paragraph.ruling,
                "setting": paragraph.setting or None,
                "value": paragraph.value or None,
                "text": paragraph.text,
            }
            for paragraph in chapter.paragraphs
        ],
    }
