"""The screen of `gm desk`: a table of games, one of them in detail, and keys that act."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar, Final
from zoneinfo import ZoneInfo

from rich import markup
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, DataTable, Footer, Header, Static

from gm.app.overviews.gm_desk import DeskGame, GmDesk, Item, desk
from gm.app.overviews.queries import news_lines, outcome_lines
from gm.app.play import seasons
from gm.app.services import Services
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.cli.common import power_words
from gm.errors import GmError
from gm.report.pages.frame import so_far_words
from gm.report.wording.dates import time_left
from gm.report.wording.text import escaped

SECONDS: Final = 10.0
"""So often the desk is looked at anew."""

_DAY: Final = timedelta(days=1)
_COLUMNS: Final = ("game", "rules", "status", "phase", "deadline", "lacking", "waits")
_REASON: Final = "from the GM's desk"


def escape(text: str) -> str:
    """Return a text as it is shown: neither markup nor what steers a terminal is obeyed."""
    return markup.escape(escaped(text))


Act = Callable[[], str]
"""Does something and says in a sentence what was done; GmError says why not."""


class DeskQuestion(ModalScreen[bool]):
    """Asks whether something shall be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n,escape", "answer(False)", "no"),
    ]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > Vertical { width: 70; height: auto; padding: 1 2; border: thick $accent;
        background: $surface; }
    Question Horizontal { height: auto; align: center middle; padding-top: 1; }
    Question Button { margin: 0 2; }
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """Lay out the question and its two answers."""
        with Vertical():
            yield Static(escape(self._words))
            with Horizontal():
                yield Button("Yes (y)", id="yes", variant="warning")
                yield Button("No (n)", id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by a click."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer by a key."""
        self.dismiss(yes)


class DeskPage(ModalScreen[None]):
    """Shows lines until a key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "app.pop_screen", "back")]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll { width: 90%; height: 85%; padding: 1 2; border: thick $accent;
        background: $surface; }
    """

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        with VerticalScroll():
            yield Static(escape("\n".join(self._lines)))


class DeskScreen(App[None]):
    """The desk.

    Args:
        services: the ports.
    """

    TITLE = "gm desk"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "preview", "preview"),
        Binding("p", "process", "process"),
        Binding("plus", "extend", "+1 day", key_display="+"),
        Binding("space", "pause", "pause/resume"),
        Binding("r", "look", "look anew"),
        Binding("q", "quit", "quit"),
    ]
    CSS = """
    #games { height: 1fr; }
    #detail { height: 1fr; padding: 0 1; border-top: solid $accent; }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._desk = GmDesk((), ())

    def compose(self) -> ComposeResult:
        """Lay out the table, the detail and the keys."""
        yield Header(show_clock=True)
        yield DataTable(id="games", cursor_type="row", zebra_stripes=True)
        with VerticalScroll(id="detail"):
            yield Static(id="words")
        yield Footer()

    def on_mount(self) -> None:
        """Look for the first time, and every few seconds from then on."""
        self.query_one(DataTable).add_columns(*_COLUMNS)
        self.action_look()
        self.set_interval(SECONDS, self.action_look)

    def action_look(self) -> None:
        """Look at all games anew; the row that was chosen stays chosen."""
        try:
            self._desk = desk(self._services)
        except GmError as fault:
            self.notify(escaped(str(fault)), severity="error", markup=False)
            return
        table: DataTable[str] = self.query_one(DataTable)
        chosen = self._chosen_name()
        table.clear()
        for game in self._desk.games:
            table.add_row(*map(escape, self._row(game)), key=game.name)
        names = [game.name for game in self._desk.games]
        if chosen in names:
            table.move_cursor(row=names.index(chosen))
        self._tell()

    def _row(self, game: DeskGame) -> tuple[str, ...]:
        so_far = game.so_far
        lacking = f"{so_far.awaited} of {so_far.asked}" if so_far is not None else "-"
        waits = str(len(game.items)) if game.items else ""
        phase = game.phase or "-"
        return (game.name, game.title, game.status, phase, self._due(game), lacking, waits)

    def _due(self, game: DeskGame) -> str:
        if game.deadline is None:
            return "-"
        local = game.deadline.astimezone(ZoneInfo(game.zone))
        return f"{local:%a %d %b %H:%M}, {time_left(self._services.clock.now(), game.deadline)}"

    def on_data_table_row_highlighted(self, _event: DataTable.RowHighlighted) -> None:
        """Tell of the game the cursor came to."""
        self._tell()

    def _chosen_name(self) -> str | None:
        game = self._chosen()
        return game.name if game is not None else None

    def _chosen(self) -> DeskGame | None:
        row = self.query_one(DataTable).cursor_row
        games = self._desk.games
        return games[row] if 0 <= row < len(games) else None

    def _tell(self) -> None:
        """Write the detail of the chosen game, and what waits of the server."""
        lines: list[str] = []
        game = self._chosen()
        if game is None:
            lines.append("There are no games that are not over: gm game new ...")
        else:
            lines += [
                f"{power_words(seat.power):12} {seat.player:24} {seat.orders}"
                for seat in game.seats
            ]
            lines += ["", *map(_waiting, game.items or (Item("Nothing waits for you here."),))]
        if self._desk.items:
            lines += ["", "THE SERVER", *map(_waiting, self._desk.items)]
        self.query_one("#words", Static).update(escape("\n".join(lines)))

    def action_preview(self) -> None:
        """Show what the open phase would bring; nothing is changed."""
        game = self._chosen()
        if game is None:
            return
        try:
            done = seasons.preview(self._services, game.name)
            lines = [
                f"{power_words(line['power']):12} {line['order']:28} {line['result']}"
                for line in outcome_lines(self._services, done)
            ]
            lines += ["", *news_lines(self._services, done, hat=False)]
        except GmError as fault:
            self.notify(escaped(str(fault)), severity="error", markup=False)
            return
        self.push_screen(DeskPage([f"{done.resolved.name} of {game.name} (preview)", "", *lines]))

    def action_process(self) -> None:
        """Resolve the open phase, once that was agreed to."""
        game = self._chosen()
        if game is None or game.deadline is None:
            return
        early = game.deadline > self._services.clock.now()
        when = f"now, although its deadline is {self._due(game)}" if early else "now"
        so_far = game.so_far
        without = f" {so_far_words(so_far)}" if so_far is not None and so_far.awaited else ""

        def act() -> str:
            done = seasons.process(self._services, game.name, early=early, without=True)
            if done.proof:
                return f"{done.resolved.name} is closed; your proof is in the mail, to be signed."
            after = f" {done.opened.name} is open." if done.opened else " The game is over."
            return f"{done.resolved.name} of {game.name} was resolved.{after}"

        self._ask(f"Resolve {game.phase} of {game.name} {when}?{without}", act)

    def action_extend(self) -> None:
        """Move the deadline a day later, once that was agreed to."""
        game = self._chosen()
        if game is None or game.deadline is None:
            return
        later = max(game.deadline, self._services.clock.now()) + _DAY

        def act() -> str:
            move_deadline(self._services, game.name, later, reason="")
            return f"The deadline of {game.name} is a day later; all were told."

        self._ask(f"Move the deadline of {game.phase} of {game.name} a day later?", act)

    def action_pause(self) -> None:
        """Pause a game that is played, or let a paused one go on, once that was agreed to."""
        game = self._chosen()
        if game is None:
            return
        paused = game.status == "paused"

        def act() -> str:
            if paused:
                resume(self._services, game.name, _REASON)
            else:
                pause(self._services, game.name, _REASON)
            return f"{game.name} {'goes on' if paused else 'is paused'}; all were told."

        self._ask(f"{'Resume' if paused else 'Pause'} {game.name}?", act)

    def _ask(self, words: str, act: Act) -> None:
        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                self.notify(escaped(act()), markup=False)
            except GmError as fault:
                self.notify(escaped(str(fault)), severity="error", markup=False)
            self.action_look()

        self.push_screen(DeskQuestion(words), answered)


def _waiting(item: Item) -> str:
    return f"* {item.words} ({item.command})" if item.command else f"* {item.words}"
