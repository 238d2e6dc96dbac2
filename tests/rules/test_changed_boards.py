"""A season on a board that has changed: what units and orders carry from the last one is not used."""

from gm.contract.orders import Order
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of, split_board
from gm.games.diplomacy.rules.orders import Move, Support
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.season.line_up import LineUp
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit, unit_key

PRINTED = load_board("irish")
ITALY, AUSTRIA = PowerId("ITALY"), PowerId("AUSTRIA")


def split_near_the_front() -> Board:
    """Return the board after a split that gives nearly every province another number."""
    place, line = ProvinceId("ADR"), (ProvinceId("VEN"), ProvinceId("ION"))
    return split_board(PRINTED, Split(place, line, halves_of(PRINTED, place)))


def unit(power: PowerId, place: str, kind: object = ARMY) -> Unit:
    """Return an army, or a fleet."""
    return Unit(power, FLEET if kind is FLEET else ARMY, Location(ProvinceId(place)))


def told(board: Board, units: list[Unit], orders: dict[PowerId, list[Order]]) -> list[str]:
    """Return who stands where, and what each is to do, on a board."""
    line_up = LineUp(reach_of(board), tuple(sorted(units, key=unit_key)))
    tasks, strays = line_up.tasks(orders)
    assert strays == []
    found = [f"{task.post.unit} {task.order} {task.kind} {task.goal}" for task in tasks]
    return [*found, *(str(line_up.get(place)) for place in board.provinces)]


def position() -> tuple[list[Unit], dict[PowerId, list[Order]]]:
    """Return units and orders, every value new."""
    venice, rome, vienna = unit(ITALY, "VEN"), unit(ITALY, "ROM", FLEET), unit(AUSTRIA, "VIE")
    move = Move(venice.ref, Location(ProvinceId("TYR")))
    orders: dict[PowerId, list[Order]] = {
        ITALY: [move, Move(rome.ref, Location(ProvinceId("NAP")))],
        AUSTRIA: [Support(vienna.ref, venice.ref, Location(ProvinceId("TYR")))],
    }
    return [venice, rome, vienna], orders


def test_units_and_orders_serve_on_one_board_after_the_other() -> None:
    """The same values on the printed board, a split one and the printed one again: as if new."""
    units, orders = position()
    for board in (PRINTED, split_near_the_front(), PRINTED):
        assert told(board, units, orders) == told(board, *position())


def test_an_order_of_a_larger_board_is_read_anew() -> None:
    """Its task names a province by a number that the smaller board has not."""
    larger = PRINTED
    for place, first, second in (
        ("ADR", "VEN", "ION"),
        ("ALB", "TRI", "GRE"),
        ("ANK", "CON", "ARM"),
    ):
        name, line = ProvinceId(place), (ProvinceId(first), ProvinceId(second))
        larger = split_board(larger, Split(name, line, halves_of(larger, name)))
    swiss = unit(PowerId("SWITZERLAND"), "SWI")
    orders: dict[PowerId, list[Order]] = {
        swiss.power: [Move(swiss.ref, Location(ProvinceId("MUN")))]
    }
    assert reach_of(larger).number[ProvinceId("SWI")] > len(PRINTED.provinces)
    for board in (larger, PRINTED, larger):
        assert len(told(board, [swiss], orders)) == len(board.provinces) + 1
        assert told(board, [swiss], orders)[0].endswith(
            str(reach_of(board).number[ProvinceId("MUN")])
        )
