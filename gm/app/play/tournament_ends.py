"""The end of a tournament: when its last game is over, or its keeper says so, its players get the table."""

from __future__ import annotations

from dataclasses import replace

from gm.app.history.results import endings_told, results_of, results_table
from gm.app.history.tournaments import games_of, is_ended, tournament_of
from gm.app.journal import note
from gm.app.mail_out.post import queue
from gm.app.mail_out.readers import NewsReader, parcel, players
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind
from gm.app.services import Services
from gm.app.table import Table, game_view, table_at
from gm.contract.draws import commitment
from gm.contract.pages import Page
from gm.errors import NotAllowed
from gm.languages import gettext, speaking
from gm.mail.threads import in_phase
from gm.report import mails
from gm.report.pages.frame import frame_of
from gm.report.pages.plain_pages import PageSection, PlainPage
from gm.report.views import MailText

FEWEST = 2
"""A tournament ends by itself when all its games are over, and these are so many at least."""


def game_is_over(services: Services, transaction: Transaction, game: GameRecord) -> None:
    """End the tournament of a game that has just ended, if it was the last of it."""
    name = tournament_of(game)
    if not name or is_ended(transaction, name):
        return
    games = games_of(transaction, name)
    if len(games) >= FEWEST and all(other.status is GameStatus.FINISHED for other in games):
        _end(services, transaction, name)


def end_tournament(services: Services, name: str) -> None:
    """End a tournament by its keeper's word: nobody enters it any more, its players get the table.

    Raises:
        NotAllowed: there is none of that name, it is over already, or games of it are still played.
    """
    with services.store.write() as transaction:
        games = games_of(transaction, name)
        if not games:
            raise NotAllowed(f"No game of a tournament {name} has begun.")
        if is_ended(transaction, name):
            raise NotAllowed(f"The tournament {name} is over already.")
        if playing := [game.name for game in games if game.status is not GameStatus.FINISHED]:
            raise NotAllowed(
                f"Still played: {', '.join(playing)}. To break one off: gm game end {playing[0]} --abandon"
            )
        _end(services, transaction, name)


def _end(services: Services, transaction: Transaction, name: str) -> None:
    now = services.clock.now()
    text = f"The tournament {name} is over; its seed is public."
    note(transaction, now, JournalKind.TOURNAMENT_ENDED, text, data={"tournament": name})
    for game in games_of(transaction, name):
        phase = transaction.phases(game.id)[-1]
        _tell(table_at(services, transaction, game, phase), name)


def _tell(table: Table, name: str) -> None:
    for reader in players(table):
        with speaking(reader.language):
            key, number = f"tournament {table.game.name}", table.phase.number + 1
            mail = parcel(table, reader, key, number, _text(table, name, reader))
            thread = in_phase(table.services.identity.host, table.game.name, number, reader.label)
            queue(
                table.services, table.transaction, replace(mail, kind="tournament", thread=thread)
            )


def _text(table: Table, name: str, reader: NewsReader) -> MailText:
    """Write the table of results, with the seed and how everybody can check it."""
    view, seed = game_view(table), table.game.seed
    results = results_of(table.services, table.transaction, name)
    headline = gettext("The results of the tournament {name}", name=name)
    sentence = gettext("All its games are over. They were played with the same draws.")
    page = PlainPage(
        frame=frame_of(view, table.stage, reader.power, None, reader.zone, None),
        headline=headline,
        sections=(
            PageSection("", (sentence,)),
            PageSection("", endings_told(results), scores=results_table(results)),
        ),
        over=True,
        plays=True,
        seal=commitment(seed),
        seed=seed,
    )
    return mails.written(view, Page(headline, "report/plain", page, None))
