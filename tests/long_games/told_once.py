"""How often the reports of a whole game tell each fact: in words, in HTML, in the judges' manner.

And how soon a player reads what concerns him.
"""

from __future__ import annotations

import html as markup
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.reporting.stage_report import past_happened, stage_notes
from gm.app.services import Services
from gm.app.table import table_at
from gm.contract.events import Event
from gm.contract.facts import Part, Viewer
from gm.contract.told import told
from gm.games.diplomacy.desk.pages import season_view
from gm.games.diplomacy.pages.season.season_page import season_page
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.winter.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
)
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.words import (
    bridge_words,
    points_words,
    power_words,
    unit_words,
)
from gm.report.wording.text import SOFT_HYPHEN, quiet
from tests.long_games.stage import Played, Script, opened
from tests.report import mails

FIRST_PAGE = 40
"""So many lines stand on the first page of a phone."""

_CAME_OFF = r"(?: \([^)]*\))?(?:;|(?: - (?:done|paid|received))?\.(?! \(\*))"
"""What follows an order that came off, in words or a judge's; `;` if more alike follow it."""


def faults(script: Script, played: Played) -> Iterator[str]:
    """Yield each fact that a public report of the game does not tell exactly once."""
    with opened(script, played.folder) as (services, _), services.store.read() as transaction:
        game = transaction.game(script.game)
        for phase in transaction.phases(game.id):
            view = _view(services, transaction, game, phase, Viewer(Part.LIST, (), game.time_zone))
            if view is not None:
                yield from (f"{phase.name}: {fault}" for fault in _faults(view))


def hidden(script: Script, played: Played) -> Iterator[str]:
    """Yield each player's report in which his results, his duties or the deadline come late."""
    for seat, phase, view in _own_views(script, played):
        text = mails.season_report(view).text
        opening = " ".join(text.splitlines()[:FIRST_PAGE])
        page = season_page(view)
        own = [line.words for own in page.own for line in own.lines]
        own += [words for own in page.own for words in (*own.news, *own.duties)]
        due = page.frame.deadline
        for words in (page.headline, *own, *((due.words, due.left) if due is not None else ())):
            if " ".join(words.split()) not in " ".join(opening.split()):
                yield f"{phase}: {seat} does not read at once: {words}"


def _own_views(script: Script, played: Played) -> Iterator[tuple[str, str, SeasonView]]:
    """Yield each season as each of its powers reads it, with the power's and the phase's name."""
    with opened(script, played.folder) as (services, _), services.store.read() as transaction:
        game = transaction.game(script.game)
        for phase in transaction.phases(game.id):
            public = Viewer(Part.LIST, (), game.time_zone)
            view = _view(services, transaction, game, phase, public)
            if view is None:
                continue
            for power in view.board.powers:
                if power not in view.before.eliminated and view.before.units_of(power):
                    viewer = Viewer(Part.PLAYER, (power,), game.time_zone)
                    own = _view(services, transaction, game, phase, viewer)
                    assert own is not None
                    yield power, phase.name, replace(own, is_copy=False)


def _view(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    viewer: Viewer,
) -> SeasonView | None:
    """Return what a reader is told of a phase; None if it is not resolved."""
    happened = past_happened(services, transaction, game, phase)
    if happened is None:
        return None
    notes = stage_notes(table_at(services, transaction, game, phase))
    return season_view(replace(told(happened, viewer), notes=notes))


def twice(script: Script, played: Played) -> Iterator[str]:
    """Yield each fact told by no order that a player's own report does not tell exactly once."""
    for seat, phase, view in _own_views(script, played):
        yield from (
            f"{phase}, {seat}: {fault}"
            for fault in _unlike(view, "words", mails.season_report(view).text, _BY_RULE)
        )


_BY_RULE = (BridgeDestroyed, CentreTaken, UnitDisbanded)
"""Facts that no order tells: they stand in the section of those they concern, or for all."""


def _faults(view: SeasonView) -> Iterator[str]:
    report, judged = (
        mails.season_report(replace(view, reader=None, hand=(), judge=judge))
        for judge in (False, True)
    )
    # The accounts and the board are told by their state; facts end where the position begins.
    plain = re.sub(r"<[^>]*>", " ", report.html.replace(SOFT_HYPHEN, ""))
    for manner, text in (
        ("words", report.text),
        ("HTML", markup.unescape(plain)),
        ("judge", judged.text),
    ):
        yield from _unlike(view, manner, text)


def _unlike(
    view: SeasonView, manner: str, text: str, kinds: tuple[type[object], ...] = (object,)
) -> Iterator[str]:
    """Yield each fact of these kinds that a text does not tell as often as it happened."""
    said = " ".join(text.split())
    told = Counter(
        pattern
        for event in view.events
        if isinstance(event, kinds) and (pattern := _pattern(event, view.game.board, manner))
    )
    for pattern, times in told.items():
        count = len(re.findall(pattern, said))
        if count != times:
            yield f"told {count} times in {manner}, not {times}: {pattern}"


def _pattern(event: Event, board: Board, manner: str) -> str:
    """Return all the ways in which a fact may be told; "" where the manner has its own."""
    match event:
        case PointsPaid(payer, payee, amount):
            giver, taker = power_words(payer, board), power_words(payee, board)
            points = points_words(amount)
            return _any(
                f"[Pp]ays? {points} to {taker}{_CAME_OFF}",
                f"[Rr]eceives? {points} from {giver}{_CAME_OFF}",
                f"{giver} pays {taker} {points}",
            )
        case PointsGiven(giver, to, amount):
            points, taker = points_words(amount), power_words(to, board)
            return _any(
                f"[Gg]ives? {points} to {taker}{_CAME_OFF}",
                f"{power_words(giver, board)} gives {taker} {points}",
            )
        case BridgeBuilt(bridge):
            what = bridge_words(bridge.between, board)
            return _any(f"[Bb]uilds? a {what}{_CAME_OFF}", f"builds a {what}")
        case BridgeDemolished(bridge):
            what, owner = bridge_words(bridge.between, board), power_words(bridge.owner, board)
            return _any(
                f"[Rr]emoves? the {what}{_CAME_OFF}",
                f"{owner} takes down its {what}",
                f"{owner}'s {what} falls into disrepair",
            )
        case BridgeDestroyed(bridge):
            what, owner = bridge_words(bridge.between, board), power_words(bridge.owner, board)
            return f"{owner}'s {what} is destroyed by"
        case UnitConverted(unit):
            what = f"(?:{unit_words(unit, board)}|{unit_words(unit, board, final=True)})"
            return _any(f"{what} converts to an army{_CAME_OFF}", f"{what} becomes an army")
        case CentreTaken() | UnitDisbanded(by_civil_disorder=True) if manner != "judge":
            return re.escape(quiet(event_words(event, board) or ""))
        case _:
            return ""


def _any(*ways: str) -> str:
    return "|".join(ways)
