"""Messages between players: who gets them, who is never named, and what is not carried."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm.app.life_records import Membership, Role
from gm.app.records import Person
from gm.app.settings.game_settings import checked_settings
from gm.app.talk.press import MOST_A_DAY, MOST_LETTERS
from gm.app.talk.press_desk import send_press
from gm.app.talk.press_letters import MOST_BLOCKS
from tests.app.world import GM, LIST, World, text_of

OTHERS = ("italy", "germany", "russia", "turkey")


def start(world: World, **settings: str) -> None:
    """Begin a game with settings, and forget its opening mails."""
    world.start(variant="standard")
    let(world, **settings)
    for who in ("france", *OTHERS, GM, LIST):
        world.new_mail(who)


def let(world: World, **settings: str) -> None:
    """Give a game settings."""
    given = {name.replace("_", "-"): text for name, text in settings.items()}
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, settings=checked_settings(given, game.time_zone)))


def told(world: World, who: str = "france") -> str:
    """Return the answer to a player's mail in one line."""
    return " ".join(world.last_text(who).split())


def press_in(messages: list[EmailMessage]) -> list[str]:
    """Return the texts of the messages among some mails."""
    return [text_of(one) for one in messages if ".press." in one["Message-ID"]]


def bars(text: str) -> str:
    """Return the words of a message from the mail that carries it."""
    lines = [line[2:] for line in text.splitlines() if line.startswith("|")]
    return "\n".join(lines)


def test_a_message_reaches_those_it_names_and_nobody_else(world: World) -> None:
    """White press: signed, to the named powers; the writer reads to whom it went."""
    start(world)
    world.mail("france", "PRESS TO ITALY, GERMANY\nShall we?\nENDPRESS")
    assert "Sent to Germany and Italy, signed by France." in told(world)
    for who in ("italy", "germany"):
        (mail,) = world.new_mail(who)
        assert mail["Subject"] == "[tara] Press from France to Germany and Italy"
        assert bars(text_of(mail)) == "Shall we?"
        assert "france@example.org" not in mail.as_string()
    for who in ("russia", "turkey", GM, LIST):
        assert not world.new_mail(who)


def test_a_message_in_another_language(world: World) -> None:
    """German lines around it, German names, and orders beside it that count."""
    start(world)
    body = "A Par - Bur\nPRESSE AN ITALIEN UND DEUTSCHLAND\nA Mar - Spa\nENDE PRESSE\nF Bre - Mao"
    world.mail("france", body)
    assert "Sent to Germany and Italy, signed by France." in told(world)
    assert sorted(world.orders("france")) == ["A PAR - BUR", "F BRE - MAO"]
    for who in ("italy", "germany"):
        (mail,) = world.new_mail(who)
        assert bars(text_of(mail)) == "A Mar - Spa"
    assert not world.new_mail("russia")
    world.mail("france", "PRESSE AN ITALIA UND FRANKREISCH\nhallo\nENDE PRESSE")
    assert "Did you mean France?" in told(world)
    assert not world.new_mail("italy")


def test_the_text_is_carried_as_it_stands(world: World) -> None:
    """Orders, commands, indents and an empty line inside a message are its text, and nothing else."""
    start(world)
    text = "F Bre - Mao\nSTATUS\n\n    2\nHELP\nVOTE DRAW\n- item “quoted” – dash"
    world.mail("france", f"PRESS TO ITALY\n{text}\nENDPRESS")
    assert "Sent to Italy" in told(world)
    (mail,) = world.new_mail("italy")
    assert bars(text_of(mail)) == text
    assert not world.orders("france")
    assert mail.get_body(("html",)) is not None


@pytest.mark.both_databases
def test_orders_and_messages_in_one_mail(world: World) -> None:
    """The receipt tells what was sent beside the orders, and several messages are told apart."""
    start(world)
    body = (
        "PRESS TO ITALY\nsecret of Italy\nENDPRESS\nA Par - Bur\n"
        "PRESS TO GERMANY: secret of Germany\nENDPRESS"
    )
    world.mail("france", body)
    text = told(world)
    assert "A PAR - BUR" in text
    assert "Sent to Italy, signed by France." in text
    assert "Sent to Germany, signed by France." in text
    (one,), (other,) = press_in(world.new_mail("italy")), press_in(world.new_mail("germany"))
    assert bars(one) == "secret of Italy"
    assert bars(other) == "secret of Germany"


def test_the_same_mail_twice_carries_its_message_once(world: World) -> None:
    """A mail that comes by two ways is sent on once, and answered once."""
    start(world)
    raw = (
        b"From: france@example.org\r\nTo: gm+tara@gm.example.org\r\nSubject: x\r\n"
        b"Message-ID: <twice@example.org>\r\n\r\nPRESS TO ITALY\r\nonce\r\nENDPRESS\r\n"
    )
    for _ in range(2):
        world.raw(raw, "france@example.org")
    assert [bars(one) for one in press_in(world.new_mail("italy"))] == ["once"]
    assert len(world.new_mail("france")) == 1


@pytest.mark.slow
def test_a_message_to_all_reaches_everybody_and_the_report(world: World) -> None:
    """Broadcasts go out at once, and stand in the report of their season in their order."""
    start(world)
    world.mail("france", "PRESS\nfirst word\nENDPRESS")
    world.mail("italy", "PRESS TO ALL\nsecond word\nENDPRESS")
    for who in ("france", *OTHERS, GM):
        found = press_in(world.new_mail(who))
        assert [bars(one) for one in found] == ["first word", "second word"], who
    assert not world.new_mail(LIST)
    world.tick(minutes=61)
    for who in ("russia", GM, LIST):
        report = " ".join(world.last_text(who).split())
        assert "France to all | first word Italy to all | second word" in report, who
    world.tick(minutes=61)
    assert "first word" not in world.last_text("russia")


@pytest.mark.slow
def test_all_but_one(world: World) -> None:
    """ALL BUT leaves one out, in the report as well; the GM who does not ask for copies too."""
    start(world)
    world.mail("france", "PRESS TO ALL BUT TURKEY\nagainst Turkey\nENDPRESS")
    assert "Sent to all but Turkey" in told(world)
    for who in ("italy", "germany", "russia"):
        assert press_in(world.new_mail(who))
    assert not world.new_mail("turkey")
    assert not world.new_mail(GM)
    world.tick(minutes=61)
    assert "against Turkey" not in world.last_text(LIST)


REFUSED = [
    ("white", "PRESS TO ITLAY\nx\nENDPRESS", "“ITLAY” is no power of this game. Did you mean It"),
    ("white", "PRESS TO NARNIA\nx\nENDPRESS", "There are Austria, England, France, Germany, It"),
    ("white", "PRESS TO ITALY\n\n  \nENDPRESS", "There is nothing between PRESS and ENDPRESS"),
    ("white", "PRESS TO FRANCE\nx\nENDPRESS", "addressed to yourself alone"),
    ("white", "PRESS FROM TURKEY TO ITALY\nx\nENDPRESS", "You do not play TURKEY"),
    ("white", "PRESS TO ITALY\nx\nPRESS TO GERMANY\ny", "not closed by ENDPRESS before"),
    ("white", "PRESS TO ITALY\nhello\nA Par - Bur", "Nothing below the PRESS line was taken"),
    ("white", "GREY PRESS TO ITALY\nx\nENDPRESS", "nor signed against your wish"),
    ("grey", "WHITE PRESS TO ITALY\nx\nENDPRESS", "all messages are anonymous"),
    ("none", "PRESS TO ITALY\nx\nENDPRESS", "is played without press"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("to", "answer", "subject"),
    [
        ("ALL", "GREY PRESS TO ALL", "to all"),
        ("ALL BUT RUSSIA, TURKEY", "GREY PRESS TO ALL BUT RUSSIA, TURKEY", "to all but Russia"),
        ("ITALY, GERMANY", "GREY PRESS TO ALL", "to Germany and Italy"),
    ],
)
def test_the_lines_to_answer_an_unsigned_message_tell_nobody_more(
    world: World, to: str, answer: str, subject: str
) -> None:
    """Whoever it left out is left out of the answer, which is no more signed than it was."""
    start(world, press="both")
    world.mail("france", f"GREY PRESS TO {to}\nShall we?\nENDPRESS")
    assert "PRESS done" in world.new_mail("france")[-1]["Subject"]
    (mail,) = world.new_mail("italy")
    assert subject in mail["Subject"]
    text = text_of(mail)
    assert answer in [line.strip() for line in text.splitlines()]
    assert ("everybody reads it" in " ".join(text.split())) is (to == "ITALY, GERMANY")
    world.mail("italy", f"{answer}\nYes, let us.\nENDPRESS")
    for who in ("russia", "turkey"):
        assert any("Yes, let us." in text for text in press_in(world.new_mail(who))) is (
            "BUT" not in to
        )


@pytest.mark.slow
def test_what_is_not_carried(world: World) -> None:
    """Whoever is named wrongly, says too little or may not write reads why; nobody else anything."""
    start(world)
    for press, body, wrong in REFUSED:
        let(world, press=press)
        world.mail("france", body)
        text = told(world)
        assert "Nobody was sent this." in text, body
        assert wrong in text, body
        assert not press_in(world.new_mail("italy")), body
    for who in ("turkey", GM):
        assert not press_in(world.new_mail(who))
    assert not world.orders("france")


def test_a_message_that_is_too_long(world: World) -> None:
    """One letter more than the most is not carried; the most is."""
    start(world)
    world.mail("france", f"PRESS TO ITALY\n{'x ' * (MOST_LETTERS // 2)}x\nENDPRESS")
    assert f"Your message has {MOST_LETTERS + 1} letters" in told(world)
    assert not world.new_mail("italy")
    words = "\n".join(["word " * 9 + "words"] * (MOST_LETTERS // 51))
    world.mail("france", f"PRESS TO ITALY\n{words}\nENDPRESS")
    (mail,) = world.new_mail("italy")
    assert bars(text_of(mail)) == words


@pytest.mark.slow
def test_too_many_messages_in_a_day(world: World) -> None:
    """After so many messages a power waits for tomorrow; the others do not."""
    start(world)
    block = "PRESS TO ITALY\nagain\nENDPRESS\n"
    world.mail("france", block * MOST_A_DAY + "PRESS TO ITALY\nlast\n" * 2000)
    text = told(world)
    assert text.count("Sent to Italy") == MOST_A_DAY
    assert f"One mail may hold {MOST_BLOCKS} messages." in text
    assert len(world.new_mail("italy")) == MOST_A_DAY
    world.mail("france", block)
    assert f"France has sent {MOST_A_DAY} messages within a day" in told(world)
    assert not world.new_mail("italy")
    world.mail("germany", block)
    assert len(world.new_mail("italy")) == 1
    world.clock.advance(days=1)
    world.mail("france", block)
    assert len(press_in(world.new_mail("italy"))) == 1


def test_the_game_master_is_written_to_in_every_game(world: World) -> None:
    """PRESS TO GM works without press between players, and no player sees it."""
    start(world, press="none")
    world.mail("france", "PRESS TO GM\nA question.\nENDPRESS")
    assert "Sent to the game master, signed by France." in told(world)
    assert [bars(one) for one in press_in(world.new_mail(GM))] == ["A question."]
    assert not world.new_mail("italy")


def test_a_gm_reads_the_press_of_others_where_the_game_says_so(world: World) -> None:
    """gm-reads-press gives him a copy, unless he plays."""
    start(world, gm_reads_press="yes")
    world.mail("france", "PRESS TO ITALY\nfor two\nENDPRESS")
    assert [bars(one) for one in press_in(world.new_mail(GM))] == ["for two"]


@pytest.mark.slow
def test_postal_press_waits_for_the_results(world: World) -> None:
    """Held messages go out with the report: private ones by themselves, those to all in it."""
    start(world, postal="yes")
    world.mail("france", "PRESS TO ITALY\nfor one\nENDPRESS\nPRESS\nfor all\nENDPRESS")
    text = told(world)
    assert "It will be sent to Italy, signed by France, with the results of Spring 1901." in text
    assert not world.new_mail("italy")
    world.tick(minutes=61)
    mails = world.new_mail("italy")
    assert [bars(one) for one in press_in(mails)] == ["for one"]
    (report,) = [text_of(one) for one in mails if ".phase." in one["Message-ID"]]
    assert "| for all" in report
    assert "for one" not in report
    assert not press_in(world.new_mail("germany"))
    world.tick(minutes=61)
    assert not press_in(world.new_mail("italy"))


def test_the_game_master_is_asked_at_once_in_a_postal_game(world: World) -> None:
    """What is for him alone may be about this very deadline."""
    start(world, postal="yes")
    world.mail("france", "PRESS TO GM\nMay we have a day more?\nENDPRESS")
    assert "Sent to the game master, signed by France." in told(world)
    (mail,) = world.new_mail(GM)
    assert bars(text_of(mail)) == "May we have a day more?"
    world.tick(minutes=61)
    assert not press_in(world.new_mail(GM))


@pytest.mark.slow
def test_press_shows_again_what_one_may_read(world: World) -> None:
    """The page PRESS: what was sent to all, to oneself and by oneself; of others' nothing."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nfor Italy\nENDPRESS\nPRESS\nfor all\nENDPRESS")
    world.mail("germany", "PRESS TO RUSSIA\nfor Russia\nENDPRESS")
    for who, shown in (
        ("france", ["for Italy", "for all"]),
        ("italy", ["for Italy", "for all"]),
        ("turkey", ["for all"]),
        ("russia", ["for all", "for Russia"]),
    ):
        world.new_mail(who)
        world.mail(who, "PRESS")
        text = world.last_text(who)
        assert [line[2:] for line in text.splitlines() if line.startswith("|")] == shown, who


def answer(world: World, who: str, body: str, mail: EmailMessage) -> str:
    """Reply to a mail, and return the server's answer in one line."""
    world.mail(who, body, headers=f"In-Reply-To: {mail['Message-ID']}\n")
    return told(world, who)


@pytest.mark.slow
def test_a_reply_is_a_message_to_whoever_wrote(world: World) -> None:
    """Plain words go to the writer alone, whoever else had his message, and the receipt says so."""
    start(world)
    world.mail("france", "PRESS TO ITALY, GERMANY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("germany")
    world.new_mail("france")
    world.mail(
        "italy",
        "Yes, gladly.\n\nBut not before the autumn.",
        headers=f"In-Reply-To: {mail['Message-ID']}\n",
    )
    (answered,) = world.new_mail("italy")
    assert answered["Subject"].endswith("] message sent")
    text = " ".join(text_of(answered).split())
    assert "Your mail answers a message, so it was taken as one." in text
    assert "Sent to France, signed by Italy." in text
    (carried,) = world.new_mail("france")
    assert bars(text_of(carried)) == "Yes, gladly.\n\nBut not before the autumn."
    assert carried["Subject"] == "[tara] Press from Italy"
    assert not world.new_mail("germany")
    assert "Sent to Italy, signed by France." in answer(world, "france", "Fine.", carried)
    (back,) = world.new_mail("italy")[-1:]
    assert bars(text_of(back)) == "Fine."


REPLIES = tomllib.loads(Path(__file__).with_name("press_replies.toml").read_text(encoding="utf-8"))

REPLIES_WITH_ORDERS = [
    "A Ven - Tri",
    "Yes, gladly.\nA Ven - Tri",
    "Then I do this:\nA Ven - Tri\nF Nap - ION\nand you keep out of Piedmont.",
    "A Ven - Trii",
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", REPLIES_WITH_ORDERS)
def test_orders_in_a_reply_are_asked_about(world: World, body: str) -> None:
    """They are neither carried out nor sent; sent again in reply to the question they count."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    text = answer(world, "italy", body, mail)
    assert "Is it an order, or is all of it for France?" in text
    assert "Nobody was sent anything, and nothing was carried out." in text
    assert "PRESS TO FRANCE" in text
    assert not world.orders("italy")
    assert not world.new_mail("france")
    world.mail("italy", "A Ven - Tri")
    assert world.orders("italy") == ["A VEN - TRI"]


def message_from_england(world: World) -> EmailMessage:
    """Return a message that France has from England, with nothing else new to either."""
    start(world)
    world.mail("england", "PRESS TO FRANCE\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("france")
    world.new_mail("england")
    return mail


@pytest.mark.sampled(10)
@pytest.mark.parametrize("body", REPLIES["asked"])
def test_words_of_own_units_in_a_reply_are_asked_about(world: World, body: str) -> None:
    """No plan goes to an enemy because it is in words that the server cannot read."""
    text = answer(world, "france", body, message_from_england(world))
    assert "Is it an order, or is all of it for England?" in text
    assert not world.orders("france")
    assert not world.new_mail("england")


@pytest.mark.sampled(10)
@pytest.mark.parametrize("body", REPLIES["sent"])
def test_talk_in_a_reply_is_sent(world: World, body: str) -> None:
    """Of others' units, of places, and yes or no where nothing is asked."""
    text = answer(world, "france", body, message_from_england(world))
    assert "Sent to England, signed by France." in text
    assert bars(text_of(world.new_mail("england")[-1])) == body


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", REPLIES["asked_while_open"])
def test_yes_or_no_in_a_reply_may_answer_the_server(world: World, body: str) -> None:
    """It confirms no order that was doubted, and goes to nobody, until it is clear whom it answers."""
    mail = message_from_england(world)
    world.mail("france", "A Mar - Spa\nnot sure about this")
    world.new_mail("france")
    assert "send the number of what you mean" in answer(world, "france", body, mail)
    assert not world.orders("france")
    assert not world.new_mail("england")
    world.mail("france", "1")
    assert world.orders("france") == ["A MAR - SPA"]


def test_every_order_in_a_reply_is_named(world: World) -> None:
    """As it was written, under the power's name as well."""
    mail = message_from_england(world)
    text = answer(world, "france", "Nee.\n\nFrance: A Par - Bur, F Bre - MAO\nA Mar H", mail)
    assert "“France: A Par - Bur, F Bre - MAO”; “A Mar H”." in text


def test_a_command_in_a_reply_is_a_command(world: World) -> None:
    """Alone it is for the server as anywhere; nothing is sent."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    assert "What the server has of Italy" in answer(world, "italy", "STATUS", mail)
    assert not world.new_mail("france")


def test_a_reply_to_the_gm_is_for_the_gm(world: World) -> None:
    """He has no power of his own, and gets it all the same."""
    start(world, press="none")
    send_press(world.services, "tara", "Italy", "Are you well?")
    (mail,) = world.new_mail("italy")
    assert "Sent to the game master, signed by Italy." in answer(world, "italy", "I am.", mail)
    (carried,) = world.new_mail(GM)
    assert bars(text_of(carried)) == "I am."


@pytest.mark.parametrize(
    ("body", "talk"),
    [
        ("A Ven - Tri", ""),
        ("Sorry, I forgot.\nA Ven - Tri", "Sorry, I forgot."),
        ("Here they are:\n\nA Ven - Tri\nF Nap - ION\n\nWill there be a break?", "Here they are:"),
    ],
)
def test_orders_in_a_reply_to_the_gm_are_orders(world: World, body: str, talk: str) -> None:
    """The server is his: it takes them, and he gets the words beside them, once and without the orders."""
    start(world)
    send_press(world.services, "tara", "Italy", "Your orders are missing.")
    (mail,) = world.new_mail("italy")
    text = answer(world, "italy", body, mail)
    assert "A VEN - TRI" in world.orders("italy")
    assert "went to nobody" not in text
    assert ("Sent to the game master, signed by Italy." in text) is bool(talk)
    got = [text_of(one) for one in world.new_mail(GM)]
    assert len(got) == bool(talk)
    assert all(talk in one and "A Ven - Tri" not in one for one in got)


def test_orders_that_cannot_be_read_in_a_reply_to_the_gm_are_told(world: World) -> None:
    """What seems to be one is asked about as in any mail of orders."""
    start(world)
    send_press(world.services, "tara", "Italy", "Your orders are missing.")
    (mail,) = world.new_mail("italy")
    assert "! A Ven - Xyzzy" in answer(world, "italy", "A Ven - Xyzzy", mail)
    assert not world.new_mail(GM)


def test_a_reply_where_there_is_no_press_is_refused(world: World) -> None:
    """The game's settings count as they do for PRESS TO; nothing is sent behind the GM's back."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    let(world, press="none")
    assert "is played without press" in answer(world, "italy", "Yes.", mail)
    assert not world.new_mail("france")


def test_a_reply_by_post_waits_for_the_results(world: World) -> None:
    """As every other message between players does then."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    let(world, postal="yes")
    assert "It will be sent to France" in answer(world, "italy", "Yes.", mail)
    assert not world.new_mail("france")


@pytest.mark.slow
def test_an_answer_to_a_question_is_no_press(world: World) -> None:
    """`No to 1` answers while the server asks something, and is talk to a player when it does not."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    assert "so it was taken as one" in answer(world, "italy", "no to 1", mail)
    assert world.new_mail("france")
    world.mail("italy", "A Ven - Tri (decoy)")
    assert "1." in text_of(world.new_mail("italy")[-1])
    text = answer(world, "italy", "no to 1", mail)
    assert "STILL WAITING" not in text
    assert "is dropped" in text
    assert not world.new_mail("france")


def test_a_reply_to_nobody_known_goes_to_nobody(world: World) -> None:
    """Who wrote a grey message is found out by no reply: its reader is told how to answer all."""
    start(world, press="grey")
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    text = answer(world, "italy", "Yes, gladly.", mail)
    assert "Your mail answers a message, and its words went to nobody" in text
    assert not world.new_mail("france")


def test_nobody_answers_a_message_he_never_had(world: World) -> None:
    """The Message-ID of another's message opens nothing."""
    start(world)
    world.mail("france", "PRESS TO ITALY\nShall we?\nENDPRESS")
    (mail,) = world.new_mail("italy")
    world.new_mail("france")
    answer(world, "germany", "I read your mail.", mail)
    assert not world.new_mail("france")


def test_late_orders_do_not_keep_a_message(world: World) -> None:
    """A mail that answers an old phase: its orders are refused, its message is carried, once told."""
    start(world)
    opened = f"<gm.tara.1.phase.{'0' * 20}@gm.example.org>"
    world.tick(minutes=61)
    for who in ("france", "italy"):
        world.new_mail(who)
    body = "A Par - Bur\nPRESS TO ITALY\nlate hello\nENDPRESS"
    world.mail("france", body, headers=f"In-Reply-To: {opened}\n")
    text = told(world)
    assert (
        "Your orders were not recorded. Your mail answers a phase that has been resolved." in text
    )
    assert "Sent to Italy" in text
    assert not world.orders("france")
    assert [bars(one) for one in press_in(world.new_mail("italy"))] == ["late hello"]


def test_a_secret_in_a_message_is_left_out(world: World) -> None:
    """Whoever pastes his own reply address into a message does not give it away."""
    world.start(variant="standard")
    opening = world.new_mail("france")[0]
    own = str(opening["Reply-To"])
    secret = own.partition(".")[2].partition("@")[0]
    assert len(secret) == 16
    world.mail("france", f"PRESS TO ITALY\nWrite to {own}\nENDPRESS")
    assert "its secret was left out" in told(world)
    mails = world.new_mail("italy")
    assert "gm+tara.***@gm.example.org" in text_of(mails[-1])
    assert secret not in "".join(one.as_string() for one in mails)


def test_talk_that_begins_like_press_is_talk(world: World) -> None:
    """`Press on!` sends nothing and keeps the orders below it."""
    start(world)
    world.mail("france", "Press on to victory!\nPress to win, always.\nA Par - Bur")
    assert world.orders("france") == ["A PAR - BUR"]
    for who in OTHERS:
        assert not world.new_mail(who)


@pytest.mark.parametrize(
    ("body", "orders"),
    [
        (
            "A Par - Bur; PRESS TO ALL\nHello\nA Mar H\nENDPRESS\nF Bre H",
            ["A PAR - BUR", "F BRE H"],
        ),
        ("A Par - Bur PRESS TO ITALY: hello\nF Bre H", ["A PAR - BUR", "F BRE H"]),
        ("A Par - Bur; grey press to Italy\nF Bre H", ["A PAR - BUR", "F BRE H"]),
        ("Hi, PRESS TO ALL\nA Mar H\nENDPRESS", []),
    ],
)
def test_press_behind_something_else_is_named(world: World, body: str, orders: list[str]) -> None:
    """It is sent to nobody and its words are no orders; the answer says how to write it."""
    start(world)
    world.mail("france", body)
    assert sorted(world.orders("france")) == orders
    answer = told(world)
    assert "Nobody was sent this" in answer
    assert "PRESS TO must begin a line of its own" in answer
    assert ("none of that was read as an order" in answer) is ("ENDPRESS" in body)
    for who in OTHERS:
        assert not world.new_mail(who)


@pytest.mark.parametrize(
    "body",
    ["I like the press to Italy best\nA Par - Bur", "The press to Russia\nA Par - Bur\nRegards"],
)
def test_talk_of_press_is_no_press(world: World, body: str) -> None:
    """Where neither a semicolon, a colon nor an ENDPRESS shows a message, nothing is said."""
    start(world)
    world.mail("france", body)
    assert world.orders("france") == ["A PAR - BUR"]
    assert "Nobody was sent" not in told(world)


def test_words_in_a_message_do_nothing(world: World) -> None:
    """A number answers no question, an address is not changed; and a trial sends nothing."""
    start(world)
    world.mail("france", "PRESS TO ITALY\n1\nADDRESS new@example.org\nCHECK\nENDPRESS")
    assert "Sent to Italy" in told(world)
    (mail,) = world.new_mail("italy")
    assert bars(text_of(mail)) == "1\nADDRESS new@example.org\nCHECK"
    assert not world.new_mail("france")
    world.mail("france", "CHECK\nA Par - Bur\nPRESS TO ITALY\nx\nENDPRESS")
    assert "PRESS TO ITALY This mail is a trial, so it was not done." in told(world)
    assert not world.new_mail("italy")


def test_who_follows_the_game_gets_what_is_for_all(world: World) -> None:
    """An observer reads broadcasts, and nothing else."""
    start(world)
    with world.services.store.write() as transaction:
        person = transaction.save_person(Person(0, "Olga", "olga@example.org", "UTC"))
        game = transaction.game("tara")
        now = world.clock.now()
        transaction.add_membership(Membership(0, game.id, person.id, Role.OBSERVER, now))
    world.mail("france", "PRESS\nfor all\nENDPRESS\nPRESS TO ITALY\nfor one\nENDPRESS")
    assert [bars(text_of(one)) for one in world.new_mail("olga@example.org")] == ["for all"]


def test_the_journal_keeps_no_words_of_a_message(world: World) -> None:
    """What was written is in the messages; the journal says that it was, of grey ones not by whom."""
    start(world, press="both")
    world.mail("france", "GREY PRESS TO ITALY\nhush\nENDPRESS\nPRESS\nhear\nENDPRESS")
    with world.services.store.read() as transaction:
        lines = [one for one in transaction.journal() if one.kind == "press"]
    assert [(one.author, one.text, one.public) for one in lines] == [
        ("players", "Grey press to some.", False),
        ("FRANCE", "Press from France to all.", True),
    ]
    assert "FRANCE" not in json.dumps(lines[0].data)
