"""A game's rules for people who want to read them: of a variant by itself, or of a running game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm.app.services import Services
from gm.app.setup.rulings import precedents
from gm.app.table import rules_of
from gm.contract.facts import Precedent
from gm.contract.rules import Meta
from gm.errors import InputError, VariantError
from gm.games.diplomacy.rules.board import Board, Boards
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.languages import gettext
from gm.report.house import HOUSE, house_settings
from gm.report.wording.allowed import allowed_words


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What a rules text is written from: the game, its board, every setting, what its GM ruled."""

    meta: Meta
    board: Board
    settings: Mapping[str, str]
    precedents: tuple[Precedent, ...] = ()


def rulebook_of_variant(boards: Boards, variant_id: str, chosen: Mapping[str, str]) -> Rulebook:
    """Return the rulebook of a variant with these settings, defaults filled in.

    Raises:
        InputError: no such variant, no such setting, or a value the setting does not take.
    """
    variant = VARIANTS.get(variant_id)
    if variant is None:
        known = ", ".join(sorted(VARIANTS))
        raise InputError(
            gettext(
                "There are no rules named {name}; there are {known}.",
                name=repr(variant_id),
                known=known,
            )
        )
    house = {option.name: chosen.get(option.name, option.default) for option in HOUSE}
    for way in HOUSE:
        if not way.takes(house[way.name]):
            raise InputError(
                gettext(
                    "{name} is {allowed}, not {value}.",
                    name=way.name,
                    allowed=allowed_words(way),
                    value=repr(house[way.name]),
                )
            )
    own = {name: value for name, value in chosen.items() if name not in house}
    try:
        settings = variant.settings(own)
    except VariantError as fault:
        raise InputError(f"{fault}.") from fault
    board = boards(variant.board_id)
    return Rulebook(ruleset_for(variant_id, board, own).meta, board, {**settings, **house})


def rulebook_of_game(services: Services, name: str) -> Rulebook:
    """Return the rulebook of a game, begun or not; NoSuchGame if there is none of that name."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        ruled = precedents(transaction, game)
    rules = rules_of(services, game)
    settings = VARIANTS[game.variant].settings(game.options)
    house = house_settings(keep_impossible=game.keep_impossible)
    return Rulebook(rules.meta, rules.board, {**settings, **house}, ruled)
