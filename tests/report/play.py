"""Games played by the real rules, and the views that the application makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from gm.contract.draws import Draws, SeededDraws, commitment
from gm.contract.events import Event
from gm.contract.facts import Due
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.pages import SeasonPages
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.facts.annals import board_story_of
from gm.games.diplomacy.pages.views import (
    GameView,
    OpeningView,
    ReceiptView,
    ReminderView,
    SeasonView,
    StatusView,
)
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.outlook import Outlook
from gm.games.diplomacy.rules.winter.payments import Half, halves
from gm.games.diplomacy.variants import VARIANTS, ruleset_for

NOW = datetime(2026, 11, 21, 14, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
ZONE = "Europe/Dublin"
LENGTHS = {
    "setup": 345600,
    "movement": 604800,
    "retreat": 259200,
    "adjustment": 345600,
    "remind": 86400,
}

SEED = "5eed" * 16
DRAWS = SeededDraws(bytes.fromhex(SEED))

PLAYERS = {
    "republic": {
        "ULSTER": "Niamh Ulaid",
        "MUNSTER": "Brian of Thomond",
        "LEINSTER": "Lorcan Mac",
        "CONNAUGHT": "Ruairí Ó Conchúir",
        "BRITAIN": "Edith",
    },
    "irish": {
        "ENGLAND": "Tom <tom@evil.example>",
        "FRANCE": "Aimée",
        "GERMANY": "Jörg",
        "DENMARK": "Søren",
        "SPAIN": "Inés",
        "NORWAY": "Liv",
    },
    "standard": {"FRANCE": "Aimée", "GERMANY": "Jörg", "ENGLAND": "Tom <tom@evil.example>"},
}


@dataclass
class Play:
    """A game in play.

    Args:
        variant: its rules; options: its settings.
        state: where it stands.
        last: how it got there.
        unplayed: seats that nobody plays.
        past: every fact so far, with its phase.
    """

    variant: str
    options: dict[str, str] = field(default_factory=dict)
    state: GameState = field(init=False)
    before: GameState = field(init=False)
    last: SeasonResolution = field(init=False)
    late: tuple[PowerId, ...] = ()
    unplayed: tuple[str, ...] = ()
    past: list[tuple[Phase, Event]] = field(default_factory=list)

    def __post_init__(self) -> None:
        board = load_board(VARIANTS[self.variant].board_id)
        self.rules = ruleset_for(self.variant, board, self.options)
        self.last = self.rules.new_game(DRAWS, tuple(map(SeatId, self.unplayed)))
        self.state = self.before = self.last.state

    def orders(self, texts: str) -> tuple[Order, ...]:
        """Read canonical orders, separated by semicolons."""
        kind = self.state.phase.kind
        board = self.rules.board_in(self.state)
        parts = (text.strip() for text in texts.split(";"))
        return tuple(read_canonical(text, board, kind) for text in parts if text)

    def resolve(self, given: Mapping[str, str], draws: Draws | None = None) -> None:
        """Play the open phase with each power's orders; powers without any are late."""
        drafts: Any = {power: self.orders(texts) for power, texts in given.items()}
        silent = [one for one in self.rules.pending(self.state) if not drafts.get(one.seat)]
        self.late = tuple(
            PowerId(one.seat)
            for one in silent
            if one.required or self.rules.open_slots(self.state, one.seat, ())
        )
        self.before = self.state
        phase = self.state.phase
        self.last = self.rules.resolve(self.state, drafts, draws or DRAWS)
        self.state = self.last.state
        self.past += ((phase, event) for event in self.last.events)

    def game(self, state: GameState | None = None) -> GameView:
        """Return what every mail says of the game."""
        players: Any = PLAYERS[self.variant]
        return GameView(
            name="meadow",
            meta=self.rules.meta,
            pages=SeasonPages(),
            seats=self.rules.seats,
            board=self.rules.board_in(state or self.state),
            players=players,
            gm_name="Máire Ní Bhriain",
            gm_address="maire@example.org",
            order_address="gm+meadow@games.example.org",
            time_zone=ZONE,
            options=self.options,
            lengths=LENGTHS,
            commitment=commitment(SEED) if self.rules.meta.chance else "",
        )

    def due(self, given: Mapping[str, tuple[Order, ...]] | None = None) -> Due:
        """Return what is asked for now."""
        given = given or {}
        asked = tuple(PowerId(one.seat) for one in self.rules.pending(self.state))
        slots = {
            power: self.rules.open_slots(self.state, power, given.get(power, ()))  # type: ignore[arg-type]
            for power in asked
        }
        ahead = self.rules.ahead(self.state)
        return Due(
            stage_of(self.state.phase),
            DEADLINE,
            slots,
            asked,
            later=ahead[0].stage if ahead else None,
            joint=any(one.closes_with for one in ahead),
        )

    def opening(self, reader: str | None) -> OpeningView:
        """Return the opening mail's view."""
        return OpeningView(self.game(), self.state, self.due(), _power(reader), ZONE, NOW)

    def season(self, reader: str | None) -> SeasonView:
        """Return the view of the phase played last."""
        over = not self.rules.pending(self.state)
        return SeasonView(
            game=self.game(),
            phase=self.before.phase,
            before=self.before,
            after=self.state,
            board=self.rules.board_in(self.before),
            outcomes=self.last.outcomes,
            events=self.last.events,
            late=self.late,
            due=None if over else self.due(),
            reader=_power(reader),
            zone=ZONE,
            now=NOW,
            story=board_story_of(self.past),
        )

    def receipt(
        self, power: str, texts: str, others: Mapping[str, str] | None = None, **more: Any
    ) -> ReceiptView:
        """Return the view of a receipt for these orders; all of them are new unless said.

        Args:
            power: whose they are.
            texts: the orders that stand.
            others: what stands of the other powers.
            more: what else the view holds.
        """
        orders = self.orders(texts)
        view = ReceiptView(
            game=self.game(),
            power=PowerId(power),
            number=1,
            code="7F3A9C",
            state=self.state,
            due=self.due({power: orders}),
            orders=orders,
            changed=orders,
            zone=ZONE,
            now=NOW,
            outlook=self._outlook(power, orders),
            matching=self._matching(power, orders, others or {}),
        )
        return replace(view, **more)

    def reminder(self, power: str, texts: str, **more: Any) -> ReminderView:
        """Return the view of a reminder, for a power with these orders."""
        orders = self.orders(texts)
        due = self.due({power: orders})
        view = ReminderView(
            self.game(), PowerId(power), self.state, due, orders, zone=ZONE, now=NOW
        )
        return replace(view, **more)

    def status(
        self, power: str, texts: str, others: Mapping[str, str] | None = None
    ) -> StatusView:
        """Return the view of an answer to STATUS."""
        orders = self.orders(texts)
        due = self.due({power: orders})
        return StatusView(
            self.game(),
            PowerId(power),
            self.state,
            due,
            orders,
            ZONE,
            NOW,
            outlook=self._outlook(power, orders),
            matching=self._matching(power, orders, others or {}),
        )

    def _outlook(self, power: str, orders: tuple[Order, ...]) -> Outlook | None:
        return self.rules.outlook(self.state, SeatId(power), orders)

    def _matching(
        self, power: str, orders: tuple[Order, ...], others: Mapping[str, str]
    ) -> tuple[Half, ...]:
        drafts = {who: self.orders(texts) for who, texts in others.items()}
        known = halves(self.state, {**drafts, power: orders})[PowerId(power)]
        outlook = self._outlook(power, orders)
        return outlook.payable(known) if outlook is not None else known


def _power(reader: str | None) -> PowerId | None:
    return PowerId(reader) if reader is not None else None


WINTER_1015 = {
    "ULSTER": "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 5 CONNAUGHT (for the peace)",
    "MUNSTER": "B A CoC; B F CoS",
    "LEINSTER": "B A DbN; B A DbS; B A DbN",
    "CONNAUGHT": "B A GaW; B A GaS; RECEIVE 5 ULSTER; B BRIDGE GaC-GaW",
    "BRITAIN": "B F DeE; B F DeW; PAY 3 LEINSTER",
}
