"""A few seasons of standard Diplomacy on a whole server: standoffs, a convoy, a retreat, winters."""

from __future__ import annotations

from tests.app.kept import kept
from tests.app.world import World

SEASONS: tuple[dict[str, str], ...] = (
    {
        "austria": "A Vie H\nA Bud - Ser\nF Tri - Alb",
        "england": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
        "france": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - ENG",
        "germany": "A Mun - Bur\nA Ber - Kie\nF Kie - Den",
        "italy": "A Ven - Tyr\nA Rom - Apu\nF Nap - ION",
        "russia": "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - BOT",
        "turkey": "A Con - Bul\nA Smy - Con\nF Ank - BLA",
    },
    {
        "austria": "A Ser - Gre\nF Alb S A Ser - Gre\nA Vie - Tri",
        "england": "F NTH C A Yor - Nwy\nA Yor - Nwy\nF NWG S A Yor - Nwy",
        "france": "A Bur - Mun\nA Mar - Spa\nF ENG - Bel",
        "germany": "A Kie - Hol\nF Den - Swe",
        "italy": "A Tyr S A Bur - Mun\nA Apu - Ven\nF ION - Tun",
        "russia": "F BOT - Swe\nA Gal - Vie\nA Ukr S A Gal - Vie\nF Sev - Rum",
        "turkey": "A Bul - Gre\nA Con - Bul\nF Ank - BLA",
    },
)
"""The orders of a spring and an autumn, by power."""


@kept
def play_standard(world: World, name: str = "tara") -> None:
    """Start a game and play the seasons, with what comes between them left to the rules."""
    world.start(name, "standard")
    for season in SEASONS:
        for power, orders in season.items():
            world.mail(power, orders, to=f"gm+{name}@gm.example.org")
        world.tick(hours=1)
        while (phase := world.phase(name)) is not None and not phase.name.endswith("M"):
            world.tick(hours=1)
