"""What is said of a line of keywords: the sentence for each complaint of the kit for reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gm.contract.complaints import Complaint, ComplaintKind
from gm.languages import gettext, gettext_noop, listed


def complaint_sentence(complaint: Complaint) -> str:
    """Return what is said of a line, in the language that is spoken."""
    return _WRITERS[complaint.kind](complaint)


def _strange(complaint: Complaint) -> str:
    if not complaint.named:
        return gettext("“{piece}” cannot be read here.", piece=complaint.piece)
    return gettext(
        "“{piece}” cannot be read here; {expected} can stand there.",
        piece=complaint.piece,
        expected=listed(complaint.named, "or"),
    )


def _unended(complaint: Complaint) -> str:
    expected = listed(complaint.named, "or")
    return gettext("Something is missing at the end: {expected}.", expected=expected)


def _rest_or_all(_complaint: Complaint) -> str:
    asked = gettext("You have ordered before. Is this the rest, or does it take its place?")
    return f"{asked} {_by_number()}"


def _by_number() -> str:
    return gettext("Answer with the number of what you mean, or send all anew.")


def _may_change(complaint: Complaint) -> str:
    if complaint.choices > 1:
        answer = _by_number()
    else:
        answer = gettext(
            "If your orders are meant as they stand below, answer YES; else send all anew."
        )
    if not complaint.why:
        asked = gettext("These words may change your orders, so none of them is carried out yet.")
    else:
        waits = gettext("Nothing is carried out yet.")
        asked = f"{complaint.why} {waits}"
    return f"{asked} {answer}"


def _of_part(complaint: Complaint) -> str:
    refused = gettext("{order}: {why}", order=complaint.piece, why=complaint.why)
    rest = gettext("Nothing else in this line was taken either.")
    return f"{refused} {rest}"


def _whose(complaint: Complaint) -> str:
    names = listed(complaint.named, "or")
    return gettext("Say whose order this is: put {names} over it.", names=names)


def _read_as(complaint: Complaint) -> str:
    return gettext("Read as {order}.", order=complaint.piece)


def _fixed(sentence: str) -> Callable[[Complaint], str]:
    return lambda _: gettext(sentence)


_WRITERS: Final[Mapping[ComplaintKind, Callable[[Complaint], str]]] = MappingProxyType(
    {
        ComplaintKind.STRANGE: _strange,
        ComplaintKind.UNENDED: _unended,
        ComplaintKind.NOT_PLAIN: _fixed(
            gettext_noop(
                "This does not say plainly what shall be done, so nothing was ordered by it."
            )
        ),
        ComplaintKind.SEVERAL: _fixed(gettext_noop("This may mean several things.")),
        ComplaintKind.QUESTION: _fixed(
            gettext_noop(
                "A question orders nothing. If you mean it as an order, answer with its number;"
                " CHECK above an order tells what it would do."
            )
        ),
        ComplaintKind.PARTLY: _fixed(
            gettext_noop(
                "Only a part of this line was read as an order. If it is all you mean, answer with its"
                " number; else write one order a line."
            )
        ),
        ComplaintKind.REST_OR_ALL: _rest_or_all,
        ComplaintKind.MAY_CHANGE: _may_change,
        ComplaintKind.OF_PART: _of_part,
        ComplaintKind.WHOSE: _whose,
        ComplaintKind.READ_AS: _read_as,
    }
)
