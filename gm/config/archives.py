"""The pattern of the URLs at which mails of a list can be read again, and its check."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator

WORDS: Final = ("game", "phase", "hash", "id")
"""What may stand in braces: the game's name, the phase reported, the digest of the mail's Message-ID
that Mailman's archives use, and that id itself."""

_WORD = re.compile(r"\{([^{}]*)\}")
_URL = re.compile(r"https?://[!-;=?-~]+", re.ASCII)
_LONGEST: Final = 500


def checked_pattern(text: str) -> str:
    """Return a pattern; ValueError says what is wrong with it."""
    pattern = text.strip()
    if not _URL.fullmatch(pattern) or len(pattern) > _LONGEST:
        raise ValueError("not a URL such as https://games.example.org/{game}/{phase}.html")
    unknown = [word for word in _WORD.findall(pattern) if word not in WORDS]
    if unknown or set("{}") & set(_WORD.sub("", pattern)):
        named = ", ".join(f"{{{word}}}" for word in WORDS)
        raise ValueError(f"in braces there may stand only {named}")
    return pattern


ArchivePattern = Annotated[str, AfterValidator(checked_pattern)]
