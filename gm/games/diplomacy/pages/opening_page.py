"""The mail that opens a game, ready for its templates, and what it says of rules, phases and positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gm.contract.pages import RulesAsPlayed
from gm.contract.rules import Meta
from gm.contract.seats import SeatId
from gm.contract.stages import StageKind
from gm.games.diplomacy.pages.facts.board_facts import ChangedBoard, changed_board
from gm.games.diplomacy.pages.facts.duties import duties
from gm.games.diplomacy.pages.facts.tables import Holding, bridges, holdings
from gm.games.diplomacy.pages.facts.unrest import present_words, specials_now
from gm.games.diplomacy.pages.map_pictures import MapPicture, map_pictures
from gm.games.diplomacy.pages.points_page import balances_line, goal_words, keeps_points
from gm.games.diplomacy.pages.reply_form import examples, first_examples, joint_form, reply_form
from gm.games.diplomacy.pages.supply_points import has_points
from gm.games.diplomacy.pages.views import GameView, OpeningView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import PhaseKind, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants.rulebook import in_force
from gm.games.diplomacy.variants.texts import rules_as_played
from gm.games.diplomacy.wording.words import place_words
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.rules_page import (
    USUAL_LEAD,
    HousePage,
    RulesPage,
    SettingShown,
    house_page,
    house_settings,
    pace,
    rules_page_of,
)
from gm.report.wording.text import quiet

# The rules as played, as the shell prints them.


def rules_of_variant(meta: Meta, board: Board, chosen: Mapping[str, str]) -> RulesAsPlayed:
    """Return the rules by which a game with these settings is played, on its printed board."""
    return RulesAsPlayed(
        rules_as_played(meta.id, board, chosen),
        f"{board.title}, {board.digest[:12]}" if board.digest else board.title,
        in_force(chosen),
    )


def rules_page(game: GameView) -> RulesPage:
    """Return the rules of a running game, with its settings."""
    chosen = {**game.settings(), **house_settings(keep_impossible=game.keep_impossible)}
    played = rules_of_variant(game.meta, game.board, chosen)
    return rules_page_of(game.meta, played, chosen, game.precedents)


# The kinds of phases, and what is said of how long they last.

_DAY = 86400

KINDS: Final = (
    StageKind(
        "movement",
        7 * _DAY,
        gettext_noop("How long a spring or an autumn is open for orders."),
    ),
    StageKind(
        "retreat", 3 * _DAY, gettext_noop("How long a retreat phase is open."), counts=False
    ),
    StageKind("adjustment", 4 * _DAY, gettext_noop("How long a winter is open."), counts=False),
    StageKind(
        "setup",
        7 * _DAY,
        gettext_noop("How long the choice of first pieces is open."),
        counts=False,
        opening=True,
    ),
)
"""The kinds of phases; retreats, builds and first pieces may be left to the rules."""

_WITH_PAYMENTS: Final = gettext_noop(
    "How long before a deadline a power is reminded that lacks orders, or whose payment has no "
    "other half. In a short phase that is when half of it is over."
)


def lead_help(board: Board) -> str:
    """Return in a sentence what the lead of reminders decides: who pays is reminded of that, too."""
    return gettext(_WITH_PAYMENTS if has_points(board) else USUAL_LEAD)


def season_pace(game: GameView, *, setup: bool = False) -> tuple[SettingShown, ...]:
    """Return the settings of time of a game; `setup` if it begins with a choice of first pieces."""
    return pace(KINDS, game.lengths, lead_help(game.board), opening=setup)


# A position in a letter about a seat, ready for its templates.


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """A position as who plays a power is shown it: his home, everybody's units, example orders."""

    power: str
    homes: str
    holdings: tuple[Holding, ...]
    examples: tuple[str, ...]


def placed_page(board: Board, state: GameState, seat: SeatId) -> PlacedPage:
    """Return a position for who plays, or may play, a power."""
    power = board.powers[seat]
    return PlacedPage(
        power.name,
        ", ".join(place_words(home, board) for home in power.home),
        holdings(board, state),
        first_examples(board, state, power.id),
    )


# The mail that opens a game, ready for its templates.

COMMITTED = gettext_noop(
    "Whatever is drawn in this game follows from one seed. It is fixed already, but stays secret "
    "until the game is over; this is its SHA-256, a fingerprint that no other seed has:"
)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the power, who plays it, its home provinces in full."""

    power: str
    player: str
    colour: str
    homes: str


@dataclass(frozen=True, slots=True)
class OwnPower:
    """One of the reader's powers: its name, a sentence on its home, what it has to order now."""

    name: str
    homes: str
    duties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """All an opening mail says.

    Args:
        joining: the reader takes a seat in a game that is being played.
        own: each of the reader's powers.
        changes: how the board differs from the printed one; specials: where the special units are;
            lawless: which units are in anarchy.
        points: everybody's points, in a sentence, once there are any.
        draws: how the draws are bound to a seed that is fixed already; seal: its SHA-256.
        contents: what follows the deadline, in its order.
        deadlines: how long phases are open, and when players are reminded.
        house: how the game is run otherwise.
        rules: the settings in force and the rules as played, whole.
        examples: orders that the reader's power (for the list: the first) could give now.
        form: lines to fill in, of the reader's own.
        pictures: of the map.
    """

    frame: Frame
    designer: str
    joining: bool
    own: tuple[OwnPower, ...]
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    changes: ChangedBoard
    specials: str
    lawless: str
    points: str
    draws: str
    seal: str
    contents: tuple[str, ...]
    deadlines: tuple[SettingShown, ...]
    house: HousePage
    rules: RulesPage
    examples: tuple[str, ...]
    example_power: str
    form: tuple[str, ...]
    pictures: tuple[MapPicture, ...]


def opening_page(view: OpeningView) -> OpeningPage:
    """Return all an opening mail says to its reader."""
    game, reader, board = view.game, view.reader, view.game.board
    shown = _first_asked(view)
    setup = view.state.phase.kind is PhaseKind.SETUP
    rules = rules_page(game)
    deadlines = season_pace(game, setup=setup)
    return OpeningPage(
        frame=frame_of(
            game, stage_of(view.state.phase), reader, view.due, view.zone, view.now, view.hand
        ),
        designer=game.meta.designer,
        joining=view.joining,
        own=tuple(_own(view, power) for power in view.mine),
        players=players_of(game, view.state),
        holdings=holdings(board, view.state, view.game.colours),
        bridges=bridges(board, view.state),
        changes=changed_board(board, view.state, view.story),
        specials=specials_now(board, view.state),
        lawless=present_words(board, view.state),
        points=_points(game, view.state),
        draws=gettext(COMMITTED) if game.commitment else "",
        seal=game.commitment,
        contents=_contents(rules, game, deadlines),
        deadlines=deadlines,
        house=house_page(game.house),
        rules=rules,
        examples=_examples(view, shown),
        example_power=board.powers[shown].name,
        form=_form(view),
        pictures=map_pictures(view.pictures, board, view.state, view.state.phase),
    )


def _own(view: OpeningView, power: PowerId) -> OwnPower:
    board = view.game.board
    asked = duties(board, view.state, view.due, power)
    return OwnPower(board.powers[power].name, _at_home(view.game, power), asked)


def _at_home(game: GameView, power: PowerId) -> str:
    """Return what a power's home is, in a sentence; "" where it has none."""
    homes = _homes(game, power)
    if not homes:
        return ""
    return ngettext(
        "Your home is {provinces}.",
        "Your home provinces are {provinces}.",
        len(homes),
        provinces=listed(homes),
    )


def _form(view: OpeningView) -> tuple[str, ...]:
    board = view.game.board
    forms = ((power, reply_form(board, view.state, view.due, power)) for power in view.mine)
    return joint_form((board.powers[power].name, form) for power, form in forms)


def _examples(view: OpeningView, power: PowerId) -> tuple[str, ...]:
    if not _is_asked(view, power):
        return ()
    slots = view.due.open_slots.get(power, ())
    return examples(view.game.board, view.state, power, slots)


def _first_asked(view: OpeningView) -> PowerId:
    """Return whose orders serve as examples: the reader's first power that orders now, if any."""
    if not view.mine:
        return next(iter(view.due.asked or view.game.board.powers))
    return next((power for power in view.mine if power in view.due.asked), view.mine[0])


def _is_asked(view: OpeningView, power: PowerId) -> bool:
    """Tell whether a power orders now; who has no first piece to choose has to wait (Irish 2)."""
    return view.state.phase.kind is not PhaseKind.SETUP or power in view.due.asked


def _points(game: GameView, state: GameState) -> str:
    if not keeps_points(game.board) or not any(state.part(PointsPart).balances.values()):
        return ""
    return f"{balances_line(game.board, state)} {goal_words(game)}"


def _contents(
    rules: RulesPage, game: GameView, deadlines: tuple[SettingShown, ...]
) -> tuple[str, ...]:
    parts = [
        (True, gettext("how to send orders")),
        (True, gettext("the players")),
        (True, gettext("the position")),
        (bool(game.commitment), gettext("the draws")),
        (bool(deadlines), gettext("the deadlines")),
        (bool(game.house), gettext("how the game is run")),
        (True, gettext("the settings")),
        (bool(rules.chapters), gettext("the rules as played")),
    ]
    return tuple(words for is_there, words in parts if is_there)


def players_of(game: GameView, state: GameState) -> tuple[Player, ...]:
    """Return every seat that is played, with its player and its home."""
    return tuple(
        Player(
            power.name,
            quiet(game.players.get(power.id, "")) or gettext("nobody yet"),
            game.colour(power.id),
            ", ".join(_homes(game, power.id)),
        )
        for power in game.board.powers.values()
        if power.id not in state.part(ChangesPart).closed
    )


def _homes(game: GameView, power: PowerId) -> tuple[str, ...]:
    return tuple(place_words(home, game.board) for home in game.board.powers[power].home)
