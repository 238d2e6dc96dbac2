"""Whom a mail is believed to be from, and why, or why not: one table of cases, without any I/O.

From lines are easily forged, so From alone proves nothing unless the server is told to trust it. The
secret of a seat proves it, and so does our own mail server's word for the From domain. A DMARC failure
wins over everything but the sender's own word from his registered address.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SenderStanding(Enum):
    """Why a mail is believed (the first five), or is not."""

    CONFIRMED = "confirmed from the registered address"
    BY_REPLY = "the secret reply address"
    VOUCHED = "our mail server's word for the sender"
    SIGNED = "a signature of the sender's domain"
    SENDER = "the From line, which this server trusts"
    FAILED = "the sender's domain disowns it (DMARC)"
    NEW_SENDER = "the secret reply address, used from an unknown address"
    OLD_REPLY = "a reply address that has been replaced"
    WRONG_REPLY = "a reply address that is not the sender's"
    NO_PROOF = "nothing but its From line says who sent it"
    STRANGER = "an unknown address"


BELIEVED = frozenset(
    {
        SenderStanding.CONFIRMED,
        SenderStanding.BY_REPLY,
        SenderStanding.VOUCHED,
        SenderStanding.SIGNED,
        SenderStanding.SENDER,
    }
)
"""The standings of a mail that is acted upon."""

ASKED_ABOUT = frozenset(
    {
        SenderStanding.FAILED,
        SenderStanding.NEW_SENDER,
        SenderStanding.OLD_REPLY,
        SenderStanding.WRONG_REPLY,
        SenderStanding.NO_PROOF,
    }
)
"""The standings of a mail that is held until its sender confirms it from his registered address."""


class Secret(Enum):
    """What the secrets in a mail's recipient or text are to the person it is judged for."""

    NONE = "none"
    RIGHT = "right"
    OLD = "old"
    OTHERS = "others"
    """Another seat's, or none that ever was."""


class SenderVerdict(Enum):
    """What our own mail server, or our own look at its signatures, says of the From domain."""

    NOTHING = "nothing"
    PASSED = "pass"
    SIGNED = "signed"
    FAILS = "fail"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against a mail.

    Args:
        known: its From is an address of the person: the registered one, or a confirmed one.
        secret: what the secrets in it are.
        verdict: what mail servers say.
        confirmed: whoever reads the registered address has confirmed it, or the GM has.
    """

    known: bool
    secret: Secret = Secret.NONE
    verdict: SenderVerdict = SenderVerdict.NOTHING
    confirmed: bool = False


def judge(evidence: Evidence, *, proof: bool) -> SenderStanding:
    """Return what a mail is worth.

    Args:
        evidence: for and against it.
        proof: something beside the From line must prove it (the setting `identity`).
    """
    if not evidence.known and evidence.secret is not Secret.RIGHT:
        return SenderStanding.STRANGER
    if evidence.confirmed:
        return SenderStanding.CONFIRMED
    if evidence.verdict is SenderVerdict.FAILS:
        return SenderStanding.FAILED
    if not evidence.known:
        return SenderStanding.NEW_SENDER
    if evidence.secret is Secret.RIGHT:
        return SenderStanding.BY_REPLY
    return _without_secret(evidence, proof=proof)


def _without_secret(evidence: Evidence, *, proof: bool) -> SenderStanding:
    if evidence.verdict is SenderVerdict.PASSED:
        return SenderStanding.VOUCHED
    if evidence.verdict is SenderVerdict.SIGNED:
        return SenderStanding.SIGNED
    if not proof:
        return SenderStanding.SENDER
    return _DOUBTS[evidence.secret]


_DOUBTS = {
    Secret.NONE: SenderStanding.NO_PROOF,
    Secret.OLD: SenderStanding.OLD_REPLY,
    Secret.OTHERS: SenderStanding.WRONG_REPLY,
    Secret.RIGHT: SenderStanding.BY_REPLY,
}
"""What a known From line is worth where nothing vouches for it."""
