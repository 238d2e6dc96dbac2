"""What Republic and standard Diplomacy need of a board, beyond that it is sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.adapters.boards import load_board
from gm.rules.board import Board, BorderKind, OffBoard, Power, PowerId
from gm.rules.board_faults import Fault
from gm.variants import VARIANTS
from gm.variants.needs import differs, lacks

REPUBLIC, STANDARD = load_board("republic"), load_board("standard")
ULSTER, BRITAIN = PowerId("ULSTER"), PowerId("BRITAIN")


def lacking(variant: str, board: Board) -> dict[str, str]:
    """Return what a variant lacks on a board, by entry."""
    return _by_entry(lacks(VARIANTS[variant].needs, board))


def different(variant: str, board: Board) -> dict[str, str]:
    """Return where a board differs from the printed rules, by entry."""
    return _by_entry(differs(VARIANTS[variant].needs, board))


def _by_entry(faults: tuple[Fault, ...]) -> dict[str, str]:
    assert all(fault.remedy for fault in faults)
    return {fault.entry: fault.reason for fault in faults}


def with_power(board: Board, power: PowerId, **changes: object) -> Board:
    """Return the board with a power changed."""
    changed = replace(board.powers[power], **changes)  # type: ignore[arg-type]
    return replace(board, powers={**board.powers, power: changed})


def without(board: Board, power: PowerId) -> Board:
    """Return the board without a power."""
    return replace(board, powers={key: it for key, it in board.powers.items() if key != power})


def dry(board: Board) -> Board:
    """Return the board with every river gone dry."""
    return replace(
        board,
        provinces={
            key: replace(
                place,
                ring=tuple(
                    replace(border, kind=BorderKind.LAND, river=None, reaches_sea=False)
                    if border.kind is BorderKind.RIVER
                    else border
                    for border in place.ring
                ),
            )
            for key, place in board.provinces.items()
        },
    )


@pytest.mark.parametrize("variant", ["standard", "republic"])
def test_our_own_boards_have_all(variant: str) -> None:
    """The boards that come with gm lack nothing and are those of the printed rules."""
    board = load_board(VARIANTS[variant].board_id)
    assert lacking(variant, board) == {}
    assert different(variant, board) == {}


def test_republic_needs_a_river() -> None:
    """Republic 9: without a river there is no bridge, and no game."""
    assert lacking("republic", dry(REPUBLIC)) == {
        "rivers": "the board has no river, so nothing can be bridged"
    }
    assert lacking("standard", dry(STANDARD)) == {}


def test_republic_has_its_five_powers() -> None:
    """Republic 3: none may be missing, and no sixth is known to the rules."""
    assert lacking("republic", without(REPUBLIC, ULSTER)) == {
        "powers.ULSTER": "the game has a power Ulster, and the board has not"
    }
    danes = Power(PowerId("DANES"), "Danes", "Danish", home=REPUBLIC.powers[ULSTER].home)
    sixth = replace(REPUBLIC, powers={**REPUBLIC.powers, danes.id: danes})
    assert lacking("republic", sixth) == {"powers.DANES": "the game has no such power"}


def test_other_homes_are_asked_about() -> None:
    """A power without a home is a fault; other homes than those of rule 3 ask for a look."""
    homeless = with_power(REPUBLIC, ULSTER, home=())
    assert "could build nowhere" in lacking("republic", homeless)["powers.ULSTER.home"]
    moved = with_power(REPUBLIC, ULSTER, home=REPUBLIC.powers[ULSTER].home[:1])
    assert lacking("republic", moved) == {}
    assert different("republic", moved) == {
        "powers.ULSTER.home": "its homes are BeN here and BeN, BeS in the rules (rule 3)"
    }


def test_other_calendars_are_asked_about() -> None:
    """Britain's centres off the board, and anybody else's, are compared with rule 3."""
    none = with_power(REPUBLIC, BRITAIN, off_board=())
    assert different("republic", none)["powers.BRITAIN.off_board"].startswith(
        "it has no centres off the board here, and 2 from winter 1015"
    )
    some = with_power(REPUBLIC, ULSTER, off_board=(OffBoard(1015, 1),))
    assert different("republic", some)["powers.ULSTER.off_board"].startswith(
        "it has 1 from winter 1015 off the board here, and no centres"
    )


def test_the_start_must_fit_the_game() -> None:
    """Republic 4 begins without units, Diplomacy with units of a known kind."""
    armed = with_power(REPUBLIC, ULSTER, start=("A BeN",))
    assert lacking("republic", armed) == {
        "powers.ULSTER.start": "the game begins without units (rule 4)"
    }
    turkey = PowerId("TURKEY")
    assert lacking("standard", with_power(STANDARD, turkey, start=())) == {
        "powers.TURKEY.start": "the power begins without units"
    }
    chosen = with_power(STANDARD, turkey, start=("? ANK",))
    assert lacking("standard", chosen) == {
        "powers.TURKEY.start": "'? ANK': in this game nobody chooses what a unit is"
    }


def test_a_game_needs_two_powers() -> None:
    """One power alone has nobody to play against."""
    alone = replace(STANDARD, powers={ULSTER: REPUBLIC.powers[ULSTER]})
    assert lacking("standard", alone)["powers"] == "a game needs at least two powers"
