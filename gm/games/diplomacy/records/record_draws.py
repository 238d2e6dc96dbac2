"""The chance of a recorded phase: its `draws` say what came out of the hat (Irish 4-13)."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.draws import Draw
from gm.errors import UnreadableInput
from gm.games.diplomacy.records.record_values import Record, table_in, text_of, texts_of
from gm.games.diplomacy.rules.mechanics.cards import PACK

_TEN = "10"


class RecordedDraws:
    """Draws as a record tells them.

    Of a walk it says only who has the highest card: that place is dealt the highest card left, the
    others the lowest.

    Args:
        record: the record, whose `draws` are read when they are asked for.
    """

    def __init__(self, record: Record) -> None:
        self._told = table_in(record, "draws")
        self._walks: dict[str, set[str]] = {}

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return what the record says; UnreadableInput if it says nothing, or nothing possible."""
        what, _, place = label.partition(" ")[2].partition(": ")
        kind, _, special = what.partition(" ")
        match kind:
            case "walk":
                chosen = self._step(special, place, candidates)
            case "place" | "lot":
                chosen = self._of(kind, special)
            case "line":
                chosen = _card(self._of("cards", place))
            case "split" | "split,":
                chosen = self._slip(special)
            case _:
                chosen = self._one(kind)
        if chosen not in candidates:
            raise UnreadableInput(f"'draws' holds {chosen!r}, which is not in the hat for {what}.")
        return Draw(label, tuple(candidates), chosen, by_hand=True)

    def check_walks(self) -> None:
        """Refuse a walk that leads where the special unit cannot go."""
        for special, dealt in self._walks.items():
            goal = self._of("walk", special)
            if goal not in dealt:
                raise UnreadableInput(
                    f"'draws' sends {special} to {goal}; it can go to {', '.join(sorted(dealt))}."
                )

    def _step(self, special: str, place: str, candidates: Sequence[str]) -> str:
        self._walks.setdefault(special, set()).add(place)
        ranked = [card for card in _BY_RANK if card in candidates]
        return ranked[0] if self._of("walk", special) == place else ranked[-1]

    def _slip(self, number: str) -> str:
        told = self._told.get("split")
        slips = texts_of([told] if isinstance(told, str) else told or (), "split")
        index = int(number.removeprefix("slip ") or 1) - 1
        if index >= len(slips):
            raise UnreadableInput("'draws' needs a province to `split` that is no black hole.")
        return slips[index].upper()

    def _one(self, key: str) -> str:
        if key not in self._told:
            raise UnreadableInput(f"'draws' needs {key!r}: this phase ends a season.", piece=key)
        return text_of(self._told[key], key).upper()

    def _of(self, key: str, name: str) -> str:
        told = {one.upper(): value for one, value in table_in(self._told, key).items()}
        if name.upper() not in told:
            raise UnreadableInput(f"'draws' needs {key!r} for {name}.", piece=key)
        return text_of(told[name.upper()], key).upper()


_BY_RANK = tuple(sorted(PACK, key=lambda card: ("AKQJT98765432".index(card[0]), PACK.index(card))))
"""The pack from the highest card to the lowest."""


def _card(text: str) -> str:
    """Return a card as the hat names it, with T for the ten."""
    return text.replace(_TEN, "T")
