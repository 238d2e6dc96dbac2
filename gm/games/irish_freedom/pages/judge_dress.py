"""A turn in the plain dress of the mail judges: a fixed line for each fact, by codes, in every language alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.events import Event
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.rules.events import (
    AttachmentCaptured,
    AttachmentLost,
    AttachmentPlaced,
    CardDrawn,
    CardWithoutEffect,
    CombatRound,
    EnemyIdle,
    FlagRaised,
    FlagSpent,
    GameDecided,
    MoraleChecked,
    PointsAwarded,
    RepublicansSurrendered,
    Retreated,
    TreatySigned,
    TurnStarted,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
    UpgradeDeclined,
    WarStarted,
    after,
)
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome, LineResult
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState


def judge_results(
    before: FreedomState, outcomes: Sequence[FreedomOutcome], events: Sequence[Event]
) -> Iterator[str]:
    """Yield what became of each order, and then each fact of the turn."""
    for outcome in outcomes:
        yield f"{outcome.seat}: {order_line(outcome.order)}.{_mark(outcome)}"
    yield ""
    state = before
    for event in events:
        if line := _of_turn(event) or _of_pieces(state, event):
            yield f"{line}."
        state = after(state, [event])


def judge_status(rules: FreedomRules, state: FreedomState) -> Iterator[str]:
    """Yield the figures of a position, and what stands in each Area."""
    yield (
        f"Status of {rules.stage(state)}: turn {state.turn}, morale {rules.morale(state)},"
        f" eliminated {state.red_eliminated}, points {state.vp_woi} + {state.vp_cw}."
    )
    for area in rules.tables.areas.values():
        units = [f"{unit.id} {unit.type.value}" for unit in state.units if unit.area == area.id]
        pieces = [
            f"{piece.id} {piece.type.value}"
            for piece in state.attachments
            if piece.area == area.id
        ]
        yield f"{area.id} {area.terrain.value + ':':5} {', '.join([*units, *pieces]) or '-'}"


def _mark(outcome: FreedomOutcome) -> str:
    """Return what judges put behind an order that was not carried out."""
    if outcome.result is LineResult.DONE:
        return ""
    why = f", {outcome.reason.value}" if outcome.reason is not None else ""
    return f"  (*{outcome.result.value}{why}*)"


def _of_turn(event: Event) -> str:
    """Return the line of a fact that is not about a piece; "" if it is none of those."""
    match event:
        case TurnStarted(war, turn):
            return f"Turn {war} {turn}"
        case CardDrawn(card):
            return f"Card {card}"
        case CardWithoutEffect(card):
            return f"Card {card}: no effect"
        case FlagRaised(flag):
            return f"Given: {flag.value}"
        case FlagSpent(flag):
            return f"Spent: {flag.value}"
        case MoraleChecked(_, morale, die):
            return f"Morale {morale}, die {die}"
        case TreatySigned(turn):
            return f"Treaty in turn {turn}"
        case RepublicansSurrendered(turn):
            return f"Surrender in turn {turn}"
        case PointsAwarded(war, date, bonus):
            return f"Points {war}: {date} + {bonus}"
        case WarStarted():
            return "Civil War"
        case GameDecided(result):
            return f"Result: {result.value}"
        case EnemyIdle(region, why):
            return f"Enemy in {region}: {why.value}"
        case CombatRound():
            return (
                f"Combat {event.area}, round {event.number}: {event.attacker.value} {event.attack}"
                f" - {event.defender.value} {event.defence}, cards {event.modifier:+},"
                f" die {event.die}, score {event.score}"
            )
        case _:
            return ""


def _of_pieces(state: FreedomState, event: Event) -> str:
    """Return the line of a fact about pieces, in the position before it; "" if it is none of those."""
    match event:
        case UnitPlaced(unit):
            return f"{unit.id} {unit.type.value}: placed in {unit.area}"
        case AttachmentPlaced(piece):
            return f"{piece.id} {piece.type.value}: placed in {piece.area}"
        case UnitRemoved(unit):
            return f"{unit.id} {unit.type.value}: removed from {unit.area}"
        case UnitChanged(id_, old, new):
            return f"{id_} {old.value}: {new.value} now"
        case UpgradeDeclined(id_):
            return f"{id_} {_type(state, id_)}: upgrade declined"
        case UnitMoved(id_, start, target, _, attached, by_sea):
            ways = " by sea" if by_sea else ""
            with_ = f" with {' '.join(attached)}" if attached else ""
            return f"{id_} {_type(state, id_)}: {start} -> {target}{ways}{with_}"
        case Retreated(side, start, target, units, attached, die):
            pieces = " ".join([*units, *attached])
            return f"Retreat {side.value} {start} -> {target}, die {die or '-'}: {pieces}"
        case AttachmentCaptured(id_, colour):
            return f"{id_}: {colour.value} now"
        case AttachmentLost(id_, kind, area):
            return f"{id_} {kind.value}: removed from {area}"
        case _:
            return ""


def _type(state: FreedomState, id_: str) -> str:
    unit = state.unit(id_)
    return unit.type.value if unit is not None else ""
