"""The words of recorded phases for what became of an order.

Large files spend time here, so this module is among those that may be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.games.diplomacy.rules.outcomes import Outcome, Result

_OK: Final = Result.OK
_DONE: Final[str] = _OK.value


def word(outcome: Outcome) -> str:
    """Return the result word of an order, and of what became of its unit."""
    result = _DONE if outcome.result is _OK else outcome.result.value  # which is slow to look up
    return result + "+dislodged" if outcome.dislodged else result


def results_by_unit(texts: list[str], outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Return the result word of each unit; of several orders the one that came off.

    Args:
        texts: the units.
        outcomes: of their orders, in the same sequence.
    """
    words = {texts[index]: word(outcome) for index, outcome in enumerate(outcomes)}
    if len(words) < len(texts):
        done = [index for index, outcome in enumerate(outcomes) if word(outcome) == _DONE]
        words |= {texts[index]: _DONE for index in done}
    return words
