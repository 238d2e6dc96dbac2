"""The GM's daily mail: each of his games, who is late, and what waits for him."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from gm.app.mail_out.notices import notify
from gm.app.mail_ports import OutboxTransaction
from gm.app.overviews.gm_desk import DeskGame, desk_game
from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.report.pages.frame import so_far_words
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words, time_left


def send_digests(services: Services) -> int:
    """Queue the digest of every game whose hour has come and that had none today.

    Returns:
        How many were queued.
    """
    now = services.clock.now()
    with services.store.read() as transaction:
        due = [game for game in transaction.games() if _is_due(transaction, game, now)]
    return sum(_send(services, game, now) for game in due)


def _is_due(transaction: OutboxTransaction, game: GameRecord, now: datetime) -> bool:
    hour = settings_of(game).digest
    if hour is None or game.status is GameStatus.FINISHED:
        return False
    local = now.astimezone(ZoneInfo(game.time_zone))
    return local.time() >= hour and not transaction.count_outbox(_key(game, now))


def _key(game: GameRecord, now: datetime) -> str:
    return f"digest {game.name} {now.astimezone(ZoneInfo(game.time_zone)):%F}"


def _send(services: Services, seen: GameRecord, now: datetime) -> bool:
    with services.store.write() as transaction:
        game = transaction.game_by_id(seen.id)
        if not _is_due(transaction, game, now):
            return False
        laid = desk_game(services, transaction, game)
        view = NoticeView(_title(laid), tuple(_paragraphs(laid, now)))
        notify(services, transaction, game.gm_address, _key(game, now), view, game)
    return True


def _title(laid: DeskGame) -> str:
    if not laid.items:
        return "Today: all is quiet"
    return f"Today: {len(laid.items)} thing{'' if len(laid.items) == 1 else 's'} for you"


def _paragraphs(laid: DeskGame, now: datetime) -> Iterator[str]:
    if laid.deadline is None:
        yield f"{laid.name} is {laid.status}."
    else:
        due = moment_words(laid.deadline, laid.zone)
        left = time_left(now, laid.deadline)
        yield f"{laid.phase} of {laid.name} is {laid.status}. Its deadline: {due}, {left}."
        if laid.so_far is not None:
            yield so_far_words(laid.so_far)
    for item in laid.items:
        yield f"{item.words} ({item.command})" if item.command else item.words
