"""The picture of the Die: the table with the cards that have been played."""

from __future__ import annotations

import re
from typing import Final

from gm.contract.facts import Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.contract.told import Told
from gm.drawing.scene import DrawnSide
from gm.drawing.tile_picture import MAP_WIDTH, TilePicture
from gm.drawing.tiles import Counter, TilePlace, TileScene, grid_sheet
from gm.errors import NotAllowed
from gm.mail.pictures import picture_cid, picture_label
from tests.contract.die.rules.cards import card_name
from tests.contract.die.rules.rules import SEATS, DieOutcome
from tests.contract.die.rules.state import HOUSE, DieState
from tests.contract.die.words import in_order, player_name

_MARK: Final = re.compile(r"table/(\d+)")
_SHEET: Final = grid_sheet(
    [
        TilePlace(player.upper(), 0, at, player)
        for at, player in enumerate(("Red", "Blue", "House"))
    ],
    MAP_WIDTH,
    110,
)
_SIDES: Final = (
    *(DrawnSide(seat.id, seat.name, seat.colour) for seat in SEATS),
    DrawnSide(HOUSE, "House", "#595959"),
)


class DiePictures:
    """Keeps the contract's `Pictures`. All that is drawn is public."""

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says."""
        return MarkedPicture(_number(text), "", Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[DieState, DieOutcome]) -> TilePicture:
        """Return the table after a stage."""
        at = past.at(_number(text))
        if at.resolved_at is None:
            raise NotAllowed("the stage is not over")
        return table_picture(at.after)


def table_picture(state: DieState) -> TilePicture:
    """Return the table of a position."""
    counters = tuple(
        Counter(player, player, card_name(card)[:4], f"{player_name(player)}: {card_name(card)}")
        for player, card in state.played.items()
    )
    notes = {player: f"{points} points" for player, points in in_order(state)}
    scene = TileScene(f"Turn {state.turn}", sides=_SIDES, counters=counters, notes=notes)
    return TilePicture(_SHEET, scene)


def enclosed(news: Told[DieState, DieOutcome]) -> tuple[PictureView, ...]:
    """Return the pictures that go with a report."""
    game, number = news.game, news.occasion.number
    if not game.picture_host:
        return ()
    cid = picture_cid("table", number, game.name, game.picture_host)
    return (PictureView("table", cid, picture_label(cid), f"table/{number}", "The table"),)


def _number(text: str) -> int:
    match = _MARK.fullmatch(text)
    if match is None:
        raise NotAllowed(f"{text!r} marks no picture")
    return int(match[1])
