"""Order text in, typed orders out: grammars, names, complaints with candidates.

It never asks what a legal order is (``gm.rules`` does), reads no mail and no database.
"""

from gm.interpret.choices import (
    name_alone,
    names_like,
    numbers_alone,
    places_in,
    with_choices,
)
from gm.interpret.commands import command_of, command_words, near_words
from gm.interpret.judging import judge_again
from gm.interpret.mails import read_each, read_orders
from gm.interpret.names import find_power
from gm.interpret.values import (
    Command,
    Context,
    LineReading,
    PressItem,
    Problem,
    Reading,
    Slip,
    Verdict,
)
from gm.interpret.walks import read_walks

__all__ = [
    "Command",
    "Context",
    "LineReading",
    "PressItem",
    "Problem",
    "Reading",
    "Slip",
    "Verdict",
    "command_of",
    "command_words",
    "find_power",
    "judge_again",
    "name_alone",
    "names_like",
    "near_words",
    "numbers_alone",
    "places_in",
    "read_each",
    "read_orders",
    "read_walks",
    "with_choices",
]
