"""The commands of `gm` that are Diplomacy's own, put among those of the shell."""

from __future__ import annotations

import typer

from gm.cli.mounting import mount_command, mount_group
from gm.games.diplomacy.cli import (
    board,
    bridge,
    centre,
    game_chart,
    outcome,
    points,
    read,
    unit,
    walk,
)
from gm.games.diplomacy.cli import map as maps


def mount(app: typer.Typer) -> None:
    """Add them to the command line."""
    mount_command(app, walk.walk, "walk", after="orders")
    mount_command(app, game_chart.chart, "chart", after="settings", inside="game")
    mount_group(app, unit.app, "unit", help_text="Correct where units stand.", after="order")
    mount_group(
        app, centre.app, "centre", help_text="Correct whose supply centres are.", after="unit"
    )
    mount_group(
        app,
        board.app,
        "board",
        help_text="Make black holes, reopen them, split provinces.",
        after="centre",
    )
    mount_group(app, bridge.app, "bridge", help_text="Correct which bridges stand.", after="board")
    mount_group(
        app, points.app, "points", help_text="Correct how many points a power has.", after="bridge"
    )
    mount_group(app, outcome.app, "outcome", help_text="Decide a disputed order.", after="points")
    mount_group(
        app, read.app, "read", help_text="Show what the server would understand.", after="outcome"
    )
    mount_group(
        app,
        maps.app,
        "map",
        help_text="Check, copy and list the maps games are played on.",
        after="read",
    )
