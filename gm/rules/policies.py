"""Named readings of the rules, collected in rulebook profiles.

Where the rulebook or the test cases (DATC chapter 4) leave a choice, the choice has a name here;
the adjudicator is handed a profile and never asks which game it serves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
    """DATC 4.D.8, who is removed in civil disorder.

    RULES_2023: distance counts moves of the unit's own kind and convoys for armies; 1971: any
    border counts. Fleets go before armies, then by the alphabet of the province.
    """

    RULES_2023 = "2023"
    ANY_BORDER = "any border"


@dataclass(frozen=True, slots=True)
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
    Removal.ANY_BORDER,
)
"""The 1971 rulebook; Republic plays by it (Republic 1)."""

PROFILES = {profile.name: profile for profile in (DATC, RULES_1971)}
