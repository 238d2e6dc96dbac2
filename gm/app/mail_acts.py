"""What players can do by a word in their mails, beside ordering: WAIT, VOTE, RESIGN ...

An act changes something and says so in sentences. In a mail with orders they stand in its receipt,
in one without in an answer of their own. A word that only asks something is no act: it has a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gm.app.receipts import Sitting

Act = Callable[[Sitting, str], tuple[str, ...]]
"""Does what a player asked for, and returns the sentences that tell him what was done.

It is handed the sitting and what stands behind the word on its line, "" for nothing. It writes in
the sitting's transaction and is called once for a mail; a player of several powers means all of
them unless the line names one. InputError or Refused say why it was not done: their sentence is
told, and whatever else the mail holds is done all the same.
"""

ACTS: Final[Mapping[str, Act]] = {}
"""The acts by their words, in capitals."""
