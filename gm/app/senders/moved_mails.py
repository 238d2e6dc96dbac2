"""The mails about a player whose mail goes to another address: to both of them, and to his GMs."""

from __future__ import annotations

from operator import attrgetter

from gm.app.mail_in.letters import plays
from gm.app.mail_out.notices import notify
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, Person
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.report.views import NoticeView
from gm.report.wording.phrases import listed


def tell_both(services: Services, transaction: Transaction, person: Person, moved: Person) -> None:
    """Tell a player at both addresses; at the new one for each game, so that a reply is believed."""
    games = _games(transaction, person)
    gms = sorted({game.gm_address for game in games})
    told = (
        (
            f"All mail of your games goes to {moved.address} from now on, and no more to "
            f"{person.address}."
        ),
        (
            f"Mail from {person.address} is still known as yours. If this was not you, tell your "
            f"game master{f': {listed(gms)}' if gms else ''}."
        ),
    )
    title, key = "Your mail goes to another address", _moved_key(services, person)
    tell_person(services, transaction, person, key, (title, told), None)
    for game in games:
        reply = f"A reply to this mail reaches the game {game.name}, and is believed as yours."
        words = (title, (*told, reply))
        tell_person(services, transaction, moved, f"{key} {game.name}", words, game)
    if not games:
        tell_person(services, transaction, moved, key, (title, told), None)


def tell_gms(services: Services, transaction: Transaction, person: Person, moved: Person) -> None:
    """Tell the GMs of a player that he has moved, each in one mail; not one who is the player."""
    by_gm: dict[str, list[GameRecord]] = {}
    for game in _games(transaction, person):
        by_gm.setdefault(game.gm_address.casefold(), []).append(game)
    for address in sorted(by_gm.keys() - {one.address.casefold() for one in (person, moved)}):
        games = by_gm[address]
        names = listed(game.name for game in games)
        text = (
            (
                f"{person.name}, who plays in {names}, has his mail sent to {moved.address} from "
                f"now on, and no more to {person.address}. He agreed to it from the old address."
            ),
            (
                "You need not do anything. If you know that it was not he: `gm player address move "
                f'"{person.name}" {person.address}`, and `gm token rotate` for his seat.'
            ),
        )
        view = NoticeView(f"The mail of {person.name} goes to another address", text)
        key = f"{_moved_key(services, person)} gm"
        notify(services, transaction, games[0].gm_address, key, view, games[0])


def _moved_key(services: Services, person: Person) -> str:
    return f"moved {person.id} {services.clock.now():%Y%m%dT%H%M%S}"


def _games(transaction: Transaction, person: Person) -> list[GameRecord]:
    """Return the games in which a person holds a seat and that are not over, by name."""
    games = (one for one in transaction.games() if one.status is not GameStatus.FINISHED)
    return sorted(
        (one for one in games if plays(transaction, one, person)), key=attrgetter("name")
    )
