"""The adjudicators that are compared, and how what each made is compared with what is recorded.

A side makes a call ready outside the measured time and says afterwards what the call brought. gm
gets its position and orders as `gm process` does, from their stored texts, anew for each call: no
value of one call is seen by the next.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property, lru_cache, partial
from inspect import getattr_static
from typing import Any, Protocol

from gm.contract.draws import ScriptedDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.events import StandoffsLeft, UnitDislodged, replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Result
from gm.games.diplomacy.rules.season.line_up import Muster
from gm.games.diplomacy.stored import dump, load_order, load_state
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position

Record = Mapping[str, Any]
"""One recorded phase, as docs/phases.md describes it."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What a phase brought, in the words of recorded phases; None where a side does not tell it.

    Args:
        units, centres: by power, sorted.
        dislodged: unit -> power, where the attacker came from ("" if not told), and its retreats.
        contested: the provinces left empty by a standoff.
        results: unit -> result word.
    """

    units: Mapping[str, Sequence[str]]
    centres: Mapping[str, Sequence[str]]
    dislodged: Mapping[str, tuple[str, str, frozenset[str]]]
    contested: frozenset[str] | None
    results: Mapping[str, str]


class Side(Protocol):
    """One adjudicator."""

    name: str

    def ready(self, record: Record) -> Callable[[], Any]:
        """Return the call that is timed, with position and orders made ready."""
        ...

    def brought(self, record: Record, call: Callable[[], Any], made: Any) -> Brought:
        """Return what a call brought; `made` is what it returned."""
        ...


def recorded(record: Record) -> Brought:
    """Return what a record (or an answer of `gm adjudicate`) tells."""
    after = record["after"]
    return Brought(
        _listed(after["units"]),
        _listed(after["centers"]),
        {
            one["unit"]: (one["power"], one["attacker_from"], frozenset(one["retreats"]))
            for one in after["dislodged"]
        },
        frozenset(after["contested"]),
        record["results"],
    )


def differences(brought: Brought, record: Record) -> dict[str, str]:
    """Return in what a phase came out otherwise than recorded: the kind, and a sentence.

    Result words are compared on the units the record lists.
    """
    wanted, found = recorded(record), {}
    told = {unit: brought.results.get(unit) for unit in wanted.results}
    pairs = {
        "units": (brought.units, wanted.units),
        "centres": (brought.centres, wanted.centres),
        "dislodged units": (sorted(brought.dislodged), sorted(wanted.dislodged)),
        "retreat options": (_without_attackers(brought), _without_attackers(wanted)),
        "attackers": (_attackers(brought), _attackers(wanted)),
        "contested": (brought.contested, wanted.contested),
        "result words": (told, dict(wanted.results)),
    }
    untold = {"contested"} if brought.contested is None else set()
    if brought.dislodged and not any(_attackers(brought).values()):
        untold.add("attackers")
    for kind, (ours, theirs) in pairs.items():
        if kind not in untold and ours != theirs:
            found[kind] = f"{record['id']}: {_apart(ours, theirs)}"
    return found


def _apart(ours: object, theirs: object) -> str:
    if not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        return f"{ours} is not {theirs}"
    keys = [key for key in sorted({*ours, *theirs}) if ours.get(key) != theirs.get(key)]
    return "; ".join(f"{key} {ours.get(key)} is not {theirs.get(key)}" for key in keys)


def _without_attackers(brought: Brought) -> dict[str, tuple[str, list[str]]]:
    return {unit: (one[0], sorted(one[2])) for unit, one in brought.dislodged.items()}


def _attackers(brought: Brought) -> dict[str, str]:
    return {unit: one[1] for unit, one in brought.dislodged.items()}


def _listed(owned: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {power: sorted(all_) for power, all_ in sorted(owned.items()) if all_}


class Gm:
    """Ours: `DiplomacyRules.resolve`, the function that `gm process` calls."""

    name = "gm resolve"

    def __init__(self) -> None:
        self._board = load_board("standard")
        self._rules = ruleset_for("standard", self._board, {})
        self._stored: dict[str, tuple[str, dict[SeatId, list[str]]]] = {}
        self._proved: set[str] = set()

    def ready(self, record: Record) -> Callable[[], SeasonResolution]:
        """Read the position and the orders from their stored texts."""
        state_text, order_texts = self._texts(record)
        state = load_state(state_text)
        orders = {
            seat: tuple([load_order(text) for text in texts])
            for seat, texts in order_texts.items()
        }
        return partial(self._rules.resolve, state, orders, ScriptedDraws())

    def brought(self, record: Record, call: Callable[[], Any], made: SeasonResolution) -> Brought:
        """Tell what came of it.

        Raises:
            RuntimeError: something was not built by `resolve`, or is not what it should be.
        """
        if record["id"] not in self._proved:
            self._prove(record, made)
            self._proved.add(record["id"])
        return Brought(
            by_power(made.state.units),
            _listed({who: made.state.centres_of(who) for who in set(made.state.centres.values())}),
            {
                str(one.unit): (
                    str(one.unit.power),
                    str(one.attacker_from),
                    frozenset(map(str, one.retreats)),
                )
                for event in made.events
                if isinstance(event, UnitDislodged)
                for one in (event.dislodged,)
            },
            frozenset(
                place
                for event in made.events
                if isinstance(event, StandoffsLeft)
                for place in event.places
            ),
            {
                str(one.order.unit): one.result.value + ("+dislodged" if one.dislodged else "")
                for one in made.outcomes
                if isinstance(one.order, UnitOrder)
            },
        )

    def _prove(self, record: Record, made: SeasonResolution) -> None:
        """Refuse a next state the events do not lead to, a failure without reason, a lazy field."""
        if replay(load_state(self._texts(record)[0]), made.events) != made.state:
            raise RuntimeError(f"{record['id']}: the events do not lead to the next state")
        if any(one.reason is None for one in made.outcomes if one.result is not Result.OK):
            raise RuntimeError(f"{record['id']}: an order failed without a reason")
        unbuilt = sorted(set(computed_when_read(made)))
        if unbuilt:
            raise RuntimeError(f"{record['id']}: {', '.join(unbuilt)} was left for later")

    def _texts(self, record: Record) -> tuple[str, dict[SeatId, list[str]]]:
        if record["id"] not in self._stored:
            state = position(record["phase"], record["units"], record["centers"])
            given = drafts(self._board, record["orders"], state.phase.kind)
            texts = {seat: [dump(order) for order in orders] for seat, orders in given.items()}
            self._stored[record["id"]] = dump(state), texts
        return self._stored[record["id"]]


def computed_when_read(value: Any) -> Iterator[str]:
    """Yield each field of a value, however deep, that is computed only when it is read."""
    match value:
        case str():
            return
        case Mapping():
            for part in (*value.keys(), *value.values()):
                yield from computed_when_read(part)
        case tuple() | list() | set() | frozenset():
            for part in value:
                yield from computed_when_read(part)
        case Iterator():
            yield f"an iterator ({type(value).__name__})"
        case _ if is_dataclass(value):
            for field in fields(value):
                held = getattr_static(value, field.name)
                if isinstance(held, (property, cached_property)):
                    yield f"{type(value).__name__}.{field.name}"
                yield from computed_when_read(getattr(value, field.name))


def compiled_modules() -> list[str]:
    """Return every module of gm that was imported as an extension module, by its file."""
    return sorted(
        name
        for name, module in sys.modules.items()
        if name.startswith("gm.")
        and (getattr(module, "__file__", None) or "").endswith((".so", ".pyd"))
    )


def remembered() -> dict[str, int]:
    """Return every function of gm.games.diplomacy.rules that remembers answers, with how many it holds now.

    A muster of a board counts as its tasks.
    """
    kind = type(lru_cache(int))
    objects = gc.get_objects()
    functions = [one for one in objects if isinstance(one, kind)]
    held = {
        f"{one.__module__}.{one.__qualname__}": one.cache_info().currsize
        for one in sorted(functions, key=lambda one: (one.__module__, one.__qualname__))
        if one.__module__.startswith("gm.games.diplomacy.rules") and one.cache_info().currsize
    }
    tasks = sum(len(one) for one in objects if isinstance(one, Muster))
    return held | {"gm.games.diplomacy.rules.season.line_up.Muster, tasks": tasks}
