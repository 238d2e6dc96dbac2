"""`gm process`: resolve the open phase now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import AsJson, GameName, local_time, power_words, print_json, services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm.app.play.seasons import Processed
    from gm.app.records import PhaseRecord
    from gm.contract.summaries import StepSummary

    Step = tuple[Processed, StepSummary]


def process(
    game: GameName,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what would happen.")
    ] = False,
    hat: Annotated[
        bool,
        typer.Option(
            "--hat", help="Let a preview show the coming draws, too; for your eyes alone."
        ),
    ] = False,
    early: Annotated[bool, typer.Option("--early", help="Before the deadline.")] = False,
    without_them: Annotated[
        bool, typer.Option("--without-them", help="Although a power's orders are required.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Resolve the open phase because you say so, and mail everybody the report.

    In a game with release=gm the phase is closed first and the proof mailed to you; said again,
    this signs it.

    A preview shows the moves. What the hat would draw it keeps to itself, and what hangs on that,
    so that no draw is known before it is made; --hat shows it.
    """
    from gm.app.overviews.queries import step_summary
    from gm.app.play import seasons

    with services() as opened:
        if preview:
            done = seasons.preview(opened, game)
        else:
            done = seasons.process(opened, game, early=early, without=without_them)
        steps = [
            (season, step_summary(opened, season, draws=hat or not preview))
            for season in _steps(done)
        ]
    if as_json:
        _print(steps, preview)
    else:
        _show(steps, preview)


def _steps(done: Processed) -> Iterator[Processed]:
    """Yield what was resolved, one phase after the other."""
    step: Processed | None = done
    while step is not None:
        yield step
        step = step.then


def _print(steps: list[Step], preview: bool) -> None:
    """Print the first phase, and under "then" the one that was resolved together with it."""
    from gm.app.overviews.queries import result_lines

    answer: dict[str, object] | None = None
    for done, summary in reversed(steps):
        opened = done.opened
        answer = {
            "game": done.game.name,
            "resolved": None if preview or done.proof else done.resolved.name,
            "proof": done.proof,
            "outcomes": result_lines(summary),
            "news": [*summary.news],
            **summary.facts,
            "next": opened.name if opened else None,
            "deadline": opened.deadline.isoformat() if opened else None,
        } | ({"then": answer} if answer else {})
    print_json(answer)


def _show(steps: list[Step], preview: bool) -> None:
    for step in steps:
        _show_step(step, preview)
    last = steps[-1][0]
    if last.opened:
        typer.echo(f"Next: {last.opened.name}, {_when(last, last.opened)}")
    elif last.proof:
        again = f"gm process {last.game.name}"
        typer.echo(f"Closed; nobody was told. The proof is mailed to you; to sign it: {again}")
    elif not preview:
        typer.echo("The game is over.")


def _when(done: Processed, opened: PhaseRecord) -> str:
    return local_time(opened.deadline, done.game.time_zone)


def _show_step(step: Step, preview: bool) -> None:
    done, summary = step
    mark = " (preview)" if preview else " (proof)" if done.proof else ""
    typer.echo(f"{done.resolved.name} of {done.game.name}{mark}")
    wide = max((len(result.seat) for result in summary.results), default=0)
    for result in summary.results:
        typer.echo(f"  {power_words(result.seat):{wide}} {result.order:28}  {result.result}")
        if result.why and result.result != "ok":
            typer.echo(f"  {'':{wide}}   {result.why}")
    for sentence in summary.news:
        typer.echo(f"  {sentence}")
