"""The mails about a game created by mail: the question, what comes next, and a word to the keeper."""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.addresses.destinations import redacted
from gm.app.answering.new_game import Wanted
from gm.app.mail_out.notices import notify
from gm.app.mail_records import Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person
from gm.app.seats.coming import send_letter
from gm.app.senders.asking import reply_with_yes
from gm.app.services import Services
from gm.app.setup.settings_list import listed_of
from gm.app.setup.unfilled import may_stay_empty
from gm.app.table import rules_of
from gm.languages import gettext, listed
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.pages.letter_page import LetterView
from gm.report.pages.question_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import joined

_MOST_LEFT_OUT = 6


def question_view(
    services: Services,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: Wanted,
    left_out: Sequence[str],
) -> QuestionView:
    """Return what somebody is asked who wants a game.

    Args:
        services: the ports. asked: the question. person: who is asked.
        game: as it would be; wanted: what he said of it.
        left_out: the lines of his mail that say nothing of a game.
    """
    meta, until = rules_of(services, game).meta, moment_words(asked.expires_at, person.time_zone)
    told = [
        gettext(
            "A mail in your name asks for a new game of {title}, with you as its game master.",
            title=meta.title,
        )
    ]
    if left_out:
        lines = "; ".join(redacted(text) for text in left_out[:_MOST_LEFT_OUT])
        told.append(gettext("Left out, since nothing can be set by it: {lines}", lines=lines))
    return QuestionView(
        title=gettext("Shall the game {game} be created?", game=game.name),
        told=tuple(told),
        quoted=(
            f"NEW GAME {game.name}",
            f"variant = {game.variant}",
            *_said(services, game, wanted),
        ),
        if_yes=(
            reply_with_yes(until),
            gettext("A mail with what comes next follows."),
            (
                gettext(
                    "What is not named above has its default, and can still be changed "
                    "then. To change it now, reply with the whole mail, NEW GAME and all."
                )
            ),
        ),
        if_no=(gettext("Do nothing, and no game is created; or reply with the word NO."),),
        heads=(gettext("It would be"), gettext("To create it"), gettext("Not to")),
    )


def _said(services: Services, game: GameRecord, wanted: Wanted) -> tuple[str, ...]:
    """Return what was said of a game, each as a GM writes it."""
    found = listed_of(services, game)
    return tuple(f"{entry.name} = {entry.value}" for entry in found if entry.name in wanted.values)


def mail_created(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: Wanted,
    reading: MailReading,
) -> None:
    """Tell a GM that his game is there, what he chose, and what comes next.

    The answer to this mail goes to his secret address in the game.
    """
    rules, address = rules_of(services, game), services.identity.game_address(game.name)
    chosen = _said(services, game, wanted)
    paragraphs = (
        (
            gettext(
                "{game} is a game of {title}, and you are its game master. Its address is "
                "{address}.",
                game=game.name,
                title=rules.meta.title,
                address=address,
            )
        ),
        gettext("You chose: {names}.", names=listed(chosen))
        if chosen
        else gettext("Everything has its default."),
        (
            gettext(
                "Commands to it begin with GM, one a line, in a reply to this mail: its "
                "reply address is yours alone, so keep it to yourself. What changes "
                "something is asked back first."
            )
        ),
    )
    power = rules.seats[0].name
    begin = gettext("To begin: GM game start.")
    if may_stay_empty(rules):
        begin = gettext(
            "To begin: GM game start, or GM game start --close-unfilled if seats are empty."
        )
    steps = (
        (
            gettext(
                "GM game settings shows all that can be set, with its defaults and what it "
                "decides. GM game set movement=5d at=20:00 changes it."
            )
        ),
        gettext(
            'To seat a player yourself: GM player add "{power}" "Ann Byrne" ann@example.org',
            power=power,
        ),
        (
            gettext(
                "To let players come: GM game set sign-up=open. They mail JOIN {game} to "
                "{server_address}; or you ask them: GM player invite ann@example.org",
                game=game.name,
                server_address=services.identity.server_address,
            )
        ),
        gettext(
            "GM player list shows who is there; GM player allocate --yes gives the seats out."
        ),
        joined(
            (begin, gettext("Everybody is mailed the opening, and the first deadline is set."))
        ),
    )
    view = LetterView(
        gettext("The game {game} is created", game=game.name), paragraphs, steps=steps
    )
    thread = answer_to(reading.message_id, reading.references)
    key = f"created {asked.id}"
    send_letter(
        services,
        transaction,
        person,
        key,
        lambda: view,
        game,
        purpose=Purpose.ANSWER,
        thread=thread,
    )


def tell_keeper(services: Services, transaction: Transaction, game: GameRecord) -> None:
    """Tell the keeper of the server of a game that somebody else created by mail."""
    keeper = services.identity.admin_address
    if keeper is None or address_key(keeper) == address_key(game.gm_address):
        return
    title = rules_of(services, game).meta.title
    told = (
        f"{game.gm_name} <{game.gm_address}> created the game {game.name} of {title} by mail.",
        "Who may do so is the setting create_games of the server.",
    )
    notify(services, transaction, keeper, f"created {game.name}", NoticeView("A new game", told))
