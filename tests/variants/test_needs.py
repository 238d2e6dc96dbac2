"""What Republic and standard Diplomacy need of a board, beyond that it is sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, BorderKind, OffBoard, Power, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_check import Fault
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.needs import differs, lacks

REPUBLIC, STANDARD = load_board("republic"), load_board("standard")
IRISH = load_board("irish")
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


@pytest.mark.parametrize("variant", VARIANTS)
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


def with_facts(board: Board, **facts: int | str | None) -> Board:
    """Return the board with figures changed; None takes one out."""
    known = {**board.facts, **facts}
    return replace(board, facts={name: it for name, it in known.items() if it is not None})


def test_irish_diplomacy_lets_players_choose() -> None:
    """Irish 2: a minor begins with a unit of its choice, or with one that the map names."""
    denmark = PowerId("DENMARK")
    assert IRISH.powers[denmark].start == ("? DEN",)
    assert lacking("irish", with_power(IRISH, denmark, start=("A DEN",))) == {}
    assert lacking("irish", with_power(IRISH, denmark, start=())) == {
        "powers.DENMARK.start": "the power begins without units"
    }


def test_irish_diplomacy_has_its_seats() -> None:
    """Irish 2: all 23, told as they are written; a country of other land asks for a look (3)."""
    assert lacking("irish", without(IRISH, PowerId("NORTH_AFRICA"))) == {
        "powers.NORTH_AFRICA": "the game has a power North Africa, and the board has not"
    }
    smaller = with_power(IRISH, PowerId("AUSTRIA"), land=("VIE", "BUD", "TRI"))
    assert lacking("irish", smaller) == {}
    assert different("irish", smaller) == {
        "powers.AUSTRIA.land": "its country is VIE, BUD, TRI here and "
        "BOH, BUD, GAL, TRI, TYR, VIE in the rules (rule 3)"
    }


def test_special_units_wait_somewhere() -> None:
    """Irish 11: their boxes are provinces of the board; others than Ireland and Vienna are told."""
    assert lacking("irish", with_facts(IRISH, irish_home="EIRE")) == {
        "facts.irish_home": "is 'EIRE', which is no province, and special units wait there (rule 11)"
    }
    assert lacking("irish", with_facts(IRISH, psychiatrist_home=None)) == {
        "facts.psychiatrist_home": "is not given, and special units wait there (rule 11)"
    }
    assert different("irish", with_facts(IRISH, psychiatrist_home="ROM")) == {
        "facts.psychiatrist_home": "is ROM here and VIE in the rules (rule 11)"
    }


def test_special_units_and_points_are_counted() -> None:
    """Irish 10, 15: how many there are, and what a centre brings, are the board's figures."""
    assert (
        "counts with it"
        in lacking("irish", with_facts(IRISH, irish_units=-1))["facts.irish_units"]
    )
    assert different("irish", with_facts(IRISH, minor_points_per_centre=4)) == {
        "facts.minor_points_per_centre": "is 4 here and 5 in the rules (rule 15)"
    }


def test_points_win_irish_diplomacy() -> None:
    """Irish 16: a board that counts centres will not do; another goal asks for a look."""
    (fault,) = lacks(VARIANTS["irish"].needs, with_facts(IRISH, victory="centres"))
    assert (fault.entry, fault.remedy) == (
        "victory.kind",
        'write kind = "points" and points = 200',
    )
    assert different("irish", with_facts(IRISH, victory_points=150)) == {
        "victory.points": "150 points win by this map, and how many win is a setting of the "
        "game, 200 unless its GM says otherwise (rule 16)"
    }


def test_a_line_must_know_where_it_ends() -> None:
    """Irish 6: where a neighbour is met twice, one of the two stretches is the longer."""
    sea = IRISH.province(ProvinceId("NAO"))
    ring = tuple(replace(border, length=71.0) for border in sea.ring)
    alike = replace(IRISH, provinces={**IRISH.provinces, sea.id: replace(sea, ring=ring)})
    told = lacking("irish", alike)
    assert set(told) == {"provinces.NAO.neighbours.IRI", "provinces.NAO.neighbours.NWG"}
    assert all("equally long" in reason for reason in told.values())
    assert lacking("standard", alike).keys().isdisjoint(told)
