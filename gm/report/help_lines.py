"""Orders a player can copy, for the answer to HELP: those of his own game where it is known."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpLine:
    """An order as a player may write it, and what it says."""

    order: str
    meaning: str


STANDARD = (
    HelpLine("A Mun H", "the army in Munich holds"),
    HelpLine("A Mun - Tyr", "it moves to Tyrolia"),
    HelpLine("A Boh S A Mun - Tyr", "Bohemia supports that move"),
    HelpLine("A Boh S A Mun", "Bohemia supports Munich in holding"),
    HelpLine("F NTH C A Yor - Nwy", "a fleet convoys an army"),
    HelpLine("F MAO - Spa/nc", "a fleet moves to a named coast"),
    HelpLine("A Boh R Sil", "a dislodged army retreats"),
    HelpLine("A Boh D", "it is disbanded instead"),
    HelpLine("Build A Paris", "in winter; also: Remove F Brest, Waive"),
)

REPUBLIC = (
    HelpLine("A Lim H", "the army in Limerick holds"),
    HelpLine("A Lim - Ker", "it moves to Kerry"),
    HelpLine("A CoC S A Lim - Ker", "Cork Central supports that move"),
    HelpLine("A CoC S A Ker", "Cork Central supports Kerry in holding"),
    HelpLine("F STG C A Wat - WxS", "a fleet convoys an army"),
    HelpLine("A Ker R Lim", "a dislodged army retreats"),
    HelpLine("A Ker D", "it is disbanded instead"),
    HelpLine("Build A CoS", "in winter; also: Remove F Wat"),
)

BRIDGES = (
    HelpLine("Build bridge KkW-Wat", "also: Remove bridge KkW-Wat"),
    HelpLine("A KkW attacks the bridge KkW-Wat", "it falls unless KkW is attacked"),
    HelpLine("F Wat converts to army", "it does nothing else that season"),
    HelpLine("Pay 5 to Munster (toll)", "Munster: Receive 5 from Ulster"),
    HelpLine("Winter: Build A CoS", "in autumn: kept for the winter"),
    HelpLine("If A Ker failed then Build A CoS", "in winter, or in autumn for it"),
)


def lines_for(variant: str) -> tuple[tuple[HelpLine, ...], tuple[HelpLine, ...]]:
    """Return the orders of a variant, and those for rivers and supply points if it has them.

    Args:
        variant: its id; "" where the game is not known, so that both kinds are shown.
    """
    if variant == "republic":
        return REPUBLIC, BRIDGES
    return STANDARD, (() if variant else BRIDGES)
