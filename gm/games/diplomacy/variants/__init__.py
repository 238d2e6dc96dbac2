"""The games we can run: each variant is a value over shared mechanisms, listed here once.

It never decides anything of a game in play, and the rules never ask which variant they serve.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.errors import VariantError
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.variants.irish import IRISH
from gm.games.diplomacy.variants.republic import REPUBLIC
from gm.games.diplomacy.variants.standard import STANDARD
from gm.games.diplomacy.variants.variant import Variant

VARIANTS: Mapping[str, Variant] = {variant.id: variant for variant in (STANDARD, REPUBLIC, IRISH)}
"""Every variant by its id."""


def ruleset_for(variant_id: str, board: Board, options: Mapping[str, str]) -> DiplomacyRules:
    """Return the rules of a game with these settings, defaults filled in.

    Raises:
        VariantError: no such variant, no such setting, or a value the setting does not take.
    """
    variant = VARIANTS.get(variant_id)
    if variant is None:
        known = ", ".join(VARIANTS)
        raise VariantError(f"There is no variant {variant_id!r}; there are: {known}")
    return variant.build(board, variant.settings(options))


__all__ = ["VARIANTS", "Variant", "ruleset_for"]
