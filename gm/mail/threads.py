"""Message-IDs and reply keys of our own mails, and the threads they make; pure functions, the same every time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gm.mail.values import MailReading

# The keys that our mails print for replies without a secret address: "Reply key: abc...".
#
# A mailbox without sub-addressing cannot carry the secret of a seat in its address, so the line
# comes back in the quote, wrapped, marked and decorated as the player's mail program likes.

LABEL = "Reply key"
"""What our mails print before a key; never translated, so that it can be found again."""

_BETWEEN = r"[\s>|*_＞]{0,40}+"
_KEY = re.compile(
    rf"(?<!\w)[*]{{0,3}}+reply[\s>|*_＞]{{1,40}}+key{_BETWEEN}[:：]{_BETWEEN}(?P<key>[a-z2-7]{{16,32}})(?!\w)[*]{{0,3}}",
    re.I,
)
# What a client may put inside a word without showing it.
_UNSEEN = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF]) | {0xA0: " "}
_MOST = 20


def keys_in(texts: Iterable[str]) -> tuple[str, ...]:
    """Every key in these texts, quoted or not, each once, in lower case; twenty at most."""
    keys = (m["key"].lower() for text in texts for m in _KEY.finditer(text.translate(_UNSEEN)))
    return tuple(dict.fromkeys(keys))[:_MOST]


def without_keys(lines: Sequence[str]) -> list[str]:
    """The lines without the keys among them, which are neither orders nor words of the player."""
    text = "\n".join(lines)
    if "key" not in text.lower():
        return list(lines)
    return _KEY.sub("", text.translate(_UNSEEN)).split("\n")


# Message-IDs of our own mails, and the threads they make; pure functions, the same every time.
#
# A mail's Message-ID names its game, the phase that is open when it is read, what it is and whom it
# is for. So a mail that is written twice is visibly the same mail, an answer tells which phase it
# is for, and nobody needs to store a thread.
#
# For a player every phase is a thread: the mail that opens the phase (the opening mail, later the
# report of the phase before) is its root. On a mailing list the whole game is one thread.

LIST = "list"
"""The recipient that stands for a game's mailing list."""

PHASE_MAIL = "phase"
"""The kind of a mail that opens a phase: the opening mail, and every report."""

_MOST_REFERENCES = 20
_OUR_ID = re.compile(r"<gm\.([a-z0-9-]+)\.(\d{1,6})\.([a-z0-9-]+)\.([0-9a-z]+)@[^<>@\s]+>", re.A)
_ANY_ID = re.compile(r"<[!-;=?-~]{1,500}>", re.A)


@dataclass(frozen=True, slots=True)
class Thread:
    """Where a mail hangs: `in_reply_to` is None at the root of a thread."""

    in_reply_to: str | None = None
    references: tuple[str, ...] = ()


NEW_THREAD = Thread()


def message_id(host: str, game: str, number: int, kind: str, recipient: str) -> str:
    """Return the Message-ID of one of our mails.

    Args:
        host: the domain of our mails.
        game: the game's name; "" for mails that belong to none.
        number: the phase whose orders an answer to this mail would be.
        kind: what it is, one for each mail of that phase to that recipient: "receipt-2".
        recipient: a power, all powers of a player, an address or `LIST`; only a digest of it is
            shown.
    """
    parts = "/".join((game, str(number), kind, recipient.casefold()))
    digest = hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:20]
    return f"<gm.{_word(game)}.{number}.{_word(kind)}.{digest}@{host}>"


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", text.casefold()) or "-"


def phase_root(host: str, game: str, number: int, recipient: str) -> str:
    """Return the Message-ID of the mail that opens a phase for a player or the list."""
    return message_id(host, game, number, PHASE_MAIL, recipient)


def in_phase(host: str, game: str, number: int, recipient: str) -> Thread:
    """Return the thread of a later mail of a phase: it hangs under the mail that opened it."""
    root = phase_root(host, game, number, recipient)
    return Thread(root, (root,))


def on_list(host: str, game: str, number: int) -> Thread:
    """Return the thread of a list mail of a phase: the whole game hangs under its opening mail."""
    root = phase_root(host, game, 1, LIST)
    return NEW_THREAD if number <= 1 else Thread(root, (root,))


def answer_to(answered: str | None, references: Sequence[str] = ()) -> Thread:
    """Return the thread of an answer to somebody's mail (RFC 5322 3.6.4).

    Ids that could break a header are left out. Of a long list the first and the last ones stay.

    Args:
        answered: the mail's Message-ID as it was received, if it had one.
        references: the ids in its References, oldest first.
    """
    parent = answered if answered is not None and _is_sound(answered) else None
    known = dict.fromkeys(
        reference for reference in references if _is_sound(reference) and reference != parent
    )
    chain = (*known, parent) if parent else tuple(known)
    if len(chain) > _MOST_REFERENCES:
        chain = (chain[0], *chain[1 - _MOST_REFERENCES :])
    return Thread(parent, chain)


def _is_sound(message: str) -> bool:
    return _ANY_ID.fullmatch(message) is not None


def phase_answered(reading: MailReading, game: str) -> int | None:
    """Return the number of the phase a mail answers; None if it answers no mail of that game.

    The mail it replies to decides; where that is not ours, the youngest of ours it refers to. An
    answer to a mail of ours that asked for no orders answers no phase.
    """
    ids = (reading.in_reply_to or "", *reversed(reading.references))
    for text in ids:
        match = _OUR_ID.fullmatch(text)
        if match is not None and match[1] == game.casefold():
            return int(match[2]) or None
    return None


def is_report_of(reading: MailReading, game: str, recipient: str) -> bool:
    """Tell whether a mail answers the mail that opened a phase for a recipient, or refers to it."""
    for text in (reading.in_reply_to or "", *reading.references):
        match = _OUR_ID.fullmatch(text)
        if match is not None and match[1] == game.casefold():
            root = message_id("", game, int(match[2]), PHASE_MAIL, recipient)
            if root.rpartition("@")[0] == text.rpartition("@")[0]:
                return True
    return False


@dataclass(frozen=True, slots=True)
class OwnId:
    """A Message-ID of ours, taken apart; what `message_id` was given, but for whom it is for."""

    game: str
    number: int
    kind: str


def own_id(message: str) -> OwnId | None:
    """Take a Message-ID of ours apart; None if it is not one, which anybody may have made up."""
    match = _OUR_ID.fullmatch(message)
    return None if match is None else OwnId(match[1], int(match[2]), match[3])


def is_ours(message: str, host: str) -> bool:
    """Tell whether a Message-ID is one this server gives its mails."""
    return _OUR_ID.fullmatch(message) is not None and message.endswith(f"@{host}>")
