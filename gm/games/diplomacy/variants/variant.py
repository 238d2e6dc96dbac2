"""What a variant is: a filled-in record, from which the rules of one game are built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from gm.contract.rules import Meta, Option
from gm.contract.seats import SeatId
from gm.errors import VariantError
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.variants.needs import Needs
from gm.languages import gettext
from gm.report.wording.sentence_parts import allowed_words


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant, before a game of it is set up.

    Args:
        id: "standard", "republic".
        board_id: the map folder it is played on.
        title, designer: for people.
        version: of these rules; every phase played records it.
        build: makes the rules of a game from the board and its settings, all of them given.
        options: the settings a GM can choose.
        needs: what it needs of a board.
        seats_min: how many seats must be filled; None for all of them.
        chance: draws decide something in its games.
    """

    id: str
    board_id: str
    title: str
    designer: str
    version: str
    build: Callable[[Board, Mapping[str, str]], DiplomacyRules]
    options: tuple[Option, ...] = ()
    needs: Needs = field(default_factory=lambda: Needs("Spring"))
    seats_min: int | None = None
    chance: bool = False

    def settings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return every setting, defaults filled in; VariantError for one that does not exist."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise VariantError(_no_setting(self.id, name, known))
            if not known[name].takes(value):
                facts = {"variant": self.id, "name": name, "value": repr(value)}
                allowed = allowed_words(known[name])
                raise VariantError(
                    gettext(
                        "{variant}: {name} is {allowed}, not {value}", allowed=allowed, **facts
                    )
                )
        return {name: chosen.get(name, option.default) for name, option in known.items()}


def _no_setting(variant: str, name: str, known: Iterable[str]) -> str:
    if names := ", ".join(known):
        return gettext(
            "{variant} has no setting {name}; there are: {names}",
            variant=variant,
            name=repr(name),
            names=names,
        )
    return gettext(
        "{variant} has no setting {name}; it has none", variant=variant, name=repr(name)
    )


def meta_of(variant: Variant, board: Board) -> Meta:
    """Return what a game of the variant on this board is; every power of the board is a seat."""
    return Meta(
        id=variant.id,
        title=variant.title,
        designer=variant.designer,
        version=variant.version,
        data_digest=board.digest,
        seats=tuple(SeatId(power) for power in board.powers),
        seats_min=len(board.powers) if variant.seats_min is None else variant.seats_min,
        options=variant.options,
        chance=variant.chance,
    )
