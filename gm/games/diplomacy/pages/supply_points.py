"""Supply points for people (Republic 5-9): what a power can spend, the closed accounts, and who may see them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gm.contract.facts import GameFacts
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account, GrantPart, Rates, opening_account
from gm.games.diplomacy.rules.winter.bridges import BridgePart, Fall, LostBridge
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import bridge_words, points_words, power_words
from gm.languages import gettext, listed, ngettext, pgettext
from gm.report.wording.sentence_parts import counted

# Whether payments are private in a game, and whose accounts a reader may see (Republic 8).

_OPTION, _PRIVATE = "payments", "private"


def payments_are_private(game: GameFacts) -> bool:
    """Tell whether payments are told only to their two sides (an option of Republic 8)."""
    return game.settings().get(_OPTION) == _PRIVATE


def accounts_shown(
    game: GameFacts, readers: Collection[PowerId], *, for_gm: bool
) -> frozenset[PowerId] | None:
    """Return whose accounts the reader of some powers' mail may see whole; None for everybody's."""
    if for_gm or not payments_are_private(game):
        return None
    return frozenset(readers)


# A winter's closed accounts, and the bridges whose loss they count (Republic 5-9), for people.


@dataclass(frozen=True, slots=True)
class AccountsPage:
    """The accounts of a winter.

    Args:
        table: what each power had and what became of it, in as few columns as tell it, its head first.
        income: what each power had, as a table with all columns; spending: what it spent of that,
            and what was forfeited.
        losses: the bridges lost so far, a sentence for each; lost: the same, a line for each owner.
        price: what each of them costs a winter, as a sentence.
        private: payments are secret, and so are the figures they could be inferred from.
    """

    table: Rows
    income: Rows
    spending: Rows
    losses: tuple[str, ...]
    lost: tuple[str, ...]
    price: str
    private: bool


def accounts_page(
    accounts: Iterable[Account],
    board: Board,
    after: GameState,
    *,
    shown: frozenset[PowerId] | None,
) -> AccountsPage:
    """Return the accounts of a winter.

    Args:
        accounts: as they were closed.
        board: for the powers' names and their sequence.
        after: the position after that winter, with its lost bridges.
        shown: whose accounts the reader may see whole; None for all.
    """
    known = {account.power: account for account in accounts}
    closed = [known[power] for power in board.powers if power in known]
    hidden = {
        account.power for account in closed if shown is not None and account.power not in shown
    }
    names = {account.power: power_words(account.power, board) for account in closed}
    income = (
        (names[account.power], *_income(account, account.power in hidden)) for account in closed
    )
    spending = (
        (names[account.power], *_spending(account, account.power in hidden)) for account in closed
    )
    short = [
        (names[account.power], *_short(account, account.power in hidden)) for account in closed
    ]
    return AccountsPage(
        _without_noughts((_short_head(), *short)),
        (_income_head(), *income),
        (_spending_head(), *spending),
        lost_bridges(board, after),
        bridges_lost_by(board, after),
        gettext(
            "Each costs its owner {points} every winter.",
            points=points_words(Rates.of(board.facts).lost_bridge),
        ),
        shown is not None,
    )


def _short_head() -> tuple[str, ...]:
    return (
        "",
        pgettext("heading", "centres"),
        pgettext("heading", "off-board"),
        pgettext("heading", "lost bridges"),
        pgettext("heading", "payments"),
        pgettext("heading", "units"),
        pgettext("heading", "bridges"),
        pgettext("heading", "forfeited"),
    )


def _short(account: Account, hidden: bool) -> tuple[str, ...]:
    """Return an account as one sum: payments are told with the orders, so here they are one figure."""
    paid = account.received - account.given
    _, units, bridges, forfeited = _spending(account, hidden)
    return (
        str(account.on_board),
        str(account.off_board),
        str(-account.bridge_losses),
        "-" if hidden else f"{paid:+d}" if paid else "0",
        units,
        bridges,
        forfeited,
    )


def _without_noughts(rows: Rows) -> Rows:
    """Return a table without the columns in which nobody has anything."""
    kept = [at for at in range(len(rows[0])) if at == 0 or any(row[at] != "0" for row in rows[1:])]
    return tuple(tuple(row[at] for at in kept) for row in rows)


def _income_head() -> tuple[str, ...]:
    return (
        "",
        pgettext("heading", "centres"),
        pgettext("heading", "off-board"),
        pgettext("heading", "lost bridges"),
        pgettext("heading", "received"),
        pgettext("heading", "given"),
        pgettext("heading", "budget"),
    )


def _spending_head() -> tuple[str, ...]:
    return (
        "",
        pgettext("heading", "budget"),
        pgettext("heading", "units"),
        pgettext("heading", "bridges"),
        pgettext("heading", "forfeited"),
    )


def _income(account: Account, hidden: bool) -> tuple[str, ...]:
    moved = (str(account.received), str(-account.given), str(account.budget))
    return (
        str(account.on_board),
        str(account.off_board),
        str(-account.bridge_losses),
        *(("-",) * 3 if hidden else moved),
    )


def _spending(account: Account, hidden: bool) -> tuple[str, ...]:
    bridges = account.bridge_upkeep
    units = account.upkeep if account.unit_upkeep is None else account.unit_upkeep
    return (
        "-" if hidden else str(account.budget),
        str(-units),
        "-" if bridges is None else str(-bridges),
        "-" if hidden else str(account.forfeited),
    )


def lost_bridges(board: Board, state: GameState) -> tuple[str, ...]:
    """Return every bridge lost so far, by its owner: when, how, and from which winter it counts.

    Losses of which only the number is known are told as that number.
    """
    part, lines = state.part(BridgePart), list[str]()
    for power in board.powers:
        recorded = part.losses_of(power)
        name = power_words(power, board)
        lines += (_lost(name, bridge, board) for bridge in recorded)
        untold = part.lost.get(power, 0) - len(recorded)
        if untold > 0:
            lines.append(
                ngettext(
                    "{power}: {n} bridge, of which nothing more is recorded.",
                    "{power}: {n} bridges, of which nothing more is recorded.",
                    untold,
                    power=name,
                    n=untold,
                )
            )
    return tuple(lines)


def bridges_lost_by(board: Board, state: GameState) -> tuple[str, ...]:
    """Return the bridges lost so far, a line for each owner: their ends, when, and how.

    Each counts from the first winter after its loss on, which is told of those that no winter has counted yet.
    """
    part, lines = state.part(BridgePart), list[str]()
    for power in board.powers:
        recorded = part.losses_of(power)
        lost = [_loss(bridge, board, state.phase.year) for bridge in recorded]
        if untold := part.lost.get(power, 0) - len(recorded):
            lost.append(counted(untold, "earlier bridge"))
        if lost:
            name = power_words(power, board)
            lines.append(f"{name}: {'; '.join(lost)}")
    return tuple(lines)


def _loss(gone: LostBridge, board: Board, year: int) -> str:
    words = ended_words(gone, "-".join(gone.bridge.between), board)
    if gone.phase.season is not Season.WINTER or gone.phase.year < year - 1:
        return words
    # Translators: {loss} is "CoC-Wat, taken down in Winter 1016".
    return gettext("{loss} (counts from {winter} on)", loss=words, winter=_counted_from(gone))


def _lost(power: str, gone: LostBridge, board: Board) -> str:
    # Translators: {bridge} is "bridge linking Cork and Kerry, taken down in Spring 1016".
    return gettext(
        "{power}'s {bridge}, counts from {winter} on.",
        power=power,
        bridge=loss_words(gone, board),
        winter=_counted_from(gone),
    )


def loss_words(gone: LostBridge, board: Board) -> str:
    """Return a lost bridge with when and how it was lost: `bridge linking ..., taken down in ...`."""
    return ended_words(gone, bridge_words(gone.bridge.between, board), board)


def ended_words(gone: LostBridge, what: str, board: Board) -> str:
    """Return when and how a bridge was lost behind its name."""
    when = phase_words(gone.phase)
    match gone.how:
        case Fall.DESTROYED if gone.by:
            return gettext(
                "{bridge}, destroyed in {phase} by {powers}",
                bridge=what,
                phase=when,
                powers=listed(power_words(power, board) for power in gone.by),
            )
        case Fall.DESTROYED:
            return gettext("{bridge}, destroyed in {phase}", bridge=what, phase=when)
        case Fall.DEMOLISHED:
            return gettext("{bridge}, taken down in {phase}", bridge=what, phase=when)
        case Fall.ABANDONED:
            return gettext("{bridge}, lost in {phase} for want of points", bridge=what, phase=when)


def _counted_from(gone: LostBridge) -> str:
    """Return the first winter that counts a loss: its year's, or the next of one in winter (9g)."""
    year = gone.phase.year + (gone.phase.season is Season.WINTER)
    return phase_words(Phase(year, Season.WINTER, PhaseKind.ADJUSTMENT))


# Supply points for people (Republic 5-9): what a power can spend, and the closed accounts.

_FACT = "points_per_centre"


def has_points(board: Board) -> bool:
    """Tell whether the game has supply points at all."""
    return _FACT in board.facts


def budget_lines(board: Board, state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return what a power earns and must keep up this winter, before payments and orders.

    Empty outside winters and in games without supply points.
    """
    if not has_points(board) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return ()
    rates = Rates.of(board.facts)
    account = opening_account(board, state, power, rates)
    lost = state.part(BridgePart).losses_of(power)
    return (
        _income_told(account, rates, state.part(GrantPart).of(power, state.phase.year)),
        *(gettext("Lost: the {bridge}.", bridge=loss_words(bridge, board)) for bridge in lost),
        _upkeep(account, rates),
    )


def _income_told(account: Account, rates: Rates, granted: int) -> str:
    if not (account.on_board or account.off_board or account.bridge_losses):
        return gettext("You have no income this winter.")
    income, sources = points_words(account.income), _sources(account, rates, granted)
    return gettext(
        "Your income this winter is {income}: {sources}.", income=income, sources=sources
    )


def _sources(account: Account, rates: Rates, granted: int) -> str:
    parts: list[str] = []
    if account.on_board:
        parts.append(_from_centres(account.on_board, account.on_board // rates.centre))
    if beyond := account.off_board - granted:
        parts.append(_from_beyond(beyond, beyond // rates.off_board))
    text = listed(parts) or gettext("nothing from supply centres")
    if account.bridge_losses:
        lost = counted(account.bridge_losses // rates.lost_bridge, "lost bridge")
        text = gettext(
            "{sources}, less {points} for {bridges}",
            sources=text,
            points=account.bridge_losses,
            bridges=lost,
        )
    if granted:
        points = f"{granted:+d}"
        text = gettext("{sources}, and {points} by the GM's word", sources=text, points=points)
    return text


def _from_centres(points: int, number: int) -> str:
    centres = counted(number, "supply centre")
    return gettext("{points} from {centres}", points=points, centres=centres)


def _from_beyond(points: int, number: int) -> str:
    centres = counted(number, "centre")
    return gettext("{points} from {centres} off the board", points=points, centres=centres)


def _upkeep(account: Account, rates: Rates) -> str:
    if account.left < 0 and not account.upkeep:
        return ngettext(
            "You have no unit and no bridge. The {n} point you lack lapses if nobody pays it.",
            "You have no unit and no bridge. The {n} points you lack lapse if nobody pays them.",
            -account.left,
            n=-account.left,
        )
    price = gettext(
        "A unit costs {unit} points a winter, a bridge {bridge}.",
        unit=rates.unit,
        bridge=rates.bridge,
    )
    return f"{price} {_left(account)}"


def _left(account: Account) -> str:
    """Return what is left of a budget when all that a power has is kept."""
    upkeep, left = account.upkeep, account.left
    if left < 0:
        return gettext(
            "What you have costs {upkeep}, so you are {points} short and must remove something or "
            "be paid.",
            upkeep=upkeep,
            points=points_words(-left),
        )
    if not upkeep:
        return gettext("You have {points} to spend.", points=points_words(left))
    if not left:
        return gettext("What you have costs {upkeep}, so nothing is left to spend.", upkeep=upkeep)
    return ngettext(
        "What you have costs {upkeep}, so {n} point is left to spend.",
        "What you have costs {upkeep}, so {n} points are left to spend.",
        left,
        upkeep=upkeep,
        n=left,
    )
