"""The figures, powers and years of a board, in the words in which rules texts name them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Literal

from gm.games.diplomacy.rules.board import Board, OffBoard, Power, ProvinceId
from gm.games.diplomacy.rules.mechanics.accounts import Rates
from gm.languages import gettext, listed, number_word

REOPENING = 3
"""Years from the first to the one from whose spring on black holes are reopened (Irish 8)."""


def figures(board: Board) -> dict[str, str]:
    """Return every placeholder a rules text may use, with what it stands for on this board.

    What supply points cost is read as the rules read it, so that a board which leaves a figure
    out is described as it is played.
    """
    rates = Rates.of(board.facts)
    powers = tuple(board.powers.values())
    first_year = int(board.facts.get("first_year", 0))
    return {
        "count_powers": number_word(len(powers)).capitalize(),
        "count_powers_small": number_word(len(powers)),
        "powers": _listed(power.name for power in powers),
        "total_centres": str(sum(1 for _ in board.centres())),
        "victory_centres": str(board.facts.get("victory_centres", "")),
        "first_year": str(first_year),
        "next_year": str(first_year + 1),
        "homes": "; ".join(f"{power.name}: {', '.join(_homes(board, power))}" for power in powers),
        "points_per_centre": str(rates.centre),
        "points_per_off_board": str(rates.off_board),
        "unit_upkeep": str(rates.unit),
        "bridge_upkeep": str(rates.bridge),
        "bridge_loss_penalty": str(rates.lost_bridge),
        **_sites(board, powers),
        **_off_board(powers),
        **_ranks(powers),
        **_lands(powers),
        **_specials(board),
        "reopen_year": str(first_year + REOPENING),
        "minor_points_per_centre": str(board.facts.get("minor_points_per_centre", 5)),
        "major_points_per_centre": str(board.facts.get("major_points_per_centre", 2)),
    }


def _ranks(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return the major and the minor powers (Irish 2)."""
    majors = [power.name for power in powers if power.rank == "major"]
    minors = [power.name for power in powers if power.rank != "major"]
    return {
        "majors": _listed(majors),
        "count_majors": number_word(len(majors)),
        "minors": _listed(minors),
        "count_minors": number_word(len(minors)),
    }


def _lands(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return the countries that are more than their homes (Irish 3)."""
    known = (f"{power.name}: {' '.join(power.land)}" for power in powers if power.land)
    return {"lands": "; ".join(known)}


def _specials(board: Board) -> dict[str, str]:
    """Return how many special units there are, and where they wait (Irish 10, 11)."""
    usual = {"irish_units": 2, "psychiatrist_units": 3}
    counts = {name: board.facts.get(name, count) for name, count in usual.items()}
    boxes = {name: str(board.facts.get(name, "")) for name in ("irish_home", "psychiatrist_home")}
    return {
        **{name: number_word(int(count)) for name, count in counts.items()},
        **{name: _name_of(board, place) for name, place in boxes.items()},
    }


def _name_of(board: Board, place: str) -> str:
    return board.province(ProvinceId(place)).name if place in board.provinces else place


def _sites(board: Board, powers: tuple[Power, ...]) -> dict[str, str]:
    """Return who has homes that are no supply centres, and which (Republic 3)."""
    bare = [
        power for power in powers if any(not board.province(home).is_centre for home in power.home)
    ]
    names = [
        board.province(home).name
        for power in bare
        for home in power.home
        if not board.province(home).is_centre
    ]
    return {
        "centre_home_powers": _listed(power.name for power in powers if power not in bare),
        "site_home_powers": _listed(power.name for power in bare),
        "site_homes": _listed(names),
        "site_homes_or": _listed(names, "or"),
    }


def _off_board(powers: tuple[Power, ...]) -> dict[str, str]:
    """Return who has off-board centres, and from which winter on how many (Republic 3, 5)."""
    having = [power for power in powers if power.off_board]
    lines = having[0].off_board if having else ()
    return {
        "off_board_power": _listed(power.name for power in having),
        "off_board_calendar": ", ".join(
            _in_winters(line, following) for line, following in zip_longest(lines, lines[1:])
        ),
    }


def _in_winters(line: OffBoard, following: OffBoard | None) -> str:
    number, first = number_word(line.centres), line.from_year
    if following is None:
        # Translators: {number} is a number of centres, "two".
        return gettext("{number} from Winter {year} on", number=number, year=first)
    last = following.from_year - 1
    if last == first:
        return gettext("{number} in Winter {year}", number=number, year=last)
    return gettext(
        "{number} in the winters of {first} to {last}", number=number, first=first, last=last
    )


def _homes(board: Board, power: Power) -> tuple[str, ...]:
    return tuple(board.province(home).name for home in power.home)


def _listed(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    return listed(words, last) or gettext("nobody")
