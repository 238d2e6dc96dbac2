"""The commands of a mail, each once, with the powers of its writer that it is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.app.orders.receipts import Sitting
from gm.contract.reading import Slip
from gm.contract.seats import SeatId
from gm.interpret.commands import OF_POWERS


@dataclass(frozen=True, slots=True)
class Asked:
    """A command in a mail.

    Args:
        word: which, in capitals; rest: what stands behind it, "" for nothing.
        text: the line as written; number: its number in the mail.
        powers: the powers of the writer that it is for, in the order of the seats.
        foreign: the power it names instead, if that is none of his.
    """

    word: str
    rest: str
    text: str
    number: int
    powers: tuple[SeatId, ...]
    foreign: SeatId | None = None


def asked_in(sittings: Sequence[Sitting]) -> tuple[Asked, ...]:
    """Return the commands of a mail in the order of its lines; one said twice counts once."""
    found: dict[tuple[str, tuple[str, ...], int], list[SeatId]] = {}
    texts: dict[int, str] = {}
    for sitting in sittings:
        for command in sitting.read.commands:
            key = (command.word, command.arguments, command.line)
            found.setdefault(key, []).append(sitting.power)
            texts[command.line] = command.text or " ".join((command.word, *command.arguments))
    lines = [
        _named(sittings[0], Asked(word, " ".join(rest), texts[number], number, tuple(powers)))
        for (word, rest, number), powers in sorted(found.items(), key=lambda item: item[0][2])
    ]
    once = {
        (asked.word, asked.rest, asked.powers, asked.foreign): asked for asked in reversed(lines)
    }
    return tuple(sorted(once.values(), key=lambda asked: asked.number))


def _named(sitting: Sitting, asked: Asked) -> Asked:
    """Let a command that names a power be for that one alone."""
    if asked.word not in OF_POWERS or not asked.rest:
        return asked
    power = sitting.table.seat_named(asked.rest)
    if power in sitting.table.seats_of(sitting.letter.person) and power is not None:
        return Asked(asked.word, "", asked.text, asked.number, (power,))
    return Asked(asked.word, asked.rest, asked.text, asked.number, (), power)


def slips_in(sittings: Sequence[Sitting]) -> tuple[Slip, ...]:
    """Return the lines of a mail that were perhaps meant to be commands."""
    return tuple(dict.fromkeys(slip for sitting in sittings for slip in sitting.read.slips))
