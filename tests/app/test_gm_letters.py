"""What a GM mails in plain words: to whom it goes, and what he is asked."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from gm.app.keeping.audit import audit
from gm.app.records import InboxState
from gm.app.talk.press import PRESS
from tests.app.test_press import bars, let, start
from tests.app.world import GM, World, text_of

OTHERS = ("italy", "germany", "russia", "turkey", "austria", "england")
WORDS = "Yes, fine, take until Sunday.\n\nMaeve"


def reply(world: World, body: str, mail: EmailMessage) -> EmailMessage:
    """Reply to a mail as the GM does, and return the server's answer."""
    got = world.mail(GM, body, to=mail["reply-to"], headers=f"In-Reply-To: {mail['Message-ID']}\n")
    assert got.state is InboxState.DONE, got.note
    return world.new_mail(GM)[-1]


def said(world: World, who: str) -> list[str]:
    """Return the messages that have come to a player."""
    return [bars(text_of(one)) for one in world.new_mail(who) if ".press." in one["Message-ID"]]


def nobody_else(world: World, but: str) -> bool:
    """Tell whether no other player has been sent anything."""
    return not any(said(world, who) for who in (*OTHERS, "france") if who != but)


def test_a_reply_to_a_players_words_goes_to_him(world: World) -> None:
    """He asked his GM something; the answer is signed, and the GM reads to whom it went."""
    start(world, press="none")
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    (asked,) = world.new_mail(GM)
    world.new_mail("france")
    answer = reply(world, WORDS, asked)
    assert answer["Subject"] == "[tara] Your words went to France"
    assert "Yes, fine, take until Sunday." in text_of(answer)
    (mail,) = world.new_mail("france")
    assert mail["Subject"] == "[tara] Press from the game master"
    assert "Yes, fine, take until Sunday." in bars(text_of(mail))
    assert nobody_else(world, "france")
    assert not [one for one in audit(world.services) if one.findings]


def test_more_words_below_the_answer_go_to_the_same(world: World) -> None:
    """Whoever answers the answer goes on writing to that player."""
    start(world)
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    answer = reply(world, WORDS, world.new_mail(GM)[-1])
    world.new_mail("france")
    reply(world, "And no more after that.", answer)
    assert said(world, "france") == ["And no more after that."]


def test_a_reply_to_a_notice_about_one_player_goes_to_him(world: World) -> None:
    """His power stands in the subject of the notice, and no other does."""
    start(world)
    world.mail("mallory@example.net", "A Ber - Kie\nF Kie - Den\nA Mun - Ruh")
    notices = [one for one in world.new_mail(GM) if "Germany" in one["Subject"]]
    answer = reply(world, "Was that you?", notices[-1])
    assert answer["Subject"] == "[tara] Your words went to Germany"
    assert said(world, "germany") == ["Was that you?"]
    assert nobody_else(world, "germany")


BESIDE = [
    "GM deadline +24h\n\nno, wait, make that two days",
    "not sure about this, no hurry at all:\nGM deadline +24h",
    "Sure, I do that for you.\n\nGM deadline +24h",
    "GM deadline +24h\nGM pause\nforget it, I am only playing with the buttons",
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", BESIDE)
def test_words_beside_commands_go_to_nobody(world: World, body: str) -> None:
    """They may change the commands: the question quotes them and says that they did nothing."""
    start(world)
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    (asked,) = world.new_mail(GM)
    world.new_mail("france")
    question = reply(world, body, asked)
    assert question["Subject"].startswith("[tara] Do th")
    words = next(line for line in body.split("\n") if line and not line.startswith("GM "))
    assert f"Beside your commands stands “{words}”. That did nothing" in " ".join(
        text_of(question).split()
    )
    assert not said(world, "france")
    assert nobody_else(world, "")


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "line", ["Deadline +24h", "pause", "Resume.", "deadline 2026-12-01 20:00"]
)
def test_a_command_without_gm_goes_to_no_player(world: World, line: str) -> None:
    """He is asked to whom it shall go, and told how a command begins."""
    start(world)
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    (asked,) = world.new_mail(GM)
    world.new_mail("france")
    answer = reply(world, line, asked)
    assert answer["Subject"] == "[tara] To whom shall this go?"
    assert "A command of yours begins with GM" in text_of(answer)
    assert not said(world, "france")
    reply(world, "The deadline is on Friday, no later.", asked)
    assert said(world, "france") == ["The deadline is on Friday, no later."]


def test_gm_with_a_colon_is_gm(world: World) -> None:
    """Where a command follows; his name behind it is only his name."""
    start(world)
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    (asked,) = world.new_mail(GM)
    world.new_mail("france")
    assert reply(world, "GM: deadline +24h", asked)["Subject"] == "[tara] Do this in tara?"
    assert not said(world, "france")
    reply(world, "Yes, of course.\n\nGM: Maeve", asked)
    assert said(world, "france") == ["Yes, of course.\n\nGM: Maeve"]


def test_words_beside_a_command_that_only_looks(world: World) -> None:
    """Nothing is asked, so a mail of its own says that nobody was sent them; a message between its lines is."""
    start(world)
    world.mail("france", "PRESS TO GM\nMay I have more time?\nENDPRESS")
    (asked,) = world.new_mail(GM)
    told = reply(world, "GM game show\nI think you have had enough of it.", asked)
    assert told["Subject"] == "[tara] Nobody was sent your words"
    assert "I think you have had enough of it." in text_of(told)
    reply(world, "GM game show\nPRESS TO FRANCE\nYou may.\nENDPRESS", asked)
    assert said(world, "france") == ["You may."]


CHOICES = [
    ("3", ("france",)),
    ("France", ("france",)),
    ("to France and Italy", ("france", "italy")),
    ("3, 5\n", ("france", "italy")),
    ("8", (*OTHERS, "france")),
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("line", "whom"), CHOICES)
def test_words_to_nobody_in_particular_are_asked_about(
    world: World, line: str, whom: tuple[str, ...]
) -> None:
    """Nothing is lost: a number or a name in the reply sends what was written, once."""
    world.start(variant="standard")
    opening = world.new_mail(GM)[-1]
    for who in (*OTHERS, "france"):
        world.new_mail(who)
    asked = reply(world, WORDS, opening)
    assert asked["Subject"] == "[tara] To whom shall this go?"
    assert "3 France, 4 Germany, " in " ".join(text_of(asked).split())
    assert nobody_else(world, "")
    reply(world, line, asked)
    for who in whom:
        (got,) = said(world, who)
        assert "take until Sunday" in got
    again = reply(world, line, asked)
    assert again["Subject"] == "[tara] Those words were sent before"
    assert nobody_else(world, "")


def test_more_talk_in_the_answer_is_asked_about_anew(world: World) -> None:
    """What names nobody is not sent with a guess."""
    world.start(variant="standard")
    asked = reply(world, WORDS, world.new_mail(GM)[-1])
    again = reply(world, "I do not know yet.", asked)
    assert again["Subject"] == "[tara] To whom shall this go?"


def test_a_grey_writer_stays_unknown_to_the_gm(world: World) -> None:
    """Who wrote to him without a name is found out by no reply."""
    start(world, press="both")
    world.mail("france", "GREY PRESS TO GM\nSomebody cheats.\nENDPRESS")
    world.new_mail("france")
    asked = reply(world, "Who?", world.new_mail(GM)[-1])
    assert asked["Subject"] == "[tara] To whom shall this go?"
    assert nobody_else(world, "")


def test_press_lines_of_a_gm_are_his_messages(world: World) -> None:
    """As a player's are, signed by him; what names nobody is said."""
    start(world)
    body = "PRESS TO FRANCE\nOne.\nENDPRESS\nPRESS TO ATLANTIS\nTwo.\nENDPRESS\nBye"
    world.mail(GM, body)
    (answer,) = world.new_mail(GM)
    text = " ".join(text_of(answer).split())
    assert "Sent to France, signed by the game master." in text
    assert "“ATLANTIS” is no power." in text
    assert "went to nobody: “Bye”" in text
    assert said(world, "france") == ["One."]


def test_where_nothing_is_open_he_is_told(world: World) -> None:
    """The server carries no messages then, and says so; it does not take him for a stranger."""
    world.start(variant="standard")
    opening = world.new_mail(GM)[-1]
    with world.services.store.write() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
        assert phase is not None
        game = transaction.game("tara")
        transaction.save_game(replace(game, status=type(game.status).FINISHED))
    answer = reply(world, WORDS, opening)
    assert "holds no seat" not in text_of(answer)


def test_nobody_writes_in_the_gms_name(world: World) -> None:
    """Without his secret or his address's proof nothing goes out before he has said yes."""
    start(world)
    world.mail("mallory@example.net", "PRESS TO FRANCE\nI am the GM.\nENDPRESS")
    assert nobody_else(world, "")
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        assert not [one for one in transaction.press(game.id) if one.kind == PRESS]
    let(world)
