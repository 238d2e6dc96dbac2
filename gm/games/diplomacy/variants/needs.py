"""What a variant needs of a board, beyond that the board is sound.

A GM may lay his own map under a game. What the rules cannot do without is a fault; where a map
tells otherwise than the printed rules do, he is asked to look at it, for it may be on purpose. It
never judges whether a board is sound in itself: that is `gm.games.diplomacy.rules.board_check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gm.games.diplomacy.rules.board import Board, BorderKind, OffBoard, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_check import Fault


@dataclass(frozen=True, slots=True)
class Needs:
    """What a variant needs of a board.

    Args:
        first_season: the season with which it begins.
        kind: how it is won, as the board says it.
        centres, wins: how many centres its rules count on the board, and how many win.
        facts: the figures it reads from the board, as its rules give them.
        homes: its powers, with the homes its rules give them; empty if any powers will do.
        lands: the countries that are more than their homes (Irish 3).
        off_board: who has centres off the board, by the calendar of the rules.
        rivers: whether it needs a river.
        starts_empty: whether it begins without units, or with at least one a power.
        choosing: whether a power may begin with a unit whose kind its player chooses ("? DEN").
        boxes: the figures that name a province, with the province in its rules.
        stretches: whether it must tell two stretches of border with one neighbour apart.
        rules: the numbers of the rules behind this, by subject.
    """

    first_season: str
    kind: str = "centres"
    centres: int = 0
    wins: int = 0
    facts: Mapping[str, int] = field(default_factory=dict)
    homes: Mapping[PowerId, tuple[ProvinceId, ...]] = field(default_factory=dict)
    lands: Mapping[PowerId, tuple[ProvinceId, ...]] = field(default_factory=dict)
    off_board: Mapping[PowerId, tuple[OffBoard, ...]] = field(default_factory=dict)
    rivers: bool = False
    starts_empty: bool = False
    choosing: bool = False
    boxes: Mapping[str, ProvinceId] = field(default_factory=dict)
    stretches: bool = False
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
        *_boxes(needs, board),
        *_stretches(needs, board),
    )


def differs(needs: Needs, board: Board) -> tuple[Fault, ...]:
    """Return where a board tells otherwise than the variant's printed rules."""
    return (
        *_other_counts(needs, board),
        *_other_facts(needs, board),
        *_other_boxes(needs, board),
        *_other_powers(needs, board),
    )


def _season(needs: Needs, board: Board) -> Iterator[Fault]:
    season = board.facts.get("first_season")
    if season != needs.first_season:
        yield Fault(
            "map.first_season",
            f'is "{season}", and the game begins with {_a(needs.first_season)}',
            f'write first_season = "{needs.first_season}"',
        )


def _victory(needs: Needs, board: Board) -> Iterator[Fault]:
    if board.facts.get("victory") != needs.kind:
        yield Fault(
            "victory.kind",
            f"the game is won by {needs.kind}",
            f'write kind = "{needs.kind}" and {_measure(needs)} = {needs.wins}',
        )


def _measure(needs: Needs) -> str:
    """Return the key under which a map file says how much wins."""
    return "points" if needs.kind == "points" else "count"


def _figures(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.facts.items():
        figure = board.facts.get(name, usual)
        if not isinstance(figure, int) or figure < 0:
            yield Fault(
                f"facts.{name}",
                f"is {figure!r}, and the game counts with it",
                f"write a whole number, 0 or more; the rules have {usual}",
            )


def _powers(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, homes in needs.homes.items():
        if name not in board.powers:
            wanted = ", ".join(f'"{home}"' for home in homes)
            yield Fault(
                f"powers.{name}",
                f"the game has a power {_title(name)}, and the board has not",
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


def _title(power: PowerId) -> str:
    return power.replace("_", " ").title()


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
            if text.startswith("?") and not needs.starts_empty and not needs.choosing:
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


def _boxes(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.boxes.items():
        box = board.facts.get(name)
        if box not in board.provinces:
            said = "is not given" if box is None else f"is {box!r}, which is no province"
            yield Fault(
                f"facts.{name}",
                f"{said}, and special units wait there{_rule(needs, name)}",
                f'write {name} = "{usual}", or another province of the board',
            )


def _stretches(needs: Needs, board: Board) -> Iterator[Fault]:
    """A line that splits a province ends on the longer of two stretches (Irish 6)."""
    for place in board.provinces.values() if needs.stretches else ():
        for other in sorted({border.to for border in place.ring}):
            lengths = sorted(border.length for border in place.ring if border.to == other)
            if len(lengths) > 1 and lengths[-1] == lengths[-2]:
                yield Fault(
                    f"provinces.{place.id}.neighbours.{other}",
                    "two stretches of this border are equally long, so that nobody could say on "
                    f"which a line ends{_rule(needs, 'stretches')}",
                    "give each its `length`, as on the printed map",
                )


def _other_counts(needs: Needs, board: Board) -> Iterator[Fault]:
    centres, wins = sum(1 for _ in board.centres()), board.facts.get(f"victory_{needs.kind}")
    if needs.centres and centres != needs.centres:
        yield Fault(
            "victory.total",
            f"the board has {centres} centres, the rules {needs.centres}"
            + (_rule(needs, "centres") or _rule(needs, "victory")),
            "look whether each province has the right `centre`",
        )
    if needs.wins and isinstance(wins, int) and wins != needs.wins and needs.kind == "points":
        yield Fault(
            "victory.points",
            f"{wins} points win by this map, and how many win is a setting of the game, "
            f"{needs.wins} unless its GM says otherwise{_rule(needs, 'victory')}",
            f"write points = {needs.wins}, and choose with --option goal={wins}",
        )
    elif needs.wins and isinstance(wins, int) and wins != needs.wins:
        yield Fault(
            "victory.count",
            f"{wins} centres win here, {needs.wins} in the rules{_rule(needs, 'victory')}",
            f"write count = {needs.wins}, unless you mean it",
        )


def _other_facts(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.facts.items():
        figure = board.facts.get(name)
        if figure is None:
            yield Fault(
                f"facts.{name}",
                f"is not given, so the game takes the rules' {usual}",
                f"write {name} = {usual} under [facts]",
            )
        elif figure != usual:
            yield Fault(
                f"facts.{name}",
                f"is {figure} here and {usual} in the rules{_rule(needs, name)}",
                f"write {usual}, unless you mean it",
            )


def _other_boxes(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, usual in needs.boxes.items():
        box = board.facts.get(name)
        if box in board.provinces and box != usual:
            yield Fault(
                f"facts.{name}",
                f"is {box} here and {usual} in the rules{_rule(needs, name)}",
                f'write "{usual}", unless you mean it',
            )


def _other_powers(needs: Needs, board: Board) -> Iterator[Fault]:
    for name, homes in needs.homes.items():
        power = board.powers.get(name)
        if power is None:
            continue
        if sorted(power.home) != sorted(homes):
            board_homes = ", ".join(power.home) or "none"
            yield Fault(
                f"powers.{name}.home",
                f"its homes are {board_homes} here and {', '.join(homes)} in the rules"
                + _rule(needs, "homes"),
                "mend `home` here and in the provinces, unless you mean it",
            )
        country = needs.lands.get(name, ())
        if sorted(power.land) != sorted(country):
            yield Fault(
                f"powers.{name}.land",
                f"its country is {', '.join(power.land) or 'its homes'} here and "
                f"{', '.join(country) or 'its homes'} in the rules{_rule(needs, 'lands')}",
                "mend `land`, unless you mean it",
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
