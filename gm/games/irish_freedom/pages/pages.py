"""The pages as the shell knows them: each a headline and sections, of the kit's plain form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm.contract.events import Event
from gm.contract.pages import OrderExample, Page, RulesAsPlayed
from gm.contract.rules import Position, Rules, Silence
from gm.contract.stages import Stage
from gm.contract.told import SeatStand, Told
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.language.lines import order_line
from gm.games.irish_freedom.pages.judge_dress import judge_results, judge_status
from gm.games.irish_freedom.pages.options_now import form_lines, open_actions
from gm.games.irish_freedom.pages.rules_words import rules_as_played
from gm.games.irish_freedom.pages.story import (
    changes_since,
    count_words,
    happenings,
    odds_words,
)
from gm.games.irish_freedom.pages.words import (
    place_words,
    points_words,
    result_words,
    standing_words,
    terrain_words,
    wait_words,
    war_words,
)
from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.actions import ACTIONS
from gm.games.irish_freedom.rules.combat import CombatOdds
from gm.games.irish_freedom.rules.course import looking_at
from gm.games.irish_freedom.rules.events import GameDecided, TurnStarted, after
from gm.games.irish_freedom.rules.orders import (
    Move,
    Pass,
    Recruit,
    SetUpgrade,
    UnitNamed,
    Upgrade,
)
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome, LineResult
from gm.games.irish_freedom.rules.rules import TREATY, FreedomRules
from gm.games.irish_freedom.rules.scoring import morale as morale_of
from gm.games.irish_freedom.rules.state import FreedomState, UpgradeChoice, Wait
from gm.games.irish_freedom.rules.tables import FIRST_WAR, LAST_TURN, SECOND_WAR, RuleTables
from gm.languages import gettext, ngettext, pgettext
from gm.mail.board_pictures import board_enclosed
from gm.report.pages.plain_pages import (
    PageSection,
    PlainPages,
    ScoreTable,
    Track,
    TrackBoard,
    told_page,
)

_JUDGE = "judge"
"""The manner of the mail judges, as the house's setting has it."""

_MOST_MORALE = 10


class FreedomPages(PlainPages[FreedomState]):
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `War of Independence, turn 3`."""
        later, turn, _ = stage.order
        war = war_words(SECOND_WAR if later else FIRST_WAR)
        if stage.kind == TREATY:
            return gettext("{war}, the Treaty of turn {turn}", war=war, turn=turn)
        return gettext("{war}, turn {turn}", war=war, turn=turn)

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage."""
        if stage.kind == TREATY:
            return pgettext("what is ordered", "an answer to the Treaty")
        return pgettext("what is ordered", "the actions of the turn")

    def how_it_ended(self, events: Sequence[Event], rules: Rules[FreedomState, Any]) -> str:
        """Return how the game ended, by the facts of its last stage."""
        decided = next((event for event in events if isinstance(event, GameDecided)), None)
        if decided is None:
            return super().how_it_ended(events, rules)
        return result_words(decided.result)

    def lead_help(self, rules: Rules[FreedomState, Any]) -> str:
        """Return what the lead of reminders decides, where a turn is waited for without a deadline."""
        if isinstance(rules, FreedomRules) and rules.silence is Silence.DUE:
            return super().lead_help(rules)
        return gettext("After how long without an order you are reminded that the game waits.")

    def rules(
        self,
        rules: Rules[FreedomState, Any],
        chosen: Mapping[str, str],
        state: FreedomState | None = None,
    ) -> RulesAsPlayed:
        """Return the rules in words."""
        if not isinstance(rules, FreedomRules):
            return super().rules(rules, chosen, state)
        return rules_as_played(rules, chosen)

    def position(self, at: Position[FreedomState]) -> tuple[str, ...]:
        """Return what stands where."""
        tables = _tables(at.rules)
        standing = ((area, standing_words(tables, at.state, area)) for area in tables.areas)
        return tuple(f"{place_words(tables, area)}: {units}" for area, units in standing if units)

    def opening(self, news: Told[FreedomState, FreedomOutcome]) -> Page:
        """Return the mail that opens a game: the enemy has had his first turn."""
        headline = gettext("The War of Independence begins")
        rules, state = news.rules, news.step.after
        by = gettext(
            "{title}, by {designer}.", title=rules.meta.title, designer=rules.meta.designer
        )
        sections = [
            PageSection("", (by,)),
            *_since_the_setup(rules, state),
            *_standing(news),
            *_open_now(rules, state),
        ]
        pictures = board_enclosed(news, begins=True)
        return told_page(news, headline, sections, form=_form(news), pictures=pictures, opens=True)

    def report(self, news: Told[FreedomState, FreedomOutcome]) -> Page:
        """Return the report of a turn: the orders as played, the story, and what can be done now."""
        state = news.step.after
        ended = self.how_it_ended(news.step.events, news.rules)
        headline = ended or self.stage(news.rules.stage(state))
        sections = [
            *_orders_played(news.step.outcomes),
            *_story(news),
            *_standing(news),
            *_open_now(news.rules, state),
        ]
        return told_page(
            news,
            headline,
            sections,
            form=_form(news),
            pictures=board_enclosed(news),
            fixed=_fixed(news),
        )

    def ended(self, news: Told[FreedomState, FreedomOutcome]) -> Page:
        """Return the mail that tells of a game the GM has ended."""
        return told_page(news, self.ended_headline(news), _standing(news))

    def of_seat(self, stand: SeatStand[FreedomState]) -> list[PageSection]:
        """Return the orders that stand, and what can be ordered besides."""
        # Where the mail plays the turn, its report tells what came of each order and attack.
        if stand.due.closed:
            return []
        orders = tuple(map(order_line, stand.orders)) or (gettext("No order of yours stands."),)
        standing = PageSection(gettext("Your orders as they stand"), orders)
        lacks = stand.due.open_slots.get(stand.seat, ())
        return [
            standing,
            *_chances(stand),
            *(_open_now(stand.rules, stand.state) if lacks else ()),
        ]

    def lacks(self, stand: SeatStand[FreedomState]) -> str:
        """Return in a sentence what the turn still lacks."""
        lacking = stand.due.open_slots.get(stand.seat, ())
        if not lacking:
            return ""
        if stand.state.wait is Wait.TREATY:
            return gettext("Your answer to the Treaty is still to come")
        return ngettext(
            "One more action, or PASS, is still to come",
            "{count} more actions, or PASS, are still to come",
            len(lacking),
            count=len(lacking),
        )

    def examples(self) -> tuple[OrderExample, ...]:
        """Return orders as players may write them."""
        column, mob = UnitNamed(area="KER1", type="FC"), UnitNamed(area="MID1", type="MOB")
        shown = (
            (
                Move(column, "KER5"),
                gettext("A unit goes to another Area, and attacks who is there"),
            ),
            (Upgrade(mob), gettext("A unit becomes one of the next better type")),
            (Recruit(place="COR"), gettext("In the first war a Mob rises in a Region")),
            (Recruit("REG", "DUB3"), gettext("In the Civil War a Regular comes to Dublin")),
            (Pass(), gettext("No more actions this turn")),
            (SetUpgrade(UpgradeChoice.BLUE), gettext("Only blue units rise after a combat")),
        )
        return tuple(OrderExample(order_line(order), says) for order, says in shown)


def _tables(rules: Rules[FreedomState, Any]) -> RuleTables:
    return rules.tables if isinstance(rules, FreedomRules) else load_tables()


def _story(news: Told[FreedomState, FreedomOutcome]) -> Iterator[PageSection]:
    """Yield what came of the orders, and then what the enemy did in each turn that has begun."""
    state, tables = news.step.before, _tables(news.rules)
    title, part = gettext("What came of it"), list[Event]()
    for event in news.step.events:
        if isinstance(event, TurnStarted) and event.turn <= LAST_TURN:
            yield from _chapter(tables, title, state, part)
            state, part = after(state, [*part, event]), []
            war = war_words(event.war)
            title = gettext("{war}, turn {turn}: the enemy's turn", war=war, turn=event.turn)
        else:
            part.append(event)
    yield from _chapter(tables, title, state, part)


def _chapter(
    tables: RuleTables, title: str, before: FreedomState, events: Sequence[Event]
) -> Iterator[PageSection]:
    lines = tuple(happenings(tables, before, events))
    if lines:
        yield PageSection(title, lines)


def _orders_played(outcomes: Sequence[FreedomOutcome]) -> list[PageSection]:
    """Return what became of each order; nothing where there was none."""
    if not outcomes:
        return []
    lines = tuple(f"{order_line(outcome.order)}: {_result(outcome)}" for outcome in outcomes)
    return [PageSection(gettext("Your orders"), lines)]


def _chances(stand: SeatStand[FreedomState]) -> list[PageSection]:
    """Return what the combats may bring that the orders would open."""
    foreseen = stand.foresight if isinstance(stand.foresight, tuple) else ()
    lines = tuple(
        odds_words(_tables(stand.rules), odds) for odds in foreseen if isinstance(odds, CombatOdds)
    )
    return [PageSection(gettext("The chances of your attacks"), lines)] if lines else []


def _result(outcome: FreedomOutcome) -> str:
    if outcome.reason is not None:
        return refusal_sentence(outcome.reason)
    if outcome.result is LineResult.UNUSED:
        return gettext("not used, it stands behind PASS")
    return pgettext("what became of an order", "done")


def _standing(news: Told[FreedomState, FreedomOutcome]) -> list[PageSection]:
    """Return the board and the tracks after a step."""
    tables, state = _tables(news.rules), news.step.after
    rows = tuple(
        (
            place_words(tables, area.id),
            terrain_words(area.terrain),
            standing_words(tables, state, area.id) or "-",
        )
        for area in tables.areas.values()
    )
    head = (gettext("Area"), gettext("Terrain"), gettext("Units"))
    board = PageSection(gettext("The board"), scores=ScoreTable(head, rows))
    tracks = [Track(gettext("Turn"), min(state.turn, LAST_TURN), 1, LAST_TURN)]
    if isinstance(news.rules, FreedomRules):
        morale = news.rules.morale(state)
        tracks.append(Track(gettext("Enemy's morale"), morale, 0, _MOST_MORALE))
    names = (gettext("Track"), gettext("Stands at"), gettext("Of"))
    lines = (points_words(state), *_morale_now(tables, state))
    standing = PageSection(
        gettext("How it stands"), lines, tracks=TrackBoard(names, tuple(tracks))
    )
    return [board, standing]


def _morale_now(tables: RuleTables, state: FreedomState) -> Iterator[str]:
    """Yield how the enemy's morale stands before the die is rolled against it."""
    if state.wait is not Wait.PLAYER:
        return
    morale, count = morale_of(looking_at(tables, state)).total, count_words(tables, state)
    if state.war == FIRST_WAR:
        yield gettext(
            "British morale now: {morale} ({count}). A greater die brings the Treaty.",
            morale=morale,
            count=count,
        )
    else:
        yield gettext(
            "Republican morale now: {morale} ({count}). A greater die brings the surrender.",
            morale=morale,
            count=count,
        )


def _open_now(rules: Rules[FreedomState, Any], state: FreedomState) -> list[PageSection]:
    """Return what can be ordered now; nothing once the game is over."""
    if state.wait is Wait.OVER:
        return []
    asked = wait_words(state, ACTIONS[state.war])
    lines = open_actions(rules, state) if isinstance(rules, FreedomRules) else ()
    return [PageSection(gettext("What you can do now"), (asked, *lines))]


def _since_the_setup(rules: Rules[FreedomState, Any], state: FreedomState) -> list[PageSection]:
    """Return what the enemy's first turn has changed; nothing later in the game."""
    if not isinstance(rules, FreedomRules) or (state.war, state.turn) != (FIRST_WAR, 1):
        return []
    lines = tuple(changes_since(rules.tables, rules.set_up(), state))
    nothing = gettext("The enemy has changed nothing on the board.")
    return [PageSection(gettext("The enemy's first turn"), lines or (nothing,))]


def _fixed(news: Told[FreedomState, FreedomOutcome]) -> tuple[str, ...]:
    """Return the turn in the judges' manner, for who wants it so."""
    if news.viewer.manner != _JUDGE or not isinstance(news.rules, FreedomRules):
        return ()
    step = news.step
    return (
        f"Results of {news.stage}.",
        "",
        *judge_results(step.before, step.outcomes, step.events),
        "",
        *judge_status(news.rules, step.after),
        "",
    )


def _form(news: Told[FreedomState, FreedomOutcome]) -> tuple[str, ...]:
    """Return lines to fill in, for who is asked."""
    due, state = news.due, news.step.after
    if due is None or not set(due.asked) & set(news.viewer.mine):
        return ()
    if state.wait is not Wait.PLAYER:
        return ()
    return form_lines(news.rules, state) if isinstance(news.rules, FreedomRules) else ()
