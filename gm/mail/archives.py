"""Where a mail that went to a list can be read again in the web: a pattern filled in.

Archives differ in how they name a mail: by the digest of its Message-ID that Mailman's archives use,
by that id itself, or, as the pages of a game, by what is reported.
"""

from __future__ import annotations

import base64
import hashlib
import re
from urllib.parse import quote

_OF_OURS = re.compile(r"\{(game|phase|hash|id)\}")
_OF_A_MAIL = re.compile(r"\{(?:phase|hash|id)\}")


def archive_url(pattern: str, game: str) -> str:
    """Return where all mails of a game stand: the folder of one of them (RFC 2369, List-Archive)."""
    first = _OF_A_MAIL.search(pattern)
    folder = pattern if first is None else pattern[: pattern.rfind("/", 0, first.start()) + 1]
    return folder.replace("{game}", quote(game, safe=""))


def archived_at(pattern: str, game: str, phase: str, message_id: str) -> str | None:
    """Return where one mail stands (RFC 5064, Archived-At); None if the pattern cannot tell.

    Args:
        pattern: as `gm.config` has checked it.
        game: the name of its game; phase: the name of the phase it reports, "" for none.
        message_id: its Message-ID, in angle brackets.
    """
    if _OF_A_MAIL.search(pattern) is None or ("{phase}" in pattern and not phase):
        return None
    bare = message_id.strip("<>")
    values = {"game": game, "phase": phase, "hash": message_id_hash(message_id), "id": bare}
    return _OF_OURS.sub(lambda found: quote(values[found[1]], safe=""), pattern)


def message_id_hash(message_id: str) -> str:
    """Return the digest of a Message-ID by which Mailman's archives name a mail."""
    digest = hashlib.sha1(message_id.strip("<>").encode(), usedforsecurity=False).digest()
    return base64.b32encode(digest).decode("ascii")
