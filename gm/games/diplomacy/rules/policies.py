"""Named readings of the rules, collected in rulebook profiles.

Where the rulebook or the test cases (DATC chapter 4) leave a choice, the choice has a name here;
the adjudicator is handed a profile and never asks which game it serves.
"""

from __future__ import annotations

from enum import Enum

from gm.contract.values import value


class ConvoyRoutes(Enum):
    """DATC 4.A.1, several convoy routes: one whole route suffices, or each must be whole (1971)."""

    ANY_ROUTE = "any route"
    ALL_ROUTES = "all routes"


class Paradox(Enum):
    """DATC 4.A.2, convoy paradoxes.

    SZYKMAN: the convoyed armies in it do not move. RULES_1971: a convoyed army does not cut the
    support of a fleet that attacks one of its own convoying fleets (XII.5), the rest as Szykman.
    """

    SZYKMAN = "szykman"
    RULES_1971 = "1971"


class AdjacentConvoy(Enum):
    """DATC 4.A.3, an army whose destination is adjacent.

    OWN_INTENT: by sea if it is tagged, or its own power's fleet is ordered to convoy it.
    OPPOSED_SWAP: it walks, unless a unit there moves the other way and the convoy holds (1971).
    """

    OWN_INTENT = "own intent"
    OPPOSED_SWAP = "opposed swap"


class Removal(Enum):
    """DATC 4.D.8, who is removed in civil disorder: the farthest, and what distance is.

    RULES_2023: moves along any border, land or sea, to the nearest centre owned. RULES_1971: to the
    nearest home centre, whoever owns it; fleets count their own moves, armies those of a convoy
    too. Equally far, fleets go before armies, then the alphabet decides.
    """

    RULES_2023 = "2023"
    RULES_1971 = "1971"


@value
class Profile:
    """A rulebook: one choice for each question it leaves open."""

    name: str
    routes: ConvoyRoutes
    paradox: Paradox
    adjacent: AdjacentConvoy
    removal: Removal


DATC = Profile(
    "datc",
    ConvoyRoutes.ANY_ROUTE,
    Paradox.SZYKMAN,
    AdjacentConvoy.OWN_INTENT,
    Removal.RULES_2023,
)
"""The preferences of DATC 3.2; Standard and Irish play by them."""

RULES_1971 = Profile(
    "1971",
    ConvoyRoutes.ALL_ROUTES,
    Paradox.RULES_1971,
    AdjacentConvoy.OPPOSED_SWAP,
    Removal.RULES_1971,
)
"""The 1971 rulebook; Republic plays by it (Republic 1)."""

PROFILES = {profile.name: profile for profile in (DATC, RULES_1971)}
