"""The rules in words, as a game with its settings is played; what the text leaves open is marked as a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm.contract.pages import Chapter, Paragraph, RulesAsPlayed
from gm.games.freedom.pages.rulings_words import defaults, open_questions
from gm.games.freedom.pages.words import (
    area_words,
    event_words,
    reward_words,
    side_words,
    whose_words,
)
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.tables import IMP, INS, Tables
from gm.languages import gettext, listed


def rules_as_played(rules: MailedSiege, chosen: Mapping[str, str]) -> RulesAsPlayed:
    """Return the rules by which a game with these settings is played.

    Args:
        rules: the game's. chosen: the value of every setting.
    """
    del chosen
    tables = rules.tables
    chapters = (
        Chapter("hidden", gettext("What is hidden"), _hidden()),
        Chapter("siege", gettext("The siege"), _siege(tables)),
        Chapter("areas", gettext("The areas"), tuple(_areas(tables))),
        Chapter("round", gettext("A round"), _round(tables)),
        Chapter("cards", gettext("Playing a card"), _plays(tables)),
        Chapter("imperial", gettext("Imperial actions"), _imperial()),
        Chapter("insurgent", gettext("Insurgent actions"), _insurgent()),
        Chapter("cannons", gettext("Cannons"), _cannons(tables)),
        Chapter("replenishment", gettext("Replenishment"), _replenishment(tables)),
        Chapter("open", gettext("What the text leaves open"), open_questions(tables)),
        Chapter("mail", gettext("Plays by mail"), _mail(tables)),
        Chapter("defaults", gettext("What is done where nobody says"), defaults(tables)),
        Chapter("deck", gettext("The deck"), tuple(_deck(tables))),
    )
    board = gettext(
        "Messolonghi in {count} spaces, reconstructed; the deck is gm's own; rules after Freedom! by"
        " Vangelis Bagiartakis",
        count=len(tables.spaces),
    )
    return RulesAsPlayed(chapters, board)


def _ruling(id_: str, text: str, *rules: str) -> Paragraph:
    return Paragraph(id_, text, rules, ruling=True)


def _hidden() -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "hands",
            gettext(
                "A hand, the decks, policies and plays that wait reach nobody but their owner: not the"
                " other side, not observers, not the list or the archive. When the game is over, the"
                " archive shows the hands."
            ),
            ("1",),
        ),
        Paragraph(
            "open",
            gettext(
                "Discards, the card that can be claimed, how many cards are in a hand and in the decks,"
                " and everything on the board and its tracks lie open."
            ),
            ("1",),
        ),
        _ruling(
            "master",
            gettext(
                "A game master who plays sees what his side sees. Who keeps the server could look up"
                " hands and draws in its files; the seed of the draws is sealed at the beginning and"
                " shown at the end, so that everybody can check that nothing was changed."
            ),
        ),
    )


def _siege(tables: Tables) -> tuple[Paragraph, ...]:
    siege = tables.siege
    forts = listed(tables.forts)
    return (
        Paragraph(
            "rows",
            gettext(
                "Row 1 is the coast, Row 2 the beach, Row 3 the Wall with its forts {forts}; Rows 4 to 8"
                " are the mainland. Who stands in the Camp steps to 8-7, 8-8, 8-9 or 7-9. Marmarou, Vasiladi"
                " and Klisova are the islands of the lagoon. The City Center holds civilians only.",
                forts=forts,
            ),
            ("2",),
        ),
        _ruling(
            "limits",
            gettext(
                "A Wall or beach space holds two units, one of mainland or coast three, an island one, the"
                " Camp any number; every space one cannon. Mainland and Wall spaces touch as a king moves; the"
                " Wall and the beach do not touch."
            ),
            "2",
        ),
        Paragraph(
            "kinds",
            gettext(
                "Units of both sides never share a space, nor Expeditionary and Allied units, the Camp"
                " apart."
            ),
            ("4",),
        ),
        _ruling(
            "lagoon",
            gettext(
                "From the mainland one enters the lagoon at 6-1 toward Marmarou and at 5-9 and 6-9 toward"
                " Klisova. MR3, KL3 and the step from VS1 to the coast are entered only while another"
                " Imperial unit holds that island."
            )
            if not tables.rulings.mover_holds
            else gettext(
                "From the mainland one enters the lagoon at 6-1 toward Marmarou and at 5-9 and 6-9 toward"
                " Klisova. MR3, KL3 and the step from VS1 to the coast are entered only while an Imperial"
                " unit holds that island, if only the one that goes."
            ),
            "2",
        ),
        Paragraph(
            "start",
            gettext(
                "The Imperial side begins with 30 Expeditionary units before the city and {camp} in the Camp, morale {imperial}, supplies"
                " {bread}, money {money}; the Insurgents with a unit on each Wall space and island, {civilians}"
                " civilians, morale {morale}, supplies {supplies}.",
                camp=siege.units.get("CAMP", {}).get("EXP", 0),
                imperial=siege.morale[IMP],
                bread=siege.supplies[IMP],
                money=siege.money,
                civilians=siege.civilians,
                morale=siege.morale[INS],
                supplies=siege.supplies[INS],
            ),
            ("3",),
        ),
    )


def _areas(tables: Tables) -> Iterator[Paragraph]:
    for area in tables.areas.values():
        sentence = gettext(
            "{area}: {side}, markers {markers} at the start. Worth to IMP {imperial}; to INS {insurgent}.",
            area=area_words(tables, area.id),
            side=side_words(area.side),
            markers=area.markers,
            imperial=reward_words(tables, area.rewards[IMP]),
            insurgent=reward_words(tables, area.rewards[INS]),
        )
        yield _ruling(area.id, sentence, "3")


def _round(tables: Tables) -> tuple[Paragraph, ...]:
    siege = tables.siege
    return (
        Paragraph(
            "opening",
            gettext(
                "The Imperial side opens: up to five units step forward, no slow space, none sideways; all or"
                " nothing. Then the Insurgents move one unit to any space of Wall, beach or island."
            ),
            ("4",),
        ),
        Paragraph(
            "plays",
            gettext(
                "Then cards are played in turn, {plays} by each side; higher morale begins, of equal ones the"
                " Imperial side. A side without cards loses its plays.",
                plays=siege.plays,
            ),
            ("4",),
        ),
        Paragraph(
            "storm",
            gettext(
                "At the end of the plays the Imperial side wins with a unit in a fort or on the beach. After"
                " six rounds the Insurgents win. At morale 0 a side loses at once."
            ),
            ("4",),
        ),
        Paragraph(
            "deal",
            gettext(
                "Before each further round both refill to {hand} cards, the Imperial side first. Before rounds"
                " 5 and 6 Imperial morale falls by 1.",
                hand=siege.hand,
            ),
            ("4",),
        ),
        Paragraph(
            "period",
            gettext(
                "With round 4 the second period begins: all cards leave, both draw anew. The Imperial side"
                " gets ten Allied units before the city and five in the Camp, four free Supports at Sea, 6"
                " supplies, 8 money, and its plea penalty grows by 4. The Insurgents get ten civilians, and"
                " their plea bonus grows by 1."
            ),
            ("4",),
        ),
    )


def _plays(tables: Tables) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "event",
            gettext(
                "A card is played for its event, if it is of one's own colour or neutral, or for its action"
                " points, which are spent in any mix. What is left is lost unless it goes to PREP."
            ),
            ("5",),
        ),
        Paragraph(
            "claim",
            gettext(
                "Who plays a card of the other colour for points lets the other side claim it: in its very"
                " next turn it may discard any card instead of playing and have that event."
            ),
            ("5",),
        ),
        _ruling(
            "prep",
            gettext(
                "PREP tops up one action a play, one that costs more than the card has printed: CANNON and"
                " PLEA; RAID beyond distance 2, PRESSURE, REPAIR, TRAIN and CANNON. Exactly what is missing is"
                " taken."
            )
            if tables.rulings.prep_once
            else gettext(
                "PREP tops up each action of a play that costs more than the card has printed: CANNON and"
                " PLEA; RAID beyond distance 2, PRESSURE, REPAIR, TRAIN and CANNON. Exactly what is missing is"
                " taken."
            ),
            "5",
        ),
        _ruling(
            "choice",
            gettext(
                "An attack, raid or shot that removes the last unit of a space, or a shot that destroys a Wall"
                " space, lets its side take 1 morale for itself or 1 from the enemy, by SET MORALE; at 20 of"
                " its own, or 1 of the enemy's, it is the enemy's."
            ),
            "5",
        ),
    )


def _imperial() -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "move",
            gettext(
                "MOVE, 1 point: two units one space each, or one unit up to two, mainland only, never back."
                " SLOW, 1: one unit one space onto the Wall, the beach, the coast or into the lagoon; from Row"
                " 4 only onto a destroyed Wall space without a unit."
            ),
            ("5",),
        ),
        Paragraph(
            "attack",
            gettext(
                "ATTACK, 1: a unit against a space beside it, once for each unit and card. Two eight-sided"
                " dice; one of them must show 8, against the Wall from Row 4 less its damage, one more against"
                " a fort; 5 along the Wall and the beach. It removes one unit. REWARD, 1 and 1 money, lets"
                " the further attacks of the play roll at +2."
            ),
            ("5",),
        ),
        Paragraph(
            "others",
            gettext(
                "SUPPORT, 2: a marker more in an area of one's own, one less in another's; an empty one changes"
                " sides. PLEA, 3: two dice and the penalty below 12 bring 3 money and a penalty greater by 2."
                " CANNON, 3, 5 or 7 in Row 6, 5 or 4: from the Camp to a unit. PREP: a point a step."
            ),
            ("5",),
        ),
    )


def _insurgent() -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "defence",
            gettext(
                "REGROUP, 1: one unit to any space of Wall, beach or island. ATTACK, 1: one eight-sided die of"
                " 6, of 5 within the city, removes a unit. RAID, its distance: from the Wall to Rows 5 to 8 by a"
                " free way, a die of 5; KLI -> KL1 costs 2."
            ),
            ("5",),
        ),
        Paragraph(
            "works",
            gettext(
                "REPAIR, 4: a step of damage less under a unit. TRAIN, 4: a civilian becomes a unit. CANNON, 4"
                " and 1 supply, to a unit. PRESSURE, 3: plea bonus +1. SUPPORT, 2, and PREP as above."
            ),
            ("5",),
        ),
    )


def _cannons(tables: Tables) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "fire",
            gettext(
                "After the plays each cannon with a unit of its own fires once, the Imperial ones first: two"
                " six-sided dice, each of which may hit. From Row 4, 5 and 6, and at them, it needs that number, no"
                " further aside than away; 1 less with an Allied unit, and for the Bombard, which also reaches"
                " Row 7."
            ),
            ("7",),
        ),
        Paragraph(
            "hits",
            gettext(
                "A hit on the Wall damages it, then destroys it, then removes a unit, then the cannon; elsewhere"
                " it removes a unit, then the cannon."
            ),
            ("7",),
        ),
        _ruling(
            "reach",
            gettext(
                "From the beach cannons reach the coast and the beach at distance 1 to 3 with 4 to 6; islands"
                " reach the water around them; Marmarou and {spaces} see each other with a natural 6 only.",
                spaces=listed(sorted(tables.sights)),
            )
            if tables.rulings.beach_guns
            else gettext(
                "Cannons on the beach do not fire; islands reach the water around them; Marmarou and {spaces}"
                " see each other with a natural 6 only.",
                spaces=listed(sorted(tables.sights)),
            ),
            "7",
        ),
    )


def _replenishment(tables: Tables) -> tuple[Paragraph, ...]:
    siege = tables.siege
    deserters = listed(
        gettext("{units} at morale {morale}", units=units, morale=bound)
        for bound, units in siege.desertion
    )
    return (
        Paragraph(
            "imperial",
            gettext(
                "The Imperial side gets its rewards, pays {early} money ({late} in the second period) and eats"
                " {bread} supplies ({more}). Money that lacks costs as many units and 2 morale; supplies that"
                " lack cost morale one for one.",
                early=siege.money_upkeep["A"],
                late=siege.money_upkeep["B"],
                bread=siege.supplies_upkeep["A"],
                more=siege.supplies_upkeep["B"],
            ),
            ("8",),
        ),
        _ruling(
            "desertion",
            gettext("Then units desert, from each of these down: {list}.", list=deserters)
            if tables.rulings.desertion
            else gettext("No units desert."),
            "3",
        ),
        Paragraph(
            "insurgent",
            gettext(
                "The Insurgents count units and civilians, get their rewards and eat a fifth of the count,"
                " rounded up. Two dice and the plea bonus of 12 or more then bring help: 6 supplies, two units,"
                " 2 morale; else the bonus grows by 1."
            ),
            ("8",),
        ),
    )


def _mail(tables: Tables) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "queue",
            gettext(
                "A mail may hold several plays. Each is read against the position when its turn comes: guards"
                " (IF, STOP IF, UNTIL CLEAR) are judged then. What does not come up waits for the next turn; a"
                " play that cannot be begun stops what waits behind it, and the game waits for a mail."
            ),
            ("6",),
        ),
        _ruling(
            "newer",
            gettext(
                "The plays of a newer mail wait behind those that wait already; one with the same card, or"
                " another opening or regroup, takes the place of that. CLEAR takes back all that waits."
            ),
            "6",
        ),
        _ruling(
            "void",
            gettext(
                "An action that has become impossible ends its play: earlier ones stand, the points left go to"
                " PREP. In an event only the rest of its effect is lost."
            )
            if tables.rulings.void_to_prep
            else gettext(
                "An action that has become impossible ends its play: earlier ones stand, the points left are"
                " lost. In an event only the rest of its effect is lost."
            ),
            "6",
        ),
        _ruling(
            "silence",
            gettext(
                "At the deadline who is silent opens with nothing, regroups nothing, claims nothing; of cards"
                " the one of fewest points is played, all into PREP."
            ),
            "6",
        ),
        Paragraph(
            "policies",
            gettext(
                "SET MORALE, SET PLACE, SET REMOVE, SET ALLIES, SET CLAIM and FIRE stand until they are changed"
                " and settle what the rules would ask in the middle of a play."
            ),
            ("6",),
        ),
    )


def _deck(tables: Tables) -> Iterator[Paragraph]:
    """Yield the cards, period by period, side by side as their ids sort."""
    for card in tables.cards.values():
        sentence = gettext(
            "{card}, {ap} AP, {whose}: {event}.",
            card=card.name,
            ap=card.ap,
            whose=whose_words(card),
            event=event_words(tables, card),
        )
        yield _ruling(card.name.casefold().replace(" ", "-"), sentence, "9")
