"""How a game is run beside its rules: what differs from the usual in full, the rest in short."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.report.pages.rules_page import Setting
from gm.report.views import HouseSetting
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class HousePage:
    """The settings of a game, for its opening mail.

    Args:
        chosen: those that differ from the usual.
        usual: the others, a line for each group: "deadlines: at = any, days = all".
    """

    chosen: tuple[Setting, ...]
    usual: tuple[str, ...]


def house_page(settings: Iterable[HouseSetting]) -> HousePage:
    """Return the settings of a game as its opening mail tells them."""
    chosen: list[Setting] = []
    usual: dict[str, list[str]] = {}
    for one in settings:
        if one.value == one.default:
            usual.setdefault(one.group, []).append(f"{one.name} = {one.value}")
        else:
            chosen.append(Setting(one.name, quiet(one.value), "", one.help))
    lines = (f"{group}: {', '.join(words)}" for group, words in usual.items())
    return HousePage(tuple(chosen), tuple(lines))
