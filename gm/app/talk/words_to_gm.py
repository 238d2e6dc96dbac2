"""What players write beside their orders and commands: passed on to the game master, or only shown.

A question or a wish is for the game master, and with one all that was read as nothing goes to him, so
that he sees what it is about. Where he plays himself he gets only what names nothing of the board: he
must not read plans. It is written in the transaction that answers the mail, so it goes once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from gm.app.addresses.tokens import discreet
from gm.app.mail_out.notices import notify
from gm.app.senders.letters import Letter, NothingFound, Turned
from gm.app.table import Table, gm_plays, lay
from gm.app.talk.press_letters import unsent_reply
from gm.contract.language import Talk, UnreadLine
from gm.contract.told import Unread
from gm.languages import gettext, listed
from gm.mail.addresses import is_same
from gm.report.views import NoticeView
from gm.report.wording.text import quiet

TALK: Final = "talk"
"""What the key of a letter to the game master begins with: whose words, of which day, of which mail."""

MOST_A_DAY: Final = 10
"""Letters with one player's words that a game master gets in a day; a machine's might never end."""

_MOST_LINES: Final = 30
_MOST_LETTERS: Final = 300
"""What the game master reads of one mail: lines, and letters of each."""


def tell_unread(
    table: Table,
    letter: Letter,
    unread: Sequence[UnreadLine],
    answered: Collection[str] = (),
    *,
    trial: bool = False,
) -> Unread | None:
    """Pass on to the game master what is for him of what was read as nothing.

    Args:
        table: the game. letter: the mail.
        unread: its lines of which nothing came.
        answered: those of which its writer is told elsewhere, as written.
        trial: nothing of the mail is to be done.

    Returns:
        What its writer is told of them; None where there are none.
    """
    left = [line for line in unread if line.text not in answered]
    if not left:
        return None
    passed = [] if trial else _for_gm(table, letter, left)
    if passed:
        _pass_on(table, letter, passed)
    sent = {*passed[:_MOST_LINES]}
    lines = tuple((line.text, line in sent) for line in left)
    held = trial and bool(_for_gm(table, letter, left))
    return Unread(lines, table.game.gm_name if passed or held else "", held)


TurnedT = TypeVar("TurnedT", bound=Turned)


def with_words_to_gm(turned: TurnedT, unread: Unread | None) -> TurnedT:
    """Return why nothing of a mail was recorded, with the word that its talk was passed on."""
    if unread is not None and unread.gm:
        turned.remedy = f"{passed_on(unread.gm)} {turned.remedy}"
    return turned


def hand_over_talk(letter: Letter, nothing: NothingFound) -> bool:
    """Pass on to the game master what is for him in a mail of nothing but talk.

    Returns:
        Whether anything was; then what its writer is told says so.
    """
    table = lay(letter.services, letter.transaction, letter.game)
    unread = tell_unread(table, letter, nothing.unread)
    with_words_to_gm(nothing, unread)
    return unread is not None and bool(unread.gm)


def passed_on(gm: str) -> str:
    """Return in a sentence that the game master has a player's words."""
    return gettext("Your words were passed on to {gm}, the game master.", gm=gm)


def _for_gm(table: Table, letter: Letter, left: Sequence[UnreadLine]) -> list[UnreadLine]:
    """Return the lines that the game master is sent; none where he wrote them, or had enough.

    What answers a message is for whoever signed that, and what came over a list all could read.
    """
    if is_same(letter.person.address, table.game.gm_address):
        return []
    if letter.over_list or unsent_reply(letter.reading) is not None:
        return []
    if table.transaction.count_outbox(_key_of_day(letter)) >= MOST_A_DAY:
        return []
    if gm_plays(table.game, table.seats):
        return [line for line in left if line.talk is Talk.FOR_GM and not line.of_board]
    meant = any(line.talk in {Talk.FOR_GM, Talk.UNCLEAR} for line in left)
    return [*left] if meant else []


def _key_of_day(letter: Letter) -> str:
    return f"{TALK} {letter.game.id} {letter.person.id} {letter.mail.received_at:%F} "


def _pass_on(table: Table, letter: Letter, passed: Sequence[UnreadLine]) -> None:
    names, person = table.names, letter.person
    said = [
        quiet(discreet(table.transaction, line.text))[:_MOST_LETTERS]
        for line in passed[:_MOST_LINES]
    ]
    if len(passed) > _MOST_LINES:
        said.append("...")

    def view() -> NoticeView:
        power = listed(names.name(power_id) for power_id in table.seats_of(person))
        return NoticeView(
            gettext("A word from {power}", power=power),
            (
                gettext(
                    "{person} ({power}) wrote this in a mail to the server, which is no order and no "
                    "command. Your answer to this mail goes to {person}.",
                    person=person.name,
                    power=power,
                ),
            ),
            printed=("\n".join(said),),
        )

    key = f"{_key_of_day(letter)}{letter.mail.id}"
    notify(table.services, table.transaction, table.game.gm_address, key, view, table.game)
