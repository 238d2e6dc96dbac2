"""A position of the game on the island, with what moved and fought in the turn that led to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from gm.contract.events import Event
from gm.drawing.scene import DrawnSide as Owner
from gm.drawing.tile_picture import TilePicture
from gm.drawing.tiles import (
    Counter,
    TileFight,
    TileFigure,
    TileGround,
    TileMove,
    TileScene,
    TileTrack,
)
from gm.games.irish_freedom.map.island import GROUNDS, island_sheet
from gm.games.irish_freedom.pages.story import combat_words, course_words, happenings
from gm.games.irish_freedom.pages.words import (
    attachment_words,
    colour_words,
    place_words,
    points_words,
    side_words,
    standing_words,
    terrain_words,
    unit_words,
)
from gm.games.irish_freedom.rules.combat import ATTACKER_LOSES
from gm.games.irish_freedom.rules.events import (
    CardDrawn,
    CombatRound,
    GameDecided,
    MoraleChecked,
    Retreated,
    UnitMoved,
    after,
)
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import (
    LAST_TURN,
    Colour,
    RuleTables,
    Side,
)
from gm.languages import gettext, pgettext

HUES: Final = {
    Colour.RED: "#d55e00",
    Colour.ORANGE: "#e69f00",
    Colour.BLUE: "#0072b2",
    Colour.GREEN: "#009e73",
}
"""What counters of a colour look like."""

_MOST_MORALE: Final = 10


def island_picture(
    rules: FreedomRules,
    title: str,
    state: FreedomState,
    before: FreedomState | None = None,
    events: Sequence[Event] = (),
) -> TilePicture:
    """Return a position as a picture.

    Args:
        rules: of the game. title: over it. state: the position.
        before, events: the one before the turn, and what happened since; none for a position alone.
    """
    tables = rules.tables
    fights = tuple(_fights(tables, events))
    moves = tuple(_moves(tables, before, events)) if before is not None else ()
    return TilePicture(
        island_sheet(tables),
        TileScene(
            title,
            subtitle=_subtitle(tables, state, before, events),
            description="; ".join(_said(tables, state)),
            sides=_owners(state.war),
            letters={colour.value: colour.letter.lower() for colour in HUES},
            counters=tuple(_counters(tables, state)),
            moves=moves,
            key=(*_grounds(), *_arrows(moves), *_winners(fights)),
            fights=fights,
            tracks=(
                TileTrack(gettext("Turn"), min(state.turn, LAST_TURN), 1, LAST_TURN),
                TileTrack(gettext("Enemy's morale"), rules.morale(state), 1, _MOST_MORALE),
            ),
        ),
    )


def _subtitle(
    tables: RuleTables, state: FreedomState, before: FreedomState | None, events: Sequence[Event]
) -> str:
    """Return the card and the dice of morale that the turn began with, and the points so far."""
    news = [
        event for event in events if isinstance(event, CardDrawn | MoraleChecked | GameDecided)
    ]
    sentences = [] if before is None else [course_words(tables, event) for event in news]
    points = points_words(state) if state.vp_woi or state.vp_cw else ""
    return " ".join([*sentences, points]).strip()


def _said(tables: RuleTables, state: FreedomState) -> Iterator[str]:
    """Yield what stands in each Area, for those who do not see it."""
    for area in tables.areas:
        if units := standing_words(tables, state, area):
            yield f"{place_words(tables, area)}: {units}"


def _owners(war: str) -> tuple[Owner, ...]:
    """Return the colours of counters with whose they are."""
    return tuple(
        Owner(colour.value, colour_words(colour, war), hue) for colour, hue in HUES.items()
    )


def _counters(tables: RuleTables, state: FreedomState) -> Iterator[Counter]:
    """Yield the counters; those of an Area that are alike are one with their number on it."""
    stacks = defaultdict[tuple[str, Colour, str], list[str]](list)
    for unit in sorted(state.units, key=lambda unit: -tables.rank(unit.type)):
        several = len(tables.units[unit.type].colours) > 1
        letters = _letters(unit.type.value, unit.colour if several else None)
        stacks[unit.area, unit.colour, letters].append(unit_words(tables, unit))
    manned = {(unit.area, unit.colour) for unit in state.units}
    for piece in state.attachments:
        alone = (piece.area, piece.colour) not in manned
        letters = _letters(piece.type.value, piece.colour if alone else None)
        stacks[piece.area, piece.colour, letters].append(attachment_words(tables, piece))
    for colour in Colour:
        for (area, its, letters), named in stacks.items():
            if its is colour:
                label = (
                    letters if len(named) == 1 else f"{len(named)}\N{MULTIPLICATION SIGN}{letters}"
                )
                yield Counter(area, colour.value, label, ", ".join(named))


def _letters(type_: str, colour: Colour | None) -> str:
    """Return what stands on a counter: `ARMY`, and `gGUE` where its type comes in several colours."""
    return f"{colour.letter.lower()}{type_}" if colour is not None else type_


def _moves(
    tables: RuleTables, before: FreedomState, events: Sequence[Event]
) -> Iterator[TileMove]:
    """Yield an arrow for each way that was gone, one for all that went it alike."""
    ways: dict[tuple[str, str, str, bool], list[str]] = {}
    state = before
    for event in events:
        match event:
            case UnitMoved(id_, start, target):
                units = [id_]
            case Retreated(_, start, target, gone):
                units = [*gone]
            case _:
                units, start, target = [], "", ""
        unit = state.unit(units[0]) if units else None
        if unit is not None and start != target:
            way = (start, target, unit.colour.value, isinstance(event, Retreated))
            ways.setdefault(way, []).extend(happenings(tables, state, [event]))
        state = after(state, [event])
    for (start, target, colour, forced), words in ways.items():
        yield TileMove((start, target), colour, " ".join(dict.fromkeys(words)), forced)


def _fights(tables: RuleTables, events: Sequence[Event]) -> Iterator[TileFight]:
    """Yield the Areas that were fought for, with who won there last."""
    rounds = defaultdict[str, list[CombatRound]](list)
    for event in events:
        if isinstance(event, CombatRound):
            rounds[event.area].append(event)
    for area, fought in rounds.items():
        words = " ".join(combat_words(tables, each) for each in fought)
        yield _fight(area, winner(fought[-1]), words)


def winner(fought: CombatRound) -> Side:
    """Return who has won a round: by its row (6)."""
    return fought.defender if fought.row <= ATTACKER_LOSES else fought.attacker


def _fight(area: str, side: Side, words: str = "") -> TileFight:
    match side:
        case Side.BRITISH:
            return TileFight(area, Colour.RED.value, pgettext("letters on the map", "BR"), words)
        case Side.IRISH:
            return TileFight(area, Colour.GREEN.value, pgettext("letters on the map", "IR"), words)
        case Side.FREESTATE:
            return TileFight(area, Colour.BLUE.value, pgettext("letters on the map", "FS"), words)
        case Side.REPUBLICAN:
            return TileFight(area, Colour.GREEN.value, pgettext("letters on the map", "RE"), words)


def _grounds() -> Iterator[tuple[TileGround | TileFigure, str]]:
    for terrain, ground in GROUNDS.items():
        yield ground, terrain_words(terrain)
    yield TileFigure.ANCHOR, gettext("port")


def _arrows(moves: Sequence[TileMove]) -> Iterator[tuple[TileMove, str]]:
    for forced, words in ((False, gettext("has moved")), (True, gettext("has retreated"))):
        if any(move.forced is forced for move in moves):
            yield TileMove((), "", forced=forced), words


def _winners(fights: Sequence[TileFight]) -> Iterator[tuple[TileFight, str]]:
    won = {fight.text for fight in fights}
    for side in Side:
        if (sample := _fight("", side)).text in won:
            yield sample, gettext("fought for and won by {side}", side=side_words(side))
