"""How a game is run beside its rules: what differs from the usual in full, the rest in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.report.pages.rules_page import Setting
from gm.report.views import HouseSetting
from gm.report.wording.phrases import first_upper
from gm.report.wording.text import quiet


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
    chosen = [one for one in settings if one.value != one.default]
    names = {one.name for one in chosen}
    usual: dict[str, list[str]] = {}
    for one in settings:
        if (
            one.usual
            and one.name not in names
            and (not one.only_with or names.intersection(one.only_with))
        ):
            usual.setdefault(one.group, []).append(one.usual)
    return HousePage(
        tuple(Setting(one.name, quiet(one.value), "", one.help) for one in chosen),
        tuple(f"{first_upper(group)}: {'; '.join(words)}." for group, words in usual.items()),
    )
