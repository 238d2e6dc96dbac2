"""Reads the name of a bridge: the two provinces it links, and its owner if one is named."""

from __future__ import annotations

from gm.games.diplomacy.language.places import Binder
from gm.games.diplomacy.rules.board import Pair, PowerId
from gm.interpret.grammars import Node, all_words, words


def bridge_of(binder: Binder, node: Node) -> tuple[Pair, PowerId | None]:
    """Return the pair a bridge links and its owner (Republic 9i, 12)."""
    first, second = [word for word in words(node) if word.type == "PLACE"][:2]
    between = binder.crossing(first, second)
    owners = [word for word in all_words(node) if word.type in {"POWER", "MY"}]
    if not owners:
        return between, None
    return between, binder.context.power if owners[0].type == "MY" else binder.power(owners[0])
