"""The settings that every game has, whatever its variant: how its GM keeps house by mail."""

from __future__ import annotations

from typing import Final

from gm.contract.rules import Option
from gm.languages import gettext_noop

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
