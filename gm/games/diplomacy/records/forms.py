"""The forms of Diplomacy's own in which games are written to files, and read."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gm.app.services import Services
from gm.app.setup.games import NewGame
from gm.errors import InputError
from gm.games.diplomacy.records.exporting import judge_text, zine_text
from gm.games.diplomacy.records.importing import import_saved_game
from gm.games.diplomacy.records.saved_games import saved_game


class DiplomacyForms:
    """Keeps the shell's `GameForms`: `diplomacy`, the JSON of that package; `judge`; `zine`."""

    def write(self, services: Services, game: str, form: str, phase: str | None) -> Iterable[str]:
        """Return the lines of a game in one of the forms."""
        if form == "judge":
            return judge_text(services, game, phase).splitlines()
        if form == "zine":
            return zine_text(services, game, phase).splitlines()
        if phase is not None:
            raise InputError(f"--phase is for judge and zine; {form} holds every phase.")
        return (json.dumps(saved_game(services, game), ensure_ascii=False),)

    def variant_of(self, saved: object) -> str | None:
        """Return that a saved game is read as one of standard Diplomacy, if it can be read."""
        del saved  # what is none is refused with the reason when it is read
        return "standard"

    def read(self, services: Services, saved: object, wish: NewGame) -> str:
        """Store a saved game of the package `diplomacy`."""
        return import_saved_game(services, saved, wish).game.name
