"""The words of draws of games that have none of their own: their labels, and what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gm.contract.draw_words import DrawsAsked, DrawWords
from gm.contract.draws import Draw
from gm.contract.game import Game
from gm.contract.rules import Position
from gm.contract.stages import Stage
from gm.errors import InputError, NotAllowed
from gm.languages import listed


class PlainDrawWords:
    """Keeps the contract's `DrawWords`."""

    def told(self, draw: Draw, at: Position[Any]) -> str:
        """Return a draw by its label, with its candidates."""
        del at
        by_hand = " (by hand)" if draw.by_hand else ""
        return f"{draw.label}: {draw.chosen}, of {', '.join(draw.candidates)}{by_hand}"

    def chosen(self, chosen: str) -> str:
        """Return what was drawn as it is recorded."""
        return chosen

    def season(self, stage: Stage) -> str:
        """Return "": a draw is entered for the stage that asks for it."""
        del stage
        return ""

    def read(
        self, words: Sequence[str], asked: DrawsAsked, at: Position[Any]
    ) -> Mapping[str, str]:
        """Return a draw that is written as its label and what was chosen."""
        del at
        text = " ".join(" ".join(words).split())
        wanted = text.casefold()
        for draw in asked.draws:
            rest = wanted.removeprefix(draw.label.casefold())
            if rest == wanted or not rest.startswith((" ", ":")):
                continue
            chosen = rest.lstrip(": ")
            known = {candidate.casefold(): candidate for candidate in draw.candidates}
            if chosen not in known:
                raise InputError(
                    f"{text!r} cannot be drawn: there are {' '.join(draw.candidates)}."
                )
            return {draw.label: known[chosen]}
        for stage, draw in asked.made:
            if wanted.startswith(draw.label.casefold()):
                raise NotAllowed(
                    f"{draw.label} was drawn in {stage}: {draw.chosen}. What has been drawn stays."
                )
        labels = listed(draw.label for draw in asked.draws) or "nothing"
        raise InputError(f"{text!r} is no draw with its choice; drawn is {labels}.")

    def must_be_whole(self, asked: DrawsAsked, entered: Mapping[str, str]) -> None:
        """Refuse nothing: each draw is entered by itself."""

    def is_meant(self, words: Sequence[str], label: str, season: str) -> bool:
        """Tell whether words are a draw's label."""
        del season
        return " ".join(" ".join(words).split()).casefold() in {label.casefold(), "all"}

    def fault(self, draws: Sequence[Draw]) -> str:
        """Return "": of these draws it is not known what could be drawn."""
        del draws
        return ""


_PLAIN: Final = PlainDrawWords()


def draw_words_of(family: Game[Any, Any]) -> DrawWords[Any]:
    """Return the words of a family's draws."""
    return family.draw_words or _PLAIN
