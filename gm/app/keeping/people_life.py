"""A person in the life of games beside his seats: what is kept of it, shown to him or taken out.

Votes and press belong to a power, and its history stays; what he wrote himself is his to read, and
once he is erased nothing in it says who he was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from gm.app.life_records import Absence, Offer, PressItem
from gm.app.people_ports import Gone
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person


def life_of(
    transaction: Transaction, person: Person, mail_ids: Collection[int]
) -> dict[str, list[dict[str, Any]]]:
    """Return what is kept of a person around his games, ready for JSON; no code of an offer.

    Args:
        transaction: of the store.
        person: who. mail_ids: the mails that he sent, by which votes and press came.
    """
    games, own = transaction.games(), frozenset(mail_ids)
    names: dict[int | None, str] = {game.id: game.name for game in games}
    return {
        "memberships": [
            {
                "game": names.get(membership.game_id, ""),
                "role": membership.role.value,
                "since": membership.since.isoformat(),
                "wishes": membership.wishes,
                "ended_at": membership.ended_at.isoformat() if membership.ended_at else None,
                "outcome": membership.outcome,
            }
            for membership in transaction.memberships_of(person.id)
        ],
        "absences": [
            {
                "game": game.name,
                "first": one.first.isoformat(),
                "last": one.last.isoformat(),
                "state": one.state.value,
            }
            for game, one in _absences(transaction, games, person)
        ],
        "offers": [
            {
                "game": game.name,
                "power": one.seat,
                "offered_at": one.offered_at.isoformat(),
                "expires_at": one.expires_at.isoformat(),
                "outcome": one.outcome,
            }
            for game, one in _offers(transaction, games, person)
        ],
        "notes": [
            {
                "game": names.get(note.game_id, ""),
                "text": note.text,
                "at": note.at.isoformat(),
            }
            for note in transaction.notes(person.id)
        ],
        "press": [
            {
                "game": game.name,
                "power": one.seat,
                "to": one.to,
                "text": one.text,
                "at": one.at.isoformat(),
            }
            for game, one in _press(transaction, games, own)
        ],
        "votes": [
            {
                "game": game.name,
                "power": vote.seat,
                "choice": vote.choice,
                "at": vote.at.isoformat(),
            }
            for game in games
            for proposal in transaction.proposals(game.id)
            for vote in transaction.votes(proposal.id)
            if vote.inbox_id in own
        ],
    }


def _absences(
    transaction: Transaction, games: Collection[GameRecord], person: Person
) -> Iterator[tuple[GameRecord, Absence]]:
    for game in games:
        for absence in transaction.absences(game.id):
            if absence.person_id == person.id:
                yield game, absence


def _offers(
    transaction: Transaction, games: Collection[GameRecord], person: Person
) -> Iterator[tuple[GameRecord, Offer]]:
    for game in games:
        for offer in transaction.offers(game.id):
            if offer.person_id == person.id:
                yield game, offer


def _press(
    transaction: Transaction, games: Collection[GameRecord], mail_ids: frozenset[int]
) -> Iterator[tuple[GameRecord, PressItem]]:
    for game in games:
        for item in transaction.press(game.id):
            if item.inbox_id in mail_ids:
                yield game, item


def end_life(transaction: Transaction, person: Person, gone: Gone) -> None:
    """End all by which a person belongs to games, and take his name out of what was said.

    Args:
        transaction: of the store.
        person: who.
        gone: what stands in his place.
    """
    games = transaction.games()
    for membership in transaction.memberships_of(person.id):
        if membership.ended_at is None:
            ended = replace(membership, ended_at=gone.moment, outcome="left")
            transaction.save_membership(ended)
    for _, absence in _absences(transaction, games, person):
        if absence.taken_back_at is None:
            transaction.save_absence(replace(absence, taken_back_at=gone.moment))
    for _, offer in _offers(transaction, games, person):
        if offer.settled_at is None:
            settled = replace(offer, settled_at=gone.moment, outcome="withdrawn")
            transaction.save_offer(settled)
    for game in games:
        _hide_in_press(transaction, game, gone)
    transaction.erase_notes(gone)


def _hide_in_press(transaction: Transaction, game: GameRecord, gone: Gone) -> None:
    """Take his name and addresses out of all words that were carried, whoever wrote them."""
    for item in transaction.press(game.id):
        text = gone.hide_name(item.text)
        if text != item.text:
            transaction.save_press(replace(item, text=text))
