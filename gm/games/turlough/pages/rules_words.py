"""The rules in words, as a game with its settings is played; what is reconstructed is marked as a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm.contract.pages import Chapter, Paragraph, RulesAsPlayed
from gm.contract.rules import Rules
from gm.games.turlough.pages.land_words import (
    hazards_in_words,
    hexes_in_words,
    start_in_words,
)
from gm.games.turlough.pages.words import (
    faction_words,
    factions_words,
    hazard_words,
    place_words,
)
from gm.games.turlough.rules.course import CombatDice
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.tables import CLAIMANTS, Scenario, Tables
from gm.languages import gettext, listed


def rules_as_played(rules: TurloughRules, chosen: Mapping[str, str]) -> RulesAsPlayed:
    """Return the rules by which a game with these settings is played.

    Args:
        rules: the game's. chosen: the value of every setting.
    """
    tables = rules.tables
    chapters = (
        Chapter("scenario", gettext("The scenario"), _scenario(rules, chosen)),
        Chapter("round", gettext("A round"), _round(rules, chosen)),
        Chapter("armies", gettext("Armies"), _armies(chosen)),
        Chapter("talks", gettext("Invitations and hostages"), _talks(rules, chosen)),
        Chapter("fights", gettext("Combat and raids"), _fights(rules, chosen)),
        Chapter("end", gettext("Febas and the end"), _end(rules, chosen)),
        Chapter("packets", gettext("Packets"), _packets(rules, chosen)),
        Chapter("hexes", gettext("The hexes"), _hexes(rules)),
    )
    licence = gettext(
        "Thomond in {count} hexes, reconstructed; rules after Vinicius Marino Carvalho (2022), open"
        " access under Creative Commons with attribution",
        count=len(tables.hexes),
    )
    return RulesAsPlayed(chapters, licence)


def _scenario(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    tables, scenario = rules.tables, rules.tables.scenarios[rules.scenario]
    sides = " ".join(
        gettext(
            "With {claimant}: {factions}.",
            claimant=faction_words(tables, claimant),
            factions=factions_words(tables, scenario.sides[claimant][1:]) or gettext("nobody"),
        )
        for claimant in CLAIMANTS
    )
    king = gettext("{claimant} is king.", claimant=faction_words(tables, scenario.king))
    paragraphs = [
        Paragraph(
            "year", f"{scenario.id}. {king} {sides}", setting="scenario", value=rules.scenario
        ),
        Paragraph(
            "seats",
            gettext(
                "The factions of a stack of febas are commanded by one seat; who becomes an ally later"
                " joins the allies of his claimant, and his seat commands him from then on."
            ),
            setting="players",
            value=chosen.get("players", ""),
        ),
        Paragraph("start", start_in_words(tables, scenario), ("4",)),
        *_special(tables, scenario, rules.settings.ix_battles),
    ]
    if scenario.uncertain:
        paragraphs.append(
            Paragraph(
                "sides",
                gettext(
                    "The text does not force the side of {factions}.",
                    factions=factions_words(tables, scenario.uncertain),
                ),
                ruling=True,
            )
        )
    return tuple(paragraphs)


def _hexes(rules: TurloughRules) -> tuple[Paragraph, ...]:
    """Return the land, hex by hex, with its ways: a picture for who sees none (3)."""
    intro = gettext(
        "Each hex with its code, what stands there at the start and whose it is, its terrain, and the"
        " hexes beside it: a step by a route costs one movement point, one without two. A star is a"
        " river crossing; other water is not crossed."
    )
    lines = (Paragraph(hex_, words) for hex_, words in hexes_in_words(rules).items())
    return (Paragraph("ways", intro, ("3",), ruling=True), *lines)


def _special(tables: Tables, scenario: Scenario, ix: int) -> list[Paragraph]:
    """Return what this scenario has that others have not (4)."""
    sentences = []
    if scenario.given is not None:
        given = scenario.given
        sentences.append(
            gettext(
                "In the first round the army of {faction} costs nothing: {battles} battles and"
                " {provisions} provisions in {place}.",
                faction=faction_words(tables, given.faction),
                battles=ix if given.battles is None else given.battles,
                provisions=given.provisions,
                place=place_words(tables, given.hex),
            )
        )
    if scenario.barred:
        sentences.append(
            gettext(
                "{factions} may raise no army in the first round.",
                factions=factions_words(tables, scenario.barred),
            )
        )
    sentences += [
        gettext(
            "In the first round {faction} appears in {place}.",
            faction=faction_words(tables, faction),
            place=place_words(tables, hex_),
        )
        for faction, hex_ in scenario.musters.items()
    ]
    if scenario.halves:
        halves = listed(
            [
                gettext(
                    "{factions} pay {claimant}",
                    claimant=faction_words(tables, claimant),
                    factions=factions_words(tables, payers),
                )
                for claimant, payers in scenario.halves.items()
            ]
        )
        sentences.append(gettext("The kingdom is halved: {halves}.", halves=halves))
    if scenario.hazard is not None:
        sentences.append(
            gettext(
                "It starts under a hazard: {card}.", card=hazard_words(tables, scenario.hazard)
            )
        )
    return [Paragraph(f"special-{place}", text) for place, text in enumerate(sentences, 1)]


def _round(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "land",
            gettext(
                "First every settlement loses two devastation, and what is destroyed stands again with"
                " ten; then a hazard is drawn, which holds for the round."
            ),
            ("5",),
        ),
        Paragraph("hazards", hazards_in_words(rules.tables), ("10",), ruling=True),
        Paragraph(
            "return",
            gettext("A hazard that is replaced goes back into the deck; extra cards vanish.")
            if rules.settings.hazard_return
            else gettext("A hazard that is replaced does not go back into the deck."),
            ("5",),
            ruling=True,
            setting="hazard_return",
            value=chosen.get("hazard_return", ""),
        ),
        Paragraph(
            "maintenance",
            gettext(
                "Then the king, de Clare and the others by dice: herds grow by three, up to ten; a full"
                " herd adds a febas instead. De Clare has £18 and £1 for each of his monasteries."
                " Vassals and the Tanist allied to the king, and lesser kings whose hostage he holds,"
                " pay him a cow; a claimant whose hostage de Clare holds pays de Clare."
            ),
            ("5", "6"),
        ),
        Paragraph(
            "opening",
            gettext(
                "Then war: in the first round the faction of the scenario may open it, later claimants"
                " in exile, or de Clare for them; if they do not, the others in the order of the round."
                " From the second war turn on everybody may take the field who has heard the news."
                " Nobody has more than one army in a war."
            ),
            ("5",),
            ruling=True,
        ),
        Paragraph(
            "limit",
            gettext("After war turn {limit} a war ends.", limit=rules.settings.war_limit)
            if rules.settings.war_limit
            else gettext("A war goes on as long as there are armies."),
            ("5",),
            ruling=True,
            setting="war_limit",
            value=chosen.get("war_limit", ""),
        ),
    )


def _armies(chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    del chosen
    return (
        Paragraph(
            "pay",
            gettext(
                "The Irish pay battles by coyne, a devastation of their own seat each, or by tuarastal, a"
                " cow each; de Clare pays £3 a battle and £1 a provision. An army has one to ten"
                " battles. Without numbers the Irish raise three, de Clare as many battles and"
                " provisions as he can pay."
            ),
            ("7",),
        ),
        Paragraph(
            "march",
            gettext(
                "An army has six movement points a turn: a hex by a route costs one, without a route"
                " two; a water is crossed by its route alone. Who enters a hex with enemies declares"
                " combat and marches no further; with AVOID he stops before them."
            ),
            ("7",),
        ),
        Paragraph(
            "food",
            gettext(
                "At the end of a war turn each battle eats a provision, a coyne of a settlement of the"
                " own side in its hex, or a cow; battles without food are lost."
            ),
            ("8",),
        ),
        Paragraph(
            "home",
            gettext(
                "An army disbands on a settlement of its own side or in Kilmacduagh. A claimant who does"
                " so in Clonroad from the second war turn on is king when the war ends; an exile who"
                " does so elsewhere is back in the land."
            ),
            ("7",),
            ruling=True,
        ),
    )


def _talks(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    price = (
        gettext("Who is called gives de Clare his hostage.")
        if rules.settings.call_hostage
        else gettext("Who is called gives no hostage.")
    )
    return (
        Paragraph(
            "invite",
            gettext(
                "Claimants and the Tanist invite lesser kings on their longports: one without an"
                " alliance becomes an ally for good, an enemy's ally gives his hostage, and one's own"
                " ally or whose hostage one's side holds is asked to take the field."
            ),
            ("7",),
        ),
        Paragraph(
            "bound",
            gettext(
                "Who fights against the holder of his hostage loses it, and his stack a febas; so does"
                " who does not come when its holder calls."
            ),
            ("7",),
        ),
        Paragraph(
            "call",
            gettext(
                "A claimant in Bunratty may offer de Clare his hostage, and de Clare in Clonroad may"
                " call an exiled claimant, who comes with ten battles and ten provisions."
            )
            + f" {price}",
            ("7",),
            ruling=True,
            setting="call_hostage",
            value=chosen.get("call_hostage", ""),
        ),
        Paragraph(
            "halves",
            gettext("A halving ends when a claimant goes into exile, or another becomes king.")
            if rules.settings.halves_until_exile
            else gettext("A halving ends when another becomes king."),
            ("4",),
            ruling=True,
            setting="halves_until_exile",
            value=chosen.get("halves_until_exile", ""),
        ),
    )


def _fights(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    dice = {
        CombatDice.POOL_SUM: gettext("Each side rolls a die for each battle and sums them up."),
        CombatDice.POOL_HIGH: gettext(
            "Each side rolls a die for each battle; its highest counts."
        ),
        CombatDice.D6_PLUS_BATTLES: gettext("Each side rolls one die and adds its battles."),
    }[rules.settings.combat_dice]
    return (
        Paragraph(
            "roll",
            f"{dice} "
            + gettext(
                "Ties are rolled again. Wood, a castle, and a river that all attackers came over add one"
                " for the defender; bog takes one from both. The loser's leading army loses a battle."
            ),
            ("8",),
            ruling=True,
            setting="combat_dice",
            value=chosen.get("combat_dice", ""),
        ),
        Paragraph(
            "contact",
            gettext(
                "On contact one roll is made, or the target tries to get away with one die against one."
                " After all turns who stands together with enemies fights to the end."
            ),
            ("8",),
        ),
        Paragraph(
            "raid",
            gettext(
                "A raid gives a cow and lays waste as many points as the army has battles; at ten a"
                " settlement is destroyed. The owner of a longport or castle may rise with one battle,"
                " and a castle fights as {count} battles.",
                count=rules.settings.castle_dice,
            ),
            ("8",),
            ruling=True,
            setting="castle_dice",
            value=chosen.get("castle_dice", ""),
        ),
    )


def _end(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "febas",
            gettext(
                "A stack gains one with a full herd and for a claimant whom its side eliminates in"
                " combat; it loses one for raiding its own side, for a hostage given up and for exile,"
                " and two for an army that is eliminated."
            ),
            ("9",),
        ),
        Paragraph(
            "goal",
            gettext(
                "A claimant with {goal} febas wins, and so does the rival of one who has none left. His"
                " allies' stacks that have febas win with him, and de Clare if he holds his hostage.",
                goal=rules.settings.febas_goal,
            ),
            ("9",),
            setting="febas_goal",
            value=chosen.get("febas_goal", ""),
        ),
        Paragraph(
            "start",
            gettext("Each stack begins with {count}.", count=rules.settings.start_febas),
            ("4",),
            setting="start_febas",
            value=chosen.get("start_febas", ""),
        ),
    )


def mode_words(rules: Rules[Any, Any]) -> tuple[str, ...]:
    """Return how packets are asked for and kept where that is not the usual; its opening says so."""
    if not isinstance(rules, TurloughRules):
        return ()
    sentences = list[str]()
    if rules.settings.live_sequential:
        sentences.append(_in_turn_words())
    if rules.settings.packets_shown:
        sentences.append(_shown_words())
    return tuple(sentences)


def _in_turn_words() -> str:
    return gettext(
        "The factions are asked one after the other, each when all before it have acted: who hears of"
        " the war whether it takes the field, then each army in the order they joined. Each has a"
        " deadline of its own, and as soon as its packet is in, the game goes on. Who opens a war acts"
        " by the same packet; all others who rise are asked again when their army's turn comes. While"
        " others are asked, a faction reacts by its standing lines, and these are heard from everybody"
        " at any time."
    )


def _shown_words() -> str:
    return gettext(
        "When a war is over, its last report shows everybody all packets that were sent in it, and what"
        " became of each line. Standing lines stay sealed until the game is over."
    )


def _packets(rules: TurloughRules, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    in_turn, shown = rules.settings.live_sequential, rules.settings.packets_shown
    at_once = gettext("All packets are sealed until the deadline, and are played together.")
    never = gettext("What others have sent is shown to nobody, not even when a war is over.")
    return (
        Paragraph(
            "sealed",
            gettext(
                "Each seat sends a packet for a war turn: what its factions do, in blocks that begin with"
                " FACTION. A new block replaces that faction's, and no other. Packets and standing lines"
                " are sealed; the report tells each what became of his own lines."
            ),
            ("5", "11"),
        ),
        Paragraph(
            "in-turn",
            _in_turn_words() if in_turn else at_once,
            ("5",),
            ruling=in_turn,
            setting="live_sequential",
            value=chosen.get("live_sequential", ""),
        ),
        Paragraph(
            "shown",
            _shown_words() if shown else never,
            ("12",),
            ruling=True,
            setting="packets_shown",
            value=chosen.get("packets_shown", ""),
        ),
        Paragraph(
            "absent",
            gettext(
                "A seat that sends nothing raises no army; its armies avoid enemies, go home and disband."
                " NOTHING is a packet without orders: the army stays."
            ),
            ("5",),
            ruling=True,
        ),
        Paragraph(
            "standing",
            gettext(
                "REACT, FEED and LEAD stand until they are changed; lines of one kind replace all before"
                " of that kind. IF, with or without THEN and ELSE, asks the board when the line's turn"
                " comes."
            ),
            ("11",),
        ),
        Paragraph(
            "host",
            gettext(
                "Who keeps the server could look up packets and the order of the deck; every draw is"
                " made from a seed to which he is bound before the game begins."
            ),
        ),
    )
