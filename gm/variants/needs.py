"""What a variant needs of a board, beyond that the board is sound.

A GM may lay his own map under a game. What the rules cannot do without is a fault; where a map
tells otherwise than the printed rules do, he is asked to look at it, for it may be on purpose. It
never judges whether a board is sound in itself: that is `gm.rules.board_check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gm.rules.board import Board, BorderKind, OffBoard, PowerId, ProvinceId
from gm.rules.board_faults import Fault


@dataclass(frozen=True, slots=True)
class Needs:
    """What a variant needs of a board.

    Args:
        first_season: the season with which it begins.
        kind: how it is won, as the board says it.
        centres, wins: how many centres its rules count on the board, and how many win.
        facts: the figures it reads from the board, as its rules give them.
        homes: its powers, with the homes its rules give them; empty if any powers will do.
        off_board: who has centres off the board, by the calendar of the rules.
        rivers: whether it needs a river.
        starts_empty: whether it begins without units, or with at least one a power.
        rules: the numbers of the rules behind this, by subject.
    """

    first_season: str
    kind: str = "centres"
    centres: int = 0
    wins: int = 0
    facts: Mapping[str, int] = field(default_factory=dict)
    homes: Mapping[PowerId, tuple[ProvinceId, ...]] = field(default_factory=dict)
    off_board: Mapping[PowerId, tuple[OffBoard, ...]] = field(default_factory=dict)
    rivers: bool = False
    starts_empty: bool = False
    rules: Mapping[str, str] = field(default_factory=dict)


def lacks(needs: Needs, board: Board) -> tuple[Fault, ...]:
    """Return what the variant cannot do without and does not find on a board."""
    return (
        *_season(needs, board),
        *_victory(needs, board),
        *_figures(needs, board),
        *_powers(needs, board),
        *_start(needs, board),
        *_rivers(needs, board),
    )


def differs(needs: Needs, board: Board) -> tuple[Fault, ...]:
    """Return where a board tells otherwise than the variant's printed rules."""
    return (
        *_other_counts(needs, board),
        *_other_facts(needs, board),
        *_other_powers(needs, board),
    )


def _season(needs: Needs, board: Board) -> Iterator[Fault]:
    told = board.facts.get("first_season")
    if told != needs.first_season:
        yield Fault(
            "map.first_season",
            f'is "{told}", and the game begins with {_a(needs.first_season)}',
            f'write first_season = "{needs.first_season}"',
        )


def _victory(needs: Needs, board: Board) -> Iterator[Fault]:
    if board.facts.get("victory") != needs.kind:
        yield Fault(
            "victory.kind",
            f"the game is won by {needs.kind}",
            f'write kind = "{needs.kind}" and count = {needs.wins}',
        )


def _figures(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.facts.items():
        told = board.facts.get(name, usual)
        if not isinstance(told, int) or told < 0:
            yield Fault(
                f"facts.{name}",
                f"is {told!r}, and the game counts with it",
                f"write a whole number, 0 or more; the rules have {usual}",
            )


def _powers(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, homes in needs.homes.items():
        if name not in board.powers:
            wanted = ", ".join(f'"{home}"' for home in homes)
            yield Fault(
                f"powers.{name}",
                f"the game has a power {name.title()}, and the board has not",
                f"add [powers.{name}] with home = [{wanted}]",
            )
    for power in board.powers.values():
        if needs.homes and power.id not in needs.homes:
            yield Fault(
                f"powers.{power.id}",
                "the game has no such power",
                "it has " + ", ".join(needs.homes) + "; take this one out",
            )
        elif not power.home:
            yield Fault(
                f"powers.{power.id}.home",
                "the power has no home, so it could build nowhere",
                "name at least one province in which it builds",
            )
    if len(board.powers) < 2:
        yield Fault("powers", "a game needs at least two powers", "add [powers.NAME] for each")


def _start(needs: Needs, board: Board) -> Iterator[Fault]:
    for power in board.powers.values():
        if needs.starts_empty and power.start:
            yield Fault(
                f"powers.{power.id}.start",
                f"the game begins without units{_rule(needs, 'start')}",
                "take it out",
            )
        if not needs.starts_empty and not power.start:
            yield Fault(
                f"powers.{power.id}.start",
                "the power begins without units",
                'write for example start = ["A MUN", "F KIE"]',
            )
        for text in power.start:
            if text.startswith("?") and not needs.starts_empty:
                yield Fault(
                    f"powers.{power.id}.start",
                    f"{text!r}: in this game nobody chooses what a unit is",
                    f"write A {text[2:]} or F {text[2:]}",
                    item=text,
                )


def _rivers(needs: Needs, board: Board) -> Iterator[Fault]:
    rings = [border for place in board.provinces.values() for border in place.ring]
    if needs.rivers and not any(border.kind is BorderKind.RIVER for border in rings):
        yield Fault(
            "rivers",
            "the board has no river, so nothing can be bridged",
            'give borders kind = "river" and river = "..." in both rings, and list them '
            "under [[rivers]]",
        )


def _other_counts(needs: Needs, board: Board) -> Iterator[Fault]:
    centres, wins = sum(1 for _ in board.centres()), board.facts.get("victory_centres")
    if needs.centres and centres != needs.centres:
        yield Fault(
            "victory.total",
            f"the board has {centres} centres, the rules {needs.centres}{_rule(needs, 'victory')}",
            "look whether each province has the right `centre`",
        )
    if needs.wins and isinstance(wins, int) and wins != needs.wins:
        yield Fault(
            "victory.count",
            f"{wins} centres win here, {needs.wins} in the rules{_rule(needs, 'victory')}",
            f"write count = {needs.wins}, unless you mean it",
        )


def _other_facts(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.facts.items():
        told = board.facts.get(name)
        if told is None:
            yield Fault(
                f"facts.{name}",
                f"is not given, so the game takes the rules' {usual}",
                f"write {name} = {usual} under [facts]",
            )
        elif told != usual:
            yield Fault(
                f"facts.{name}",
                f"is {told} here and {usual} in the rules{_rule(needs, name)}",
                f"write {usual}, unless you mean it",
            )


def _other_powers(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, homes in needs.homes.items():
        power = board.powers.get(name)
        if power is None:
            continue
        if sorted(power.home) != sorted(homes):
            told = ", ".join(power.home) or "none"
            yield Fault(
                f"powers.{name}.home",
                f"its homes are {told} here and {', '.join(homes)} in the rules"
                + _rule(needs, "homes"),
                "mend `home` here and in the provinces, unless you mean it",
            )
        usual = needs.off_board.get(name, ())
        if power.off_board != usual:
            yield Fault(
                f"powers.{name}.off_board",
                f"it has {_calendar(power.off_board)} off the board here, and "
                f"{_calendar(usual)} in the rules{_rule(needs, 'off_board')}",
                "mend it, unless you mean it",
            )


def _calendar(lines: tuple[OffBoard, ...]) -> str:
    if not lines:
        return "no centres"
    return ", ".join(f"{line.centres} from winter {line.from_year}" for line in lines)


def _rule(needs: Needs, subject: str) -> str:
    number = needs.rules.get(subject)
    return f" (rule {number})" if number else ""


def _a(season: str) -> str:
    return f"{'an' if season[:1] in 'AEIOU' else 'a'} {season.lower()}"
