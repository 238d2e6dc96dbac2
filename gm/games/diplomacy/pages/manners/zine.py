"""Results as the zines print them: one line a power, capitals where a unit ends.

`a bud-TRI` moved, `a GAL-war` did not; `(nso)` is no such order, `(d r:ska,hel,otb)` a dislodged
unit with its choices, otb being off the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import assert_never

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Location, PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WandererWalked,
)
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    UnitOrder,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Result, Why
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.rules.units import Unit, UnitRef
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import pgettext


def zine_lines(
    outcomes: Iterable[Outcome],
    board: Board,
    dislodged: Iterable[Dislodged],
    lawless: Iterable[Unit] = (),
    events: Iterable[Event] = (),
) -> tuple[str, ...]:
    """Return one line for each power that has an outcome: `MUNSTER: a ker-COS, f CLA stands`.

    A power that lost something by rule has one too: `BRITAIN: loses a car, loses bridge wat-wxs`.

    Args:
        outcomes: of a phase, those that may be shown.
        board: for the powers' names and sequence.
        dislodged: units that must retreat after it.
        lawless: units that were in anarchy, of which no order was asked.
        events: of the phase; those are told that took something in civil disorder.
    """
    waiting = {retreating.unit.ref: retreating for retreating in dislodged}
    idle = {unit.ref for unit in lawless}
    entries: dict[PowerId, list[str]] = {}
    for outcome in outcomes:
        entries.setdefault(outcome.power, []).append(_entry(outcome, waiting, idle))
    for power_id, loss in _losses(events):
        entries.setdefault(power_id, []).append(loss)
    return tuple(
        f"{power.name.upper()}: {', '.join(entries[power.id])}"
        for power in board.powers.values()
        if power.id in entries
    )


def _losses(events: Iterable[Event]) -> Iterator[tuple[PowerId, str]]:
    """Yield what powers lost because they could not keep it, each with whose it was."""
    for event in events:
        match event:
            case UnitDisbanded(unit, by_civil_disorder=True):
                yield unit.power, pgettext("zine", "loses {unit}", unit=_unit(unit.ref))
            case BridgeDemolished(bridge, by_civil_disorder=True):
                between = "-".join(bridge.between).lower()
                yield bridge.owner, pgettext("zine", "loses bridge {bridge}", bridge=between)
            case _:
                pass


def upheaval_lines(events: Iterable[Event]) -> tuple[str, ...]:
    """Return a line for the special units and one for the hat, in the same manner.

    `SPECIAL UNITS: irish 1 ukr-WAR`, `HAT: reopens RUH, black hole GAS, splits HOL (kie, hel)`.
    """
    walked: list[str] = []
    drew: list[str] = []
    for event in events:
        match event:
            case WandererPlaced(special, place):
                walked.append(f"{_special(special)} {place}")
            case WandererWalked():
                walked.append(_walk(event))
            case WanderersMet(place, irish, psychiatrist):
                both = {"irish": _special(irish), "psychiatrist": _special(psychiatrist)}
                words = pgettext(
                    "zine", "{irish} and {psychiatrist} gone in {place}", place=place, **both
                )
                walked.append(words)
            case HoleReopened(place):
                drew.append(pgettext("zine", "reopens {place}", place=place))
            case ProvinceHoled(place):
                drew.append(pgettext("zine", "black hole {place}", place=place))
            case ProvinceSplit(split):
                line = ", ".join(split.line).lower()
                drew.append(
                    pgettext("zine", "splits {place} ({line})", place=split.province, line=line)
                )
            case _:
                pass
    groups = (
        (pgettext("zine", "SPECIAL UNITS"), walked),
        (pgettext("zine", "HAT"), drew),
    )
    return tuple(f"{title}: {', '.join(texts)}" for title, texts in groups if texts)


def _walk(event: WandererWalked) -> str:
    who = _special(event.special)
    if event.start == event.to:
        words = pgettext("zine", "{unit} stands", unit=f"{who} {event.to}")
    else:
        words = f"{who} {event.start.lower()}-{event.to}"
    return pgettext("zine", "{walk} (sent)", walk=words) if event.by_gm else words


def _special(special: str) -> str:
    return special_words(special).lower()


def _entry(
    outcome: Outcome, waiting: Mapping[UnitRef, Dislodged], lawless: Collection[UnitRef]
) -> str:
    order = outcome.order
    moved = outcome.result is Result.OK
    removal = isinstance(order, Disband) and outcome.result is not Result.DISBAND
    if isinstance(order, UnitOrder) and not removal:
        text = _order(order, moved=moved)
    else:
        text = _listed(order, moved)
    note = _note(outcome)
    if not outcome.ordered and isinstance(order, UnitOrder) and order.unit in lawless:
        note = pgettext("zine", "anarchy")
    notes = [note, *_retreats(outcome, waiting)]
    return text + "".join(f" ({note})" for note in notes if note)


def _order(order: UnitOrder, *, moved: bool) -> str:
    letter, here = order.unit.kind.value.lower(), order.unit.at
    start, end = (_low(here), _high) if moved else (_high(here), _low)
    match order:
        case Move(_, to):
            return f"{letter} {start}-{end(to)}"
        case Retreat(_, to):
            return f"{letter} {start} r {end(to)}"
        case Disband():
            return f"{letter} {_low(here)} d"
        case Hold():
            return pgettext("zine", "{unit} stands", unit=f"{letter} {_high(here)}")
        case Support(_, target, None):
            return f"{letter} {_high(here)} s {_unit(target)}"
        case Support(_, target, Location() as to):
            return f"{letter} {_high(here)} s {_unit(target)}-{_low(to)}"
        case Convoy(_, target, to):
            return f"{letter} {_high(here)} c {_unit(target)}-{_low(to)}"
        case Convert():
            return pgettext("zine", "{unit} converts", unit=f"{letter} {_high(here)}")
        case AttackBridge():
            return _attack(order)
        case _:
            raise TypeError(f"no zine text for {type(order).__name__}")


def _attack(order: AttackBridge) -> str:
    unit = f"{order.unit.kind.value.lower()} {_high(order.unit.at)}"
    bridge = "-".join(order.between).lower()
    if order.owner is None:
        return pgettext("zine", "{unit} x bridge {bridge}", unit=unit, bridge=bridge)
    return pgettext(
        "zine",
        "{unit} x bridge {bridge} of {power}",
        unit=unit,
        bridge=bridge,
        power=order.owner.capitalize(),
    )


def _listed(order: Order, done: bool) -> str:
    match order:
        case Build(unit):
            place = _high(unit.at) if done else _low(unit.at)
            return pgettext("zine", "builds {unit}", unit=f"{unit.kind.value.lower()} {place}")
        case Disband(unit):
            return pgettext("zine", "removes {unit}", unit=_unit(unit))
        case BuildBridge(between):
            return pgettext("zine", "builds bridge {bridge}", bridge="-".join(between).lower())
        case RemoveBridge(between):
            return pgettext("zine", "removes bridge {bridge}", bridge="-".join(between).lower())
        case Waive():
            return pgettext("zine", "waives")
        case Pay(amount, to):
            return pgettext("zine", "pays {power} {points}", power=_name(to), points=amount)
        case Receive(amount, sender):
            facts = {"points": amount, "power": _name(sender)}
            return pgettext("zine", "receives {points} from {power}", **facts)
        case Give(amount, to):
            return pgettext("zine", "gives {power} {points}", power=_name(to), points=amount)
        case _:
            return order_text(order)


def _name(power: PowerId) -> str:
    return power.replace("_", " ").title()


def _note(outcome: Outcome) -> str:
    result = outcome.result
    match result:
        case Result.OK:
            return "" if outcome.ordered else pgettext("zine", "no order")
        case Result.BOUNCE:
            return ""  # the capitals tell it
        case Result.VOID | Result.ERROR:
            matching = outcome.reason is not None and outcome.reason.why is Why.NOT_MATCHING
            # Translators: no such order.
            nso = pgettext("zine", "nso")
            return nso if matching or result is Result.ERROR else pgettext("zine", "void")
        case Result.NO_CONVOY:
            return pgettext("zine", "no convoy")
        case Result.CUT:
            return pgettext("zine", "cut")
        case Result.FAILED:
            return pgettext("zine", "fails")
        case Result.DISBAND | Result.BOUNCE_DISBAND:
            return _off_board()
        case Result.UNMATCHED:
            return pgettext("zine", "unmatched")
        case Result.NOT_MET:
            return pgettext("zine", "not met")
        case _:
            assert_never(result)


def _retreats(outcome: Outcome, waiting: Mapping[UnitRef, Dislodged]) -> tuple[str, ...]:
    if not outcome.dislodged or not isinstance(outcome.order, UnitOrder):
        return ()
    retreating = waiting.get(outcome.order.unit)
    places = [_low(at) for at in retreating.retreats] if retreating is not None else []
    return (f"d r:{','.join([*places, _off_board()])}",)


def _off_board() -> str:
    # Translators: off the board.
    return pgettext("zine", "otb")


def _unit(ref: UnitRef) -> str:
    return f"{ref.kind.value.lower()} {_low(ref.at)}"


def _low(at: Location) -> str:
    return str(at).lower()


def _high(at: Location) -> str:
    return str(at).upper()
