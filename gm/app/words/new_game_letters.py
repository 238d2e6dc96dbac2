"""The mails about a game created by mail: the question, what comes next, and a word to the keeper."""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.mail_in.destinations import redacted
from gm.app.mail_out.notices import notify
from gm.app.mail_records import Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person
from gm.app.seats.coming import send_letter
from gm.app.services import Services
from gm.app.setup.settings_list import listed_of
from gm.app.setup.unfilled import may_stay_empty
from gm.app.table import rules_of
from gm.app.words.new_game import Wanted
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.pages.letter_page import LetterView
from gm.report.pages.question_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.phrases import listed

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
        f"A mail in your name asks for a new game of {meta.title}, with you as its game master."
    ]
    if left_out:
        lines = "; ".join(redacted(one) for one in left_out[:_MOST_LEFT_OUT])
        told.append(f"Left out, since nothing can be set by it: {lines}")
    return QuestionView(
        title=f"Shall the game {game.name} be created?",
        told=tuple(told),
        quoted=(
            f"NEW GAME {game.name}",
            f"variant = {game.variant}",
            *_said(services, game, wanted),
        ),
        if_yes=(
            (
                f"Reply to this mail before {until}; what you write does not matter. A mail with what "
                "comes next follows."
            ),
            (
                "What is not named above has its default, and can still be changed then. To change it "
                "now, reply with the whole mail, NEW GAME and all."
            ),
        ),
        if_no=("Do nothing, and no game is created; or reply with the word NO.",),
        heads=("It would be", "To create it", "Not to"),
    )


def _said(services: Services, game: GameRecord, wanted: Wanted) -> tuple[str, ...]:
    """Return what was said of a game, each as a GM writes it."""
    found = listed_of(services, game)
    return tuple(f"{one.name} = {one.value}" for one in found if one.name in wanted.values)


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
            f"{game.name} is a game of {rules.meta.title}, and you are its game master. Its address is "
            f"{address}."
        ),
        f"You chose: {listed(chosen)}." if chosen else "Everything has its default.",
        (
            "Commands to it begin with GM, one a line, in a reply to this mail: its reply address is "
            "yours alone, so keep it to yourself. What changes something is asked back first."
        ),
    )
    power = next(iter(rules.board.powers.values())).name
    start = "GM game start"
    if may_stay_empty(rules):
        start += ", or GM game start --close-unfilled if seats are empty"
    steps = (
        (
            "GM game settings shows all that can be set, with its defaults and what it decides. "
            "GM game set movement=5d at=20:00 changes it."
        ),
        f'To seat a player yourself: GM player add "{power}" "Ann Byrne" ann@example.org',
        (
            "To let players come: GM game set sign-up=open. They mail JOIN "
            f"{game.name} to {services.identity.server_address}; or you ask them: GM player invite "
            "ann@example.org"
        ),
        "GM player list shows who is there; GM player allocate --yes gives the seats out.",
        f"To begin: {start}. Everybody is mailed the opening, and the first deadline is set.",
    )
    view = LetterView(f"The game {game.name} is created", paragraphs, steps=steps)
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
    if keeper is None or keeper.casefold() == game.gm_address.casefold():
        return
    title = rules_of(services, game).meta.title
    told = (
        f"{game.gm_name} <{game.gm_address}> created the game {game.name} of {title} by mail.",
        "Who may do so is the setting create_games of the server.",
    )
    notify(services, transaction, keeper, f"created {game.name}", NoticeView("A new game", told))
