"""The great mails of a game: its opening, the report of each phase, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from gm.app.mail_out.announcing import announce_ended
from gm.app.mail_out.likes import manner_for
from gm.app.mail_out.post import queue
from gm.app.mail_out.readers import GM, Reader, everybody, gm_of, parcel, publish
from gm.app.orders.ahead import drafts_ahead
from gm.app.overriding.amendments import public_notes
from gm.app.play.chance import hand_reasons
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.senders.unconfirmed import Moments
from gm.app.services import Services
from gm.app.setup.rulings import precedents, ruling_news
from gm.app.setup.setting_kinds import Manner
from gm.app.table import Table, due_view, game_view, silent_powers, table_at
from gm.app.talk.press_mail import press_of_phase
from gm.app.talk.statement_time import until_from
from gm.app.talk.vote_words import vote_news
from gm.app.timing.calendar_entries import entry_of
from gm.app.timing.outlook import with_next
from gm.contract.events import GameEnded
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.laid import season_game
from gm.games.diplomacy.desk.overviews.annals import annals_after, figures_in
from gm.games.diplomacy.desk.play.history import chronicle
from gm.games.diplomacy.desk.play.story import board_story
from gm.games.diplomacy.map.shown.enclosed import pictures_after, pictures_before
from gm.games.diplomacy.map.shown.enclosed_charts import final_charts
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.facts.stories import BoardStory
from gm.games.diplomacy.pages.views import Chronicle, EndingView, OpeningView, SeasonView
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.season_facts import fared
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.languages import gettext, pgettext, speaking
from gm.mail.compose import Attachment
from gm.mail.threads import LIST, in_phase
from gm.report import mails
from gm.report.facts.once import Once
from gm.report.views import MailText
from gm.report.wording.dates import moment_words

Notes = Callable[[], Sequence[str]]
"""Says sentences in the language that is spoken."""


def tell_opening(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> None:
    """Mail everybody that the game has begun."""
    table = table_at(services, transaction, game, phase)
    view = season_game(game_view(services, table), table.position)
    due = with_next(table, due_view(table, {}))
    once = Once()

    def write(reader: Reader) -> MailText:
        now = services.clock.now()
        settled = once("precedents", lambda: precedents(transaction, game))
        opened = OpeningView(
            replace(view, precedents=settled),
            table.state,
            due,
            reader.power,
            reader.zone,
            now=now,
            for_gm=reader.for_gm,
            observer=reader.observes,
            hand=reader.hand,
            pictures=pictures_before(services, game, phase, reader.powers),
        )
        return mails.written(view, season_mails.opening(opened))

    entry = partial(entry_of, services, table)
    publish(services, transaction, table, f"opening {game.name}", phase.number, write, entry)


def tell_season(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: SeasonResolution,
    opened: PhaseRecord | None,
    unconfirmed: Moments,
    notes: Notes = tuple,
) -> None:
    """Mail everybody what a phase brought, and what is asked for next.

    Args:
        services, transaction: the ports.
        table: the phase that was resolved; given: its orders; resolution: what came of them.
        opened: the phase that opens, if the game goes on.
        unconfirmed: the mails that were dropped with the phase; each player reads of his.
        notes: says what else all are told of the phase.
    """
    shared = _season_view(services, transaction, table, given, resolution, opened)
    next_ = table_at(services, transaction, table.game, opened) if opened else None

    once = Once()

    def told() -> tuple[str, ...]:
        return (*notes(), *_notes(transaction, table))

    def write(reader: Reader) -> MailText:
        for_gm = reader.for_gm
        doubted = unconfirmed.get(reader.person_id or 0, ())
        view = replace(shared, reader=reader.power, hand=reader.hand, unconfirmed=doubted)
        view = replace(view, zone=reader.zone, for_gm=for_gm, observer=reader.observes)
        manner = manner_for(table.game, reader.likes)
        view = replace(view, judge=manner is Manner.JUDGE, zine=manner is Manner.ZINE)
        maps = pictures_after(
            services, table.game, table.phase.number, view.phase, view.due, reader.powers
        )
        charts = final_charts(services, view.game, view.after, view.chronicle)
        view = replace(view, pictures=(*maps, *charts))
        page = season_mails.season_report(replace(view, notes=once("notes", told)))
        return mails.written(view.game, page)

    key = f"report {table.game.name} {table.phase.number}"
    number = opened.number if opened is not None else transaction.next_number(table.game.id)

    def entry() -> tuple[Attachment, ...]:
        return entry_of(services, next_) if next_ else ()

    publish(services, transaction, table, key, number, write, entry, table.phase.name)
    if opened is None:
        board, events = shared.board, resolution.events
        announce_ended(services, transaction, table.game, table.phase, events, board)


def tell_proof(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: SeasonResolution,
    then: PhaseRecord | None,
    changed: Notes = tuple,
) -> None:
    """Mail the GM alone what a phase would bring, for him to sign.

    Args:
        services, transaction: the ports.
        table: the phase, which waits for him; given: its orders; resolution: what would come of
            them.
        then: the phase that would open; None where the game would be over.
        changed: says what has happened since the proof before, if it takes the place of one.
    """
    game, phase, reader = table.game, table.phase, gm_of(transaction, table.game)
    view = _season_view(services, transaction, table, given, resolution, then)
    key = f"proof {game.name} {phase.number} {phase.version}"
    with speaking(reader.language):
        news = changed()
        notes = (*_proof_notes(game, phase, news), *_notes(transaction, table))
        view = replace(view, zone=game.time_zone, for_gm=True, notes=notes)
        text = mails.written(view.game, season_mails.season_report(view))
        subject = gettext("Proof: {subject}", subject=text.subject)
        if news:
            subject = gettext("New proof: {subject}", subject=text.subject)
        one = parcel(services, table, reader, key, phase.number, replace(text, subject=subject))
    thread = in_phase(services.identity.host, game.name, phase.number, GM)
    kind = key.replace(" ", "-")
    queue(services, transaction, replace(one, kind=kind, thread=thread))


def _proof_notes(game: GameRecord, phase: PhaseRecord, news: Sequence[str]) -> Iterator[str]:
    """Yield what a proof is, and what has happened since the one before."""
    never = pgettext("of a moment", "never")
    until = moment_words(phase.release_at, game.time_zone) if phase.release_at else never
    yield gettext(
        "This is a proof, for you alone: nobody has been told anything yet. Sign it with `gm process "
        "{game}` and it goes out as it stands; mend what is wrong first (`gm order set`, `gm "
        "unit`, `gm draws`), or move the deadline to open the phase again. It goes out by itself "
        "on {when}.",
        game=game.name,
        when=until,
    )
    if news:
        yield gettext(
            "It takes the place of the proof before. Since then: {news}", news=" ".join(news)
        )


def _season_view(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: SeasonResolution,
    opened: PhaseRecord | None,
) -> SeasonView:
    """Return what all are told of a phase, written for nobody yet, without a sentence in it."""
    moves = table.state.phase.kind is PhaseKind.MOVEMENT
    played = fared(table.state, resolution.outcomes) if moves else None
    ahead = drafts_ahead(services, transaction, table.game, opened, played) if opened else {}
    next_ = table_at(services, transaction, table.game, opened) if opened else None
    # Nothing of what was sent ahead may show in what others read, so what is due is all there is.
    due = with_next(next_, due_view(next_, {})) if next_ else None
    return SeasonView(
        number=table.phase.number,
        game=season_game(game_view(services, table), Position(table.rules, resolution.state)),
        phase=table.state.phase,
        before=table.state,
        after=resolution.state,
        board=table.rules.board_in(table.state),
        outcomes=resolution.outcomes,
        events=resolution.events,
        late=silent_powers(table, given),
        asked=silent_powers(table, {}),
        due=due,
        reader=None,
        zone=table.game.time_zone,
        now=services.clock.now(),
        chronicle=(
            _past(services, transaction, table, given, resolution) if due is None else None
        ),
        ahead=_left(next_, ahead) if next_ else {},
        story=_story(transaction, table),
        hand_reasons=hand_reasons(transaction, table.game),
        press=press_of_phase(transaction, table),
    )


def _notes(transaction: Transaction, table: Table) -> tuple[str, ...]:
    """Return what everybody may know of a phase beside its results, in the language spoken."""
    return (
        *public_notes(transaction, table.phase),
        *ruling_news(transaction, table.phase),
        *vote_news(transaction, table, table.phase),
    )


def _left(
    table: Table, ahead: Mapping[SeatId, tuple[Order, ...]]
) -> dict[SeatId, tuple[str, ...]]:
    """Return what is still asked of those who have sent orders ahead for a phase that opens."""
    slots = due_view(table, ahead).open_slots
    return {SeatId(seat): slots.get(SeatId(seat), ()) for seat in ahead}


def _story(transaction: Transaction, table: Table) -> BoardStory:
    """Return when the board changed; where none ever does, no phase of the game is looked through."""
    changing = any(mechanism.part is ChangesPart for mechanism in table.rules.mechanisms)
    return board_story(transaction, table.game) if changing else BoardStory()


def _past(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: SeasonResolution,
) -> Chronicle:
    past = chronicle(transaction, table.game, resolution.state, over=True)
    until = until_from(table.game, services.clock.now())
    annals = annals_after(services, transaction, table, given, resolution)
    return replace(past, statements_until=until, annals=annals)


def tell_ended(
    services: Services,
    transaction: Transaction,
    table: Table,
    ended: GameEnded,
    past: Chronicle,
) -> None:
    """Mail everybody that the GM has ended the game."""
    view = season_game(game_view(services, table), table.position)
    now = services.clock.now()

    found = figures_in(services, transaction, transaction.game_by_id(table.game.id))
    past = replace(past, statements_until=until_from(table.game, now), annals=found.annals)

    def write(reader: Reader) -> MailText:
        ending = EndingView(
            view,
            table.state,
            ended,
            past,
            reader.power,
            reader.zone,
            now=now,
            for_gm=reader.for_gm,
            observer=reader.observes,
            hand=reader.hand,
            pictures=final_charts(services, view, table.state, past),
        )
        return mails.written(view, season_mails.ending(ending))

    # A game that was taken back after its end may end again.
    key = f"ended {table.game.name} {table.phase.number}"
    number = transaction.next_number(table.game.id)
    publish(services, transaction, table, key, number, write)
    board = table.rules.board_in(table.state)
    announce_ended(services, transaction, table.game, table.phase, (ended,), board)


def tell_closing(
    services: Services,
    transaction: Transaction,
    table: Table,
    key: str,
    write: Callable[[tuple[SeatId, ...], str], tuple[MailText, tuple[Attachment, ...]]],
) -> None:
    """Mail everybody the record of a game that is over.

    Args:
        services, transaction: the ports.
        table: its last phase. key: what the keys of the mails begin with.
        write: writes the mail for the powers and the zone of its reader, and what goes with it.
    """
    host, name, number = services.identity.host, table.game.name, table.phase.number + 1
    for reader in everybody(transaction, table):
        with speaking(reader.language):
            text, files = write(reader.powers, reader.zone)
            one = replace(parcel(services, table, reader, key, 0, text), attachments=files)
        thread = in_phase(host, name, 1 if reader.label == LIST else number, reader.label)
        queue(services, transaction, replace(one, kind="closing", thread=thread))
