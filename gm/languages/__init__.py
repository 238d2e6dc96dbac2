"""What players read, in the language each of them reads.

A sentence stands in the code in English, whole, with its parts as named places, and is said in the
language that is being spoken:

    with speaking(reader.language):
        gettext("You gained {centres} and now own {count}.", centres=gained, count=now)

The catalogues stand in `languages/`, one folder a language. Nothing here knows what is said.
"""

from gm.languages.catalogues import ENGLISH, Catalogue, catalogue, known, own_name, phrases
from gm.languages.little_words import capitals, day_name, listed, month_name, number_word, quoted
from gm.languages.speaking import (
    gettext,
    gettext_noop,
    ngettext,
    ngettext_noop,
    npgettext,
    pgettext,
    pgettext_noop,
    speaking,
    speaking_from,
    spoken,
)

__all__ = [
    "ENGLISH",
    "Catalogue",
    "capitals",
    "catalogue",
    "day_name",
    "gettext",
    "gettext_noop",
    "known",
    "listed",
    "month_name",
    "ngettext",
    "ngettext_noop",
    "npgettext",
    "number_word",
    "own_name",
    "pgettext",
    "pgettext_noop",
    "phrases",
    "quoted",
    "speaking",
    "speaking_from",
    "spoken",
]
