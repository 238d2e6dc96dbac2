"""What a game's mailing list is told about itself: its name, whom to ask, and the archive."""

from __future__ import annotations

from gm.app.records import GameRecord
from gm.app.services import Identity
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import NO_ARCHIVE, SERVERS_ARCHIVE
from gm.app.table import Table
from gm.mail.compose import ListInfo, archive_url


def list_info(table: Table, phase: str = "") -> ListInfo:
    """Return what a mail to a game's list says about the list.

    Args:
        table: the game.
        phase: the name of the phase that the mail reports, "" for none.
    """
    identity, game = table.services.identity, table.game
    pattern = archive_pattern(identity, game)
    return ListInfo(
        f"{game.name}.{identity.host}",
        f"{table.rules.meta.title} {game.name}",
        identity.game_address(game.name),
        owner=game.gm_address,
        archive=archive_url(pattern, game.name) if pattern else None,
        pattern=pattern,
        game=game.name,
        phase=phase,
    )


def archive_pattern(identity: Identity, game: GameRecord) -> str | None:
    """Return how the URL of a game's mails in the archive is made; None if there is no archive."""
    settings = settings_of(game)
    if settings.archive == NO_ARCHIVE:
        return None
    if settings.archive != SERVERS_ARCHIVE:
        return settings.archive
    if identity.list_archive is None and identity.publish_url is not None and settings.published:
        return f"{identity.publish_url}{{game}}/{{phase}}.html"  # a page of `gm publish`
    return identity.list_archive
