"""How `gm game show` prints a game: for people, and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import typer

from gm.cli.common import local_time, power_words, print_json

if TYPE_CHECKING:
    from gm.app.overviews.overview import Overview


def print_overview(seen: Overview, as_json: bool) -> None:
    """Print a game."""
    from gm.app.overviews.overview import as_dict

    if as_json:
        print_json(as_dict(seen))
        return
    for line in _lines(seen):
        typer.echo(line)


def _lines(seen: Overview) -> Iterator[str]:
    from gm.report.wording.so_far import so_far_words

    game = seen.game
    yield f"{game.name}: {seen.title}, {game.status.value}"
    if seen.ended is not None:
        when = f" ({_time(seen, seen.ended.at)})" if seen.ended.at else ""
        yield f"  {seen.ended.words}{when}"
    yield f"  GM       {game.gm_name} <{game.gm_address}>"
    yield f"  orders   {seen.order_address}"
    yield f"  list     {game.list_address or 'none'}"
    yield f"  settings {_settings(seen)}"
    yield f"  lengths  {_lengths(seen)}"
    if seen.game.settings:
        yield f"  run by   {', '.join(f'{k} = {v}' for k, v in seen.game.settings.items())}"
    if seen.commitment:
        yield f"  hat      SHA-256 of the seed: {seen.commitment}"
    if seen.seed:
        yield f"  seed     {seen.seed}"
    yield from _phase_lines(seen)
    yield ""
    for seat in seen.seats:
        player = f"{seat.player} <{seat.address}>" if seat.player else "nobody"
        player = "nobody; closed" if seat.seat in seen.closed else player
        yield f"  {power_words(seat.seat):12} {player:40} {seat.words if seen.phase else ''}".rstrip()
    if seen.so_far is not None:
        yield f"  {so_far_words(seen.so_far)}"
    yield from seen.position.lines


def _settings(seen: Overview) -> str:
    found = [f"{name} = {value}" for name, value in seen.settings.items()]
    found += ["keep_impossible = yes"] if seen.game.keep_impossible else []
    found += ["seats_per_player = several"] if seen.game.several_seats else []
    return ", ".join(found)


def _lengths(seen: Overview) -> str:
    from gm.report.wording.pace import pace

    return ", ".join(
        f"{setting.name} = {setting.value}" for setting in pace(seen.kinds, seen.game.lengths, "")
    )


def _phase_lines(seen: Overview) -> Iterator[str]:
    phase = seen.phase
    if phase is None:
        return
    before = "" if phase.resolved_at is None else "had been held: "
    held = f" ({before}{phase.held_because})" if phase.held_because else ""
    yield f"  phase    {phase.name}, number {phase.number}, {phase.status.value}{held}"
    yield f"  map      {phase.board_digest[:12] or 'not known'}"
    yield f"  deadline {_time(seen, phase.deadline)}"
    if phase.closes_at is not None:
        yield f"  closes   {_time(seen, phase.closes_at)}"
    if phase.resolved_at is not None:
        yield f"  resolved {_time(seen, phase.resolved_at)}"
    elif phase.remind_at is not None:
        yield f"  reminder {_time(seen, phase.remind_at)}"


def _time(seen: Overview, when: datetime) -> str:
    return local_time(when, seen.game.time_zone)
