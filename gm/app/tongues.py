"""In which language somebody is written to: his own, else the game's, else the server's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gm.app.mail_ports import IdentityTransaction
from gm.app.records import GameRecord, Person
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import LANGUAGE
from gm.languages import ENGLISH, known, speaking


def own_language(person: Person | None) -> str:
    """Return the code of the language that somebody asked for; "" if he did not, or is nobody."""
    return _spoken_here(person.settings.get(LANGUAGE, "")) if person is not None else ""


def game_language(game: GameRecord) -> str:
    """Return the code of a game's language: that of its list, its observers, all who chose none."""
    return _spoken_here(settings_of(game).language) or ENGLISH


def language_for(person: Person | None, game: GameRecord) -> str:
    """Return the code of the language in which somebody reads of a game."""
    return own_language(person) or game_language(game)


def _spoken_here(code: str) -> str:
    """Return a language if it is one of ours still, else ""."""
    return code if code in known() else ""


@contextmanager
def speaking_to(
    services: Services,
    transaction: IdentityTransaction,
    address: str | None,
    game: GameRecord | None,
) -> Iterator[None]:
    """Speak to whoever has an address, about a game if it is about one, inside a `with`.

    Args:
        services, transaction: the ports.
        address: any that is known as his; None for somebody unknown.
        game: whose language counts where he chose none; without it the server's does.
    """
    person = transaction.person_of_address(address) if address else None
    with speaking(language_of(services, person, game)):
        yield


def language_of(services: Services, person: Person | None, game: GameRecord | None) -> str:
    """Return the code of the language in which somebody is written to, about a game or about none."""
    usual = game_language(game) if game is not None else _spoken_here(services.identity.language)
    return own_language(person) or usual or ENGLISH
