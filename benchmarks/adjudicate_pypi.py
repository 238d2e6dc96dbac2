"""The other side: the package `diplomacy` of PyPI, version 1.1, in its fastest fair setting.

Timed is `Game.process()`. A game is set up anew for each call, outside the measured time: the
position by `set_state`, the orders by `set_orders`, which reads and judges them - so all reading
of orders and most judging of their legality is done before the clock starts. (A deep copy of a
game that was set up once would process faster, but its copied cache of owners refers to the
powers of the first game, and all its orders are dropped.)

The rules are the package's own default: no press, no deadline, no player to wait for, order
errors ignored. `NO_CHECK` is off, since with it `process` would read the orders. Besides resolving,
`process` keeps a copy of the state before, the results and the orders in its history and makes the
table of convoys of the next phase; there is no setting without that.
"""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from benchmarks.adjudicate_sides import Brought, Record

MISSING = "The package diplomacy is not installed: make bench installs it, as does pip install -e '.[bench]'."


class Pypi:
    """Theirs: `Game.process` of PyPI diplomacy."""

    def __init__(self) -> None:
        try:
            from diplomacy import Game
        except ImportError as fault:
            raise SystemExit(MISSING) from fault
        self.name = f"diplomacy {version('diplomacy')} process"
        self._make = Game

    def ready(self, record: Record) -> Callable[[], Any]:
        """Set up a game with its position and orders."""
        game = self._make()
        game.set_state(
            {
                "name": record["phase"],
                "units": {power: record["units"].get(power, []) for power in game.powers},
                "centers": {power: record["centers"].get(power, []) for power in game.powers},
            }
        )
        for power, orders in record["orders"].items():
            game.set_orders(power, list(orders))
        return game.process

    def brought(self, record: Record, call: Callable[[], Any], made: Any) -> Brought:
        """Tell what came of it: the position of the call's game, and the results it returned."""
        game: Any = getattr(call, "__self__")  # noqa: B009 - a bound method's own object
        powers = game.powers.values()
        dislodged = {
            unit: (power.name, "", frozenset(options))
            for power in powers
            for unit, options in power.retreats.items()
        }
        owners = {unit: power for power, units in record["units"].items() for unit in units}
        dislodged |= {unit: (owners[unit], "", frozenset()) for unit in game.popped}
        return Brought(
            {power.name: sorted(power.units) for power in powers if power.units},
            {power.name: sorted(power.centers) for power in powers if power.centers},
            dislodged,
            None,
            {
                unit: result_word([str(code) for code in codes])
                for unit, codes in made.results.items()
            },
        )


def result_word(codes: list[str]) -> str:
    """Return the result codes of one unit as the result word of recorded phases."""
    words = [code for code in codes if code not in ("", "dislodged", "disband")]
    return "+".join(words or ["ok"]) + ("+dislodged" if "dislodged" in codes else "")
