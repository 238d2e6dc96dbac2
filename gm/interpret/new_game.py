"""What stands in a mail that asks for a new game: its name, and the settings below it.

    NEW GAME meadow
    VARIANT: republic
    at = 20:00

Names and values are taken as they are written; what they mean is known where the settings are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gm.interpret.folding import fold
from gm.interpret.press_blocks import inside_closed

_HEAD: Final = re.compile(r"\W*(?:gm\s+)?(?:new\s+game|game\s+new)\b\s*[:=]?\s*(.*)", re.I)
_SETTING: Final = re.compile(r"[*-]?\s*([a-z][a-z _-]{0,30}?)\s*[:=]\s*(.*)", re.I)
_NEXT: Final = re.compile(r"\s+(?=[a-z][a-z_-]*=)", re.I)
_LONGEST_LINE: Final = 500
_HINT: Final = "game"


@dataclass(frozen=True, slots=True)
class SaidSetting:
    """A setting in a mail.

    Args:
        line: as it was written.
        name: in small letters with hyphens between words. value: as written; "" if there is none.
    """

    line: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class NewGameWords:
    """What a mail asks for.

    Args:
        name: of the game, as written; "" if none stands behind the words.
        settings: in their order.
        rest: the other lines, which say nothing of a game.
        again: it asks for another game as well.
    """

    name: str
    settings: tuple[SaidSetting, ...]
    rest: tuple[str, ...]
    again: bool = False


def new_game_words(lines: Sequence[str]) -> NewGameWords | None:
    """Return what a mail says of a new game; None if it asks for none."""
    if _HINT not in fold("\n".join(lines)).lower():
        return None
    press = inside_closed(lines)
    written = [line.strip() for at, line in enumerate(lines) if at not in press and line.strip()]
    heads = [(at, head) for at, line in enumerate(written) if (head := _head(line))]
    if not heads:
        return None
    first, name = heads[0][0], heads[0][1][1].strip().rstrip(".!")
    read = [(line, tuple(_settings(line))) for line in written[first + 1 :]]
    settings = tuple(setting for _, said in read for setting in said)
    rest = (*written[:first], *(line for line, said in read if not said))
    return NewGameWords(name, settings, rest, again=len(heads) > 1)


def _head(line: str) -> re.Match[str] | None:
    return _HEAD.fullmatch(fold(line[:_LONGEST_LINE]))


def _settings(line: str) -> Iterator[SaidSetting]:
    """Yield the settings of a line: one, or several written NAME=VALUE.

    Not of the folded line: a GM's name keeps its accents.
    """
    for part in _NEXT.split(" ".join(line[:_LONGEST_LINE].split())):
        if (match := _SETTING.fullmatch(part)) is not None:
            yield SaidSetting(part, re.sub(r"[ _-]+", "-", match[1].lower()), match[2])
