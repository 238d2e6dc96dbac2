"""The rules in words, as a game with its settings is played; what is reconstructed is marked as a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm.contract.pages import Chapter, Paragraph, RulesAsPlayed
from gm.games.irish_freedom.pages.words import flag_words, place_words
from gm.games.irish_freedom.rules.cards import SWAPPED
from gm.games.irish_freedom.rules.course import FreedomOptions
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    SECOND_WAR,
    Card,
    Colour,
    Effect,
    RuleTables,
    UnitKind,
)
from gm.languages import gettext, listed, pgettext


def rules_as_played(rules: FreedomRules, chosen: Mapping[str, str]) -> RulesAsPlayed:
    """Return the rules by which a game with these settings is played.

    Args:
        rules: the game's. chosen: the value of every setting.
    """
    tables, options = rules.tables, rules.settings
    chapters = (
        Chapter("board", gettext("Board and units"), _board(tables)),
        Chapter("turn", gettext("The turn"), _turn(options, chosen)),
        Chapter("combat", gettext("Combat"), _combat(options, chosen)),
        Chapter("cards", gettext("The cards"), _cards(tables, options, chosen)),
        Chapter("treaty", gettext("The Treaty and the Civil War"), _treaty(options, chosen)),
    )
    return RulesAsPlayed(chapters, gettext("Ireland in six Regions of four Areas each"))


def _board(tables: RuleTables) -> tuple[Paragraph, ...]:
    strengths = ", ".join(
        f"{unit.name} {unit.strengths.bog}-{unit.strengths.town}-{unit.strengths.city}"
        for unit in tables.units.values()
    )
    ports = [place_words(tables, area.id) for area in tables.areas.values() if area.port]
    return (
        Paragraph(
            "sides",
            gettext(
                "In the War of Independence you lead all Irish units, blue and green, against the British,"
                " red and orange. In the Civil War you lead the blue units of the Free State against the"
                " green Republicans; the British of Ulster fight both."
            ),
        ),
        Paragraph(
            "strengths",
            gettext(
                "How strong units are in bog, town and city: {strengths}."
                " Those of Mob, Guerrilla and Regular are reconstructed.",
                strengths=strengths,
            ),
            ruling=True,
        ),
        Paragraph(
            "movement",
            gettext(
                "Mobs never move. Guerrillas, RIC and UVF move inside their Region. Regulars, Flying"
                " Columns, Army and Tans also go along a road to any Area of the next Region."
            ),
        ),
        Paragraph(
            "map",
            gettext(
                "Roads, and which face of the die means which Area, are reconstructed where the"
                " printed map is lost. Ports: {ports}; no ship sails to Ulster or from it.",
                ports=listed(ports),
            ),
            ruling=True,
        ),
    )


def _turn(options: FreedomOptions, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    events = (
        gettext("A turn begins with a card, but for the first of each war.")
        if options.events
        else gettext("No cards are drawn.")
    )
    upgrades = (
        gettext("In the Civil War units are upgraded by order, too.")
        if options.cw_upgrade
        else gettext("In the Civil War no unit is upgraded by order.")
    )
    return (
        _decided("events", events, chosen, "events"),
        Paragraph(
            "morale",
            gettext(
                "Then a die is rolled against the enemy's morale, and above it the war is over: the"
                " British sign the Treaty, or the Republicans surrender. British morale: a point for each"
                " Region with British units and each City Area without Irish units, less one for each red"
                " unit eliminated. Republican morale: a point for each Region with green units, another"
                " where no others are, and one for each City Area that is empty or has green units."
            ),
        ),
        Paragraph(
            "enemy",
            gettext(
                "The enemy upgrades in a Region chosen by die, and moves in another: his strongest unit goes"
                " for the weakest of yours there, or, if it may, by a road into the next Region."
            ),
        ),
        Paragraph(
            "actions",
            gettext(
                "Then you have two actions, in the Civil War three: recruit, upgrade or move, in any order."
                " Combat comes when all are done. In the War of Independence a recruit is a Mob in an Area by"
                " die, blue where another die is above the Region's number, else green."
            ),
        ),
        _decided(
            "recruits",
            gettext(
                "In the Civil War recruits come to the city of Dublin: a {unit}, or a gun or an armoured car"
                " where a blue unit is. One gun or car rides with a Regular.",
                unit=options.cw_recruit.value,
            ),
            chosen,
            "cw_recruit",
        ),
        _decided("upgrades", upgrades, chosen, "cw_upgrade"),
        Paragraph(
            "recruit-types",
            gettext(
                "Of which types the first Irish units are, what rises in a Region, what comes to Dublin by"
                " order and by the Treaty, is reconstructed."
            ),
            ruling=True,
        ),
        Paragraph(
            "end",
            gettext("Who has not won when the tenth turn of a war is over has lost."),
        ),
    )


def _combat(options: FreedomOptions, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    overwhelm = (
        gettext(
            "A side that is four or more stronger never fares worse than that the other retreats."
        )
        if options.overwhelm
        else gettext("However strong a side is, the whole table holds.")
    )
    return (
        Paragraph(
            "score",
            gettext(
                "Who came to an Area last attacks. The strength of the attackers less that of the"
                " defenders and a die: up to 1 two attackers are eliminated, at 2 one; at 3 the attackers"
                " retreat, at 4 the defenders; at 5 one defender is eliminated, from 6 on two. The weakest"
                " go first, and the rest of the beaten side retreats."
            ),
        ),
        _decided("overwhelm", overwhelm, chosen, "overwhelm"),
        Paragraph(
            "victors",
            gettext(
                "A victor who eliminated a unit upgrades one of his own there, a Mob before a Guerrilla;"
                " the British never do. Guns and cars of a side that died there change sides."
            ),
        ),
        _decided(
            "retreat",
            gettext(
                "A retreat goes to an Area of the Region by die; where enemies are, the retreating side"
                " attacks at once. After {rounds} rounds it goes where no enemy is.",
                rounds=options.loop_guard,
            ),
            chosen,
            "loop_guard",
        ),
        Paragraph(
            "areas",
            gettext(
                "Several combats are fought in the order of Regions and Areas. Of three sides the attacker"
                " meets the weaker first."
            ),
            ruling=True,
        ),
        Paragraph(
            "through",
            gettext(
                "A unit that goes through an Area of enemies and on in the same turn fights nobody there;"
                " one that stays does. A gun or car that is left alone adds nothing, and whoever stands"
                " by it when the combats are over takes it over; in an empty Area it waits for a Regular."
            ),
            ruling=True,
        ),
    )


def _cards(
    tables: RuleTables, options: FreedomOptions, chosen: Mapping[str, str]
) -> tuple[Paragraph, ...]:
    first, second = (
        listed([card.title for card in tables.cards[war]]) for war in (FIRST_WAR, SECOND_WAR)
    )
    any_unit = (
        gettext("Churchill's gun may go to any blue unit.")
        if options.churchill_any
        else gettext("Churchill's gun goes to a Regular.")
    )
    swapped = (
        gettext("The Big House removes a Republican unit, and Executions raise a Mob.")
        if options.swap_c17_c18
        else gettext("The Big House raises a Mob, and Executions remove a Republican unit.")
    )
    return (
        Paragraph(
            "decks",
            gettext(
                "The cards of the War of Independence are {first}; those of the Civil War {second}."
                " Their order is sealed until the game is over.",
                first=first,
                second=second,
            ),
        ),
        *(_effects(tables, options) if options.events else ()),
        _decided("churchill", any_unit, chosen, "churchill_any"),
        _decided("swapped", swapped, chosen, "swap_c17_c18"),
    )


def _effects(tables: RuleTables, options: FreedomOptions) -> Iterator[Paragraph]:
    """Yield what each card does, as it is played."""
    for card in tables.card.values():
        effective = SWAPPED.get(card.id, card.id) if options.swap_c17_c18 else card.id
        effect = _effect(tables, tables.card[effective])
        yield Paragraph(
            f"card-{card.id}",
            gettext("{title}: {effect}", title=card.title, effect=effect),
        )
    yield Paragraph(
        "card-types",
        gettext(
            "Where the printed words are lost, which types of units the cards place and take is"
            " deduced. What is placed upon enemies attacks them."
        ),
        ruling=True,
    )
    yield Paragraph(
        "card-attacks",
        gettext(
            "Michael Collins counts in the first round of the attack, not in those that retreats cause."
            " The Mob that the Dublin Guards provoke comes when the whole combat is over, and may begin"
            " another."
        ),
        ruling=True,
    )


def _effect(tables: RuleTables, card: Card) -> str:
    """Return in a sentence what a card does (7)."""
    regions = listed([tables.region[code].name for code in card.regions])
    units = listed([_kind_words(tables, kind) for kind in card.units])
    match card.effect:
        case Effect.COLUMN_AMONG_ENEMIES:
            return gettext(
                "{units} among the British of {regions}, of the first that has some; where, you may"
                " say by `SET TOMBARRY`. Without British in either it comes to an Area of the first by die.",
                units=units,
                regions=regions,
            )
        case Effect.MOBS:
            return gettext("{units}, each in an Area of any Region by die.", units=units)
        case Effect.RIOTS:
            return gettext(
                "{units} in different Areas by die; Region: {regions}.",
                units=units,
                regions=regions,
            )
        case Effect.AUXILIARIES:
            return gettext("{units} in Areas of one Region, all by die.", units=units)
        case Effect.MOBILISATION:
            return gettext(
                "{units} upon an Irish unit by lot, or else in an Area by die; Region: {regions}.",
                units=units,
                regions=regions,
            )
        case Effect.FLAG:
            return flag_words(card.flag) if card.flag is not None else ""
        case Effect.DEMOTION:
            places = listed([place_words(tables, area) for area in card.areas])
            return gettext(
                "one of your units becomes a Mob, by lot; where: {places}.", places=places
            )
        case _:
            return _later_effect(card, units, regions)


def _later_effect(card: Card, units: str, regions: str) -> str:
    """Return what a card does of those that go by a lot or a die for the Region."""
    match card.effect:
        case Effect.ASSASSINATION:
            return gettext(
                "an RIC is eliminated, or else Tans become RIC; Region: {regions}.",
                regions=regions,
            )
        case Effect.REPRISALS:
            return gettext(
                "in each Region a unit of an Area by die, whose it may be, goes to another Area by die."
            )
        case Effect.GUN:
            return gettext("a gun for you; where, you may say by `SET ARTILLERY`.")
        case Effect.MUTINEER:
            return gettext("an armoured car for the strongest Republican unit of a Region by lot.")
        case Effect.EXECUTIONS:
            return gettext(
                "the weakest Republican unit of a Region by die is removed; spared: {regions}.",
                regions=regions,
            )
        case _ if regions:
            return gettext(
                "{units} in an Area by die; Region: {regions}.", units=units, regions=regions
            )
        case _:
            return gettext("{units} in an Area of any Region, both by die.", units=units)


def _kind_words(tables: RuleTables, kind: UnitKind) -> str:
    """Return a type of units with its colour: `Mob (green)`."""
    colours = {
        Colour.RED: pgettext("colour", "red"),
        Colour.ORANGE: pgettext("colour", "orange"),
        Colour.BLUE: pgettext("colour", "blue"),
        Colour.GREEN: pgettext("colour", "green"),
    }
    return f"{tables.units[kind.type].name} ({colours[kind.colour]})"


def _treaty(options: FreedomOptions, chosen: Mapping[str, str]) -> tuple[Paragraph, ...]:
    garrison = (
        gettext("The UVF and a Mob stay in Ulster, and no garrison.")
        if options.united_ireland
        else gettext("An Army and an RIC stay in Ulster with the UVF.")
    )
    return (
        Paragraph(
            "treaty-points",
            gettext(
                "The Treaty is worth 4 points up to turn 4, 3 up to turn 6, 2 up to turn 8, and else 1;"
                " one more if the Irish of Ulster are stronger than the British there."
            ),
        ),
        Paragraph(
            "treaty-steps",
            gettext(
                "You may stop then. Else the British leave all but Ulster, every Irish unit rises one step,"
                " a Mob comes to each other Region, and Dublin gets a green Guerrilla, a Regular, a gun and a"
                " car. Where blue and green stand together, blue attacks."
            ),
        ),
        _decided("garrison", garrison, chosen, "united_ireland"),
        Paragraph(
            "surrender-points",
            gettext(
                "The surrender is worth 3 points up to turn 2, 2 up to turn 4, 1 up to turn 6; and one for"
                " each Region without any but blue units. With both wars' points together, 9 are a major"
                " victory, 7 a good and 5 an average one."
            ),
        ),
    )


def _decided(id_: str, text: str, chosen: Mapping[str, str], setting: str) -> Paragraph:
    """Return a paragraph that a setting has decided."""
    return Paragraph(id_, text, setting=setting, value=chosen.get(setting, ""))
