"""Each game's values are stored by its own codec: equal names in two games do not meet."""

import json
from dataclasses import dataclass

import pytest

from gm.app.codec import Codec
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.stored import Stored
from gm.contract.values import value
from gm.errors import StoreError
from gm.games.diplomacy.rules import orders
from gm.games.diplomacy.rules.board import Location, ProvinceId
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.stored import dump, load_order


@value
class Throws:
    """The position of a game of dice."""

    left: int


@dataclass(frozen=True, slots=True)
class Move(Order):
    """An order of another game that is called as one of Diplomacy is."""

    spaces: int


@value
class Shown(Event):
    """A fact of that game."""

    face: int


@value
class Won:
    """What became of an order of that game."""

    order: Order
    by: int


DICE = Codec(Stored(home=__name__, state=Throws, outcome=Won, bases=(Order, Event)))
TO_WAT = orders.Move(
    UnitRef(UnitKind.ARMY, Location(ProvinceId("Dub"))), Location(ProvinceId("Wat"))
)


def test_two_games_may_have_orders_of_one_name() -> None:
    """Either reads its own, whichever was met first."""
    for _ in range(2):
        assert load_order(dump(TO_WAT)) == TO_WAT
        assert DICE.load_order(DICE.dump(Move(3))) == Move(3)


def test_a_game_does_not_read_another_s_orders() -> None:
    """A stored order of Diplomacy is none of the game of dice, and the other way round."""
    with pytest.raises(StoreError):
        DICE.load_order(dump(TO_WAT))
    with pytest.raises(StoreError):
        load_order(DICE.dump(Move(3)))


def test_every_kind_of_value_comes_back() -> None:
    """Positions, events, outcomes with the orders in them, and the choices of a question."""
    outcome = Won(Move(3), 2)
    assert DICE.load_state(DICE.dump(Throws(2))) == Throws(2)
    assert DICE.load_events(DICE.dump((Shown(6),))) == (Shown(6),)
    assert DICE.load_outcomes(DICE.dump((outcome,))) == (outcome,)
    assert DICE.load_choices(DICE.dump([[Move(1)], [Move(2)]])) == ((Move(1),), (Move(2),))


def test_what_is_stored_names_the_class_alone() -> None:
    """No path of a module is stored, so that modules may move."""
    assert json.loads(dump(TO_WAT))["type"] == "Move"
    assert "gm." not in dump(TO_WAT)
