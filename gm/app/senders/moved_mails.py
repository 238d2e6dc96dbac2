"""The mails about a player whose mail goes to another address: to both of them, and to his GMs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Said, Words
from gm.app.memberships import plays
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, Person
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.languages import gettext, listed
from gm.mail.addresses import address_key
from gm.report.views import NoticeView


def tell_both(services: Services, transaction: Transaction, person: Person, moved: Person) -> None:
    """Tell a player at both addresses; at the new one for each game, so that a reply is believed."""
    games = _games(transaction, person)
    known = _known(person, sorted({game.gm_address for game in games}))

    def words(game: GameRecord | None = None) -> Words:
        goes = gettext(
            "All mail of your games goes to {new} from now on, and no more to {old}.",
            new=moved.address,
            old=person.address,
        )
        told: tuple[str, ...] = (goes, known())
        if game is not None:
            reply = gettext(
                "A reply to this mail reaches the game {game}, and is believed as yours.",
                game=game.name,
            )
            told = (*told, reply)
        return gettext("Your mail goes to another address"), told

    key = _moved_key(services, person)
    tell_person(services, transaction, person, key, words, None)
    for game in games:
        named = f"{key} {game.name}"
        tell_person(services, transaction, moved, named, partial(words, game), game)
    if not games:
        tell_person(services, transaction, moved, key, words, None)


def _known(person: Person, gms: Sequence[str]) -> Said:
    def said() -> str:
        if not gms:
            return gettext(
                "Mail from {address} is still known as yours. If this was not you, tell your game "
                "master.",
                address=person.address,
            )
        return gettext(
            "Mail from {address} is still known as yours. If this was not you, tell your game "
            "master: {gms}.",
            address=person.address,
            gms=listed(gms),
        )

    return said


def tell_gms(services: Services, transaction: Transaction, person: Person, moved: Person) -> None:
    """Tell the GMs of a player that he has moved, each in one mail; not one who is the player."""
    by_gm: dict[str, list[GameRecord]] = {}
    for game in _games(transaction, person):
        by_gm.setdefault(address_key(game.gm_address), []).append(game)
    for address in sorted(
        by_gm.keys() - {address_key(player.address) for player in (person, moved)}
    ):
        games = by_gm[address]
        key = f"{_moved_key(services, person)} gm"
        view = partial(_has_moved, person, moved, games)
        notify(services, transaction, games[0].gm_address, key, view, games[0])


def _has_moved(person: Person, moved: Person, games: Sequence[GameRecord]) -> NoticeView:
    text = (
        gettext(
            "{person}, who plays in {games}, has his mail sent to {new} from now on, and no more "
            "to {old}. He agreed to it from the old address.",
            person=person.name,
            games=listed(game.name for game in games),
            new=moved.address,
            old=person.address,
        ),
        gettext(
            "You need not do anything. If you know that it was not he: `gm player address move "
            '"{person}" {old}`, and `gm token rotate` for his seat.',
            person=person.name,
            old=person.address,
        ),
    )
    title = gettext("The mail of {person} goes to another address", person=person.name)
    return NoticeView(title, text)


def _moved_key(services: Services, person: Person) -> str:
    return f"moved {person.id} {services.clock.now():%Y%m%dT%H%M%S}"


def _games(transaction: Transaction, person: Person) -> list[GameRecord]:
    """Return the games in which a person holds a seat and that are not over, by name."""
    games = (game for game in transaction.games() if game.status is not GameStatus.FINISHED)
    return sorted(
        (game for game in games if plays(transaction, game, person)), key=attrgetter("name")
    )
