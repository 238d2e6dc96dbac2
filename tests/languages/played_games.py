"""What is written in the games that are played in a made-up language: much of all that can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tests.app.standard import SEASONS
from tests.app.world import GM

Mails = Mapping[str, str]
"""What each writes, by his power, or his address."""


@dataclass(frozen=True)
class Plan:
    """A game to play.

    Args:
        powers: who play, the hero's first.
        seasons: what is written in each phase before it is resolved.
        asked: what the hero writes besides in the second, a mail each.
    """

    variant: str
    powers: tuple[str, ...]
    seasons: tuple[Mails, ...]
    asked: tuple[str, ...]


EVERYWHERE: Final = (
    "STATUS",
    "MAP",
    "VOTES",
    "RULES",
    "HISTORY",
    "REPORT",
    "SUMMARY",
    "HELP",
    "HELP STATUS",
    "HELP STATSU",
    "TIMEZONE New York",
    "TIMEZONE Dublni",
    "MAILS text only",
    "MAILS as usual",
    "SET diary on",
    "SET absence 24 Dec",
    "WAIT",
    "NOWAIT",
    "FINAL",
    "ABSENT 24 Dec to 2 Jan",
    "ABSENT 3/4 to 5/4",
    "ABSENT none",
    "CLEAR",
    "CLEAR Narnia",
    "VOTE DRAW",
    "VOTE NO 7",
    "ADDRESS new@example.org",
    "PRESS TO GM\nGood day\nENDPRESS",
    "PRESS TO NARNIA\nGood day\nENDPRESS",
    "PRESS",
    "I wonder whether anybody reads this",
    "LANGUAGE Klingon",
    "7",
    "OBSERVE tara",
    "RESIGN",
)
"""What can be written in any game."""

FEW: Final = (
    "STATUS",
    "MAP",
    "RULES",
    "HISTORY",
    "REPORT",
    "HELP",
    "HELP STATUS",
    "VOTE DRAW",
    "CLEAR",
)
"""What has to do with the rules of a game, and what a vote of his brings others."""

STANDARD: Final = Plan(
    "standard",
    ("France", "Austria", "England", "Germany", "Italy", "Russia", "Turkey"),
    (*({power.title(): text for power, text in season.items()} for season in SEASONS), {}),
    (
        *EVERYWHERE,
        "CHECK\nA Par H\nA Xyz H",
        "FORECAST\nA Par - Bur\nGermany: A Mun - Bur",
        "BORDERS Par",
        "CHART centres",
        "A Par - Moscow",
        "A Mos H",
    ),
)

REPUBLIC: Final = Plan(
    "republic",
    ("Munster", "Britain", "Connaught", "Leinster", "Ulster"),
    (
        {
            "Munster": "Receive 6 from Britain\nBuild A Cork South\nBuild A Kerry",
            "Britain": "Pay 6 to Munster (toll)\nBuild F Devon West",
        },
        {"Munster": "A(CoC)-Wat\nA Narnia H", "Ulster": "A Ant H"},
        {"Munster": "A Wat H\n\nWinter 1016:\nBuild A CoS\nPay 3 to Ulster (toll)"},
        {},
    ),
    (
        *FEW,
        "Build A Dublin",
        "Pay 300 to Ulster",
        "BORDERS Cork South, Narnia",
        "A Xyz - Cork\nA CoC foo",
    ),
)

IRISH: Final = Plan(
    "irish",
    ("France", "Germany", "Italy", "Spain"),
    (
        {"Spain": "F Spa"},
        {
            "France": "A Par - Bur\nGive Italy 1 point",
            "Germany": "A Mun - Bur",
            GM: "Irish 1 - BUR",
        },
        {"France": "A Mar S A Bur\nIf Italy doesn't enter PIE, give him 2 points"},
        {"France": "Build A Paris\nRemove F Brest"},
        {},
    ),
    (*FEW, "POINTS", "BORDERS Par, Narnia", "A Par - Moscow\nA Mos H\nGive Narnia 3 points"),
)

PLANS: Final = {one.variant: one for one in (STANDARD, REPUBLIC, IRISH)}
