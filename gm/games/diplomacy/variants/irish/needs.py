"""What Irish Diplomacy needs of a board, so that a GM may play it on the printed map or his own."""

from __future__ import annotations

from collections.abc import Mapping

from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.variants.needs import Needs

_HOMES = {
    "AUSTRIA": "BUD TRI VIE",
    "ENGLAND": "EDI LON LVP",
    "FRANCE": "BRE MAR PAR",
    "GERMANY": "BER KIE MUN",
    "ITALY": "NAP ROM VEN",
    "RUSSIA": "MOS SEV STP WAR",
    "TURKEY": "ANK CON SMY",
    "ALBANIA": "ALB",
    "BELGIUM": "BEL",
    "BULGARIA": "BUL",
    "DENMARK": "DEN",
    "GREECE": "GRE",
    "HOLLAND": "HOL",
    "ICELAND": "ICE",
    "NORTH_AFRICA": "NAF",
    "NORWAY": "NWY",
    "PORTUGAL": "POR",
    "RUMANIA": "RUM",
    "SERBIA": "SER",
    "SPAIN": "SPA",
    "SWEDEN": "SWE",
    "SWITZERLAND": "SWI",
    "TUNIS": "TUN",
}

_LANDS = {
    "AUSTRIA": "BOH BUD GAL TRI TYR VIE",
    "ENGLAND": "CLY EDI LON LVP WAL YOR",
    "FRANCE": "BRE BUR GAS MAR PAR PIC",
    "GERMANY": "BER KIE MUN PRU RUH SIL",
    "ITALY": "APU NAP PIE ROM TUS VEN",
    "RUSSIA": "FIN LVN MOS SEV STP UKR WAR",
    "TURKEY": "ANK ARM CON SMY SYR",
}


def _places(known: Mapping[str, str]) -> dict[PowerId, tuple[ProvinceId, ...]]:
    return {
        PowerId(power): tuple(ProvinceId(place) for place in places.split())
        for power, places in known.items()
    }


NEEDS = Needs(
    first_season="Spring",
    kind="points",
    centres=38,
    wins=200,
    facts={
        "minor_points_per_centre": 5,
        "major_points_per_centre": 2,
        "irish_units": 2,
        "psychiatrist_units": 3,
    },
    homes=_places(_HOMES),
    lands=_places(_LANDS),
    choosing=True,
    boxes={"irish_home": ProvinceId("IRE"), "psychiatrist_home": ProvinceId("VIE")},
    stretches=True,
    rules={
        "victory": "16",
        "centres": "2",
        "homes": "2",
        "lands": "3",
        "minor_points_per_centre": "15",
        "major_points_per_centre": "15",
        "irish_units": "10",
        "psychiatrist_units": "10",
        "irish_home": "11",
        "psychiatrist_home": "11",
        "stretches": "6",
    },
)
"""The numbers are those of its rules."""
