"""The position in which a game began, as a picture."""

from __future__ import annotations

from gm.app.services import Services
from gm.app.table import table_at
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.showing import Pictured, position_shown
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.languages import gettext


def beginning(services: Services, game_name: str) -> Pictured:
    """Return the position with which a game began.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has not begun.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        phases = transaction.phases(game.id)
        if not phases:
            raise NotAllowed(f"{game.name} has not begun: nothing stands on its board.")
        table = table_at(services, transaction, game, phases[0])
    title = gettext("{game}: the position at the start", game=game.name)
    first = gettext("It began with {phase}", phase=phase_words(table.state.phase))
    return position_shown(table, [table.state], title, first)
