"""The GM's rulings: dated precedents that the rules and the next report print from then on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gm.app.history.game_notes import note_game
from gm.app.life_ports import RulingTransaction
from gm.app.life_records import RulingRecord
from gm.app.records import GameRecord, JournalKind, PhaseRecord
from gm.app.services import Services
from gm.contract.facts import Precedent
from gm.errors import InputError, NotAllowed
from gm.languages import gettext
from gm.report.wording.dates import day_words
from gm.report.wording.sentence_parts import full_stop

LONGEST: Final = 2000
"""Letters that a ruling, or its reason, may have."""


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling in a list; `stands` is False for one that was taken back."""

    number: int
    day: str
    text: str
    reason: str
    stands: bool


def add_ruling(services: Services, name: str, text: str, reason: str = "") -> RulingLine:
    """Record a precedent: everybody reads it in the next report, and in the rules.

    Raises:
        NoSuchGame: there is no such game.
        InputError: it says nothing, or too much.
    """
    clean, why = _clean(text), _clean(reason) if reason else ""
    if not clean:
        raise InputError(gettext("Say in a sentence what is so from now on."))
    with services.store.write() as transaction:
        game = transaction.game(name)
        number = 1 + len(transaction.rulings(game.id))
        ruling = RulingRecord(0, game.id, number, clean, why, services.clock.now())
        stored = transaction.add_ruling(ruling)
        words = f"Ruling {number}: {clean}"
        note_game(services, transaction, game, JournalKind.RULING, words, reason=why)
        return _line(game, stored)


def take_back_ruling(services: Services, name: str, number: int, reason: str) -> RulingLine:
    """Take a precedent back: it stands in no rules any more, and the next report says so.

    Raises:
        NoSuchGame: there is no such game.
        InputError: no reason is given.
        NotAllowed: there is no such ruling, or it was taken back before.
    """
    why = _clean(reason)
    if not why:
        raise InputError(gettext("Say why, for everybody to read: --reason ..."))
    with services.store.write() as transaction:
        game = transaction.game(name)
        ruling = {ruling.number: ruling for ruling in transaction.rulings(game.id)}.get(number)
        if ruling is None or ruling.taken_back_at is not None:
            raise NotAllowed(
                gettext("No ruling {number} stands in {game}.", number=number, game=game.name)
            )
        gone = replace(ruling, taken_back_at=services.clock.now())
        transaction.save_ruling(gone)
        words = f"Ruling {number} is taken back: {ruling.text}"
        note_game(services, transaction, game, JournalKind.RULING_TAKEN_BACK, words, reason=why)
        return _line(game, gone)


def list_rulings(services: Services, name: str) -> tuple[RulingLine, ...]:
    """Return a game's rulings by number, those taken back too; NoSuchGame."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        return tuple(_line(game, ruling) for ruling in transaction.rulings(game.id))


def precedents(transaction: RulingTransaction, game: GameRecord) -> tuple[Precedent, ...]:
    """Return the rulings that stand, as the rules print them."""
    return tuple(
        Precedent(ruling.number, _day(game, ruling), ruling.text, ruling.reason)
        for ruling in transaction.rulings(game.id)
        if ruling.taken_back_at is None
    )


def ruling_news(transaction: RulingTransaction, phase: PhaseRecord) -> tuple[str, ...]:
    """Return what was ruled while a phase was open, as sentences of its report.

    Of one that is long over it is still what its report said.
    """
    news: list[str] = []
    for ruling in transaction.rulings(phase.game_id):
        gone = ruling.taken_back_at is not None and _in_or_before(phase, ruling.taken_back_at)
        if _in(phase, ruling.at) and not gone:
            ruled = gettext(
                "The GM ruled ({number}): {text}", number=ruling.number, text=ruling.text
            )
            why = gettext("Why: {reason}", reason=ruling.reason) if ruling.reason else ""
            news.append(f"{ruled} {why}".rstrip())
        elif (
            ruling.taken_back_at
            and ruling.at < phase.opened_at
            and _in(phase, ruling.taken_back_at)
        ):
            news.append(
                gettext(
                    "Ruling {number} was taken back: {text}",
                    number=ruling.number,
                    text=ruling.text,
                )
            )
    return tuple(news)


def _in(phase: PhaseRecord, moment: datetime) -> bool:
    return phase.opened_at <= moment and _in_or_before(phase, moment)


def _in_or_before(phase: PhaseRecord, moment: datetime) -> bool:
    return phase.resolved_at is None or moment <= phase.resolved_at


def _line(game: GameRecord, ruling: RulingRecord) -> RulingLine:
    stands = ruling.taken_back_at is None
    return RulingLine(ruling.number, _day(game, ruling), ruling.text, ruling.reason, stands)


def _day(game: GameRecord, ruling: RulingRecord) -> str:
    return day_words(ruling.at, game.time_zone)


def _clean(text: str) -> str:
    clean = " ".join(text.split())
    if len(clean) > LONGEST:
        raise InputError(
            gettext(
                "“{begin} ...” has {count} letters; a ruling or its reason may have {most}.",
                begin=clean[:40],
                count=len(clean),
                most=LONGEST,
            )
        )
    return full_stop(clean) if clean else ""
