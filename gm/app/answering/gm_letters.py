"""What a GM mails to his game in plain words: a message of his to whoever it answers.

A reply to a mail about one player is for that player. Where it cannot be told whom his words are
for he is asked, with a number for each power; they stay in the mail that asked, and wait there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm.app.life_records import PressItem
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import GM_SEAT
from gm.app.memberships import holds_one
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, InboxMail, OutboxMail, Person
from gm.app.seats.seat_letters import send_letter
from gm.app.senders.arrival import Arrival, Became
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held import gm_person
from gm.app.senders.identity import BELIEVED, SenderStanding
from gm.app.senders.letters import Doubted, GmWordsTaken, gm_standing, letter_of
from gm.app.services import Services
from gm.app.table import Table, lay, names_of
from gm.app.talk.press import Draft, is_public, take_draft, view_of
from gm.app.talk.press_mail import relay
from gm.app.words.gm_mail import said_beside
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed, Refused
from gm.interpret.gm_words import lacks_gm
from gm.interpret.numbers import numbers_alone
from gm.interpret.press_blocks import (
    Addressees,
    BlockEnd,
    PressBlock,
    addressees,
    blocks_of,
)
from gm.interpret.seat_names import SeatNames
from gm.languages import gettext, listed
from gm.mail.compose import Purpose
from gm.mail.headers import split_headers, subject
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report import mails
from gm.report.pages.letter_page import LetterView
from gm.report.views import NoticeView
from gm.report.wording.text import quiet

_ASKED: Final = "gm-whom"
"""What the key of a question to whom his words are for begins with; the mail they stand in follows."""

_SENT: Final = "gm-word"
"""What the key of the answer begins with that says to whom they went; likewise."""

_MOST_BLOCKS: Final = 40
"""Messages in one mail that are looked at."""

_MOST_SHOWN: Final = 12
"""Lines of his own words that a GM is shown again."""

_ABOUT_A_MAIL: Final = ("shunted",)
"""What the keys of notices about a mail begin with: its number follows."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A GM's mail to a game.

    Args:
        mail, reading: it; written: its lines, without empty ones at the ends.
    """

    services: Services
    transaction: Transaction
    game: GameRecord
    mail: InboxMail
    reading: MailReading

    @property
    def written(self) -> tuple[str, ...]:
        return tuple("\n".join(self.reading.lines).strip("\n").splitlines())


def take_gm_letter(arrival: Arrival) -> Became | None:
    """Pass on what a GM wrote in plain words to his game, or ask him to whom.

    Returns:
        What became of it; None if it is not from its GM, or he plays in it and it is a player's mail.

    Raises:
        Doubted: nothing proves that it is from the GM.
    """
    game, transaction = arrival.game, arrival.transaction
    if game is None or arrival.reading.is_list:
        return None
    standing = gm_standing(arrival, game)
    if standing is SenderStanding.STRANGER:
        return None
    known = arrival.confirmer or arrival.writer
    master = transaction.person_of_address(game.gm_address)
    if any(person and holds_one(arrival.seats, person) for person in (known, master)):
        return None
    if standing not in BELIEVED:
        keeper = gm_person(transaction, game)
        raise Doubted(letter_of(arrival, game, keeper, standing))
    _take(_words(arrival, game))
    return Became("words of the GM", game.id)


def _words(arrival: Arrival, game: GameRecord) -> _Words:
    return _Words(arrival.services, arrival.transaction, game, arrival.mail, arrival.reading)


def _take(words: _Words) -> None:
    try:
        table = lay(words.services, words.transaction, words.game)
    except NotAllowed:
        if (person := _person_concerned(words)) is not None:
            _send_outside_phases(words, person)
            return
        paragraphs = (
            (
                f"No phase of {words.game.name} is open, so the server carries no messages in it, and "
                "nobody was sent your words."
            ),
            "Write to the players yourself: GM player list, on a line of its own, names them.",
        )
        _tell(words, "Nobody was sent your words", paragraphs)
        return
    names = table.names
    blocks = read_beforehand(_blocks, names, words.reading.lines)
    answered = _answered(words)
    waiting = _waiting(words, answered)
    chosen = read_beforehand(_chosen, names, words.written) if waiting is not None else None
    if blocks:
        _send_blocks(words, table, blocks)
    elif not words.written:
        _tell(words, "Your mail held no words", ("So nobody was sent anything.",))
    elif waiting is not None and chosen is not None:
        _send_waiting(words, table, waiting, chosen)
    elif read_beforehand(_lacks_gm, words.written):
        _ask(words, table)
    elif (to := _concerned(words, table, answered)) is not None:
        sent = _sent(table, Addressees((to,)), words.written, words.mail.id)
        _tell(words, *sent, printed=words.written)
    else:
        _ask(words, table)


def _lacks_gm(lines: tuple[str, ...]) -> bool:
    """Tell whether one of some lines is a command but for GM before it."""
    return any(map(lacks_gm, lines))


def take_words_beside(rest: Arrival, taken: GmWordsTaken) -> None:
    """Send the messages in a mail of a GM's commands, and tell him that nobody was sent what else is in it.

    It may be meant for a player, and it may change or doubt the commands: `no, wait, make that two days`.
    So only what stands between PRESS TO and ENDPRESS is sent.

    Args:
        rest: his mail without the commands; taken: what has been taken of it.
    """
    game, lines = taken.game, rest.reading.lines
    names, words = names_of(rest.services, game), _words(rest, game)
    if read_beforehand(_blocks, names, lines):
        _take(words)
        return
    said = () if taken.told else read_beforehand(said_beside, lines, names, game.gm_name)
    if said:
        sentences = (
            "What stands beside your commands did nothing and went to nobody.",
            "To write to players, put PRESS TO and the power above your words, and ENDPRESS below.",
        )
        _tell(words, "Nobody was sent your words", sentences, printed=said)


def _person_concerned(words: _Words) -> Person | None:
    """Return whom the answered mail names, of all that belong to a game without an open phase."""
    answered = _answered(words)
    if answered is None or words.game.status is not GameStatus.FORMING or not words.written:
        return None
    title = subject(split_headers(answered.raw.partition(b"\r\n\r\n")[0]))
    transaction, game = words.transaction, words.game
    people = {seat.person.id: seat.person for seat in transaction.seats(game.id) if seat.person}
    for member in transaction.memberships(game.id):
        person = transaction.person_by_id(member.person_id)
        if person is not None and member.ended_at is None:
            people[person.id] = person
    named = [
        person
        for person in people.values()
        if any(_is_in(name, title) for name in (person.name, person.address) if name.strip())
    ]
    return named[0] if len(named) == 1 else None


def _send_outside_phases(words: _Words, person: Person) -> None:
    """Send a GM's words to somebody of a game that has not begun, once."""
    lines = [quiet(line) for line in words.written if line.strip()]

    def view() -> LetterView:
        return LetterView(
            gettext("A word from the game master"),
            tuple(lines),
            steps=(gettext("To answer, write to {gm}.", gm=words.game.gm_address),),
        )

    key = f"{_SENT} {words.mail.id}"
    send_letter(words.services, words.transaction, person, key, view, words.game)
    sentences = (f"Sent to {person.name}:",)
    _tell(words, f"Your words went to {person.name}", sentences, printed=lines)


def _blocks(names: SeatNames, lines: tuple[str, ...]) -> tuple[PressBlock, ...]:
    return tuple(blocks_of(names, lines))


def _answered(words: _Words) -> OutboxMail | None:
    """Return the mail to the GM that his own replies to; None if it replies to none of this game."""
    named = words.reading.in_reply_to
    if not named:
        return None
    sent = words.transaction.outbox_by_message(named, words.game.gm_address)
    return sent if sent is not None and sent.game_id == words.game.id else None


def _waiting(words: _Words, answered: OutboxMail | None) -> InboxMail | None:
    """Return the mail whose words wait, if it was asked for whom they are."""
    number = _numbered(answered, (_ASKED,))
    return words.transaction.inbox_mail(number) if number is not None else None


def _numbered(answered: OutboxMail | None, kinds: Sequence[str]) -> int | None:
    """Return the number behind one of some words with which the key of a mail begins; or None."""
    kind, _, rest = answered.key.partition(" ") if answered is not None else ("", "", "")
    number = rest.partition(" ")[0]
    return int(number) if kind in kinds and number.isdecimal() else None


def _chosen(names: SeatNames, written: tuple[str, ...]) -> Addressees | None:
    """Return whom the first line of an answer names, by numbers or names; None if nobody."""
    line = written[0].strip() if written else ""
    if not line:
        return None
    powers = names.ids
    if numbers := numbers_alone(line):
        if not all(1 <= number <= len(powers) + 1 for number in numbers):
            return None
        if len(powers) + 1 in numbers:
            return Addressees(everybody=True)
        return Addressees(tuple(powers[number - 1] for number in numbers))
    named = addressees(names, re.sub(r"(?i)^(press )?to\b", "", line).strip(" :."))
    return named if (named.powers or named.everybody) and not (named.unknown or named.gm) else None


def _concerned(words: _Words, table: Table, answered: OutboxMail | None) -> SeatId | None:
    """Return the power of the one player whom the answered mail is about; None if there is none."""
    if answered is None:
        return None
    messages = words.transaction.press(words.game.id)
    seats = _writers(table, answered, messages) | _told_before(table, answered, messages)
    seats = seats or _named_in(
        table, subject(split_headers(answered.raw.partition(b"\r\n\r\n")[0]))
    )
    if (number := _numbered(answered, _ABOUT_A_MAIL)) is not None:
        sender = words.transaction.person_of_address(
            words.transaction.inbox_mail(number).envelope_from or ""
        )
        seats |= set(table.seats_of(sender)) if sender is not None else set()
    players = {player.id for seat in seats if (player := table.player(seat)) is not None}
    return min(seats, key=table.names.ids.index) if len(players) == 1 else None


def _writers(table: Table, answered: OutboxMail, messages: Sequence[PressItem]) -> set[SeatId]:
    """Return the power that signed a message which came as this mail; nobody for a grey one."""
    number = _numbered(answered, ("press",))
    views = (view_of(table.names, item, table.stage) for item in messages if item.id == number)
    return {power for view in views for power in view.writers}


def _told_before(table: Table, answered: OutboxMail, messages: Sequence[PressItem]) -> set[SeatId]:
    """Return to whom the words went of which this mail tells."""
    number = _numbered(answered, (_SENT,))
    sent_items = [item for item in messages if item.inbox_id == number and item.seat == GM_SEAT]
    views = (view_of(table.names, item, table.stage) for item in sent_items if number)
    return {power for view in views for power in view.to}


def _named_in(table: Table, title: str) -> set[SeatId]:
    """Return the powers that a subject names, by their names or by their players' ones."""
    seats: set[SeatId] = set()
    for power in table.names.ids:
        player = table.player(power)
        names = [table.names.name(power)]
        names += [player.name, player.address] if player is not None else []
        if any(_is_in(name, title) for name in names if name.strip()):
            seats.add(power)
    return seats


def _is_in(name: str, title: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title, re.I) is not None


def _send_waiting(words: _Words, table: Table, waiting: InboxMail, to: Addressees) -> None:
    """Send the words of an earlier mail to those whom the answer names, once."""
    messages = words.transaction.press(words.game.id)
    if any(item.inbox_id == waiting.id and item.seat == GM_SEAT for item in messages):
        sent = "What you wrote then was sent already; it is not sent twice."
        _tell(words, "Those words were sent before", (sent,))
        return
    reading = read_beforehand(words.services.reader.read, waiting.raw)
    lines = "\n".join(reading.lines).strip("\n").splitlines()
    below = "\n".join(words.written[1:]).strip("\n").splitlines()
    _tell(words, *_sent(table, to, (*lines, *below), waiting.id), printed=(*lines, *below))


def _send_blocks(words: _Words, table: Table, blocks: Sequence[PressBlock]) -> None:
    lines: list[str] = []
    for block in blocks[:_MOST_BLOCKS]:
        to = addressees(table.names, block.to)
        if to.unknown or to.gm or block.end is BlockEnd.AT_THE_NEXT:
            wrong = f"“{to.unknown[0].word}” is no power." if to.unknown else ""
            wrong = "The game master is you." if to.gm else wrong
            lines.append(
                f"PRESS TO {block.to}: nobody was sent this. {wrong or 'ENDPRESS is missing.'}"
            )
            continue
        lines += _sent(table, to, block.text.splitlines(), words.mail.id)[1]
    if len(blocks) > _MOST_BLOCKS:
        lines.append(f"One mail may hold {_MOST_BLOCKS} messages; what follows was not sent.")
    inside = {at for block in blocks for at in range(block.first, block.last + 1)}
    outside = [
        line for at, line in enumerate(words.reading.lines) if at not in inside and line.strip()
    ]
    if outside:
        lines.append(
            f"What stands outside PRESS and ENDPRESS went to nobody: “{outside[0].strip()}”"
        )
    _tell(words, "What became of your messages", lines)


def _sent(
    table: Table, to: Addressees, lines: Sequence[str], inbox_id: int
) -> tuple[str, tuple[str, ...]]:
    """Send words of the GM's; return the title of the answer, and what came of it in sentences."""
    draft = Draft(GM_SEAT, "", to, "\n".join(lines), inbox_id)
    try:
        item, absent = take_draft(table, draft)
    except (InputError, Refused) as fault:
        return "Nobody was sent your words", (f"Nobody was sent this. {fault}",)
    relay(table, item)
    names = table.names
    view = view_of(names, item, table.stage)
    whom = "all" if is_public(item) else listed(names.name(power) for power in view.to)
    if view.everybody and view.but:
        whom = f"all but {listed(names.name(power) for power in view.but)}"
    return (
        f"Your words went to {whom}",
        (f"Sent to {whom}, signed by the game master.", *absent),
    )


def _ask(words: _Words, table: Table) -> None:
    """Ask the GM to whom his words shall go; of a seat's number it counts that it never changes."""
    seats = table.names.seats
    played = [
        f"{number} {seat.name}"
        for number, seat in enumerate(seats, 1)
        if table.player(seat.id) is not None
    ]
    paragraphs = (
        "It cannot be told to whom your words shall go, so nobody has been sent them. They are kept.",
        "Reply to this mail with a number on the first line, or with several:",
        f"{', '.join(played)}, {len(seats) + 1} all.",
        (
            "To say it in the mail itself, write PRESS TO and the power above your words, and ENDPRESS "
            "below them."
        ),
        "A command of yours begins with GM, as GM journal; HELP lists what else the server reads.",
    )
    _tell(words, "To whom shall this go?", paragraphs, _ASKED)


def _tell(
    words: _Words,
    title: str,
    sentences: Sequence[str],
    kind: str = _SENT,
    printed: Sequence[str] = (),
) -> None:
    """Answer a GM; what is printed stands below the sentences as he wrote it."""
    game, reading = words.game, words.reading
    parcel = Parcel(
        key=f"{kind} {words.mail.id}",
        kind=f"{kind}-{words.mail.id}",
        label=game.gm_address,
        address=game.gm_address,
        name=game.gm_name,
        text=mails.notice(
            NoticeView(title, tuple(sentences), tag=game.name, printed=_shown(printed))
        ),
        purpose=Purpose.ANSWER,
        game=game,
        thread=answer_to(reading.message_id, reading.references),
    )
    queue(words.services, words.transaction, parcel)


def _shown(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a mail as its writer is shown them: its first lines."""
    left = [quiet(line) for line in lines if line.strip()]
    return (*left[:_MOST_SHOWN], *(("...",) if len(left) > _MOST_SHOWN else ()))
