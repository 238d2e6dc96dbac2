"""Messages in players' mails: taken out of a mail, carried, and told of in its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.app.life_records import PressItem
from gm.app.orders.sitting import Done
from gm.app.records import Person
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, read_for
from gm.app.table import Table
from gm.app.talk.press import PRESS, Draft, take_draft, view_of
from gm.app.talk.press_mail import relay
from gm.contract.seats import SeatId
from gm.contract.told import Deed, ReadLine
from gm.errors import InputError, Refused
from gm.interpret.press_blocks import (
    Addressees,
    BlockEnd,
    LateOpening,
    PressBlock,
    addressees,
    blocks_of,
    late_openings,
)
from gm.interpret.seat_names import SeatNames
from gm.languages import gettext, listed
from gm.mail.threads import own_id
from gm.mail.values import MailReading

MOST_BLOCKS: Final = 40
"""Messages in one mail that are looked at."""

MOST_HEAD: Final = 80
"""Letters of the line that opens a message by which it is named."""


def take_press(table: Table, letter: Letter) -> tuple[Letter, Done]:
    """Carry the messages in a mail.

    Returns:
        The mail without them, and what became of each.
    """
    lines, names = letter.reading.lines, table.names
    blocks, late = read_beforehand(_messages_in, names, lines)
    if not (blocks or late):
        return letter, Done()
    done = Done()
    for block in blocks[:MOST_BLOCKS]:
        head = " ".join(lines[block.first].split())[:MOST_HEAD]
        try:
            sentences = _carry(table, letter, block)
            done += Done(deeds=(Deed(head, sentences),))
        except (InputError, Refused) as fault:
            done += Done(
                undone=(ReadLine(head, gettext("Nobody was sent this. {fault}", fault=fault)),)
            )
    if len(blocks) > MOST_BLOCKS:
        head = " ".join(lines[blocks[MOST_BLOCKS].first].split())[:MOST_HEAD]
        more = gettext(
            "Nobody was sent this, nor what follows it. One mail may hold {most} messages.",
            most=MOST_BLOCKS,
        )
        done += Done(undone=(ReadLine(head, more),))
    for opening in late:
        done += Done(
            undone=(ReadLine(" ".join(opening.head.split())[:MOST_HEAD], _too_late(opening)),)
        )
    rest = tuple(_without(lines, blocks, late))
    return replace(letter, reading=replace(letter.reading, lines=rest)), done


def _messages_in(
    names: SeatNames, lines: tuple[str, ...]
) -> tuple[tuple[PressBlock, ...], tuple[LateOpening, ...]]:
    """Return the messages in a mail, and what opens one too late in its line."""
    return tuple(blocks_of(names, lines)), tuple(late_openings(names, lines))


def _without(
    lines: Sequence[str], blocks: Sequence[PressBlock], late: Sequence[LateOpening]
) -> list[str]:
    """Return the lines of a mail with those of its messages blank."""
    left = list(lines)
    for first, last in [(press_block.first, press_block.last) for press_block in blocks] + [
        (o.at, o.last) for o in late
    ]:
        left[first : last + 1] = [""] * (last + 1 - first)
    for opening in late:
        left[opening.at] = opening.before
    return left


def _too_late(opening: LateOpening) -> str:
    unsent = gettext("Nobody was sent this.")
    if opening.closed:
        unsent = gettext(
            "Nobody was sent this, nor what stands below it down to ENDPRESS, and none of that was "
            "read as an order."
        )
    how = gettext(
        "PRESS TO must begin a line of its own, with the message below it and then ENDPRESS: send "
        "it again so."
    )
    return f"{unsent} {how}"


def _carry(table: Table, letter: Letter, block: PressBlock) -> tuple[str, ...]:
    to = addressees(table.names, block.to)
    _must_be_sure(table, letter, block, to)
    seat = _writer(table, letter.person, block)
    draft = Draft(seat, block.colour, to, block.text, letter.mail.id)
    item, more = take_draft(table, draft)
    if item.released_at is not None:
        relay(table, item)
    end = (
        (gettext("No ENDPRESS closed it, so it goes to the end of your mail."),)
        if block.end is BlockEnd.WITH_THE_MAIL
        else ()
    )
    return (sent_words(table, item), *more, *end)


def _must_be_sure(table: Table, letter: Letter, block: PressBlock, to: Addressees) -> None:
    """Refuse a message of which it is not sure whom it is for, or where it ends; InputError."""
    names = table.names
    if to.unknown:
        raise InputError(" ".join(_unknown(names, to)))
    if block.end is BlockEnd.AT_THE_NEXT:
        raise InputError(gettext("It was not closed by ENDPRESS before the next PRESS line."))
    if block.end is BlockEnd.CLOSED:
        return
    inside = letter.reading.lines[block.first + 1 : block.last + 1]
    if any(read_for(table, power, inside).orders_for() for power in table.seats_of(letter.person)):
        raise InputError(
            gettext(
                "It was not closed by ENDPRESS, and your orders follow it. Nothing below "
                "the PRESS line was taken, neither as a message nor as orders."
            )
        )


def _unknown(names: SeatNames, to: Addressees) -> Iterator[str]:
    for unknown in to.unknown:
        like = listed((names.name(power) for power in unknown.like), "or")
        no_power = gettext("“{word}” is no power of this game.", word=unknown.word)
        asked = gettext("Did you mean {names}?", names=like)
        yield f"{no_power} {asked}" if like else no_power
    if not any(unknown.like for unknown in to.unknown):
        yield gettext(
            "There are {powers}; ALL; GM.",
            powers=listed(power.name for power in names.seats),
        )


def _writer(table: Table, person: Person, block: PressBlock) -> SeatId:
    """Return the power that writes: the one it names, else the first of the writer's own."""
    powers, names = table.seats_of(person), table.names
    if not block.sender:
        return powers[0]
    claimed = addressees(names, block.sender).powers
    if len(claimed) != 1 or claimed[0] not in powers:
        raise InputError(
            gettext(
                "You do not play {sender}, so nobody can write from it but who does.",
                sender=block.sender,
            )
        )
    return claimed[0]


def sent_words(table: Table, item: PressItem) -> str:
    """Return in a sentence what became of a message that was taken."""
    view = view_of(table.names, item, table.stage)
    names = table.names
    called = [names.name(power) for power in view.to]
    called += [gettext("the game master")] if view.to_gm else []
    whom = listed(called)
    if view.everybody:
        but = listed(names.name(power) for power in view.but)
        whom = gettext("all but {powers}", powers=but) if but else gettext("all")
    signed = gettext("unsigned")
    if not view.grey:
        signed = gettext("signed by {power}", power=names.name(item.seat))
    if item.released_at is None:
        return gettext(
            "It will be sent to {whom}, {signed}, with the results of {phase}.",
            whom=whom,
            signed=signed,
            phase=table.stage_words(),
        )
    return gettext("Sent to {whom}, {signed}.", whom=whom, signed=signed)


@dataclass(frozen=True, slots=True)
class UnsentReply:
    """Why the words of a reply to a message went to nobody, and what to do."""

    why: str
    remedy: str


def is_reply_to_message(reading: MailReading) -> bool:
    """Tell whether a mail answers a message of somebody's."""
    answered = own_id(reading.in_reply_to or "")
    return answered is not None and answered.kind == PRESS


def unsent_reply(reading: MailReading) -> UnsentReply | None:
    """Return that a mail answers a message without a message of its own; None if it does not."""
    if not is_reply_to_message(reading):
        return None
    return UnsentReply(
        gettext(
            "Your mail answers a message, and its words went to nobody: only what stands "
            "between PRESS TO and ENDPRESS is carried."
        ),
        gettext(
            "Copy the lines at the end of that message to the top of your reply, and write "
            "between them."
        ),
    )
