"""What happened, as a chronicle: a sentence for each fact of which there is something to say (12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gm.contract.events import Drawn, Event
from gm.games.turlough.pages.words import (
    army_words,
    faction_words,
    factions_words,
    group_words,
    hazard_words,
    place_words,
    victory_words,
    way_words,
)
from gm.games.turlough.rules.events import (
    Allied,
    ArmyEliminated,
    BattleLost,
    CardsAdded,
    CardsRemoved,
    CattleLooted,
    CombatDeclared,
    CrownTaken,
    Demobilised,
    Destroyed,
    Disengaged,
    Exiled,
    FactionOut,
    FebasChanged,
    FebasReason,
    Fed,
    HalvesEnded,
    HazardDrawn,
    HostageFreed,
    HostageGiven,
    HostageKilled,
    HostageOffered,
    Income,
    Invited,
    KingChanged,
    LandHealed,
    Loss,
    Mobilised,
    Moved,
    MusterPaid,
    OrderRolled,
    Raided,
    RaidFailed,
    Replenished,
    ReturnBegan,
    Returned,
    RisingOccasion,
    Rolled,
    RollKind,
    RoundBegan,
    SideTaken,
    SummonsRefused,
    Tribute,
    WarEnded,
    Won,
    after,
)
from gm.games.turlough.rules.foresight import Foreseen, Muster, NoMuster, NoWay
from gm.games.turlough.rules.outcomes import Reason
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.rules.tables import Tables
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import first_upper


def happenings(tables: Tables, before: TurloughState, events: Sequence[Event]) -> Iterator[str]:
    """Yield the sentences of a step.

    What belongs together is told together: an army with its price, a roll with the battle that it cost,
    and of further rolls of a fight only what is new.

    Args:
        tables: what is played. before: the position before it; events: its facts, in order.
    """
    state, last, paid = before, None, dict[str, MusterPaid]()
    rising = {event.army.faction for event in events if isinstance(event, Mobilised)}
    facts = [event for event in events if not isinstance(event, Drawn)]
    for event, following in zip(facts, (*facts[1:], None), strict=True):
        match event:
            case Rolled():
                sentence = _fight_words(tables, last, event, following)
            case BattleLost() if last is not None:
                sentence = ""  # with its roll
            case MusterPaid(faction) if faction in rising:
                paid[faction], sentence = event, ""
            case Mobilised():
                sentence = _muster_words(tables, event, paid.get(event.army.faction))
            case _:
                sentence = (
                    _of_rounds(tables, event)
                    or _of_armies(tables, state, event)
                    or _of_talks(tables, event)
                    or _of_fights(tables, event)
                )
        if isinstance(event, Rolled):
            last = event
        elif not isinstance(event, BattleLost):
            last = None
        if sentence:
            yield first_upper(sentence)
        state = after(state, [event])


def _muster_words(tables: Tables, event: Mobilised, paid: MusterPaid | None) -> str:
    price = f"{_paid_words(paid)}; " if paid is not None else ""
    return gettext(
        "{faction} musters in {place}: {strength}{why}.",
        faction=faction_words(tables, event.army.faction),
        place=place_words(tables, event.army.hex),
        strength=army_words(event.army),
        why=f" ({price}{_occasion_words(event.occasion)})",
    )


def _fight_words(
    tables: Tables, last: Rolled | None, rolled: Rolled, following: Event | None
) -> str:
    """Return a roll, and who lost a battle by it.

    Args:
        tables: what is played. last: the roll before it, if nothing else lies between.
        rolled: the roll; following: what comes next.
    """
    goes_on = (
        last is not None
        and rolled.kind is RollKind.ATTACK
        and (last.kind, last.hex) == (rolled.kind, rolled.hex)
        and (last.attackers, last.defenders) == (rolled.attackers, rolled.defenders)
    )
    sentence = _again_words(rolled) if goes_on else _roll_words(tables, rolled)
    if not isinstance(following, BattleLost):
        return sentence
    return f"{sentence} {first_upper(_lost_words(tables, following))}"


def foreseen_words(tables: Tables, foreseen: Foreseen) -> str:
    """Return what a line of a packet would do, for its receipt."""
    if isinstance(foreseen, Muster):
        return gettext(
            "If there is an occasion it musters in {place}: {strength}{cost}.",
            place=place_words(tables, foreseen.army.hex),
            strength=army_words(foreseen.army),
            cost=f" ({_paid_words(foreseen.paid)})" if foreseen.paid is not None else "",
        )
    if isinstance(foreseen, NoMuster):
        return gettext("It has had its army in this war: MOBILIZE raises no other.")
    if isinstance(foreseen, NoWay):
        return gettext(
            "{there} does not lie beside {here}, where its army would be: MOVE TO {code} finds a way.",
            there=place_words(tables, foreseen.there),
            here=place_words(tables, foreseen.here),
            code=foreseen.there,
        )
    way = way_words(tables, foreseen.way)
    if foreseen.reaches:
        return ngettext(
            "The way {way} takes {count} movement point.",
            "The way {way} takes {count} movement points.",
            foreseen.points,
            way=way,
            count=foreseen.points,
        )
    return ngettext(
        "The way {way} takes {count} movement point, more than are left: it ends on the way.",
        "The way {way} takes {count} movement points, more than are left: it ends on the way.",
        foreseen.points,
        way=way,
        count=foreseen.points,
    )


def _paid_words(paid: MusterPaid) -> str:
    """Return the price of an army; coyne is taken from the land where it musters."""
    items = (
        gettext("{count} coyne", count=paid.coyne) if paid.coyne else "",
        gettext("{count} cattle", count=paid.cattle) if paid.cattle else "",
        gettext("£{count}", count=paid.pounds) if paid.pounds else "",
    )
    return listed([item for item in items if item])


def _of_rounds(tables: Tables, event: Event) -> str:
    """Return what a fact says that happens by itself between wars; "" if it is none of those."""
    match event:
        case RoundBegan(number):
            return gettext("Round {number} begins.", number=number)
        case LandHealed(_, restored) if restored:
            places = listed([place_words(tables, hex_) for hex_ in restored])
            return gettext("Rebuilt, still waste: {places}.", places=places)
        case HazardDrawn(card):
            return gettext("Hazard: {card}.", card=hazard_words(tables, card))
        case CardsAdded(cards):
            return ngettext(
                "{count} card goes into the deck for a round.",
                "{count} cards go into the deck for a round.",
                len(cards),
                count=len(cards),
            )
        case CardsRemoved(cards):
            return ngettext(
                "{count} card of the last round leaves the deck.",
                "{count} cards of the last round leave the deck.",
                len(cards),
                count=len(cards),
            )
        case OrderRolled(order, dice):
            shown = ", ".join(f"{f} {'/'.join(map(str, rolls))}" for f, rolls in dice)
            sentence = gettext(
                "Order of the round: {factions}.", factions=factions_words(tables, order)
            )
            rolled = gettext("Dice: {dice}.", dice=shown) if shown else ""
            return f"{sentence} {rolled}".strip()
        case Replenished(faction, gained, cattle):
            return gettext(
                "{faction}: {gained} cattle more, {cattle} now.",
                faction=faction_words(tables, faction),
                gained=gained,
                cattle=cattle,
            )
        case Income(pounds, _):
            return gettext("De Clare's rents: £{pounds}.", pounds=pounds)
        case Tribute(payer, receiver, lost):
            names = {
                "payer": faction_words(tables, payer),
                "receiver": faction_words(tables, receiver),
            }
            if lost:
                return gettext("{payer} pays {receiver} a cow; his herd is full.", **names)
            return gettext("{payer} pays {receiver} a cow.", **names)
        case WarEnded():
            return gettext("The war is over.")
        case KingChanged(None):
            return gettext("There is no king.")
        case KingChanged(str(king)):
            return gettext("{claimant} is king.", claimant=faction_words(tables, king))
        case HalvesEnded():
            return gettext("The kingdom is no longer halved.")
        case Won(victory):
            return victory_words(tables, victory)
        case FactionOut(faction):
            return gettext("{faction} is out of the game.", faction=faction_words(tables, faction))
        case FebasChanged(group, delta, reason):
            return _febas_words(group, delta, reason)
        case _:
            return ""


def _febas_words(group: str, delta: int, reason: FebasReason) -> str:
    why = {
        FebasReason.HERD: gettext("the herd is full"),
        FebasReason.RIVAL_BEATEN: gettext("a claimant beaten"),
        FebasReason.OWN_LAND_RAIDED: gettext("own land raided"),
        FebasReason.HOSTAGE_LOST: gettext("a hostage lost"),
        FebasReason.EXILE: gettext("exile"),
        FebasReason.ARMY_LOST: gettext("an army lost"),
    }[reason]
    return gettext(
        "Febas of {group}: {delta} ({why}).", group=group_words(group), delta=f"{delta:+}", why=why
    )


def _of_armies(tables: Tables, state: TurloughState, event: Event) -> str:
    """Return what a fact says of one army; "" if it is none of those."""
    match event:
        case MusterPaid(faction):
            return gettext(
                "{faction} pays {what}.",
                faction=faction_words(tables, faction),
                what=_paid_words(event),
            )
        case Moved(faction, way):
            here = state.army(faction)
            start = (here.hex,) if here is not None else ()
            return gettext(
                "{faction} marches: {way}.",
                faction=faction_words(tables, faction),
                way=way_words(tables, (*start, *way)),
            )
        case Fed(faction, hex_, provisions, coyne, cattle, starved):
            return _fed_words(tables, faction, hex_, (provisions, coyne, cattle, starved))
        case Demobilised(faction, hex_, at_end):
            names = {"faction": faction_words(tables, faction), "place": place_words(tables, hex_)}
            if at_end:
                return gettext("The war is at its limit: {faction} disbands in {place}.", **names)
            return gettext("{faction} disbands in {place}.", **names)
        case CrownTaken(claimant):
            return gettext(
                "{claimant} will be king when this war ends.",
                claimant=faction_words(tables, claimant),
            )
        case ReturnBegan(claimant):
            return gettext(
                "{claimant} will be back in the land when this war ends.",
                claimant=faction_words(tables, claimant),
            )
        case Exiled(claimant):
            return gettext(
                "{claimant} flees into exile.", claimant=faction_words(tables, claimant)
            )
        case Returned(claimant):
            return gettext(
                "{claimant} is back from exile.", claimant=faction_words(tables, claimant)
            )
        case _:
            return ""


def _occasion_words(occasion: RisingOccasion) -> str:
    return {
        RisingOccasion.OPENING: gettext("opens the war"),
        RisingOccasion.RAIDED: gettext("rises against the raid"),
        RisingOccasion.INVITED: gettext("was invited"),
        RisingOccasion.NEWS: gettext("at the news"),
        RisingOccasion.OFFERED: gettext("for the hostage"),
        RisingOccasion.CALLED: gettext("was called"),
    }[occasion]


def _fed_words(tables: Tables, faction: str, hex_: str, eaten: tuple[int, int, int, int]) -> str:
    provisions, coyne, cattle, starved = eaten
    items = [
        ngettext("{count} provision", "{count} provisions", provisions, count=provisions)
        if provisions
        else "",
        gettext("{count} coyne on {place}", count=coyne, place=place_words(tables, hex_))
        if coyne
        else "",
        gettext("{count} cattle", count=cattle) if cattle else "",
    ]
    name = faction_words(tables, faction)
    food = listed([item for item in items if item])
    meal = gettext("{faction} lives on {food}.", faction=name, food=food) if food else ""
    if not starved:
        return meal
    hunger = ngettext(
        "{faction} loses {count} battle by hunger.",
        "{faction} loses {count} battles by hunger.",
        starved,
        faction=name,
        count=starved,
    )
    return f"{meal} {hunger}".strip()


def _of_talks(tables: Tables, event: Event) -> str:
    """Return what a fact says of invitations and hostages; "" if it is none of those."""
    match event:
        case Invited(by, target):
            return gettext(
                "{inviter} calls on {target}.",
                inviter=faction_words(tables, by),
                target=faction_words(tables, target),
            )
        case SummonsRefused(_, target, why):
            return _stays_words(faction_words(tables, target), Reason(why))
        case Allied(faction, claimant, _, _):
            return gettext(
                "{faction} is an ally of {claimant} from now on.",
                faction=faction_words(tables, faction),
                claimant=faction_words(tables, claimant),
            )
        case HostageGiven(giver, holder, before):
            names = {
                "giver": faction_words(tables, giver),
                "holder": faction_words(tables, holder),
            }
            if before is None:
                return gettext("{holder} holds a hostage of {giver}.", **names)
            return gettext("The hostage of {giver} passes to {holder}.", **names)
        case HostageFreed(giver, _):
            return gettext("The hostage of {giver} is free.", giver=faction_words(tables, giver))
        case HostageKilled(giver, _):
            return gettext("The hostage of {giver} is killed.", giver=faction_words(tables, giver))
        case HostageOffered(claimant, accepted):
            name = faction_words(tables, claimant)
            if accepted:
                return gettext(
                    "De Clare accepts the hostage that {claimant} offers.", claimant=name
                )
            return gettext("De Clare refuses the hostage that {claimant} offers.", claimant=name)
        case SideTaken(claimant):
            return gettext("De Clare is for {claimant}.", claimant=faction_words(tables, claimant))
        case _:
            return ""


def _stays_words(name: str, why: Reason) -> str:
    match why:
        case Reason.BOUND:
            return gettext("{faction} stays: the holder of its hostage forbids it.", faction=name)
        case Reason.SACRIFICED:
            return gettext("{faction} stays, and gives up its hostage.", faction=name)
        case Reason.NO_BATTLES:
            return gettext("{faction} has nothing to raise an army with.", faction=name)
        case _:
            return gettext("{faction} refuses.", faction=name)


def _of_fights(tables: Tables, event: Event) -> str:
    """Return what a fact says of combats and raids; "" if it is none of those."""
    match event:
        case CombatDeclared(attacker, target, hex_):
            return gettext(
                "{attacker} comes upon {target} in {place}.",
                attacker=faction_words(tables, attacker),
                target=faction_words(tables, target),
                place=place_words(tables, hex_),
            )
        case BattleLost():
            return _lost_words(tables, event)
        case Disengaged(faction, to):
            return gettext(
                "{faction} gets away to {place}.",
                faction=faction_words(tables, faction),
                place=place_words(tables, to),
            )
        case ArmyEliminated(faction, hex_, loss):
            names = {"faction": faction_words(tables, faction), "place": place_words(tables, hex_)}
            if loss is Loss.HUNGER:
                return gettext("The army of {faction} in {place} starves.", **names)
            return gettext("The army of {faction} in {place} is destroyed.", **names)
        case CattleLooted(faction, shares, _) if shares:
            taken = listed([f"{faction_words(tables, taker)} {count}" for taker, count in shares])
            return gettext(
                "The cattle of {faction} go to {taken}.",
                faction=faction_words(tables, faction),
                taken=taken,
            )
        case Raided(faction, hex_, devastation, cattle):
            return gettext(
                "{faction} raids {place}: devastation +{count}, cattle +{cattle}.",
                faction=faction_words(tables, faction),
                place=place_words(tables, hex_),
                count=devastation,
                cattle=cattle,
            )
        case RaidFailed(faction, hex_, defended):
            names = {"faction": faction_words(tables, faction), "place": place_words(tables, hex_)}
            if defended:
                return gettext("The raid of {faction} on {place} fails: its owner rose.", **names)
            return gettext("The raid of {faction} on {place} fails: the castle holds.", **names)
        case Destroyed(hex_):
            return gettext("{place} is destroyed.", place=place_words(tables, hex_))
        case _:
            return ""


def _lost_words(tables: Tables, event: BattleLost) -> str:
    return gettext("{faction} loses a battle.", faction=faction_words(tables, event.faction))


def _again_words(rolled: Rolled) -> str:
    """Return a further roll of a fight, without what stands above it."""
    return gettext(
        "Again {attack} against {defence} ({dice}).",
        attack=rolled.attack,
        defence=rolled.defence,
        dice=_dice_words(rolled),
    )


def _dice_words(rolled: Rolled) -> str:
    """Return the dice of both sides, `dice 6 5 : 4`, ties before them, and what the land adds if it does."""
    throws = [f"{' '.join(map(str, a))} : {' '.join(map(str, d))}" for a, d in rolled.throws]
    words = gettext("dice {dice}", dice=" / ".join(throws))
    if not (rolled.attack_bonus or rolled.defence_bonus):
        return words
    land = gettext("land {added}", added=f"{rolled.attack_bonus:+} : {rolled.defence_bonus:+}")
    return f"{words}; {land}"


def _turned(rolled: Rolled) -> Rolled:
    """Return a roll with the side first that stands there, of which the sentence speaks."""
    return replace(
        rolled,
        throws=tuple((defence, attack) for attack, defence in rolled.throws),
        attack_bonus=rolled.defence_bonus,
        defence_bonus=rolled.attack_bonus,
        attack=rolled.defence,
        defence=rolled.attack,
    )


def _roll_words(tables: Tables, rolled: Rolled) -> str:
    """Return a roll: who against whom, the sums, and all dice behind them."""
    shown = rolled if rolled.kind in (RollKind.ATTACK, RollKind.CASTLE) else _turned(rolled)
    figures = {
        "place": place_words(tables, rolled.hex),
        "attackers": factions_words(tables, rolled.attackers),
        "defenders": factions_words(tables, rolled.defenders) or gettext("the castle"),
        "dice": _dice_words(shown),
        "attack": shown.attack,
        "defence": shown.defence,
    }
    if rolled.kind is RollKind.DISENGAGE:
        return gettext(
            "{defenders} tries to get away from {attackers} in {place}: {attack} against {defence}"
            " ({dice}).",
            **figures,
        )
    if rolled.kind is RollKind.RISING:
        return gettext(
            "{defenders} rises against {attackers} in {place}: {attack} against {defence} ({dice}).",
            **figures,
        )
    return gettext(
        "{attackers} against {defenders} in {place}: {attack} against {defence} ({dice}).",
        **figures,
    )
