"""Reads the name of a bridge: the two provinces it links, and its owner if one is named."""

from __future__ import annotations

from gm.interpret.grammars import Node, all_words, words
from gm.interpret.places import Binder
from gm.rules.board import Pair, PowerId


def bridge_of(binder: Binder, node: Node) -> tuple[Pair, PowerId | None]:
    """Return the pair a bridge links and its owner (Republic 9i, 12)."""
    first, second = [word for word in words(node) if word.type == "PLACE"][:2]
    owners = [word for word in all_words(node) if word.type == "POWER"]
    return binder.crossing(first, second), binder.power(owners[0]) if owners else None
