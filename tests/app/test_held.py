"""Mail that waits for its sender's word: asked about once, confirmed, denied, forgotten."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.mail_in.mail_desk import list_inbox, requeue, show_mail
from gm.app.mail_records import Suspension
from gm.app.records import InboxMail, InboxState
from gm.app.senders.held import decide_held
from gm.app.senders.known_addresses import known_addresses
from gm.app.senders.rotation import reply_addresses, rotate_token
from gm.app.senders.unconfirmed import NOT_IN_TIME
from gm.errors import NotAllowed
from tests.app.proof import key_of, mails_to, question, reply_address
from tests.app.world import GM, HOST, World, text_of
from tests.long_games.clients import Typed, outlook

BUILD, OTHER, THIRD = "Build A Cork South", "Build F Cork South", "Build A Cork Central"


@pytest.fixture
def strict(world: World) -> World:
    """A game on a server that wants proof."""
    world.services = replace(world.services, proof=True)
    world.start()
    return world


def held(world: World, order: str = BUILD, who: str = "munster") -> InboxMail:
    """Send a mail that proves nothing, and return it, held."""
    mail = world.mail(who, order)
    assert mail.state is InboxState.HELD
    return mail


def now_of(world: World, mail: InboxMail) -> InboxMail:
    """Return a mail as it is stored now."""
    with world.services.store.read() as transaction:
        return transaction.inbox_mail(mail.id)


def code_of(world: World, who: str = "munster") -> str:
    """Return where the answer to the newest question goes."""
    return str(question(world, who)["Reply-To"])


def test_an_answer_from_anywhere_confirms_a_held_mail(strict: World) -> None:
    """The code went to the registered address only; the mail counts from when it came."""
    mail = held(strict)
    assert strict.orders("munster") == []
    strict.clock.advance(minutes=5)
    answer = strict.mail("somebody@elsewhere.test", "Yes, that was me!", to=code_of(strict))
    assert answer.state is InboxState.DONE
    assert strict.orders("munster") == ["B A CoS"]
    done = now_of(strict, mail)
    assert (done.state, done.note) == (InboxState.DONE, "confirmed from the registered address")
    assert "receipt 1" in str(mails_to(strict, "munster")[-1]["Subject"])
    assert mails_to(strict, "somebody@elsewhere.test") == []
    phase = strict.phase()
    assert phase is not None
    with strict.services.store.read() as transaction:
        (order,) = transaction.active_orders(phase.id, "MUNSTER")
    assert order.given_at == mail.received_at


def test_the_question_says_what_came_and_quotes_no_secret(strict: World) -> None:
    """Its owner can tell what it is about, and it lacks the address that it lacked."""
    secret = key_of(reply_address(strict, "munster"))
    held(strict, f"{BUILD}\nsee gm+tara.{secret}@{HOST}")
    asked = question(strict, "munster")
    text = text_of(asked)
    assert BUILD in text
    assert secret not in asked.as_string()
    assert "Sun 1 Nov 2026, 13:00" in text  # the phase's deadline
    assert asked["Auto-Submitted"] == "auto-replied"
    assert key_of(str(asked["Reply-To"])) not in str(asked["Subject"])


@pytest.mark.parametrize(
    "headers",
    ["Auto-Submitted: auto-replied\n", "X-Autoreply: yes\n", "Precedence: bulk\n"],
)
def test_a_machine_s_answer_confirms_nothing(strict: World, headers: str) -> None:
    """A vacation notice that quotes the question has not read it."""
    mail = held(strict)
    answer = strict.mail("munster", "I am away.", to=code_of(strict), headers=headers)
    assert answer.state is InboxState.SUPPRESSED
    assert now_of(strict, mail).state is InboxState.HELD
    assert strict.orders("munster") == []


def test_an_answer_over_a_list_confirms_nothing(strict: World) -> None:
    """Who wrote it cannot be told."""
    mail = held(strict)
    headers = "List-Id: <all.lists.example.org>\n"
    answer = strict.mail("munster", "yes", to=code_of(strict), headers=headers)
    assert answer.state is InboxState.SUPPRESSED
    assert now_of(strict, mail).state is InboxState.HELD


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "words", ["NO", "No, this is not mine.", "This was not me!", "I did not write that", "Drop it"]
)
def test_a_no_drops_it_and_the_gm_hears(strict: World, words: str) -> None:
    """Nothing is recorded, and somebody can look."""
    mail = held(strict)
    strict.new_mail(GM)
    assert strict.mail("munster", words, to=code_of(strict)).state is InboxState.DONE
    assert now_of(strict, mail).state is InboxState.REJECTED
    assert strict.orders("munster") == []
    assert "has been dropped" in text_of(mails_to(strict, "munster")[-1])
    (told,) = strict.new_mail(GM)
    assert "somebody else's" in str(told["Subject"])
    again = strict.mail("munster", "yes after all", to=str(code_before(strict)))
    assert again.state is InboxState.REJECTED
    assert strict.orders("munster") == []


def plain(mail: EmailMessage) -> str:
    """Return a mail as one line."""
    return " ".join(text_of(mail).split())


def code_before(world: World) -> str:
    """Return where the answer to the last question went, though other mail has come since."""
    asked = [one for one in mails_to(world, "munster") if "+ok." in str(one["Reply-To"])]
    return str(asked[-1]["Reply-To"])


def test_a_question_covers_what_was_held_before_it_and_nothing_after(strict: World) -> None:
    """A forged mail that comes behind a question is not confirmed by its answer."""
    first = held(strict, BUILD)
    code = code_of(strict)
    forged = held(strict, OTHER)
    strict.mail("munster", "yes", to=code)
    assert now_of(strict, first).state is InboxState.DONE
    assert now_of(strict, forged).state is InboxState.HELD
    assert strict.orders("munster") == ["B A CoS"]


def test_a_yes_covers_the_mail_that_was_asked_about_alone(strict: World) -> None:
    """The question lists what waited before with its text and number, and leaves it waiting."""
    first, second = held(strict, BUILD), held(strict, OTHER)
    asked = text_of(question(strict, "munster"))
    assert "ALSO WAITING IN YOUR NAME" in asked
    assert "! Build A Cork South" in asked.partition("2. It came in on Sun 1 Nov 2026, 12:00")[2]
    strict.mail("munster", "yes", to=code_of(strict))
    assert now_of(strict, first).state is InboxState.HELD
    assert now_of(strict, second).state is InboxState.DONE
    assert strict.orders("munster") == ["B F CoS"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("words", ["YES 1 2", "YES ALL", "Ja, alle", "yes 2\n\nMick", "YES 1-2"])
def test_earlier_mails_are_chosen_by_their_numbers(strict: World, words: str) -> None:
    """The newest orders are those that stand, whichever were confirmed first."""
    first, second = held(strict, BUILD), held(strict, OTHER)
    strict.mail("munster", words, to=code_of(strict))
    assert now_of(strict, first).state is InboxState.DONE
    chosen = InboxState.HELD if "yes 2" in words else InboxState.DONE
    assert now_of(strict, second).state is chosen
    assert strict.orders("munster") == (["B A CoS"] if "yes 2" in words else ["B F CoS"])


def test_a_no_drops_what_it_names(strict: World) -> None:
    """The others wait on, and the question can be answered for them still."""
    first, second = held(strict, BUILD), held(strict, OTHER)
    code = code_of(strict)
    strict.mail("munster", "NO 2", to=code)
    assert now_of(strict, first).state is InboxState.REJECTED
    assert now_of(strict, second).state is InboxState.HELD
    strict.mail("munster", "YES", to=code)
    assert strict.orders("munster") == ["B F CoS"]
    third, fourth = held(strict, BUILD), held(strict, THIRD)
    strict.mail("munster", "NO ALL", to=code_before(strict))
    assert {now_of(strict, one).state for one in (third, fourth)} == {InboxState.REJECTED}


def test_what_waited_is_chosen_after_its_question_s_own_mail_was_settled(strict: World) -> None:
    """Two answers to one question do what one with both numbers does, and a third does nothing."""
    first = held(strict, BUILD)
    held(strict, OTHER)
    code = code_of(strict)
    strict.mail("munster", "YES", to=code)
    assert strict.mail("munster", "YES 2", to=code).state is InboxState.DONE
    assert now_of(strict, first).state is InboxState.DONE
    assert strict.mail("munster", "YES 2", to=code).state is InboxState.REJECTED


def test_a_number_that_is_not_listed_changes_nothing(strict: World) -> None:
    """The answer says which there are."""
    first, second = held(strict, BUILD), held(strict, OTHER)
    assert strict.mail("munster", "YES 1 3", to=code_of(strict)).state is InboxState.REJECTED
    assert {now_of(strict, one).state for one in (first, second)} == {InboxState.HELD}
    told = " ".join(text_of(mails_to(strict, "munster")[-1]).split())
    assert "Our question lists no mail 3, so nothing has changed." in told
    assert "Its mails are 1 and 2" in told


def test_a_mail_too_long_to_be_quoted_is_not_confirmed_by_yes(strict: World) -> None:
    """The question says so; NO drops it, and the GM decides as always."""
    long = "\n".join([BUILD, *(f"and line {number}" for number in range(60))])
    mail = held(strict, long)
    asked = " ".join(text_of(question(strict, "munster")).split())
    assert "too long to be quoted whole" in asked
    code = code_of(strict)
    answer = strict.mail("munster", "YES", to=code)
    assert answer.state is InboxState.REJECTED
    assert now_of(strict, mail).state is InboxState.HELD
    short = held(strict, OTHER)
    assert "so it cannot be chosen here" in text_of(question(strict, "munster"))
    strict.mail("munster", "YES ALL", to=code_of(strict))
    assert now_of(strict, mail).state is InboxState.HELD
    assert now_of(strict, short).state is InboxState.DONE
    strict.mail("munster", "NO", to=code)
    assert now_of(strict, mail).state is InboxState.REJECTED


def test_votes_messages_and_commands_are_named_as_such(strict: World) -> None:
    """Whoever glances at the question sees more than orders in it."""
    held(
        strict,
        f"{BUILD}\nVOTE CONCEDE TO ULSTER\nPRESS TO ULSTER\nI give up\nENDPRESS\nRESIGN\nWAIT",
    )
    asked = text_of(question(strict, "munster"))
    for line in (
        "! Build A Cork South",
        "! A vote: VOTE CONCEDE TO ULSTER",
        "! A message to Ulster, in your name:",
        "! | I give up",
        "! Giving your power up: RESIGN",
        "! A command: WAIT",
    ):
        assert line in asked


def test_our_question_below_an_answer_is_nobody_s_orders(strict: World) -> None:
    """A mail program that marks no quotes sends back what nothing proves."""
    mail = held(strict, BUILD)
    asked = question(strict, "munster")
    for words in ("Who are you?", "YES 7", "ok\nBuild A Cork Central"):
        strict.mail("munster", f"{words}\n\n{text_of(asked)}", to=str(asked["Reply-To"]))
        assert "B A CoS" not in strict.orders("munster") or now_of(strict, mail).confirmed
    assert strict.orders("munster") == ["B A CoC"]


def test_talk_goes_to_the_gm_and_the_mail_stays_held(strict: World) -> None:
    """The writer is told what would be a yes, at his registered address, three times at most."""
    mail = held(strict)
    code = code_of(strict)
    strict.new_mail(GM)
    strict.new_mail("munster")
    for number in range(5):
        strict.mail("friend@elsewhere.test", f"Is it {number} o'clock there?", to=code)
    assert now_of(strict, mail).state is InboxState.HELD
    told = strict.new_mail("munster")
    assert len(told) == len(strict.new_mail(GM)) == 3
    text = " ".join(text_of(told[0]).split())
    assert "reply with the word YES on the first line" in text
    assert "What you wrote was passed on to the game master." in text
    assert mails_to(strict, "friend@elsewhere.test") == []
    strict.mail("munster", "YES", to=str(told[0]["Reply-To"]))
    assert strict.orders("munster") == ["B A CoS"]


def test_a_reply_to_our_word_on_an_answer_is_an_answer(strict: World) -> None:
    """Also where neither its address nor its text tells which question it is about."""
    held(strict)
    strict.mail("munster", "What does that mean?", to=code_of(strict))
    word = mails_to(strict, "munster")[-1]
    headers = f"In-Reply-To: {word['Message-ID']}\n"
    strict.mail("munster", "YES", to=f"gm@{HOST}", headers=headers)
    assert strict.orders("munster") == ["B A CoS"]


def test_orders_sent_anew_in_the_answer_count_and_the_mail_stays_held(strict: World) -> None:
    """The answer is proved by its code; what waits is not touched by it."""
    mail = held(strict, BUILD)
    strict.clock.advance(minutes=1)
    strict.mail("munster", f"I meant this one:\n{THIRD}", to=code_of(strict))
    assert strict.orders("munster") == ["B A CoC"]
    assert now_of(strict, mail).state is InboxState.HELD


def test_add_is_for_the_mail_that_is_chosen(strict: World) -> None:
    """A stranger's address does not become the player's own by the yes to another mail."""
    to = reply_address(strict, "munster")
    strict.mail("me@elsewhere.test", BUILD, to=to)
    strict.mail("mallory@elsewhere.test", OTHER, to=to)
    strict.mail("munster", "YES 2\nADD", to=code_of(strict))
    assert strict.orders("munster") == ["B A CoS"]
    known = known_addresses(strict.services, "munster@example.org").others
    assert [one.address for one in known] == ["me@elsewhere.test"]


def test_a_stranger_s_mail_is_named_and_never_counted_along(strict: World) -> None:
    """It went to the player's own reply address: he is asked, and only its number chooses it."""
    to = reply_address(strict, "munster")
    forged = strict.mail("friend@elsewhere.test", BUILD, to=to)
    assert forged.state is InboxState.HELD
    own = held(strict, OTHER)
    asked = " ".join(text_of(question(strict, "munster")).split())
    assert (
        "Its From line says friend@elsewhere.test. We do not know that address as yours" in asked
    )
    strict.mail("munster", "YES ALL", to=code_of(strict))
    assert now_of(strict, forged).state is InboxState.HELD
    assert now_of(strict, own).state is InboxState.DONE


def test_orders_in_the_answer_are_newer_than_those_it_confirms(strict: World) -> None:
    """They are read after them, and believed as they are."""
    held(strict, BUILD)
    strict.clock.advance(minutes=1)
    strict.mail("munster", f"yes\n\n{THIRD}\nThanks", to=code_of(strict))
    assert strict.orders("munster") == ["B A CoC"]
    first, second = (" ".join(text_of(mail).split()) for mail in strict.new_mail("munster")[-2:])
    assert f"{THIRD} - You wrote this below your YES. It is read next" in first
    assert "below your YES" not in second


@pytest.mark.parametrize("own_first", [True, False])
def test_a_copy_to_the_own_address_proves_the_other(strict: World, *, own_first: bool) -> None:
    """Who replies to all sends one mail to both addresses: one is read, and nothing is asked."""
    own, plain = reply_address(strict, "munster"), f"gm+tara@{HOST}"
    strict.new_mail("munster")
    to = [own, plain] if own_first else [plain, own]
    raw = (
        f"From: munster@example.org\r\nTo: {', '.join(to)}\r\nSubject: x\r\n"
        f"Message-ID: <both@example.org>\r\n\r\n{BUILD}\r\n"
    ).encode()
    accept(strict.services.store, strict.clock, raw, "munster@example.org", to, "smtp")
    read_inbox(strict.services)
    assert strict.orders("munster") == ["B A CoS"]
    (receipt,) = strict.new_mail("munster")
    assert "receipt" in receipt["Subject"]
    assert not strict.inbox(InboxState.HELD)


def test_a_copy_with_other_words_proves_nothing(strict: World) -> None:
    """A forger who knows the Message-ID of a mail sends other bytes."""
    own = reply_address(strict, "munster")
    head = b"From: munster@example.org\r\nSubject: x\r\nMessage-ID: <both@example.org>\r\n\r\n"
    strict.raw(head + BUILD.encode() + b"\r\n", "munster@example.org", own)
    forged = strict.raw(head + OTHER.encode() + b"\r\n", "munster@example.org")
    assert forged.state is InboxState.HELD
    assert strict.orders("munster") == ["B A CoS"]


def test_thanks_below_a_yes_are_not_told(strict: World) -> None:
    """Nothing comes of them, so no mail of their own is promised."""
    held(strict, BUILD)
    strict.mail("munster", "yes\n\nThank you, Maeve!", to=code_of(strict))
    assert "below your YES" not in text_of(strict.new_mail("munster")[-1])


def test_an_answer_speaks_for_nobody_but_who_was_asked(strict: World) -> None:
    """A player's own code with another's name in From does not make orders the other's."""
    held(strict, BUILD)
    answer = strict.mail("ulster", "ok\nBuild A Belfast South\nSTATUS", to=code_of(strict))
    assert answer.state is not InboxState.HELD
    assert strict.orders("ulster") == []
    assert [one for one in mails_to(strict, "ulster") if one["In-Reply-To"]] == []


def test_what_is_confirmed_late_takes_nothing_newer_back(strict: World) -> None:
    """Orders proved since then stand, and the receipt of the older mail says so."""
    held(strict, BUILD)
    code = code_of(strict)
    strict.clock.advance(minutes=1)
    strict.mail("munster", OTHER, to=reply_address(strict, "munster"))
    strict.mail("munster", "yes", to=code)
    assert strict.orders("munster") == ["B F CoS"]
    receipt = text_of(mails_to(strict, "munster")[-1])
    assert "What stands in its place came in later than this mail" in receipt


def test_a_word_said_again_is_the_last_word(strict: World) -> None:
    """An order given, doubted in between and given once more stands, whatever is confirmed."""
    secret = reply_address(strict, "munster")
    strict.mail("munster", BUILD, to=secret)
    strict.clock.advance(minutes=5)
    held(strict, OTHER)
    asked = code_of(strict)
    strict.clock.advance(minutes=5)
    strict.mail("munster", BUILD, to=secret)
    strict.mail("munster", "yes", to=asked)
    assert strict.orders("munster") == ["B A CoS"]


def test_what_nobody_confirms_is_dropped_with_the_deadline(world: World) -> None:
    """Nothing is left in limbo; the season does not wait for it."""
    world.services = replace(world.services, proof=True)
    world.start(variant="standard")
    mail = held(world, "A Vie - Gal", "austria")
    code = code_of(world, "austria")
    assert world.tick(hours=1, seconds=1) == 1
    read_inbox(world.services)
    done = now_of(world, mail)
    assert (done.state, done.note) == (InboxState.REJECTED, NOT_IN_TIME)
    late = world.mail("austria", "yes", to=code)
    assert late.state is InboxState.REJECTED
    assert "settled already" in text_of(mails_to(world, "austria")[-1])
    assert world.orders("austria") == []


def test_what_is_confirmed_after_its_phase_is_answered_as_too_late(world: World) -> None:
    """The GM believes it, but its phase is history, and it is not taken for the next one."""
    world.services = replace(world.services, proof=True)
    world.start(variant="standard")
    mail = held(world, "A Vie - Gal", "austria")
    assert world.tick(hours=1, seconds=1) == 1
    requeue(world.services, mail.id)
    read_inbox(world.services)
    assert now_of(world, mail).state is InboxState.HELD
    decide_held(world.services, mail.id, confirm=True)
    read_inbox(world.services)
    assert now_of(world, mail).state is InboxState.REJECTED
    assert world.orders("austria") == []
    assert "Nothing in your mail was recorded" in text_of(mails_to(world, "austria")[-1])


@pytest.mark.parametrize(
    ("said", "state"), [("YES", InboxState.DONE), ("NO", InboxState.REJECTED)]
)
def test_an_answer_that_quotes_our_page_without_marks(
    strict: World, said: str, state: InboxState
) -> None:
    """Outlook puts the question below a header, its coloured boxes included; none of it is the answer."""
    mail = held(strict)
    asked = question(strict, "munster")
    moment = strict.clock.now()
    answer = Typed(
        "Brian", "munster@example.org", code_of(strict), "", said, moment, 1, asked, "Maeve"
    )
    strict.raw(outlook(answer), "munster@example.org", code_of(strict))
    assert now_of(strict, mail).state is state


def test_what_answers_nothing_recorded_without_marks_is_read_alone(world: World) -> None:
    """The answer to a mail without orders begins with a box; nothing below it is its reader's."""
    world.start(variant="standard")
    world.new_mail("austria")
    world.mail("austria", "thanks for all the fish")
    (answered,) = world.new_mail("austria")
    reply = Typed(
        "Ann",
        "austria@example.org",
        str(answered["Reply-To"]),
        "",
        "A Vie - Gal",
        world.clock.now(),
        1,
        answered,
        "Maeve",
    )
    world.raw(outlook(reply), "austria@example.org", reply.to)
    assert world.orders("austria") == ["A VIE - GAL"]
    assert "NOT READ" not in text_of(mails_to(world, "austria")[-1])


def test_a_mail_for_a_phase_that_waits_can_still_be_confirmed(strict: World) -> None:
    """Behind the deadline the phase takes orders while it is held for the GM."""
    mail = held(strict)
    code = code_of(strict)
    strict.clock.advance(hours=2)  # nothing ran meanwhile, so the phase is held when it is seen
    read_inbox(strict.services)
    strict.tick(seconds=1)
    assert now_of(strict, mail).state is InboxState.HELD
    strict.mail("munster", "yes", to=code)
    assert strict.orders("munster") == ["B A CoS"]


@pytest.mark.slow
def test_a_flood_of_forged_mail_asks_little_and_keeps_little(strict: World) -> None:
    """Three questions an hour, twenty mails held, the GM told once; the secret works as ever."""
    for number in range(30):
        strict.mail("munster", f"{BUILD}\nnumber {number}")
    asked = [one for one in mails_to(strict, "munster") if "+ok." in str(one["Reply-To"])]
    assert len(asked) == 3
    assert len(strict.inbox(InboxState.HELD)) == 20
    told = [one for one in mails_to(strict, GM) if "unproved" in str(one["Subject"])]
    assert len(told) == 1
    strict.mail("munster", OTHER, to=reply_address(strict, "munster"))
    assert strict.orders("munster") == ["B F CoS"]


def test_the_gm_decides_what_is_held(strict: World) -> None:
    """By the number of the mail; what is decided cannot be decided again."""
    good, bad = held(strict, BUILD), held(strict, OTHER)
    decide_held(strict.services, good.id, confirm=True)
    decide_held(strict.services, bad.id, confirm=False)
    read_inbox(strict.services)
    assert strict.orders("munster") == ["B A CoS"]
    assert now_of(strict, bad).note == "turned down by the GM"
    with pytest.raises(NotAllowed, match="is not held: it is done"):
        decide_held(strict.services, good.id, confirm=True)


def test_the_gm_sees_what_is_held_and_no_secret(strict: World) -> None:
    """Neither in a list nor in the mail itself, however it is shown."""
    to = reply_address(strict, "munster")
    mail = strict.mail("friend@elsewhere.test", f"{BUILD}\nto {to}", to=to)
    (line,) = list_inbox(strict.services, (InboxState.HELD,), "tara")
    assert (line.id, line.sender) == (mail.id, "friend@elsewhere.test")
    page = show_mail(strict.services, mail.id)
    assert BUILD in page.text
    shown = repr((line, page))
    assert key_of(to) not in shown
    assert "gm+tara.***@" in shown


def test_what_was_turned_away_can_be_read_again(strict: World) -> None:
    """A stranger's mail, once his address is known; not one that had its effect."""
    mail = strict.mail("munster@elsewhere.test", BUILD)
    assert mail.state is InboxState.REJECTED
    requeue(strict.services, mail.id)
    read_inbox(strict.services)
    assert now_of(strict, mail).state is InboxState.REJECTED
    done = strict.mail("munster", BUILD, to=reply_address(strict, "munster"))
    with pytest.raises(NotAllowed, match="would do nothing new"):
        requeue(strict.services, done.id)
    with pytest.raises(NotAllowed, match="gm inbox confirm"):
        requeue(strict.services, held(strict).id)


def test_a_new_reply_address_takes_the_old_one_s_place(strict: World) -> None:
    """Its player is mailed it; the old one is held from then on, and the new one believed."""
    old = reply_address(strict, "munster")
    done = rotate_token(strict.services, "tara", "Munster")
    assert (done.seat, done.name) == ("MUNSTER", "Munster")
    new = reply_address(strict, "munster")
    assert new != old
    assert "has changed" in str(mails_to(strict, "munster")[-1]["Subject"])
    assert strict.mail("munster", BUILD, to=old).state is InboxState.HELD
    assert strict.mail("munster", OTHER, to=new).state is InboxState.DONE
    seats = {one.seat: one.since for one in reply_addresses(strict.services, "tara")}
    assert seats["MUNSTER"] == strict.clock.now()
    assert seats["gm"] is not None


def test_the_gm_can_be_given_a_new_address_too(strict: World) -> None:
    """It is mailed to the GM alone."""
    old = reply_address(strict, GM)
    rotate_token(strict.services, "tara", "gm")
    assert reply_address(strict, GM) != old
    assert reply_address(strict, "munster") != reply_address(strict, GM)


def test_the_gm_hears_when_others_could_see_an_order_mail(strict: World) -> None:
    """Its To line held the secret, so it may be out; the player's receipt says so as well."""
    to = reply_address(strict, "munster")
    strict.new_mail(GM)
    headers = "Cc: ulster@example.org\n"
    assert strict.mail("munster", BUILD, to=to, headers=headers).state is InboxState.DONE
    (told,) = strict.new_mail(GM)
    assert "gm token rotate" in text_of(told)
    assert "Ulster" in text_of(told)
    assert key_of(to) not in told.as_string()
    assert BUILD not in text_of(told)
    assert "reply address" in text_of(mails_to(strict, "munster")[-1])


@pytest.mark.parametrize("to", ["gm", "gm+tara"])
def test_help_needs_no_proof(strict: World, to: str) -> None:
    """How to write orders is no secret; the answer goes to the registered address, once a day."""
    first = strict.mail("munster", "HELP", to=f"{to}@{HOST}")
    assert (first.state, first.note) == (InboxState.DONE, "asked for help")
    (answer,) = mails_to(strict, "munster")[-1:]
    assert answer["Subject"] == "[tara] How to write orders"
    assert strict.mail("munster", "HELP\n\nand more", to=f"{to}@{HOST}").state is InboxState.HELD
    assert strict.mail("munster", "HELP", to=f"{to}@{HOST}").state is InboxState.HELD


@pytest.mark.slow
def test_a_suspended_address_is_asked_all_the_same(strict: World) -> None:
    """Who writes without proof is told what confirms it; a yes lets his mail come again."""
    address = "munster@example.org"
    strict.new_mail("munster")
    with strict.services.store.write() as transaction:
        transaction.suspend(Suspension(0, address, strict.clock.now(), "no such mailbox"))
    strict.mail("ulster", "PRESS TO MUNSTER\nHello\nENDPRESS", to=reply_address(strict, "ulster"))
    assert strict.new_mail("munster") == []
    mail = held(strict)
    (asked,) = strict.new_mail("munster")
    assert "Is this mail from you?" in asked["Subject"]
    strict.mail("munster", "YES", to=code_of(strict))
    assert now_of(strict, mail).state is InboxState.DONE
    assert strict.new_mail("munster")


def test_what_stands_below_a_no_is_read(strict: World) -> None:
    """The mail is dropped, and an order below the word counts, as below a yes."""
    mail = held(strict)
    answer = strict.mail("munster", f"No.\n\n{OTHER}", to=code_of(strict))
    read_inbox(strict.services)
    assert now_of(strict, mail).state is InboxState.REJECTED
    assert strict.orders("munster") == ["B F CoS"]
    dropped, receipt = strict.new_mail("munster")[-2:]
    assert f"You wrote “{OTHER}” below your NO. It is read next" in plain(dropped)
    assert "receipt" in receipt["Subject"]
    with strict.services.store.read() as transaction:
        raw = transaction.inbox_mail(answer.id).raw.decode()
    number = raw.partition("Message-ID: ")[2].split()[0]
    assert dropped["In-Reply-To"] == number
    assert number in dropped["References"]


SUBJECTS_OF_ANSWERS = ("Entwurf!", "Sunday's orders, superseded", "DRAFT", "Dréacht")


@pytest.mark.parametrize("subject", SUBJECTS_OF_ANSWERS)
def test_the_subject_of_an_answer_is_read(strict: World, subject: str) -> None:
    """Above orders in reply to the question, and above a yes: both wait."""
    mail = held(strict)
    strict.mail("munster", OTHER, to=code_of(strict), subject=subject)
    read_inbox(strict.services)
    assert strict.orders("munster") == []
    told = "\n".join(map(plain, strict.new_mail("munster")))
    assert subject in told
    strict.mail("munster", "YES", to=code_before(strict), subject=subject)
    assert now_of(strict, mail).state is InboxState.HELD
    assert f"“{subject}”" in plain(strict.new_mail("munster")[-1])
