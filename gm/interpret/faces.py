"""Little pictures in people's lines, of signs or emoji, by which they tell how something is meant.

A thumb down and a doubting face are words (`gm.interpret.folding`); a friendly face says nothing. What winks, laughs,
or is sad changes no order by itself, and is told, so that whoever only joked sees what was taken.
"""

from __future__ import annotations

import re
from typing import Final

_FACES: Final = re.compile(
    r"(?<![^\s(\[])(?:[;:=8]['´`]?[-o^]?[(PpÞ\[]{1,3}|;['´`]?[-o^]?[)D\]]{1,3}|[xX]-?D{1,3}|\^[_.-]?\^|-_+-|[:;]-?[|@$xX])(?![^\s.!)\]])"
    r"|[😉😜😝😛🤪😏😂🤣😅😬🙄😞😟😢😭😩😫😡😠🥴😈🤫🤐😶😐😑🙈🤭😴💤😔😥😰😱🤦☹]"
)
"""Faces that wink, laugh at something, or are sad, of signs behind a blank."""


def face_in(text: str) -> str:
    """Return the first face in a line that may tell how it is meant; mostly nothing."""
    face = _FACES.search(text)
    return face.group() if face is not None else ""
