"""An override made again where a correction has led to another position, or found impossible there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.corrections import Override
from gm.contract.events import Event
from gm.errors import NotAllowed
from gm.games.diplomacy.desk.laid import Laid
from gm.games.diplomacy.desk.overriding.board_overrides import holing, reopening, splitting
from gm.games.diplomacy.pages.wording.change_words import owned_unit
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded, UnitsMoved
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.units import Unit
from gm.report.wording.sentence_parts import first_upper


def made_again(at: Laid, override: Override) -> Override:
    """Return an override as it comes to in another position.

    What a hole or a split does to units and centres is found anew, for others may be there now.

    Raises:
        GmError, ValueError, LookupError: it can be made no longer; the words say why.
    """
    board = _board_override(at, override.events)
    if board is not None:
        override = replace(override, words=board.words, events=board.events)
    return replace(override, events=tuple(_fitted(at, event) for event in override.events))


def _board_override(at: Laid, events: Sequence[Event]) -> Override | None:
    """Return what a change of the board comes to now; None for another override."""
    match events[-1] if events else None:
        case ProvinceHoled(place):
            return holing(at, place)
        case HoleReopened(place):
            return reopening(at, place)
        case ProvinceSplit(split, _, _, _, specials):
            return splitting(at, split.province, split.line, dict(specials))
        case _:
            return None


def _fitted(at: Laid, event: Event) -> Event:
    """Return a fact with what it says of the position before it put right; NotAllowed."""
    match event:
        case UnitsMoved(moves):
            for old, _ in moves:
                _must_stand(at, old)
        case UnitDisbanded(unit):
            if unit not in [dislodged.unit for dislodged in at.state.dislodged]:
                _must_stand(at, unit)
        case CentreTaken(place, owner, _):
            return CentreTaken(place, owner, at.state.centres.get(place))
        case _:
            pass
    return event


def _must_stand(at: Laid, unit: Unit) -> None:
    if unit not in at.state.units:
        raise NotAllowed(f"{first_upper(owned_unit(unit, at.board))} is not there.")
