"""How a game is run beside its rules: what differs from the usual in full, the rest in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gm.contract.facts import HouseSetting
from gm.languages import gettext, gettext_noop
from gm.report.pages.rules_page import Setting
from gm.report.wording.text import quiet

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

    chosen: tuple[Setting, ...]
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
            Setting(setting.name, quiet(setting.value), "", gettext(setting.help))
            for setting in chosen
        ),
        tuple(gettext(_GROUPS[group], words="; ".join(words)) for group, words in usual.items()),
    )
