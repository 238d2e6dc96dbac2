"""What Mailman's bounce detectors make of a notice: whom it names, in many systems' prose.

They parse with the standard library, so they are asked only about notices of mail systems, which
have passed the limits on parts and depth, and about no more than their beginning.
"""

import logging
from dataclasses import dataclass
from email import message_from_bytes

from flufl.bounce import all_failures

from gm.mail.addresses import normal

_LONGEST = 200_000
# It tells every detector it tries, and the fault of each.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class Detected:
    """The addresses a mail did not reach, sorted."""

    late: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


def detect(raw: bytes) -> Detected:
    """The addresses that a detector finds; none where it breaks over a notice."""
    try:
        late, failed = all_failures(message_from_bytes(raw[:_LONGEST]))
    except Exception:
        # Twenty detectors of other people's prose: whatever breaks one, the notice still counts.
        return Detected()
    return Detected(_addresses(late - failed), _addresses(failed))


def _addresses(found: frozenset[bytes]) -> tuple[str, ...]:
    texts = (address.decode("utf-8", "replace").strip() for address in found)
    return tuple(sorted({a for a in map(normal, texts) if a}))
