"""Joining by mail: proved first, welcomed, invited, taken back; observers, benches, who gets what."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from gm.app.memberships import bench_of
from gm.app.play.seasons import process
from gm.app.records import GameRecord, InboxMail, InboxState
from gm.app.seats.allocation import allocate, plan_allocation
from gm.app.seats.inviting import invite
from gm.app.seats.joining import applicants_of
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.errors import AlreadyThere, NotAllowed
from tests.app.proof import mails_to
from tests.app.world import GM, HOST, SEED, World, text_of

SERVER = f"gm@{HOST}"
MEADOW = f"gm+meadow@{HOST}"
ANN = "ann@elsewhere.test"


def forming(world: World, variant: str = "republic", **settings: str) -> GameRecord:
    """Create a game that takes players by mail."""
    chosen = {"sign-up": "open", **{name.replace("_", "-"): it for name, it in settings.items()}}
    wish = NewGame("meadow", variant, "Maeve", GM, seed=SEED)
    game = new_game(world.services, wish)
    with world.services.store.write() as transaction:
        changed = replace(game, settings={k: v for k, v in chosen.items() if v})
        transaction.save_game(changed)
    return changed


@pytest.fixture
def strict(world: World) -> World:
    """A server that wants proof."""
    world.services = replace(world.services, proof=True)
    return world


def applicants(world: World) -> list[tuple[str, str]]:
    """Return who asks to play, each with his wishes in words."""
    with world.services.store.read() as transaction:
        game = transaction.game("meadow")
        return [
            (one.person.name, one.words)
            for one in applicants_of(world.services, transaction, game)
        ]


def write(world: World, body: str, sender: str = ANN, to: str = MEADOW) -> InboxMail:
    """Mail the game from somebody it need not know."""
    return world.mail(sender, body, to=to, subject="hello")


def answer_to(world: World, sender: str = ANN) -> str:
    """Return where the answer to the newest mail to somebody goes."""
    return str(mails_to(world, sender)[-1]["Reply-To"])


def test_nothing_counts_before_the_address_has_answered(strict: World) -> None:
    """A From line is no proof: the address is asked, and only its answer makes an applicant."""
    forming(strict)
    mail = write(strict, "JOIN\nPREFERENCES: Munster, Ulster = Leinster\nNAME: Ann Byrne")
    assert mail.state is InboxState.HELD
    assert applicants(strict) == []
    asked = mails_to(strict, ANN)
    assert len(asked) == 1
    assert "JOIN" in text_of(asked[0])
    assert mails_to(strict, GM) == []
    strict.mail(ANN, "Yes, that is me.", to=answer_to(strict))
    assert applicants(strict) == [("Ann Byrne", "Munster, Ulster = Leinster")]
    welcome = text_of(mails_to(strict, ANN)[-1])
    for part in ("THE DEADLINES", "HOW THE GAME IS RUN", "THE RULES AS PLAYED", "LEAVE meadow"):
        assert part in welcome
    assert "Ann Byrne <ann@elsewhere.test>" in text_of(mails_to(strict, GM)[-1])
    assert len(mails_to(strict, ANN)) == 2, "the words of the answer have no answer of their own"


def test_who_has_proved_his_address_is_not_asked_again(strict: World) -> None:
    """For a week, in the thread that only he has had; his address hears of whatever is done."""
    forming(strict)
    write(strict, "JOIN\nPREFERENCES: Munster")
    strict.mail(ANN, "Yes", to=answer_to(strict))
    write(strict, "JOIN\nPREFERENCES: Britain")
    assert applicants(strict) == [("ann", "Munster")], "a From line alone proves nothing"
    welcome = mails_to(strict, ANN)[1]
    below = f"In-Reply-To: {welcome['Message-ID']}\nReferences: {welcome['References']}\n"

    def reply(body: str, sender: str = ANN) -> InboxState:
        return strict.mail(sender, body, to=MEADOW, subject="Re", headers=below).state

    assert reply("JOIN\nPREFERENCES: Ulster") is InboxState.DONE
    assert applicants(strict) == [("ann", "Ulster")]
    assert "Ulster" in text_of(mails_to(strict, ANN)[-1])
    assert reply("JOIN\nPREFERENCES: Ulster", "eve@elsewhere.test") is InboxState.HELD
    strict.clock.advance(days=8)
    assert reply("LEAVE") is InboxState.HELD
    assert applicants(strict) == [("ann", "Ulster")]


@pytest.mark.parametrize("named", ["Ann Byrne <ann@elsewhere.test>", "ann@elsewhere.test"])
def test_what_a_forged_mail_says_of_somebody_is_not_kept(strict: World, named: str) -> None:
    """His name, time zone and language are those of the mail that he says is his."""
    forming(strict)
    forged = "JOIN\nNAME: Rude Word\nTIME ZONE: Asia/Tokyo\nLANGUAGE: de"
    write(strict, forged)
    with strict.services.store.read() as transaction:
        before = transaction.person(ANN)
    assert before is not None
    assert (before.name, before.time_zone, before.settings) == ("ann", "UTC", {})
    raw = f"From: {named}\r\nTo: {MEADOW}\r\nMessage-ID: <own@elsewhere.test>\r\n\r\nJOIN\r\n"
    strict.raw(raw.encode(), ANN, MEADOW)
    strict.mail(ANN, "Yes", to=answer_to(strict))
    assert [name for name, _ in applicants(strict)] == [named.partition(" <")[0].partition("@")[0]]


def test_a_made_up_thread_proves_nothing(strict: World) -> None:
    """Who has not had the question cannot name it, though he knows the form of its name."""
    forming(strict)
    write(strict, "JOIN\nPREFERENCES: Munster")
    strict.mail(ANN, "Yes", to=answer_to(strict))
    asked = str(mails_to(strict, ANN)[0]["Message-ID"])
    digest = asked.partition("@")[0].rpartition(".")[2]
    headers = f"References: {asked.replace(digest, '0' * len(digest))}\n"
    mail = strict.mail(ANN, "LEAVE", to=MEADOW, subject="Re", headers=headers)
    assert mail.state is InboxState.HELD
    assert len(applicants(strict)) == 1


def test_another_wish_in_the_answer_is_proved_by_it(strict: World) -> None:
    """The question went to that address; talk in its place seats nobody."""
    forming(strict)
    write(strict, "JOIN\nPREFERENCES: Munster")
    code = answer_to(strict)
    write(strict, "What is this? Is it still free?", to=code)
    assert applicants(strict) == []
    write(strict, "JOIN meadow\nPREFERENCES: Ulster", to=code)
    assert [who for who, _ in applicants(strict)] == ["ann"]


def test_a_no_drops_the_request(strict: World) -> None:
    """Whose address was used by another says so, and nothing has happened."""
    forming(strict)
    mail = write(strict, "JOIN meadow", to=SERVER)
    strict.mail(ANN, "No, I did not write that", to=answer_to(strict))
    assert applicants(strict) == []
    with strict.services.store.read() as transaction:
        assert transaction.inbox_mail(mail.id).state is InboxState.REJECTED


def test_a_stranger_is_not_asked_for_ever(strict: World) -> None:
    """However many mails are forged in somebody's name, he gets three questions, and is told once how to go on."""
    forming(strict)
    for _ in range(6):
        write(strict, "JOIN")
    said = [" ".join(text_of(mail).split()) for mail in mails_to(strict, ANN)]
    assert sum("IF IT IS FROM YOU" in text for text in said) == 3
    told = [text for text in said if "Reply to one of them, with NO" in text]
    assert len(told) == 1
    assert len(said) == 4


def test_a_word_for_word_repeat_changes_the_wishes(world: World) -> None:
    """Who joins twice is one applicant, with the newer wishes."""
    forming(world)
    write(world, "JOIN\nPREFERENCES: Munster")
    write(world, "Join meadow!\n\nPreferences: britain, any\nTimezone: Europe/Dublin", to=SERVER)
    assert applicants(world) == [("ann", "Britain")]
    assert "Europe/Dublin" in world.last_text(ANN)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("JOIN\nPREFERENCES: Munster, Narnia", "Ulster"),
        ("JOIN\nPREFERENCES: Munster, Munster", "stands twice"),
        ("JOIN\nTIMEZONE: Mars/Olympus", "no time zone “Mars/Olympus”"),
        ("JOIN\nTIMEZONE: Dublni", "Europe/Dublin"),
        ("JOIN spring", "no game named “spring”"),
        ("JOIN medow", "Did you mean meadow?"),
        ("OBSERVE spring", "no game named “spring”"),
        ("LEAVE", "do not belong to meadow"),
        ("RETURN", "No game is being played"),
    ],
)
def test_what_cannot_be_is_answered_with_what_could(world: World, body: str, told: str) -> None:
    """A wrong wish is no application, and its answer says what would be right."""
    forming(world)
    assert write(world, body).state is InboxState.REJECTED
    assert applicants(world) == []
    assert told in " ".join(world.last_text(ANN).split())


@pytest.mark.parametrize(
    ("body", "told"),
    [("JOIN\nPREFERENCES: Narnia", "no power"), ("JOIN\nTIMEZONE: Mars", "no time zone")],
)
def test_what_cannot_be_is_told_before_the_question(strict: World, body: str, told: str) -> None:
    """Nobody proves that he wrote a mail that comes to nothing."""
    forming(strict)
    assert write(strict, body).state is InboxState.REJECTED
    (answer,) = mails_to(strict, ANN)
    assert told in text_of(answer)


def test_a_city_will_do_for_a_time_zone(world: World) -> None:
    """As it does in TIMEZONE, blanks and all."""
    forming(world)
    write(world, "JOIN\nTimezone: New York")
    assert "America/New_York" in world.last_text(ANN)


def test_the_gm_says_who_may_join(world: World) -> None:
    """A closed game takes nobody by mail; an invited one those who were invited."""
    forming(world, sign_up="")
    write(world, "JOIN")
    assert "seats its players himself" in " ".join(world.last_text(ANN).split())
    with world.services.store.write() as transaction:
        game = transaction.game("meadow")
        transaction.save_game(replace(game, settings={"sign-up": "invited"}))
    write(world, "JOIN")
    assert "whom its GM invited" in " ".join(world.last_text(ANN).split())
    invite(world.services, "meadow", ANN, "Ann")
    assert "JOIN on a line of its own" in " ".join(world.last_text(ANN).split())
    with pytest.raises(AlreadyThere):
        invite(world.services, "meadow", ANN)
    write(world, "JOIN")
    assert [name for name, _ in applicants(world)] == ["ann"], "the name by which he is known"


def test_leaving_takes_it_back(world: World) -> None:
    """LEAVE ends whatever one is in a game, and the GM is told."""
    forming(world)
    write(world, "JOIN")
    world.new_mail(GM)
    write(world, "LEAVE meadow")
    assert applicants(world) == []
    assert "leaves" in world.last_text(GM)


def test_games_lists_what_can_be_joined(world: World) -> None:
    """Anybody may ask which games there are; a stranger is told once a day."""
    forming(world)
    world.start("tara")
    assert write(world, "GAMES", to=SERVER).state is InboxState.DONE
    write(world, "games", to=SERVER)
    (told,) = world.new_mail(ANN)
    words = " ".join(text_of(told).split())
    assert "meadow: " in words
    assert "5 free seats" in words
    assert "tara: " in words
    assert "being played" in words
    assert "1 hour for moves, 1 hour for retreats and 1 hour for winters." in words
    assert "Press is" in words


def test_seats_go_by_preferences(world: World) -> None:
    """The sum of ranks is least; everybody is mailed his power, the position, rules, an example."""
    forming(world)
    wishes = {"a": "Munster", "b": "Ulster, Munster", "c": "Munster, Britain", "d": "any"}
    for who, wish in wishes.items():
        write(world, f"JOIN\nPREFERENCES: {wish}", f"{who}@elsewhere.test")
    planned = plan_allocation(world.services, "meadow")
    done = allocate(world.services, "meadow")
    assert planned == done, "looking changes nothing, and the lots are those of the seed"
    given = {one.name: one.seat for one in done.given}
    assert given["b"] == "ULSTER"
    assert "MUNSTER" in (given["a"], given["c"])
    assert len(done.free) == 1
    told = " ".join(world.last_text("b@elsewhere.test").split())
    assert "you play Ulster in meadow" in told
    assert "THE RULES AS PLAYED" in told
    assert "THE POSITION" in told
    assert "Ulster could write" in told
    with world.services.store.read() as transaction:
        (entry,) = [one for one in transaction.journal() if one.kind == "seats allocated"]
    assert entry.public
    assert "b: ULSTER" in entry.text
    assert "allocation player 1" in entry.data
    with pytest.raises(NotAllowed, match="Nobody asks"):
        allocate(world.services, "meadow")


@pytest.mark.slow
def test_seats_go_by_lot_or_as_the_gm_says(world: World) -> None:
    """By lot wishes do not count; where the GM gives them out the command says how."""
    forming(world, allocation="random")
    for number in range(7):
        write(world, "JOIN\nPREFERENCES: Munster", f"p{number}@elsewhere.test")
    plan = allocate(world.services, "meadow")
    assert [one.name for one in plan.given] != [f"p{number}" for number in range(5)]
    assert {one.name for one in plan.given} == {f"p{number}" for number in range(5)}
    assert plan.waiting == ("p5", "p6")
    assert [one.label for one in plan.draws] == [f"allocation {one.seat}" for one in plan.given]


def test_a_gm_who_gives_out_seats_is_told_how(world: World) -> None:
    """Nothing is allocated then."""
    forming(world, allocation="gm")
    write(world, "JOIN")
    with pytest.raises(NotAllowed, match="gm player add"):
        plan_allocation(world.services, "meadow")


def test_who_is_seated_can_still_leave_before_the_start(world: World) -> None:
    """His seat is free again, and somebody else may have it."""
    forming(world)
    write(world, "JOIN\nPREFERENCES: Munster")
    allocate(world.services, "meadow")
    write(world, "LEAVE meadow")
    with world.services.store.read() as transaction:
        seats = transaction.seats(transaction.game("meadow").id)
    assert all(seat.person is None for seat in seats)


@pytest.mark.slow
def test_observers_read_what_everybody_may(world: World) -> None:
    """They get opening and reports as the list does, until they leave; nothing proves that."""
    forming(world)
    write(world, "OBSERVE meadow", "eve@elsewhere.test", to=SERVER)
    for number in range(5):
        write(world, "JOIN", f"p{number}@elsewhere.test")
    allocate(world.services, "meadow")
    start_game(world.services, "meadow")
    opening = text_of(world.new_mail("eve@elsewhere.test")[-1])
    assert "The game begins" in opening
    assert "YOU PLAY" not in opening
    process(world.services, "meadow", early=True, without=True)
    report = world.new_mail("eve@elsewhere.test")[0]
    html = report.get_body(("html",))
    assert html is not None
    for text in (opening, text_of(report), html.get_content()):
        words = " ".join(text.split())
        assert "You follow this game as an observer, and cannot order in it." in words
        assert "reply with the line: LEAVE meadow" in words
        assert "list takes no answers" not in words
        assert "just reply" not in words
    world.services = replace(world.services, proof=True)
    assert write(world, "LEAVE", "eve@elsewhere.test").state is InboxState.DONE
    left = " ".join(world.last_text("eve@elsewhere.test").split())
    assert "have left meadow" in left
    assert "If it was not you who wrote LEAVE: write OBSERVE" in left


@pytest.mark.slow
def test_observers_hear_of_what_happens_between_the_reports(world: World) -> None:
    """A deadline that moves, a phase that waits, a pause: they are told what the list is."""
    eve = "eve@elsewhere.test"
    forming(world)
    write(world, "OBSERVE meadow", eve, to=SERVER)
    for number in range(5):
        write(world, "JOIN", f"p{number}@elsewhere.test")
    allocate(world.services, "meadow")
    start_game(world.services, "meadow")
    world.new_mail(eve)
    phase = world.phase("meadow")
    assert phase is not None
    move_deadline(
        world.services, "meadow", phase.deadline + timedelta(days=1), reason="Bob moves."
    )
    assert "LATER" in str(world.new_mail(eve)[-1]["Subject"]).upper()
    pause(world.services, "meadow", "A holiday.")
    assert "A holiday." in world.last_text(eve)
    resume(world.services, "meadow")
    assert "The game goes on" in str(world.new_mail(eve)[-1]["Subject"])
    world.tick(days=30)
    held = " ".join(world.last_text(eve).split())
    assert "It goes on when the missing orders are in" in held
    assert "your orders" not in held


def test_a_game_may_have_no_observers(world: World) -> None:
    """The setting says so, and the answer, too."""
    forming(world, observers="no")
    write(world, "OBSERVE")
    assert "takes no observers" in world.last_text(ANN)


def test_the_bench_is_asked_in_its_order(world: World) -> None:
    """A game's own bench comes before the server's, and each in the order they came."""
    game = forming(world)
    write(world, "STANDBY", "s1@elsewhere.test", to=SERVER)
    write(world, "STANDBY meadow\nPreferences: Munster", "s2@elsewhere.test", to=SERVER)
    write(world, "STANDBY", "s3@elsewhere.test")
    write(world, "STANDBY meadow", "s3@elsewhere.test")
    with world.services.store.read() as transaction:
        assert [who.name for _, who in bench_of(transaction, game)] == ["s2", "s3", "s1"]


@pytest.mark.slow
def test_a_full_game_begins_by_itself(world: World) -> None:
    """Where it is set so, the last that is needed gives out the seats, and everybody has the opening."""
    forming(world, start="full")
    for number in range(4):
        write(world, "JOIN", f"p{number}@elsewhere.test")
    assert world.phase("meadow") is None
    write(world, "JOIN\nPREFERENCES: Munster", "p4@elsewhere.test")
    assert world.phase("meadow") is not None
    told = [text_of(one) for one in mails_to(world, "p4@elsewhere.test")]
    assert any("YOU PLAY MUNSTER" in one for one in told)
    assert any("MUNSTER: p4" in " ".join(text_of(one).split()) for one in mails_to(world, GM))


def test_help_of_the_server_names_the_list_of_games(world: World) -> None:
    """Whoever plays nowhere yet reads how to find a game."""
    forming(world)
    write(world, "HELP", to=SERVER)
    assert "GAMES, alone in a mail" in " ".join(world.last_text(ANN).split())


def test_help_needs_no_seat(world: World) -> None:
    """Whoever writes HELP to a game's address reads the help, player or not."""
    forming(world)
    assert write(world, "HELP").state is InboxState.DONE
    assert "GAMES, alone in a mail" in " ".join(world.last_text(ANN).split())


@pytest.mark.parametrize(
    ("settings", "there", "not_there"),
    [
        ({}, "JOIN meadow, to play in it", "STANDBY"),
        ({"sign_up": "closed"}, "OBSERVE meadow", "JOIN"),
        ({"sign_up": "closed", "observers": "no"}, "reply from this one", "OBSERVE"),
    ],
)
def test_talk_of_a_stranger_is_answered_with_the_words_that_let_him_in(
    world: World, settings: dict[str, str], there: str, not_there: str
) -> None:
    """A wish in a sentence is none of our words, and its answer names those that there are."""
    forming(world, **settings)
    write(world, "I would love to play with you!")
    told = " ".join(world.last_text(ANN).split())
    assert there in told
    assert not_there not in told
