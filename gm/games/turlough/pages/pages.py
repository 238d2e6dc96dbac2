"""The pages as the shell knows them: each a headline and sections, of the kit's plain form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.contract.events import Event
from gm.contract.pages import OrderExample, Page, RulesAsPlayed
from gm.contract.rules import Position, Rules
from gm.contract.stages import Stage
from gm.contract.told import SeatStand, Told
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.pages.land_parts import part_of_land
from gm.games.turlough.pages.rules_words import mode_words, rules_as_played
from gm.games.turlough.pages.story import foreseen_words, happenings
from gm.games.turlough.pages.words import (
    army_words,
    faction_words,
    factions_words,
    group_words,
    hazard_words,
    land_words,
    place_words,
    standing_of,
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
from gm.games.turlough.rules.sides import seat_of_power
from gm.games.turlough.rules.state import AskedFor, KeptLine, TurloughState, Wait
from gm.games.turlough.rules.tables import ENGLISH, Tables
from gm.languages import gettext, pgettext
from gm.mail.board_pictures import board_enclosed
from gm.report.pages.plain_pages import (
    PageSection,
    PlainPages,
    ScoreTable,
    Track,
    TrackBoard,
    told_page,
)


class TurloughPages(PlainPages[TurloughState]):
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Round 2, war turn 3`, and whom it asks if it asks one."""
        round_, turn, *_ = stage.order
        if stage.kind == OPENING:
            return gettext("Before the first war")
        told = gettext("Round {round}, war turn {turn}", round=round_, turn=turn)
        if stage.kind != TURN:
            return told
        faction = stage.name.rpartition("S")[2].lstrip("0123456789")
        return f"{told}: {faction_words(load_tables(), faction)}"

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

    def opening(self, told: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the mail that opens a game."""
        rules, state = told.rules, told.step.after
        headline = gettext("Thomond in {year}", year=state.scenario)
        made_by = gettext(
            "{title}, by {designer}.", title=rules.meta.title, designer=rules.meta.designer
        )
        licence = gettext("Its text is open access, under Creative Commons with attribution.")
        sections = [
            PageSection("", (made_by, licence, *mode_words(rules))),
            *_own(told),
            *_how_it_stands(rules, state),
        ]
        pictures = board_enclosed(told, begins=True)
        return told_page(told, headline, sections, form=_form(told), pictures=pictures, opens=True)

    def report(self, told: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the report of a war turn: one's own packets, the chronicle, how it stands."""
        rules, state = told.rules, told.step.after
        ended = self.how_it_ended(told.step.events, rules)
        stage = self.stage(rules.stage(state))
        begins = gettext("{stage} begins", stage=stage)
        if state.one_by_one is not None:
            begins = gettext("{stage} is asked", stage=stage)
        sections = [
            *_packets(told.step.outcomes),
            *_asked_now(_tables(rules), state),
            _chronicle(told),
            *opened_packets(told.step.events),
            *_own(told),
            *_how_it_stands(rules, state),
        ]
        mine = told.viewer.mine
        near = mine if part_of_land(_tables(rules), state, told.step.before, mine) else ()
        pictures = board_enclosed(told, near=near)
        return told_page(told, ended or begins, sections, form=_form(told), pictures=pictures)

    def ended(self, told: Told[TurloughState, TurloughOutcome]) -> Page:
        """Return the mail that tells of a game the GM has ended."""
        state = told.step.after
        sections = [*packet_sections(state.kept), *_how_it_stands(told.rules, state)]
        return told_page(told, gettext("The game is over"), sections)

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
            nothing = (_silent_words(tables, state, faction),)
            would = tuple(
                foreseen_words(tables, told)
                for told in (stand.foresight if isinstance(stand.foresight, tuple) else ())
                if _whose(told) == faction
            )
            sections.append(
                PageSection(faction_words(tables, faction), (lines or nothing) + would)
            )
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


def _whose(told: Foreseen) -> str:
    return told.army.faction if isinstance(told, Muster) else told.faction


def _tables(rules: Rules[TurloughState, Any]) -> Tables:
    return rules.tables if isinstance(rules, TurloughRules) else load_tables()


def _packets(outcomes: Sequence[TurloughOutcome]) -> list[PageSection]:
    """Return what became of each line of the reader's packets; nothing where there was none."""
    if not outcomes:
        return []
    lines = tuple(f"{order_line(told.order)}: {_fate(told)}" for told in outcomes)
    return [PageSection(gettext("Your packets"), lines)]


def opened_packets(events: Sequence[Event]) -> list[PageSection]:
    """Return the packets of a war that is over, where the game shows them."""
    opened = (event.lines for event in events if isinstance(event, PacketsOpened))
    return [section for lines in opened for section in packet_sections(lines)]


def packet_sections(lines: Sequence[KeptLine]) -> list[PageSection]:
    """Return lines that were sent in a war, a section for each of its war turns."""
    sections = list[PageSection]()
    for turn in dict.fromkeys(line.war_turn for line in lines):
        told = tuple(
            f"{line.outcome.seat} - {order_line(line.outcome.order)}: {_fate(line.outcome)}"
            for line in lines
            if line.war_turn == turn
        )
        title = gettext("The packets of war turn {turn}, opened", turn=turn)
        sections.append(PageSection(title, told))
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
        told = gettext(
            "{faction} is asked whether it takes the field; seat {seat} answers.", **who
        )
    else:
        told = gettext("{faction} is asked what its army does; seat {seat} answers.", **who)
    rest = gettext(
        "The others wait until their turn comes. REACT, FEED and LEAD are heard from everybody at any"
        " time."
    )
    return [PageSection(gettext("Who is asked"), (told, rest))]


def _fate(told: TurloughOutcome) -> str:
    if told.result is LineResult.UNUSED:
        return gettext("not used, the game was over")
    done = pgettext("what became of an order", "done")
    if told.reason is None:
        return done
    why = refusal_sentence(told.reason)
    return f"{done}; {why}" if told.result is LineResult.DONE else why


def _chronicle(told: Told[TurloughState, TurloughOutcome]) -> PageSection:
    lines = tuple(happenings(_tables(told.rules), told.step.before, told.step.events))
    return PageSection(gettext("What happened"), lines or (_quiet_words(told),))


def _quiet_words(told: Told[TurloughState, TurloughOutcome]) -> str:
    """Return what is said where nothing happened."""
    asked = told.step.before.one_by_one
    if asked is None:
        return gettext("Nobody took the field.")
    faction = faction_words(_tables(told.rules), asked.faction)
    if asked.asking is AskedFor.RISING:
        return gettext("{faction} does not take the field.", faction=faction)
    return gettext("The army of {faction} stays where it is.", faction=faction)


def _own(told: Told[TurloughState, TurloughOutcome]) -> list[PageSection]:
    """Return the factions that the reader commands, each with what it does without a packet."""
    state, tables = told.step.after, _tables(told.rules)
    mine = [f for seat in told.viewer.mine for f in state.commanded_by(seat)]
    lines = tuple(
        f"{faction_words(tables, faction)} ({faction}): {_silent_words(tables, state, faction)}"
        for faction in mine
        if not state.factions[faction].out and state.wait is not Wait.OVER
    )
    return [PageSection(gettext("Your factions"), lines)] if lines else []


def _silent_words(tables: Tables, state: TurloughState, faction: str) -> str:
    """Return what a faction does for which nothing is sent (5)."""
    army = state.army(faction)
    if state.wait is Wait.START:
        return gettext("no standing lines so far.")
    if army is None and state.factions[faction].served:
        return gettext("it has had its army in this war.")
    asked = state.one_by_one
    if asked is not None and asked.faction != faction:
        return gettext("it is asked when its turn comes; until then its standing lines hold.")
    if army is not None and asked is not None and faction in asked.joined:
        return gettext(
            "its army has just joined in {place} ({strength}); if you send nothing at all, it stays"
            " there.",
            place=place_words(tables, army.hex),
            strength=army_words(army),
        )
    if army is None:
        return gettext("without a packet it raises no army by itself.")
    home = seat_of_power(state, tables, faction)
    return gettext(
        "its army stands in {place} ({strength}); if you send nothing at all, it avoids enemies, goes"
        " to {home} and disbands.",
        place=place_words(tables, army.hex),
        strength=army_words(army),
        home=place_words(tables, home),
    )


def _how_it_stands(rules: Rules[TurloughState, Any], state: TurloughState) -> list[PageSection]:
    tables = _tables(rules)
    return [
        _factions_table(tables, state),
        _armies_table(tables, state),
        _land_table(tables, state),
        _stacks(rules, tables, state),
    ]


def _factions_table(tables: Tables, state: TurloughState) -> PageSection:
    head = (gettext("Faction"), gettext("Seat"), gettext("Cattle"), gettext("Stands"))
    rows = tuple(
        (
            f"{faction_words(tables, faction)} ({faction})",
            state.seat_of(faction) or "-",
            f"£{state.pounds}" if faction == ENGLISH else str(standing.cattle),
            standing_of(tables, state, faction),
        )
        for faction, standing in state.standings()
    )
    return PageSection(gettext("The factions"), scores=ScoreTable(head, rows))


def _armies_table(tables: Tables, state: TurloughState) -> PageSection:
    if not state.armies:
        return PageSection(gettext("The armies"), (gettext("No army is in the field."),))
    head = (
        gettext("Army"),
        pgettext("of a map", "Place"),
        gettext("Battles"),
        gettext("Provisions"),
    )
    rows = tuple(
        (
            faction_words(tables, army.faction),
            place_words(tables, army.hex),
            str(army.battles),
            str(army.provisions),
        )
        for army in state.armies
    )
    return PageSection(gettext("The armies"), scores=ScoreTable(head, rows))


def _land_table(tables: Tables, state: TurloughState) -> PageSection:
    """Return the settlements that have suffered."""
    head = (pgettext("of a map", "Place"), gettext("Settlement"), gettext("Devastation"))
    rows = tuple(
        (
            place_words(tables, hex_),
            land_words(tables, state, hex_),
            gettext("destroyed") if hex_ in state.destroyed else str(points),
        )
        for hex_ in tables.settlements(state.scenario)
        if (points := state.devastation[hex_])
    )
    if not rows:
        return PageSection(gettext("The land"), (gettext("No settlement has suffered."),))
    return PageSection(gettext("The land"), scores=ScoreTable(head, rows))


def _stacks(rules: Rules[TurloughState, Any], tables: Tables, state: TurloughState) -> PageSection:
    goal = rules.settings.febas_goal if isinstance(rules, TurloughRules) else 0
    tracks = tuple(
        Track(group_words(group), height, 0, max(goal, height)) for group, height in state.stacks()
    )
    names = (gettext("Febas"), gettext("Stands at"), gettext("Of"))
    king = faction_words(tables, state.king) if state.king is not None else gettext("nobody")
    lines = (
        gettext("King: {king}.", king=king),
        gettext("Hazard: {card}.", card=hazard_words(tables, state.hazard)),
    )
    return PageSection(gettext("How it stands"), lines, tracks=TrackBoard(names, tracks))


def _form(told: Told[TurloughState, TurloughOutcome]) -> tuple[str, ...]:
    """Return lines to fill in, for who is asked: a block for each faction."""
    due, state = told.due, told.step.after
    mine = set(told.viewer.mine)
    if due is None or not set(due.asked) & mine:
        return ()
    lines = list[str]()
    for seat in told.viewer.mine:
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
