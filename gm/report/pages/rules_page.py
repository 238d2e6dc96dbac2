"""The rules as played, with the settings they follow from, how fast the game goes, and how it is run beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any, Final

from gm.contract.facts import HouseSetting, Precedent
from gm.contract.pages import Chapter, Paragraph, RulesAsPlayed
from gm.contract.rules import Meta, Option
from gm.contract.stages import StageKind
from gm.languages import gettext, gettext_noop
from gm.report.environment import Templates, current
from gm.report.wording.dates import length_words
from gm.report.wording.text import quiet

# The settings that every game has, whatever its variant: how its GM keeps house by mail.

KEEP_IMPOSSIBLE: Final = Option(
    "keep_impossible",
    ("no", "yes"),
    gettext_noop(
        "What becomes of an order that nothing on the board could carry out: it is not taken and the "
        "receipt says why (no), or it is kept as written and the unit holds (yes)."
    ),
)

HOUSE: Final = (KEEP_IMPOSSIBLE,)
"""All of them."""


def house_settings(*, keep_impossible: bool) -> dict[str, str]:
    """Return the values of a game's house settings by name."""
    return {KEEP_IMPOSSIBLE.name: "yes" if keep_impossible else "no"}


# The rules as played, with the settings they follow from: for the opening mail and `gm rules`.


@dataclass(frozen=True, slots=True)
class SettingShown:
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
class RulesLine:
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
    lines: tuple[RulesLine, ...]


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
    settings: tuple[SettingShown, ...]
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


def _settings(
    meta: Meta, played: RulesAsPlayed, chosen: Mapping[str, str]
) -> tuple[SettingShown, ...]:
    governing = {**chosen, **played.governing}
    return tuple(
        SettingShown(
            option.name,
            chosen[option.name],
            governing[option.name] if governing[option.name] != chosen[option.name] else "",
            gettext(option.help),
        )
        for option in (*meta.options, *HOUSE)
    )


def _ruled(precedent: Precedent) -> RulesLine:
    text = precedent.text
    if precedent.reason:
        text = gettext("{ruling} Why: {reason}", ruling=text, reason=precedent.reason)
    return RulesLine(True, text, f"{precedent.number}, {precedent.day}")


def _line(paragraph: Paragraph, choices: Collection[str]) -> RulesLine:
    marks = [", ".join(paragraph.rules)] if paragraph.rules else []
    if paragraph.setting in choices:
        marks.append(f"{paragraph.setting}={paragraph.value}")
    return RulesLine(paragraph.ruling, paragraph.text, "; ".join(marks))


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


# How long a game's phases are open and when its players are reminded, as settings for people.

REMIND = "remind"
"""The name of the reminders' lead among a game's lengths."""

GRACE = "grace"
"""The name, among a game's lengths, of the time after a deadline in which orders still count."""

USUAL_LEAD = gettext_noop(
    "How long before a deadline a power is reminded that lacks orders. In a short phase that "
    "is when half of it is over."
)
"""What the lead of reminders decides in most games, English; said by gettext."""

_GRACE_HELP = gettext_noop("How long after a deadline orders are still taken, and marked late.")


def pace(
    kinds: Sequence[StageKind],
    lengths: Mapping[str, int],
    lead_help: str,
    *,
    opening: bool = False,
) -> tuple[SettingShown, ...]:
    """Return the settings of time.

    Args:
        kinds: of the game's stages.
        lengths: seconds by name, as the game has them; what it lacks is not told.
        lead_help: what the lead of reminders decides, in a sentence.
        opening: it begins with a stage of a kind that only a beginning has.
    """
    first = [kind for kind in kinds if kind.opening and opening]
    later = [kind for kind in kinds if not kind.opening]
    helps = {kind.name: gettext(kind.help) for kind in (*first, *later)}
    helps |= {REMIND: lead_help, GRACE: gettext(_GRACE_HELP)}
    return tuple(
        SettingShown(name, _words(name, lengths[name]), "", words)
        for name, words in helps.items()
        if name in lengths and (lengths[name] or name != GRACE)
    )


def _words(name: str, seconds: int) -> str:
    if name == REMIND and not seconds:
        return gettext("never")
    return length_words(timedelta(seconds=seconds))


# How a game is run beside its rules: what differs from the usual in full, the rest in short.

_GROUPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Translators: {words} are what is usual in it: "at any hour; no holidays".
        "deadlines": gettext_noop("Deadlines: {words}."),
        "orders": gettext_noop("Orders: {words}."),
        "players": gettext_noop("Players: {words}."),
        "votes": gettext_noop("Votes: {words}."),
        "press": gettext_noop("Press: {words}."),
        "reports": gettext_noop("Reports: {words}."),
        "desk": gettext_noop("Desk: {words}."),
    }
)
"""What the settings are about, by the names of their groups."""


@dataclass(frozen=True, slots=True)
class HousePage:
    """The settings of a game, for its opening mail and the answer to RULES.

    Args:
        chosen: those that differ from the usual.
        usual: the others, a sentence for each group: "Deadlines: at any hour; no holidays."
    """

    chosen: tuple[SettingShown, ...]
    usual: tuple[str, ...]


def house_page(settings: Sequence[HouseSetting]) -> HousePage:
    """Return the settings of a game as its mails tell them.

    A setting that has its default, and that does nothing as the others stand, is not told; nor is
    one whose default does not matter to players.
    """
    chosen = [setting for setting in settings if setting.value != setting.default]
    names = {setting.name for setting in chosen}
    usual: dict[str, list[str]] = {}
    for house_setting in settings:
        if (
            house_setting.usual
            and house_setting.name not in names
            and (not house_setting.only_with or names.intersection(house_setting.only_with))
        ):
            usual.setdefault(house_setting.group, []).append(gettext(house_setting.usual))
    return HousePage(
        tuple(
            SettingShown(setting.name, quiet(setting.value), "", gettext(setting.help))
            for setting in chosen
        ),
        tuple(gettext(_GROUPS[group], words="; ".join(words)) for group, words in usual.items()),
    )
