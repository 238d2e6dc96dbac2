"""Messages between players: who may write to whom, in which colour, and who gets to read them.

A message is kept with its writer, so that he can see it again and too many can be stopped. Of a
grey one nothing else that is written, printed or sent names him.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from gm.app.addresses.tokens import known_token
from gm.app.journal import note
from gm.app.life_records import PressItem
from gm.app.mail_out.readers import NewsReader, each_once, gm_of, observers, players
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import GM_SEAT
from gm.app.records import JournalKind
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Press, PressColour
from gm.app.table import Table, gm_plays, is_out
from gm.contract.facts import PressView
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.errors import InputError, NotAllowed, Refused
from gm.interpret.press_blocks import GREY, WHITE, Addressees
from gm.interpret.seat_names import SeatNames
from gm.languages import gettext, listed, ngettext

ALL: Final = "all"
PRESS: Final = "press"
"""The kind of a stored text that is a message."""

MOST_LETTERS: Final = 10_000
"""Letters of the longest message that is carried."""

MOST_A_DAY: Final = 40
"""Messages of one power that are carried within 24 hours."""

_DAY = timedelta(days=1)
"""A running day, not one of the calendar, so that no hour of the night lets a flood begin anew."""

_SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{16}(?![A-Za-z0-9])", re.I)


@dataclass(frozen=True, slots=True)
class Draft:
    """Words that somebody wants to have carried.

    Args:
        seat: the power that writes, or `GM_SEAT`.
        colour: as he says it, "" for the game's own.
        to: whom he names.
        inbox_id: the mail they stand in; None if the GM wrote them.
    """

    seat: str
    colour: str
    to: Addressees
    text: str
    inbox_id: int | None = None

    @property
    def only_gm(self) -> bool:
        """Whether nobody but the GM is to read it."""
        return self.to.gm and not (self.to.powers or self.to.everybody)


def take_draft(table: Table, draft: Draft) -> tuple[PressItem, tuple[str, ...]]:
    """Store a message, if it may be carried, and note it in the journal.

    Returns:
        The message, and sentences on those whom it names and who do not get it.

    Raises:
        InputError: it cannot be sent as it stands; Refused, NotAllowed: not in this game, or not
            now, or not by him. Nothing is stored then.
    """
    game, now = table.game, table.services.clock.now()
    colour = _colour(table, draft)
    text, left_out = _checked_text(table.transaction, draft.text)
    _may_write(table, draft)
    powers, absent = _reached(table, draft)
    if not powers and not draft.to.everybody and not draft.to.gm:
        raise InputError(
            " ".join(absent) or gettext("Your message is addressed to yourself alone.")
        )
    to = [*powers, *([GM_SEAT] if draft.to.gm else []), *([ALL] if draft.to.everybody else [])]
    to += [f"-{power}" for power in draft.to.but]
    with_gm = draft.seat == GM_SEAT or to == [GM_SEAT]
    postal = settings_of(game).postal and not with_gm
    item = table.transaction.add_press(
        PressItem(
            0,
            game.id,
            table.phase.id,
            draft.seat,
            PRESS,
            colour,
            json.dumps(to),
            text,
            now,
            draft.inbox_id,
            released_at=None if postal else now,
        )
    )
    _note(table, item)
    return item, (*absent, *left_out)


def _colour(table: Table, draft: Draft) -> str:
    """Return the colour of a message; never signs what was to be anonymous, nor the other way.

    In a game of one player there is no press: there is nobody to read it but the game master.
    """
    if draft.seat == GM_SEAT:
        return WHITE
    game, alone = table.game, len(table.rules.seats) == 1
    settings, wish = settings_of(game), draft.colour
    both = settings.press is Press.BOTH
    grey = settings.press is Press.GREY or (both and settings.colour is PressColour.GREY)
    usual = GREY if grey else WHITE
    if draft.only_gm or (both and not alone):
        return wish or usual
    if alone or settings.press is Press.NONE:
        raise Refused(
            gettext(
                "{game} is played without press: the server carries no messages between its "
                "players. You can write to the game master: PRESS TO GM.",
                game=game.name,
            )
        )
    if wish == GREY and usual == WHITE:
        raise Refused(
            gettext(
                "In {game} messages are signed, so an anonymous one is not carried, nor "
                "signed against your wish. Leave out the word GREY to sign it.",
                game=game.name,
            )
        )
    if wish == WHITE and usual == GREY:
        raise Refused(
            gettext(
                "In {game} all messages are anonymous, so a signed one is not carried. "
                "Leave out the word WHITE to send it without your name.",
                game=game.name,
            )
        )
    return usual


def _checked_text(transaction: IdentityTransaction, text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text as it is carried: all of it, but for the secrets of reply addresses."""
    if not text.strip():
        raise InputError(
            gettext("There is nothing between PRESS and ENDPRESS, so nothing was sent.")
        )
    if len(text) > MOST_LETTERS:
        raise InputError(
            gettext(
                "Your message has {count} letters, and one may have {most}. Send it in several.",
                count=len(text),
                most=MOST_LETTERS,
            )
        )
    parts = {
        entry for entry in _SECRET.findall(text) if known_token(transaction, entry.casefold())
    }
    for item in sorted(parts):
        text = text.replace(item, "***")
    sentence = gettext("A secret reply address stood in your message; its secret was left out.")
    return text, (sentence,) if parts else ()


def _may_write(table: Table, draft: Draft) -> None:
    if draft.seat == GM_SEAT:
        return
    power = SeatId(draft.seat)
    name = table.names.name(power)
    if is_out(table, power) and not draft.only_gm:
        raise NotAllowed(
            gettext(
                "{name} is out of the game, and what it writes is not carried any more. You "
                "can still write to the game master: PRESS TO GM.",
                name=name,
            )
        )
    since = table.services.clock.now() - _DAY
    recent = [
        item
        for item in table.transaction.press(table.game.id)
        if item.seat == draft.seat and item.kind == PRESS and item.at > since
    ]
    if len(recent) >= MOST_A_DAY:
        raise NotAllowed(
            ngettext(
                "{power} has sent {count} message within a day, which is as many as the server "
                "carries for one power. Send it tomorrow.",
                "{power} has sent {count} messages within a day, which is as many as the server "
                "carries for one power. Send it tomorrow.",
                len(recent),
                power=name,
                count=len(recent),
            )
        )


def _reached(table: Table, draft: Draft) -> tuple[tuple[SeatId, ...], tuple[str, ...]]:
    """Return the powers that get a message, in the order of reports, and why others do not."""
    powers, names = [], table.names
    absent: list[str] = []
    writer = table.player(draft.seat)
    for power in (power_id for power_id in names.ids if power_id in draft.to.powers):
        player, name = table.player(power), names.name(power)
        if player is None:
            absent.append(
                gettext("{name} has no player now, so nobody reads messages for it.", name=name)
            )
        elif is_out(table, power):
            absent.append(gettext("{name} is out of the game, so it gets no messages.", name=name))
        elif writer is None or player.id != writer.id:
            powers.append(power)
    return tuple(powers), tuple(absent)


def _note(table: Table, item: PressItem) -> None:
    # The journal of a game may be read by everybody one day, so it does not name a grey writer.
    view = view_of(table.names, item, table.stage)
    author = "players" if view.grey else item.seat
    signed = "Grey press" if view.grey else f"Press from {_names(table.names, view.writers)}"
    signed = "Press from the game master" if view.from_gm else signed
    whom = "all" if view.public else "some"
    held = ", held for the results" if item.released_at is None else ""
    text = f"{signed} to {whom}{held}."
    note(
        table.transaction,
        table.services.clock.now(),
        JournalKind.PRESS,
        text,
        game_id=item.game_id,
        author=author,
        public=view.public,
        data={"press": item.id},
    )


def _names(names: SeatNames, powers: Sequence[SeatId]) -> str:
    return listed(names.name(power) for power in powers)


def view_of(names: SeatNames, item: PressItem, stage: Stage) -> PressView:
    """Return a message as its readers may know it."""
    to: list[str] = json.loads(item.to)
    from_gm = item.seat == GM_SEAT and item.colour == WHITE
    signed = item.colour == WHITE and not from_gm
    return PressView(
        writers=(SeatId(item.seat),) if signed else (),
        to=tuple(SeatId(address) for address in to if address in names.ids),
        text=item.text,
        stage=stage,
        at=item.at,
        everybody=ALL in to,
        but=tuple(SeatId(address[1:]) for address in to if address.startswith("-")),
        to_gm=GM_SEAT in to,
        from_gm=from_gm,
    )


def is_public(item: PressItem) -> bool:
    """Tell whether a message is for everybody to read."""
    to: list[str] = json.loads(item.to)
    return ALL in to and not any(address.startswith("-") for address in to)


def is_for(item: PressItem, powers: Sequence[SeatId]) -> bool:
    """Tell whether a message reaches who plays these powers."""
    to: list[str] = json.loads(item.to)
    if ALL in to:
        return not any(f"-{power}" in to for power in powers)
    return any(power in to for power in powers)


def readers_of(table: Table, item: PressItem) -> Iterator[NewsReader]:
    """Yield those who get a message: a grey one to all goes to its writer too, like to any other."""
    yield from each_once(_readers_of(table, item))


def _readers_of(table: Table, item: PressItem) -> Iterator[NewsReader]:
    for player in players(table):
        mine = item.seat in player.powers and not is_public(item)
        if is_for(item, player.powers) and not mine:
            yield player
    if is_public(item):
        yield from observers(table)
    gm_wrote = any(player.is_gm and item.seat in player.powers for player in players(table))
    if item.seat != GM_SEAT and not gm_wrote and gm_reads(table, item):
        yield gm_of(table.transaction, table.game)


def gm_reads(table: Table, item: PressItem) -> bool:
    """Tell whether the GM gets a message: what is for him, or for all; else as the game says.

    A GM who plays reads no others' messages whatever it says.
    """
    if GM_SEAT in json.loads(item.to):
        return True
    reads_all = settings_of(table.game).gm_reads_press
    return not gm_plays(table.game, table.seats) and (is_public(item) or reads_all)
