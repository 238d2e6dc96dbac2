"""The words WAIT, NOWAIT, FINAL and NOFINAL in a player's mail."""

from __future__ import annotations

from gm.app.life_records import Word
from gm.app.orders.sitting import Sitting
from gm.app.timing.early_processing import goes_on_by_itself
from gm.app.timing.marks import say, take_back
from gm.languages import gettext, listed


def wait(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Keep the phase open until its deadline."""
    _say(sitting, Word.WAIT)
    return _told(
        sitting,
        gettext("{powers}: wait for the deadline. This is noted.", powers=_powers(sitting)),
    )


def no_wait(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Take a WAIT back."""
    return _taken_back(sitting, Word.WAIT)


def final(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Say that nothing more will come for this phase."""
    _say(sitting, Word.FINAL)
    return _told(
        sitting,
        gettext(
            "{powers}: final orders. This is noted; you may still change them.",
            powers=_powers(sitting),
        ),
    )


def no_final(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Take a FINAL back."""
    return _taken_back(sitting, Word.FINAL)


def _say(sitting: Sitting, word: Word) -> None:
    mail, seats = sitting.letter.mail, _seats(sitting)
    say(sitting.transaction, sitting.table.phase.id, seats, word, mail.received_at, mail.id)


def _taken_back(sitting: Sitting, word: Word) -> tuple[str, ...]:
    at, phase = sitting.letter.mail.received_at, sitting.table.phase
    if not take_back(sitting.transaction, phase.id, _seats(sitting), word, at):
        return (
            gettext(
                "There is no {word} of {powers} to take back.",
                word=word.name,
                powers=_powers(sitting),
            ),
        )
    return _told(
        sitting,
        gettext("The {word} of {powers} is taken back.", word=word.name, powers=_powers(sitting)),
    )


def _told(sitting: Sitting, done: str) -> tuple[str, ...]:
    """Return what was done, and what it is worth; the answer tells when the phase is resolved."""
    if goes_on_by_itself(sitting.table.game, sitting.table.stage):
        return (done,)
    words = sitting.table.stage_words()
    return done, gettext(
        "In this game {words} is resolved at its deadline in any case.", words=words
    )


def _seats(sitting: Sitting) -> tuple[str, ...]:
    return tuple(map(str, sitting.meant or (sitting.power,)))


def _powers(sitting: Sitting) -> str:
    table = sitting.table
    return listed(table.seat_name(power) for power in sitting.meant or (sitting.power,))
