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
    from gm.games.diplomacy.desk.overviews.overview_json import as_dict

    if as_json:
        print_json(as_dict(seen))
        return
    for line in _lines(seen):
        typer.echo(line)


def _lines(seen: Overview) -> Iterator[str]:
    from gm.report.wording.so_far import so_far_words

    game = seen.game
    yield f"{game.name}: {seen.title}, {game.status.value}"
    if seen.words:
        when = f" ({_time(seen, seen.ended_at)})" if seen.ended_at else ""
        yield f"  {seen.words}{when}"
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
    yield from _position_lines(seen)


def _settings(seen: Overview) -> str:
    found = [f"{name} = {value}" for name, value in seen.settings.items()]
    found += ["keep_impossible = yes"] if seen.game.keep_impossible else []
    found += ["seats_per_player = several"] if seen.game.several_seats else []
    return ", ".join(found)


def _lengths(seen: Overview) -> str:
    from gm.report.wording.pace import pace

    return ", ".join(
        f"{setting.name} = {setting.value}" for setting in pace(seen.game.lengths, payments=False)
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


def _position_lines(seen: Overview) -> Iterator[str]:
    from gm.games.diplomacy.pages.facts.tables import bridges, holdings

    if seen.state is None:
        return
    yield ""
    for holding in holdings(seen.board, seen.state):
        units = holding.units if holding.units != "none" else "no units"
        yield f"  {holding.name}: {units}; centres {holding.centres}"
    for line in bridges(seen.board, seen.state):
        yield f"  {line}"
    yield from _changed_lines(seen)
    yield from _account_lines(seen)
    yield from _chart_lines(seen)


def _changed_lines(seen: Overview) -> Iterator[str]:
    """Yield how the board has changed, where the special units are, and who has how many points."""
    from gm.games.diplomacy.pages.facts.changed_board import changed_board
    from gm.games.diplomacy.pages.facts.unrest import present_words, specials_now
    from gm.games.diplomacy.pages.points_page import balances_line

    if seen.state is None or not seen.commitment:
        return
    board = changed_board(seen.board, seen.state, seen.story)
    yield from (f"  Closed: {line}" for line in board.closed)
    yield from (f"  Black hole: {line}" for line in board.holes)
    yield from (f"  Reopened: {line}" for line in board.reopened)
    yield from (f"  {line}" for line in board.halves)
    if anarchy := present_words(seen.board, seen.state):
        yield f"  In anarchy: {anarchy}"
    if specials := specials_now(seen.board, seen.state):
        yield f"  Special units: {specials}"
    if points := balances_line(seen.board, seen.state):
        yield f"  Points: {points}"


def _account_lines(seen: Overview) -> Iterator[str]:
    from gm.games.diplomacy.pages.accounts_page import accounts_page
    from gm.report.wording.text import columns

    if not seen.accounts or seen.state is None:
        return
    page = accounts_page(seen.accounts, seen.board, seen.state, shown=None)
    yield ""
    yield f"  The accounts of Winter {seen.year}"
    yield from columns(page.income)
    yield from columns(page.spending)
    yield from (f"  Lost: {line}" for line in page.losses)


def _chart_lines(seen: Overview) -> Iterator[str]:
    from gm.games.diplomacy.pages.finale import centre_charts
    from gm.report.wording.text import columns

    if seen.chronicle is None or seen.state is None:
        return
    yield ""
    yield "  Supply centres by year"
    for chart in centre_charts(seen.board, seen.chronicle, seen.state):
        yield from columns(chart)
