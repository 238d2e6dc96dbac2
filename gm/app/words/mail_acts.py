"""What players can do by a word in their mails, beside ordering: WAIT, VOTE, RESIGN ...

An act changes something and says so in sentences. In a mail with orders they stand in its receipt,
in one without in an answer of their own. A word that only asks something is no act: it has a page,
in `gm.app.words.commands`. Every word has its form in `grammar/commands.lark`, and a page of HELP.

Each command of a mail is done once, with the powers of its writer that it is for, line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.app.orders.lateness import why_too_late
from gm.app.orders.sitting import Done, Sitting
from gm.app.play.votes import vote
from gm.app.seats.resigning import resign
from gm.app.seats.wishes import NEWCOMERS
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import doubt_below
from gm.app.words.absent_mail import absent
from gm.app.words.own_settings import (
    set_habit,
    set_language,
    set_mails,
    set_reminder,
    set_time_zone,
)
from gm.app.words.phase_acts import clear, final, no_final, no_wait, wait
from gm.contract.language import Slip
from gm.contract.seats import SeatId
from gm.contract.told import Deed, ReadLine
from gm.errors import InputError, Refused
from gm.interpret.commands import OF_POWERS, own_words
from gm.interpret.folding import fold, squeeze
from gm.interpret.headings import MOST_NAME_WORDS, SHORTEST_NAME
from gm.interpret.reservations import unsays
from gm.interpret.seat_names import SeatNames, seats_called
from gm.interpret.tongues import words_of
from gm.languages import gettext, listed, ngettext, quoted
from gm.report.wording.command_words import BY_WORD, forms_on
from gm.time_limit import check_time


@dataclass(frozen=True, slots=True)
class AskedCommand:
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


def asked_in(sittings: Sequence[Sitting]) -> tuple[AskedCommand, ...]:
    """Return the commands of a mail in the order of its lines; one said twice counts once."""
    by_command: dict[tuple[str, tuple[str, ...], int], list[SeatId]] = {}
    texts: dict[int, str] = {}
    for sitting in sittings:
        for command in sitting.read.commands:
            key = (command.word, command.arguments, command.line)
            by_command.setdefault(key, []).append(sitting.power)
            texts[command.line] = command.text or " ".join((command.word, *command.arguments))
    lines = [
        _named(
            sittings[0], AskedCommand(word, " ".join(rest), texts[number], number, tuple(powers))
        )
        for (word, rest, number), powers in sorted(by_command.items(), key=lambda item: item[0][2])
    ]
    once = {
        (asked.word, asked.rest, asked.powers, asked.foreign): asked for asked in reversed(lines)
    }
    return tuple(sorted(once.values(), key=lambda asked: asked.number))


def _named(sitting: Sitting, asked: AskedCommand) -> AskedCommand:
    """Let a command that names a power be for that one alone."""
    if asked.word not in OF_POWERS or not asked.rest:
        return asked
    power = sitting.table.seat_named(asked.rest)
    if power in sitting.table.seats_of(sitting.letter.person) and power is not None:
        return AskedCommand(asked.word, "", asked.text, asked.number, (power,))
    return AskedCommand(asked.word, asked.rest, asked.text, asked.number, (), power)


def slips_in(sittings: Sequence[Sitting]) -> tuple[Slip, ...]:
    """Return the lines of a mail that were perhaps meant to be commands."""
    return tuple(dict.fromkeys(slip for sitting in sittings for slip in sitting.read.slips))


Act = Callable[[Sitting, str], tuple[str, ...]]
"""Does what a player asked for, and returns the sentences that tell him what was done.

It is handed the sitting and what stands behind the word on its line, "" for nothing. It writes in
the sitting's transaction and is called once for a line; `sitting.meant` are the powers it is for,
all of a player's unless a heading above the line, or the line itself, names one. InputError or
Refused say why it was not done: their sentence is told, and whatever else the mail holds is done
all the same. They are raised before anything is written.
"""


def _too_early(_sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Refuse a statement in a game that goes on."""
    raise Refused(
        gettext("Closing statements are taken when the game is over; nothing was recorded.")
    )


ACTS: Final[Mapping[str, Act]] = {
    "ABSENT": absent,
    "CLEAR": clear,
    "FINAL": final,
    "LANGUAGE": set_language,
    "NOFINAL": no_final,
    "NOWAIT": no_wait,
    "REMIND": set_reminder,
    "RESIGN": resign,
    "SET": set_habit,
    "MAILS": set_mails,
    "TIMEZONE": set_time_zone,
    "WAIT": wait,
    "STATEMENT": _too_early,
    "VOTE": vote,
}
"""The acts by their words, in capitals."""

OF_PHASE: Final = frozenset({"CLEAR", "WAIT", "NOWAIT", "FINAL", "NOFINAL", "VOTE"})
"""The acts that are about the open phase: in a mail that comes too late for it they are not done."""

BEFORE_ORDERS: Final = frozenset({"CLEAR"})
"""The acts that are done before the orders of their mail are entered; all others after them."""


MOST_ACTS: Final = 20
"""Commands of one mail that are carried out; what follows them is told as not done."""


def within_bounds(asked: Sequence[AskedCommand]) -> tuple[tuple[AskedCommand, ...], Done]:
    """Return as many commands of a mail as are carried out, and what is told of the others."""
    kept, left = tuple(asked[:MOST_ACTS]), asked[MOST_ACTS:]
    if not left:
        return kept, Done()
    why = ngettext(
        "This was not done. One mail may hold {most} commands: send it again in another.",
        "This and what follows it, {count} commands, were not done. One mail may hold {most} "
        "commands: send these again in another.",
        len(left),
        count=len(left),
        most=MOST_ACTS,
    )
    return kept, Done(undone=(ReadLine(left[0].text, why),))


def do_acts(
    sittings: Sequence[Sitting], asked: Iterable[AskedCommand], wanted: Callable[[str], bool]
) -> Done:
    """Do the acts of a mail whose words are wanted, in the order of their lines.

    One that returns no words, as RESIGN, has been answered by a mail of its own.

    Args:
        sittings: the mail at each of its writer's powers.
        asked: its commands.
        wanted: tells of a word whether it is to be done now.
    """
    deeds: list[Deed] = []
    undone: list[ReadLine] = []
    commands = tuple(asked)
    asked_lines = {command.text for command in commands}
    for command in commands:
        check_time()
        if command.word not in ACTS or not wanted(command.word):
            continue
        if doubt := _doubt_below(sittings, asked_lines, command):
            why = gettext(
                "“{words}” stands below it and leaves open whether it counts, so it was not done. If it "
                "is to be done, send it again, alone.",
                words=doubt,
            )
            undone.append(ReadLine(command.text, why))
            continue
        try:
            if lines := _do(sittings, command):
                deeds.append(Deed(command.text, lines))
        except (InputError, Refused) as fault:
            undone.append(ReadLine(command.text, str(fault)))
    return Done(tuple(deeds), tuple(undone))


OF_SEATS: Final = frozenset({"CLEAR", "WAIT", "NOWAIT", "FINAL", "NOFINAL"})
"""The acts that are done for every seat of their writer, or for those that are named in the same line."""


def _names_seat(text: str, names: SeatNames, seats: Collection[SeatId]) -> bool:
    """Tell whether a line names one of some seats, for which alone the command above it may be meant: `Belgium please`."""
    words = words_of(fold(text[:_LONGEST]))
    return any(
        {*seats_called(names, squeeze("".join(words[at : at + count])))} & {*seats}
        for count in range(1, MOST_NAME_WORDS + 1)
        for at in range(len(words) - count + 1)
        if len("".join(words[at : at + count])) >= SHORTEST_NAME
    )


_LONGEST: Final = 100
"""Characters of a line in which a seat's name is looked for."""


def _doubt_below(
    sittings: Sequence[Sitting], commands: Collection[str], asked: AskedCommand
) -> str:
    """Return the line right below a command, or in the mail's tails, that takes it back or doubts it; mostly none.

    Orders and other commands do not. RESIGN is asked about in any case.
    """
    lines = [" ".join(line.split()) for line in sittings[0].letter.reading.lines]
    if asked.word == "RESIGN" or asked.text not in lines:
        return ""
    rest = [line for line in lines[lines.index(asked.text) + 1 :] if line]
    below = rest[0] if rest else ""
    ordered = {
        " ".join(line.text.split())
        for sitting in sittings
        for line in sitting.read.lines
        if line.orders or line.known
    }
    ordering = {
        " ".join(line.text.split())
        for sitting in sittings
        for line in sitting.read.lines
        if line.orders
    }
    alone = ordering.isdisjoint(rest) and below not in commands
    letter, table = sittings[0].letter, sittings[0].table
    own_seats = table.seats_of(letter.person)
    if alone and asked.word in OF_SEATS and _names_seat(below, table.names, own_seats):
        return below
    if below and below not in ordered and below not in commands and read_beforehand(unsays, below):
        return below
    return doubt_below(letter)


def _do(sittings: Sequence[Sitting], asked: AskedCommand) -> tuple[str, ...]:
    if asked.foreign is not None:
        raise InputError(
            gettext("You do not play {power}.", power=sittings[0].table.seat_name(asked.foreign))
        )
    meant = [sitting for sitting in sittings if sitting.power in asked.powers] or [*sittings[:1]]
    sitting = replace(meant[0], meant=asked.powers)
    if asked.word in OF_PHASE and (late := why_too_late(sitting)):
        raise Refused(late)
    return ACTS[asked.word](sitting, asked.rest)


def not_understood(asked: Iterable[AskedCommand], known: Callable[[str], bool]) -> Done:
    """Return the commands that have a form and nobody who carries them out."""
    lines = [command for command in asked if not known(command.word)]
    return Done(undone=tuple(ReadLine(line.text, _unknown(line.word)) for line in lines))


def _unknown(word: str) -> str:
    if word in NEWCOMERS:
        return gettext(
            "{word} is taken only in a mail with nothing else in it. Send it alone.", word=word
        )
    return gettext("{word} is no command of this server.", word=word)


def slipped(slips: Iterable[Slip], *, sure: bool) -> Done:
    """Return the lines that were perhaps meant to be commands, each with what it may have been.

    Args:
        slips: such lines.
        sure: only those in capitals; else every one.
    """
    return Done(
        undone=tuple(ReadLine(slip.text, _meant(slip)) for slip in slips if slip.sure or not sure)
    )


def _meant(slip: Slip) -> str:
    near = [word for word in slip.near if word in BY_WORD]
    first = slip.text.split(maxsplit=1)[0].strip(" .,!?:").upper()
    command = own_words().get(fold(first).casefold(), first)
    if command in near:
        forms = listed(map(quoted, forms_on(BY_WORD[command])), "or")
        return gettext("This was not understood. Write {forms} on a line of its own.", forms=forms)
    asked = gettext("Did you mean {names}?", names=listed(near, "or")) if near else ""
    return f"{_unknown(first)} {asked}".rstrip()


def how_to_command() -> str:
    """Return in a sentence how a player finds the command that he wants."""
    return gettext(
        "Commands stand on a line of their own. HELP lists them all, and HELP with one "
        "behind it, such as HELP STATUS, tells more of it."
    )
