"""The audit: whether the five promises of a mail server that loses nothing are kept.

It only reads, a page or a game at a time, so that it can look at a running server of any size. What
it finds names rows; each finding is one sentence, and none is what a sound server leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from gm.app.keeping.audit_games import check_phases, check_reports
from gm.app.keeping.audit_mails import check_ends, check_kept, check_orders
from gm.app.services import Services

SHOWN: Final = 100
"""So many findings of a check are kept; the others are counted."""

Look = Callable[[Services], Iterator[str | None]]
"""Yields a finding, or None, for each thing that it looks at."""


@dataclass(frozen=True, slots=True)
class Check:
    """One promise, and whether it is kept.

    Args:
        name: short, for scripts; promise: in a sentence.
        looked: how many things were looked at; broken: of how many findings there are.
        findings: the first of those.
    """

    name: str
    promise: str
    looked: int
    broken: int
    findings: tuple[str, ...] = field(default=())

    def as_dict(self) -> dict[str, object]:
        """Return the check for JSON."""
        return {
            "check": self.name,
            "promise": self.promise,
            "looked": self.looked,
            "broken": self.broken,
            "findings": list(self.findings),
        }


def check_references(services: Services) -> Iterator[str | None]:
    """Look for references to rows that are not there, and for states that there are not."""
    with services.store.read() as transaction:
        broken = transaction.broken_references()
        strange = transaction.strange_states()
    yield None
    yield from broken
    for name, keys in sorted(strange.items()):
        table, _, state = name.partition(" ")
        for key in keys:
            yield f"row {key} of {table} is in the state {state!r}, which there is not"


CHECKS: Final[tuple[tuple[str, str, Look], ...]] = (
    ("kept", "Every mail that was taken is kept byte for byte.", check_kept),
    ("ends", "Every mail ends in one state within five minutes.", check_ends),
    (
        "orders",
        "Every order that came in time is in its season's book, or reported.",
        check_orders,
    ),
    ("phases", "Every phase was resolved once, and leads to the next.", check_phases),
    ("reports", "Everybody due has each report once, or its failure can be seen.", check_reports),
    ("references", "Nothing points to what is not there.", check_references),
)
"""The five promises, and that the rows hold together."""


def audit(services: Services) -> tuple[Check, ...]:
    """Look through everything that is kept."""
    return tuple(_check(services, *check) for check in CHECKS)


def _check(services: Services, name: str, promise: str, look: Look) -> Check:
    looked, broken, findings = 0, 0, list[str]()
    for found in look(services):
        if found is None:
            looked += 1
            continue
        broken += 1
        if len(findings) < SHOWN:
            findings.append(found)
    return Check(name, promise, looked, broken, tuple(findings))
