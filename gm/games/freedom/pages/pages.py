"""The pages as the shell knows them: each a headline and sections, of the kit's plain form."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.pages import OrderExample, Page, RulesAsPlayed
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import SeatStand, Told
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.language.lines import order_line
from gm.games.freedom.pages.options_now import form_lines, hand_section, options_now, roll_words
from gm.games.freedom.pages.position_tables import how_it_stands
from gm.games.freedom.pages.rules_words import rules_as_played
from gm.games.freedom.pages.rulings_words import rulings_chosen
from gm.games.freedom.pages.standing import who_stands
from gm.games.freedom.pages.story import chapters
from gm.games.freedom.pages.words import card_words, side_words, victory_words
from gm.games.freedom.refusals import refusal_sentence
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.events import GameWon
from gm.games.freedom.rules.foresight import (
    LineForeseen,
    PleaForeseen,
    RollForeseen,
    ShotForeseen,
)
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    ClaimCard,
    Conditional,
    Guard,
    GuardKind,
    Opening,
    Play,
    PlayMode,
    PolicyLine,
    Prep,
    Raid,
    Regroup,
    SetAllies,
    SetClaim,
    SetFire,
    SetMorale,
    SetPlace,
    SetRemove,
    SiegeOrder,
    Slow,
    StopIf,
    Support,
    Way,
)
from gm.games.freedom.rules.outcomes import LineResult, Reason, SiegeOutcome
from gm.games.freedom.rules.policies import policy_after
from gm.games.freedom.rules.rules import LAST_CLAIM, OPENING, REGROUP
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import LOWEST, SEATS, Tables
from gm.languages import gettext, pgettext
from gm.mail.board_pictures import board_enclosed
from gm.report.pages.plain_pages import PageSection, PlainPages, told_page


class SiegePages(PlainPages[SiegeState]):
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Round 2, play 5`."""
        number, place = stage.order
        match stage.kind:
            case _ if stage.kind == OPENING:
                return gettext("Round {round}, opening", round=number)
            case _ if stage.kind == REGROUP:
                return gettext("Round {round}, regroup", round=number)
            case _ if stage.kind == LAST_CLAIM:
                return gettext("Round {round}, last claim", round=number)
            case _:
                return gettext("Round {round}, play {play}", round=number, play=place - 1)

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage."""
        if stage.kind == OPENING:
            return pgettext("what is ordered", "the opening")
        if stage.kind == REGROUP:
            return pgettext("what is ordered", "the regroup")
        return pgettext("what is ordered", "a card")

    def how_it_ended(self, events: Sequence[Event], rules: Rules[SiegeState, Any]) -> str:
        """Return how the game ended, by the facts of its last stage."""
        won = next((event for event in events if isinstance(event, GameWon)), None)
        if won is None:
            return super().how_it_ended(events, rules)
        return victory_words(won.winner, won.why.value)

    def rules(
        self,
        rules: Rules[SiegeState, Any],
        chosen: Mapping[str, str],
        state: SiegeState | None = None,
    ) -> RulesAsPlayed:
        """Return the rules in words."""
        if not isinstance(rules, MailedSiege):
            return super().rules(rules, chosen, state)
        return rules_as_played(rules, chosen)

    def position(self, at: Position[SiegeState]) -> tuple[str, ...]:
        """Return who stands where."""
        return tuple(who_stands(_tables(at.rules), at.state))

    def opening(self, news: Told[SiegeState, SiegeOutcome]) -> Page:
        """Return the mail that opens a game."""
        rules, state, tables = news.rules, news.step.after, _tables(news.rules)
        made_by = gettext(
            "{title}, by {designer}.", title=rules.meta.title, designer=rules.meta.designer
        )
        deck = gettext(
            "The deck is gm's own, and no text of the printed cards is used: RULES lists it, card by card."
        )
        sections = [
            PageSection("", (made_by, deck, *rulings_chosen(tables))),
            *_own(news),
            how_it_stands(tables, state),
        ]
        pictures = board_enclosed(news, begins=True)
        headline = gettext("The siege of Messolonghi begins")
        return told_page(news, headline, sections, form=_form(news), pictures=pictures, opens=True)

    def report(self, news: Told[SiegeState, SiegeOutcome]) -> Page:
        """Return the report of a step: one's own lines, the story, one's hand, and how it stands."""
        rules, step, tables = news.rules, news.step, _tables(news.rules)
        ended = self.how_it_ended(step.events, rules)
        sections = [
            *_lines_told(step.outcomes, news.viewer.mine),
            *_story(tables, step.events),
            *_own(news),
            how_it_stands(tables, step.after, step.before),
        ]
        pictures = board_enclosed(news)
        stage = self.stage(rules.stage(step.after))
        headline = ended or _asked_words(stage, step.after, news.viewer.mine)
        return told_page(news, headline, sections, form=_form(news), pictures=pictures)

    def ended(self, news: Told[SiegeState, SiegeOutcome]) -> Page:
        """Return the mail that tells of a game the GM has ended."""
        tables, state = _tables(news.rules), news.step.after
        sections = [*_hands(tables, state), how_it_stands(tables, state)]
        return told_page(news, self.ended_headline(news), sections)

    def of_seat(self, stand: SeatStand[SiegeState]) -> list[PageSection]:
        """Return the lines that wait with what would become of them, policies, hand and targets."""
        if stand.due.closed:
            return []
        tables, state, seat = _tables(stand.rules), stand.state, stand.seat
        sections = [PageSection(gettext("Your lines as they stand"), tuple(_waiting(stand)))]
        foreseen = stand.foresight if isinstance(stand.foresight, tuple) else ()
        rolls = tuple(
            roll_words(roll)
            for roll in foreseen
            if isinstance(roll, RollForeseen | ShotForeseen | PleaForeseen)
        )
        if rolls:
            sections.append(PageSection(gettext("The chances of the dice"), rolls))
        if policies := tuple(_policies(state, seat, stand.orders)):
            sections.append(PageSection(gettext("Your policies"), policies))
        lacks = bool(stand.due.open_slots.get(seat))
        if lacks or seat not in stand.due.asked:
            sections.append(hand_section(tables, state, seat))
        if lacks and state.wait is Wait.PLAY:
            sections.append(options_now(tables, state, seat))
        return sections

    def lacks(self, stand: SeatStand[SiegeState]) -> str:
        """Return in a sentence what is still to come from a seat."""
        if not stand.due.open_slots.get(stand.seat):
            return ""
        if stand.state.settling:
            card = card_words(_tables(stand.rules), stand.state.settling)
            return gettext("The game waits until its master has settled {card}", card=card)
        match stand.state.wait:
            case Wait.OPENING:
                return gettext("Your opening is still to come")
            case Wait.REGROUP:
                return gettext("Your regroup is still to come")
            case Wait.LASTCLAIM:
                return gettext("Your last claim, or PASS, is still to come")
            case _:
                return gettext("Your card is still to come")

    def _headline(self, stands: Sequence[SeatStand[SiegeState]], asked_now: int = 0) -> str:
        """Return what lacks, or that it is the other side's turn."""
        waits = all(stand.seat not in stand.due.asked for stand in stands)
        if waits and not asked_now and not any(stand.awaiting for stand in stands):
            return gettext("It is the other side's turn; what you send waits for yours.")
        return super()._headline(stands, asked_now)

    def examples(self) -> tuple[OrderExample, ...]:
        """Return lines as players may write them."""
        lost = Guard(GuardKind.LOST_FORT)
        cleared = Guard(GuardKind.EMPTY, name="3-4")
        shown = (
            (Opening((Way(("6-4", "5-4")), Way(("6-5", "5-5")))), gettext("The Imperial opening")),
            (Regroup("3-1", "3-4"), gettext("An Insurgent unit changes its place")),
            (
                Play("AI05", PlayMode.AP),
                gettext("A card for its points; lines that spend them follow"),
            ),
            (Play("AI05", PlayMode.EVENT), gettext("A card for its event")),
            (Attack("4-4", "3-4", until_clear=True), gettext("Attack until nobody is left there")),
            (Slow(Way(("4-4", "3-4"))), gettext("A step onto the destroyed Wall")),
            (Raid("3-5", "6-5"), gettext("A raid from the Wall")),
            (Support("SEA", 2), gettext("Two markers of an area")),
            (BuildCannon("5-4"), gettext("A cannon is set up")),
            (Prep(None), gettext("What is left of the points is put by")),
            (
                Conditional(cleared, Slow(Way(("4-4", "3-4")))),
                gettext("An action, if the board is like that then; ELSE and another may follow"),
            ),
            (ClaimCard("AG04", LOWEST), gettext("Claim the other's card for your lowest")),
            (StopIf(lost), gettext("What waits below is not played if this holds")),
            (SetFire("6-4", ("3-4", "3-5")), gettext("At what a cannon fires, round after round")),
            (SetMorale(5), gettext("Own morale is taken while it is low, else the enemy's")),
        )
        return tuple(OrderExample(order_line(order), says) for order, says in shown)


def _tables(rules: Rules[SiegeState, Any]) -> Tables:
    return rules.tables if isinstance(rules, MailedSiege) else load_tables()


def _asked_words(stage: str, state: SiegeState, mine: Collection[SeatId]) -> str:
    if state.turn is None:
        return stage
    if state.turn in mine:
        return gettext("{stage}: it is your turn", stage=stage)
    return gettext("{stage}: {side} to act", stage=stage, side=side_words(state.turn))


def _story(tables: Tables, events: Sequence[Event]) -> list[PageSection]:
    """Return what happened in a step, chapter by chapter."""
    story = [PageSection(title, lines) for title, lines in chapters(tables, events)]
    return story or [PageSection(gettext("What happened"), (gettext("Nothing moved."),))]


def _own(news: Told[SiegeState, SiegeOutcome]) -> list[PageSection]:
    """Return the reader's hand and what he can do; when the game is over, both hands."""
    tables, state = _tables(news.rules), news.step.after
    if news.occasion.over or state.wait is Wait.END:
        return _hands(tables, state)
    sections = [hand_section(tables, state, seat) for seat in news.viewer.mine if seat in SEATS]
    if state.wait is Wait.PLAY and state.turn in news.viewer.mine:
        sections.append(options_now(tables, state, SeatId(str(state.turn))))
    return sections


def _hands(tables: Tables, state: SiegeState) -> list[PageSection]:
    """Return both hands, once they lie open."""
    if state.wait is not Wait.END:
        return []
    return [hand_section(tables, state, seat) for seat in SEATS]


def _lines_told(
    outcomes: Sequence[SiegeOutcome], mine: Collection[SeatId]
) -> Iterator[PageSection]:
    """Yield what became of each line that the reader may know, seat by seat; nothing where there was none."""
    for seat in SEATS:
        lines = tuple(
            f"{order_line(outcome.order)}: {_fate(outcome.result, outcome.reason)}"
            for outcome in outcomes
            if outcome.seat == seat
        )
        if lines:
            whose = (
                gettext("Your lines") if seat in mine else gettext("Lines of {seat}", seat=seat)
            )
            yield PageSection(whose, lines)


def _fate(result: LineResult, reason: Reason | None) -> str:
    match result:
        case LineResult.DONE:
            return pgettext("what became of an order", "done")
        case _ if reason is not None:
            return refusal_sentence(reason)
        case _:
            return gettext("not used")


def _waiting(stand: SeatStand[SiegeState]) -> Iterator[str]:
    """Yield the lines of a seat, each with what would become of it if its turn had come now."""
    foreseen = stand.foresight if isinstance(stand.foresight, tuple) else ()
    now = [line for line in foreseen if isinstance(line, LineForeseen)]
    for order in stand.orders:
        line = next((line for line in now if line.order == order), None)
        if line is None:
            yield order_line(order)
        else:
            now.remove(line)
            yield f"{order_line(order)}: {_foreseen_words(line)}"
    if not stand.orders:
        yield gettext("No line of yours stands.")


def _foreseen_words(line: LineForeseen) -> str:
    match line.result:
        case LineResult.DONE:
            return gettext("possible now")
        case _ if isinstance(line.order, StopIf) and line.reason is Reason.NOT_MET:
            return gettext("would not stop now")
        case _ if line.reason is Reason.NO_PLAY:
            return gettext("no card pays for it yet")
        case _ if line.reason is not None:
            return gettext("not now: {why}", why=refusal_sentence(line.reason))
        case _:
            return gettext("would not be used now")


def _policies(state: SiegeState, seat: SeatId, sent: Sequence[Order]) -> Iterator[str]:
    """Yield the policies of a seat as lines that would set them, those that have just been sent counted."""
    policy = state.policy_of(seat)
    for order in sent:
        policy = policy_after(policy, order) if isinstance(order, PolicyLine) else policy
    yield order_line(SetMorale(policy.morale))
    for fire in policy.fire:
        yield order_line(SetFire(fire.cannon, fire.at))
    orders: list[SiegeOrder] = []
    if policy.place:
        orders.append(SetPlace(policy.place))
    if policy.remove:
        orders.append(SetRemove(policy.remove))
    if policy.allies:
        orders.append(SetAllies(policy.allies))
    orders += [SetClaim(claim.card, claim.discard) for claim in policy.claim]
    yield from map(order_line, orders)


def _form(news: Told[SiegeState, SiegeOutcome]) -> tuple[str, ...]:
    """Return lines to fill in, for who is asked."""
    due = news.due
    if due is None or not set(due.asked) & set(news.viewer.mine):
        return ()
    return form_lines(news.step.after)
