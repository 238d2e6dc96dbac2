"""Doing what a mail asks for beside its orders, line by line, and keeping what is to be told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from gm.app.orders.lateness import why_too_late
from gm.app.orders.receipts import Sitting
from gm.app.orders.sitting import Done
from gm.app.seats.wishes import NEWCOMERS
from gm.app.words.asked import Asked
from gm.app.words.mail_acts import ACTS, OF_PHASE
from gm.contract.reading import Slip
from gm.contract.told import Deed, ReadLine
from gm.errors import InputError, Refused
from gm.interpret.command_tongues import own_words
from gm.interpret.folding import fold
from gm.languages import gettext, listed, ngettext, quoted
from gm.report.wording.command_words import BY_WORD, forms_on
from gm.time_limit import check_time

MOST_ACTS: Final = 20
"""Commands of one mail that are carried out; what follows them is told as not done."""


def within_bounds(asked: Sequence[Asked]) -> tuple[tuple[Asked, ...], Done]:
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
    sittings: Sequence[Sitting], asked: Iterable[Asked], wanted: Callable[[str], bool]
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
    for command in asked:
        check_time()
        if command.word not in ACTS or not wanted(command.word):
            continue
        try:
            if told := _do(sittings, command):
                deeds.append(Deed(command.text, told))
        except (InputError, Refused) as fault:
            undone.append(ReadLine(command.text, str(fault)))
    return Done(tuple(deeds), tuple(undone))


def _do(sittings: Sequence[Sitting], asked: Asked) -> tuple[str, ...]:
    if asked.foreign is not None:
        raise InputError(
            gettext("You do not play {power}.", power=sittings[0].table.seat_name(asked.foreign))
        )
    meant = [one for one in sittings if one.power in asked.powers] or [*sittings[:1]]
    sitting = replace(meant[0], meant=asked.powers)
    if asked.word in OF_PHASE and (late := why_too_late(sitting)):
        raise Refused(late)
    return ACTS[asked.word](sitting, asked.rest)


def not_understood(asked: Iterable[Asked], known: Callable[[str], bool]) -> Done:
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
