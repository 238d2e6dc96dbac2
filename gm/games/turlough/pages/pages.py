"""The pages as the shell knows them: each a headline and sections, of the kit's plain form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.pages import OrderExample, Page, RulesAsPlayed
from gm.contract.rules import Position, Rules
from gm.contract.stages import Stage
from gm.contract.told import SeatStand, Told
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.pages.land_parts import part_of_land
from gm.games.turlough.pages.position_tables import (
    how_it_stands,
    own_factions,
    silent_words,
    standing_lines,
)
from gm.games.turlough.pages.rules_words import mode_words, rules_as_played
from gm.games.turlough.pages.story import foreseen_words, happenings
from gm.games.turlough.pages.words import (
    army_words,
    faction_words,
    factions_words,
    group_words,
    place_words,
    victory_words,
)
from gm.games.turlough.refusals import refusal_sentence
from gm.games.turlough.rules.events import PacketsOpened, Won
from gm.games.turlough.rules.foresight import Foreseen, Muster
from gm.games.turlough.rules.orders import (
    Atom,
    Condition,
    Conditional,
    Conduct,
    Demobilize,
    FactionOrder,
    Invite,
    Mobilize,
    Move,
    MoveTo,
    Pay,
    Raid,
    React,
    Reaction,
    Stay,
    Trigger,
)
from gm.games.turlough.rules.outcomes import LineResult, TurloughOutcome
from gm.games.turlough.rules.rules import OPENING, TURN, TurloughRules
from gm.games.turlough.rules.state import AskedFor, KeptLine, TurloughState, Wait
from gm.games.turlough.rules.tables import Tables
from gm.languages import gettext, pgettext
from gm.mail.board_pictures import board_enclosed
from gm.report.pages.plain_pages import (
    PageSection,
    PlainPages,
    told_page,
)


class TurloughPages(PlainPages[TurloughState]):
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Round 2, war turn 3`, and whom it asks if it asks one."""
        round_, turn, *_ = stage.order
        if stage.kind == OPENING:
            return gettext("Before the first war")
        words = gettext("Round {round}, war turn {turn}", round=round_, turn=turn)
        if stage.kind != TURN:
            return words
        faction = stage.name.rpartition("S")[2].lstrip("0123456789")
        return f"{words}: {faction_words(load_tables(), faction)}"

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage."""
        if stage.kind == OPENING:
            return pgettext("what is ordered", "standing lines")
        return pgettext("what is ordered", "packets")

    def how_it_ended(self, events: Sequence[Event], rules: Rules[TurloughState, Any]) -> str:
        """Return how the game ended, by the facts of its last stage."""
        won = next((event for event in events if isinstance(event, Won)), None)
        return victory_words(_tables(rules), won.victory) if won is not None else ""

    def rules(
        self,
        rules: Rules[TurloughState, Any],
        chosen: Mapping[str, str],
        state: TurloughState | None = None,
    ) -> RulesAsPlayed:
        """Return the rules in words."""
        if not isinstance(rules, TurloughRules):
            return super().rules(rules, chosen, state)
        return rules_as_played(rules, chosen)

    def position(self, at: Position[TurloughState]) -> tuple[str, ...]:
        """Return who stands where, and how the factions do."""
        tables, state = _tables(at.rules), at.state
        armies = tuple(
            f"{faction_words(tables, army.faction)}: {place_words(tables, army.hex)},"
            f" {army_words(army)}"
            for army in state.armies
        )
        febas = (f"{group_words(group)} {height}" for group, height in state.stacks())
        return (*armies, gettext("Febas: {stacks}.", stacks=", ".join(febas)))

    def opening(self, news: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the mail that opens a game."""
        rules, state, tables = news.rules, news.step.after, _tables(news.rules)
        headline = gettext("Thomond in {year}", year=state.scenario)
        made_by = gettext(
            "{title}, by {designer}.", title=rules.meta.title, designer=rules.meta.designer
        )
        licence = gettext("Its text is open access, under Creative Commons with attribution.")
        sections = [
            PageSection("", (made_by, licence, *mode_words(rules))),
            *own_factions(news, tables),
            *how_it_stands(rules, tables, state),
        ]
        pictures = board_enclosed(news, begins=True)
        return told_page(news, headline, sections, form=_form(news), pictures=pictures, opens=True)

    def report(self, news: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the report of a war turn: one's own packets, the chronicle, how it stands."""
        rules, state, tables = news.rules, news.step.after, _tables(news.rules)
        ended = self.how_it_ended(news.step.events, rules)
        stage = self.stage(rules.stage(state))
        begins = gettext("{stage} begins", stage=stage)
        if state.one_by_one is not None:
            begins = gettext("{stage} is asked", stage=stage)
        sections = [
            *_packets(tables, news.step.outcomes),
            *own_factions(news, tables),
            *_asked_now(tables, state),
            _chronicle(news),
            *opened_packets(news.step.events),
            *how_it_stands(rules, tables, state),
        ]
        mine = news.viewer.mine
        near = mine if part_of_land(tables, state, news.step.before, mine) else ()
        pictures = board_enclosed(news, near=near)
        return told_page(news, ended or begins, sections, form=_form(news), pictures=pictures)

    def ended(self, news: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the mail that tells of a game the GM has ended."""
        state = news.step.after
        stands = how_it_stands(news.rules, _tables(news.rules), state)
        sections = [*packet_sections(state.kept), *stands]
        return told_page(news, gettext("The game is over"), sections)

    def of_seat(self, stand: SeatStand[TurloughState]) -> list[PageSection]:
        """Return the packets that stand, and what their factions do without one."""
        if stand.due.closed:
            return []
        tables, state = _tables(stand.rules), stand.state
        sections = list[PageSection]()
        for faction in state.commanded_by(stand.seat):
            if state.factions[faction].out:
                continue
            orders = [o for o in stand.orders if getattr(o, "faction", "") == faction]
            lines = tuple(order_line(order).partition(": ")[2] for order in orders)
            nothing = (silent_words(tables, state, faction),)
            would = tuple(
                foreseen_words(tables, foreseen)
                for foreseen in (stand.foresight if isinstance(stand.foresight, tuple) else ())
                if _whose(foreseen) == faction
            )
            packet = (*(lines or nothing), *would, *_marches_nowhere(orders))
            packet = (*packet, *standing_lines(state, faction))
            sections.append(PageSection(faction_words(tables, faction), packet))
        return sections

    def lacks(self, stand: SeatStand[TurloughState]) -> str:
        """Return in a sentence for which factions no packet was sent."""
        lacking = stand.due.open_slots.get(stand.seat, ())
        if not lacking:
            return ""
        named = factions_words(_tables(stand.rules), lacking)
        return gettext("No packet for {factions} so far", factions=named)

    def examples(self) -> tuple[OrderExample, ...]:
        """Return lines as players may write them."""
        if_there = Condition(((Atom(who="CBR", hex="CLO"),),))
        shown = (
            (
                Mobilize("CT", pay=Pay(coyne=3, tuarastal=2)),
                gettext("Raise an army of five battles"),
            ),
            (Move("CT", way=("CLO", "TUL", "FEA")), gettext("March from hex to hex")),
            (MoveTo("CT", target="FEA"), gettext("March by the cheapest way")),
            (Invite("CT", target="CUL"), gettext("Call a lesser king on his longport")),
            (Conduct("CT", avoid=True), gettext("Stop before enemies, and march around them")),
            (Raid("CT"), gettext("Raid the settlement where the army stands")),
            (Demobilize("CT"), gettext("Disband at home")),
            (
                Conditional("CT", if_there, then=MoveTo("CT", target="QUI"), otherwise=Raid("CT")),
                gettext("One thing or another, by what the board is like then"),
            ),
            (
                React("CT", trigger=Trigger.ATTACKED, reaction=Reaction.DISENGAGE, to=("QUI",)),
                gettext("A standing line: what it does when it is attacked"),
            ),
            (Stay("CT"), gettext("A packet without orders: it stays where it is")),
        )
        return tuple(OrderExample(order_line(order), says) for order, says in shown)


def _marches_nowhere(orders: Sequence[Order]) -> tuple[str, ...]:
    """Return what is said of a packet that names an enemy to fight and no way to him."""
    fights = any(isinstance(order, Conduct) and order.target for order in orders)
    if not fights or any(isinstance(order, Move | MoveTo | Conditional) for order in orders):
        return ()
    return (
        gettext("FIGHT says whom it fights where they meet; without MOVE it stays where it is."),
    )


def _whose(foreseen: Foreseen) -> str:
    return foreseen.army.faction if isinstance(foreseen, Muster) else foreseen.faction


def _tables(rules: Rules[TurloughState, Any]) -> Tables:
    return rules.tables if isinstance(rules, TurloughRules) else load_tables()


def _packets(tables: Tables, outcomes: Sequence[TurloughOutcome]) -> list[PageSection]:
    """Return what became of each line of the reader's packets, one faction after the other; nothing where there was none."""
    if not outcomes:
        return []
    places = {faction: place for place, faction in enumerate(tables.factions)}
    by_faction = sorted(
        outcomes, key=lambda outcome: places.get(_faction_of(outcome), len(places))
    )
    lines = tuple(f"{order_line(outcome.order)}: {_fate(outcome)}" for outcome in by_faction)
    return [PageSection(gettext("Your packets"), lines)]


def _faction_of(outcome: TurloughOutcome) -> str:
    return outcome.order.faction if isinstance(outcome.order, FactionOrder) else ""


def opened_packets(events: Sequence[Event]) -> list[PageSection]:
    """Return the packets of a war that is over, where the game shows them."""
    opened = (event.lines for event in events if isinstance(event, PacketsOpened))
    return [section for lines in opened for section in packet_sections(lines)]


def packet_sections(lines: Sequence[KeptLine]) -> list[PageSection]:
    """Return lines that were sent in a war, a section for each of its war turns."""
    sections = list[PageSection]()
    for turn in dict.fromkeys(line.war_turn for line in lines):
        sent = tuple(
            f"{line.outcome.seat} - {order_line(line.outcome.order)}: {_fate(line.outcome)}"
            for line in lines
            if line.war_turn == turn
        )
        title = gettext("The packets of war turn {turn}, opened", turn=turn)
        sections.append(PageSection(title, sent))
    return sections


def _asked_now(tables: Tables, state: TurloughState) -> list[PageSection]:
    """Return who is asked, where one faction is asked after the other."""
    asked = state.one_by_one
    if asked is None or state.wait is Wait.OVER:
        return []
    who = {
        "faction": f"{faction_words(tables, asked.faction)} ({asked.faction})",
        "seat": state.seat_of(asked.faction) or "-",
    }
    if asked.asking is AskedFor.RISING:
        question = gettext(
            "{faction} is asked whether it takes the field; seat {seat} answers.", **who
        )
    else:
        question = gettext("{faction} is asked what its army does; seat {seat} answers.", **who)
    rest = gettext(
        "The others wait until their turn comes. REACT, FEED and LEAD are heard from everybody at any"
        " time."
    )
    return [PageSection(gettext("Who is asked"), (question, rest))]


def _fate(outcome: TurloughOutcome) -> str:
    if outcome.result is LineResult.UNUSED:
        return gettext("not used, the game was over")
    done = pgettext("what became of an order", "done")
    if outcome.reason is None:
        return done
    why = refusal_sentence(outcome.reason)
    return f"{done}. {why}" if outcome.result is LineResult.DONE else why


def _chronicle(news: Told[TurloughState, TurloughOutcome]) -> PageSection:
    lines = tuple(happenings(_tables(news.rules), news.step.before, news.step.events))
    return PageSection(gettext("What happened"), lines or (_quiet_words(news),))


def _quiet_words(news: Told[TurloughState, TurloughOutcome]) -> str:
    """Return what is said where nothing happened."""
    asked = news.step.before.one_by_one
    if asked is None:
        return gettext("Nobody took the field.")
    faction = faction_words(_tables(news.rules), asked.faction)
    if asked.asking is AskedFor.RISING:
        return gettext("{faction} does not take the field.", faction=faction)
    return gettext("The army of {faction} stays where it is.", faction=faction)


def _form(news: Told[TurloughState, TurloughOutcome]) -> tuple[str, ...]:
    """Return lines to fill in, for who is asked: a block for each faction."""
    due, state = news.due, news.step.after
    mine = set(news.viewer.mine)
    if due is None or not set(due.asked) & mine:
        return ()
    lines = list[str]()
    for seat in news.viewer.mine:
        for faction in state.commanded_by(seat):
            standing = state.factions[faction]
            if standing.out or not _is_asked(state, faction):
                continue
            if state.wait is Wait.START:
                lines += [f"FACTION {faction}", "REACT ATTACKED ____"]
            elif state.army(faction) is not None:
                lines += [f"FACTION {faction}", "MOVE ____", "RAID ____"]
            elif not standing.served:
                rising = [f"FACTION {faction}", "MOBILIZE ____"]
                acts = state.one_by_one is None or state.war_turn == 1
                lines += [*rising, "MOVE ____"] if acts else rising
    return tuple(lines)


def _is_asked(state: TurloughState, faction: str) -> bool:
    return state.one_by_one is None or state.one_by_one.faction == faction
