"""A step that is being played: the position so far, what led there, and the dice it asks for (11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gm.contract.dice import pick, roll
from gm.contract.draws import Draw, Draws
from gm.contract.events import Drawn, Event
from gm.contract.rules import Resolution
from gm.contract.values import value
from gm.games.irish_freedom.rules.events import (
    AttachmentPlaced,
    Cause,
    UnitPlaced,
    after,
)
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.state import (
    ATTACHMENT_LETTER,
    Attachment,
    FreedomState,
    Unit,
    new_id,
)
from gm.games.irish_freedom.rules.tables import (
    AttachmentType,
    Colour,
    RuleTables,
    Side,
    UnitType,
    side_of,
)


@value
class FreedomOptions:
    """How a game differs from the usual (2).

    Args:
        overwhelm: the worst result of a far superior side is that the other retreats (6).
        cw_upgrade: units are upgraded by orders in the Civil War, too.
        cw_recruit: which type is recruited there.
        events: cards are drawn.
        swap_c17_c18: those two cards have each other's effects (7).
        churchill_any: his gun may go to any blue unit.
        united_ireland: the Treaty leaves no garrison in Ulster (9).
        loop_guard: so many rounds at most are fought in one combat.
    """

    overwhelm: bool = False
    cw_upgrade: bool = True
    cw_recruit: UnitType = UnitType.REGULAR
    events: bool = True
    swap_c17_c18: bool = False
    churchill_any: bool = False
    united_ireland: bool = False
    loop_guard: int = 50


USUAL: Final = FreedomOptions()
"""A game that differs in nothing."""


@dataclass(slots=True)
class Course:
    """A step on its way.

    Args:
        tables, options: what is played, and how.
        draws: where dice come from.
        state: the position so far.
        phase: the phase that is played, as labels of draws have it.
        arrivals: of the units that came somewhere in this phase, when: 1 for the first.
        came: how many have come in this phase.
    """

    tables: RuleTables
    options: FreedomOptions
    draws: Draws
    state: FreedomState
    phase: str = ""
    events: list[Event] = field(default_factory=list)
    outcomes: list[FreedomOutcome] = field(default_factory=list)
    made: list[Draw] = field(default_factory=list)
    arrivals: dict[str, int] = field(default_factory=dict)
    came: int = 0
    _labels: dict[str, int] = field(default_factory=dict)

    def do(self, *events: Event) -> None:
        """Let facts come about."""
        self.state = after(self.state, events)
        self.events += events

    def begin(self, phase: str) -> None:
        """Begin a phase; nobody has come anywhere in it yet."""
        self.phase, self.came = phase, 0
        self.arrivals.clear()

    def arrive(self, units: Sequence[str]) -> None:
        """Note that units came somewhere, together (6)."""
        self.came += 1
        self.arrivals.update(dict.fromkeys(units, self.came))

    def drew(self, draws: Sequence[Draw]) -> None:
        """Note draws that were made."""
        self.made += draws
        self.do(*map(Drawn, draws))

    def die(self, what: str) -> int:
        """Roll a die."""
        rolled = roll(self.draws, self._label(what))
        self.drew(rolled.draws)
        return rolled.total

    def pick(self, what: str, candidates: Sequence[str]) -> str:
        """Choose one by lot; nothing is drawn where there is one only (11)."""
        if len(candidates) == 1:
            return candidates[0]
        lot = pick(self.draws, self._label(what), candidates)
        self.drew(lot.draws)
        return lot.chosen

    def pick_unit(self, what: str, units: Sequence[Unit]) -> Unit:
        """Choose a unit by lot, from units in the order of their ids."""
        chosen = self.pick(what, [unit.id for unit in units])
        return next(unit for unit in units if unit.id == chosen)

    def region_by_die(self, what: str) -> str:
        """Roll for a Region: the die is its number (11)."""
        return self.tables.regions[self.die(what) - 1].code

    def area_by_die(self, region: str, what: str) -> str:
        """Roll for an Area of a Region."""
        return self.tables.region[region].area_on(self.die(what))

    def other_area_by_die(self, region: str, than: str, what: str) -> str:
        """Roll for another Area of a Region, again while it is the same (7)."""
        while (area := self.area_by_die(region, what)) == than:
            continue
        return area

    def place(
        self,
        type_: UnitType,
        colour: Colour,
        area: str,
        cause: Cause,
        *,
        area_die: int = 0,
        colour_die: int = 0,
    ) -> Unit:
        """Set a new unit on the board; it comes there."""
        unit = Unit(new_id(self.state, colour.letter), type_, colour, area)
        self.do(UnitPlaced(unit, cause, area_die, colour_die))
        self.arrive((unit.id,))
        return unit

    def attach(self, type_: AttachmentType, colour: Colour, area: str, cause: Cause) -> None:
        """Set a new gun or car on the board."""
        id_ = new_id(self.state, ATTACHMENT_LETTER)
        self.do(AttachmentPlaced(Attachment(id_, type_, colour, area), cause))

    def side(self, colour: Colour) -> Side:
        """Return whose a colour is in the war that is fought."""
        return side_of(self.state.war, colour)

    def units_in(self, region: str) -> list[Unit]:
        """Return the units of a Region, by id."""
        return [unit for unit in self.state.units if self.tables.areas[unit.area].region == region]

    def standing_at(self, area: str, side: Side) -> list[Unit]:
        """Return the units of a side in an Area, by id."""
        return [u for u in self.state.units if u.area == area and self.side(u.colour) is side]

    def attached_at(self, area: str, side: Side) -> list[Attachment]:
        """Return the attachments of a side in an Area, by id."""
        return [
            a for a in self.state.attachments if a.area == area and self.side(a.colour) is side
        ]

    def strength(self, area: str, side: Side) -> int:
        """Return how strong a side is in an Area, with its guns and cars (6)."""
        terrain = self.tables.areas[area].terrain
        units = sum(self.tables.strength(u.type, area) for u in self.standing_at(area, side))
        classes = (self.tables.attachments[a.type] for a in self.attached_at(area, side))
        return units + sum(kind.strengths.on(terrain) for kind in classes)

    def weakest(self, units: Sequence[Unit]) -> list[Unit]:
        """Return those of the lowest rank (1)."""
        lowest = min(self.tables.rank(unit.type) for unit in units)
        return [unit for unit in units if self.tables.rank(unit.type) == lowest]

    def strongest(self, units: Sequence[Unit]) -> list[Unit]:
        """Return those of the highest rank (1)."""
        highest = max(self.tables.rank(unit.type) for unit in units)
        return [unit for unit in units if self.tables.rank(unit.type) == highest]

    def resolution(self) -> Resolution[FreedomState, FreedomOutcome]:
        """Return what was made."""
        return Resolution(self.state, tuple(self.events), tuple(self.outcomes), tuple(self.made))

    def _label(self, what: str) -> str:
        """Return a label that comes once in a game: `CW 3 combat, die`, the next `CW 3 combat, die 2`."""
        label = f"{self.phase}, {what}"
        count = self._labels[label] = self._labels.get(label, 0) + 1
        return label if count == 1 else f"{label} {count}"


@dataclass(frozen=True, slots=True)
class _NoDraws:
    """For what must not draw."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Refuse to."""
        raise AssertionError(f"nothing is drawn here: {label}")


def looking_at(tables: RuleTables, state: FreedomState, options: FreedomOptions = USUAL) -> Course:
    """Return a step for what only looks at a position, or judges lines before they are played; it never draws."""
    return Course(tables, options, _NoDraws(), state)
