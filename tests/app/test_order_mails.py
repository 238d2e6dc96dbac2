"""Order mails from the moment they come in to the receipt, with everything between real."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.records import GameStatus, InboxState
from tests.app.kept import kept
from tests.app.standard import SEASONS
from tests.app.world import GM, HOST, World, text_of

CONNAUGHT = "Build A Galway South\nBuild F Galway West"


def test_orders_are_booked_and_answered_once(world: World) -> None:
    """An order mail brings its orders into the book and one receipt to the registered address."""
    world.start()
    mail = world.mail("CONNAUGHT", CONNAUGHT)
    assert mail.state is InboxState.DONE
    assert world.orders("CONNAUGHT") == ["B A GaS", "B F GaW"]
    receipt = world.new_mail("CONNAUGHT")[-1]
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert receipt["In-Reply-To"] == "<test.1@example.org>"
    assert "Galway South" in text_of(receipt)


def test_the_same_mail_twice_has_the_effect_of_once(world: World) -> None:
    """A mail delivered twice byte for byte is kept twice, booked once and answered once."""
    world.start()
    world.new_mail("CONNAUGHT")
    raw = b"From: connaught@example.org\r\nTo: x@y.example\r\nSubject: o\r\n\r\nBuild A Galway South\r\n"
    first = world.raw(raw, "connaught@example.org")
    second = world.raw(raw, "connaught@example.org")
    assert (first.state, second.state) == (InboxState.DONE, InboxState.DUPLICATE)
    assert len(world.new_mail("CONNAUGHT")) == 1
    assert world.orders("CONNAUGHT") == ["B A GaS"]


def test_builds_replace_builds_and_leave_payments(world: World) -> None:
    """Lists are replaced by their kind only (builds here), and the receipt says what went."""
    world.start()
    world.mail("BRITAIN", "Build F Devon West\nBuild F Devon East\nPay 6 to Munster (toll)")
    world.new_mail("BRITAIN")
    world.mail("BRITAIN", "Build F Devon West\nBuild A Devon East")
    assert world.orders("BRITAIN") == ["PAY 6 MUNSTER (toll)", "B F DeW", "B A DeE"]
    assert "Devon East" in world.last_text("BRITAIN")


def test_one_bad_line_costs_only_itself(world: World) -> None:
    """A name that fits several is asked about, with the candidates; the other lines count."""
    world.start()
    world.mail("CONNAUGHT", "Build A Galway South\nBuild F Galway")
    assert world.orders("CONNAUGHT") == ["B A GaS"]
    text = " ".join(world.last_text("CONNAUGHT").split())
    for candidate in ("Galway West", "Galway Central"):
        assert candidate in text


@pytest.mark.slow
def test_somebody_elses_unit_is_refused(world: World) -> None:
    """An order to another power's unit is refused with whose it is, and records nothing."""
    _spring(world)
    world.mail("ULSTER", "A(CoC)-Wat")
    assert world.orders("ULSTER") == []
    assert "That is Munster's unit." in world.last_text("ULSTER")
    world.mail("ULSTER", "F(CoC) stands")
    assert "That is Munster's unit." in world.last_text("ULSTER")


def test_the_wrong_phase_is_told(world: World) -> None:
    """Moves in a winter are refused with what the phase asks for."""
    world.start()
    world.mail("MUNSTER", "A(CoC)-Wat")
    assert world.orders("MUNSTER") == []
    assert world.last_text("MUNSTER")


def test_an_unknown_sender_changes_nothing_and_is_told(world: World) -> None:
    """A stranger gets one answer a day, whatever he writes; nothing is recorded."""
    world.start()
    first = world.mail("mallory@elsewhere.example", CONNAUGHT)
    second = world.mail("mallory@elsewhere.example", CONNAUGHT + "\n")
    assert first.state is second.state is InboxState.REJECTED
    assert len(world.new_mail("mallory@elsewhere.example")) == 1
    assert world.orders("CONNAUGHT") == []


def test_a_player_of_two_games_is_told_how_to_name_one(world: World) -> None:
    """A mail to the server's own address says no game; the answer names the addresses."""
    world.start("tara")
    world.start("cashel")
    world.new_mail("MUNSTER")
    mail = world.mail("MUNSTER", "Build A Cork South", to=f"gm@{HOST}")
    assert mail.state is InboxState.REJECTED
    text = " ".join(world.last_text("MUNSTER").split())
    assert f"gm+cashel@{HOST} for cashel or gm+tara@{HOST} for tara" in text


@pytest.mark.parametrize("sender", ["MUNSTER", "stranger@example.net"])
def test_help_needs_no_game(world: World, sender: str) -> None:
    """HELP to the server's own address is answered, to a stranger once a day."""
    world.start("tara")
    world.start("cashel")
    world.new_mail(sender)
    for words in ("help", "Help!"):
        world.mail(sender, words, to=f"gm@{HOST}")
    told = world.new_mail(sender)
    assert len(told) == (2 if sender == "MUNSTER" else 1)
    assert "How to write orders" in text_of(told[0])


def test_a_player_of_two_powers_orders_for_both(world: World) -> None:
    """Orders for a second power in the same mail are taken for it; STATUS tells of both."""
    world.start()
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        seats = {seat.seat: seat for seat in transaction.seats(game.id)}
        transaction.save_seat(replace(seats["MUNSTER"], person=seats["ULSTER"].person))
    both = "Build A Belfast South\nBuild F Belfast North\nBuild A Cork South"
    assert world.mail("ULSTER", both).state is InboxState.DONE
    assert world.orders("ulster") == ["B A BeS", "B F BeN"]
    assert world.orders("munster") == ["B A CoS"]
    text = " ".join(world.last_text("ULSTER").split())
    assert "Ulster and Munster: one mail, 2 receipts" in text
    world.mail("ULSTER", "STATUS")
    told = [str(one["Subject"]) for one in world.new_mail("ULSTER")]
    assert told == ["[tara W1015A] Orders: Ulster complete; Munster not complete"]


def test_a_game_that_is_over_takes_no_orders(world: World) -> None:
    """Whoever writes after the end is sent to the GM, not told to wait."""
    game = world.start()
    with world.services.store.write() as transaction:
        transaction.set_game_status(game.id, GameStatus.FINISHED)
    assert world.mail("MUNSTER", "STATUS").state is InboxState.REJECTED
    text = " ".join(world.last_text("MUNSTER").split())
    assert "is over, so no orders are asked for" in text
    assert f"What is meant for the GM goes to {GM}" in text


def test_an_unknown_game_is_told(world: World) -> None:
    """A mail for no game of ours is answered, by the address it was sent to."""
    world.start()
    mail = world.mail("CONNAUGHT", CONNAUGHT, to=f"gm+nowhere@{HOST}")
    assert mail.state is InboxState.REJECTED
    assert "nowhere" in world.last_text("CONNAUGHT")


def test_the_game_is_found_from_subject_or_player(world: World) -> None:
    """The server's own address serves too: the subject names the game, or the player has one."""
    world.start()
    world.mail("CONNAUGHT", "Build A Galway South", to=f"gm@{HOST}", subject="Re: tara builds")
    assert world.orders("CONNAUGHT") == ["B A GaS"]
    world.mail("CONNAUGHT", "Build F Galway West", to=f"gm@{HOST}", subject="hello")
    assert world.orders("CONNAUGHT") == ["B F GaW"]


def test_an_empty_mail_is_answered(world: World) -> None:
    """A mail without text is told that the subject does not count."""
    world.start()
    mail = world.mail("MUNSTER", "", subject="Build A Cork Central")
    assert mail.state is InboxState.REJECTED
    assert world.orders("MUNSTER") == []
    assert "subject" in world.last_text("MUNSTER")


def test_machines_are_never_answered(world: World) -> None:
    """Vacation notices and bounces are kept and get no answer."""
    world.start()
    for headers in ("Auto-Submitted: auto-replied\n", "Precedence: bulk\n"):
        mail = world.mail("MUNSTER", "Build A Cork Central", headers=headers)
        assert mail.state is InboxState.SUPPRESSED
    assert [
        one for one in world.new_mail("MUNSTER") if one["Auto-Submitted"] == "auto-replied"
    ] == []
    assert world.orders("MUNSTER") == []


def test_our_own_mail_coming_back_is_silent(world: World) -> None:
    """A report that comes back to us, from a list or a loop, is never answered."""
    world.start()
    report = world.carrier.sent[-1].raw if world.carrier.sent else b""
    world.send()
    report = world.carrier.sent[-1].raw
    mail = world.raw(report, "list@lists.example.org")
    assert mail.state is InboxState.SUPPRESSED


def test_list_mail_counts_only_with_the_games_address(world: World) -> None:
    """Orders over a list count if To or Cc holds the game; the receipt goes to the player."""
    world.start()
    marks = "List-Id: <tara.lists.example.org>\nPrecedence: list\n"
    away = world.mail(
        "MUNSTER",
        "Build A Cork Central",
        headers=marks + "Cc: all@lists.example.org\n",
        to="all@lists.example.org",
    )
    assert away.state is not InboxState.DONE
    world.new_mail("MUNSTER")
    raw = (
        f"From: munster@example.org\r\nTo: all@lists.example.org\r\nCc: gm+tara@{HOST}\r\n"
        "Subject: [all] builds\r\nList-Id: <all.lists.example.org>\r\nPrecedence: list\r\n"
        "Message-ID: <l@example.org>\r\n\r\nBuild A Cork Central\r\n"
    )
    assert world.raw(raw.encode(), "all-bounces@lists.example.org").state is InboxState.DONE
    assert world.orders("MUNSTER") == ["B A CoC"]
    assert len(world.new_mail("MUNSTER")) == 1


def test_two_senders_are_set_aside(world: World) -> None:
    """A mail with two From lines is kept for a person, who is told; nobody is answered."""
    world.start()
    raw = (
        "From: munster@example.org\r\nFrom: ulster@example.org\r\nSubject: x\r\n\r\n"
        "Build A Cork Central\r\n"
    )
    assert world.raw(raw.encode(), "munster@example.org").state is InboxState.SHUNTED
    told = world.new_mail(GM)[-1]
    assert "set aside" in told["Subject"]
    assert "`gm mail assign 1 tara POWER`" in " ".join(
        told.get_body(("plain",)).get_content().split()
    )


def test_nul_bytes_and_latin_letters_are_read(world: World) -> None:
    """NUL bytes and a wrong charset label cost nothing but a remark."""
    world.start()
    raw = (
        b"From: munster@example.org\r\nTo: x@y.example\r\nSubject: o\r\nContent-Type: text/plain; "
        b"charset=us-ascii\r\n\r\nBuild A Cork\x00 Central\r\nGr\xfc\xdfe\r\n"
    )
    assert world.raw(raw, "munster@example.org").state is InboxState.DONE
    assert world.orders("MUNSTER") == ["B A CoC"]


@pytest.mark.slow
def test_a_huge_mail_by_pipe_is_answered(world: World) -> None:
    """A mail over the limit that came in all the same is answered, not parsed."""
    world.start()
    raw = b"From: munster@example.org\r\nSubject: o\r\n\r\n" + b"A" * (30 * 1024 * 1024)
    assert world.raw(raw, "munster@example.org").state is InboxState.REJECTED
    assert world.orders("MUNSTER") == []


def test_status_and_help_are_answered(world: World) -> None:
    """STATUS shows the orders that stand, HELP how to write them; neither changes anything."""
    world.start()
    world.mail("MUNSTER", "Build A Cork Central")
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", "STATUS")
    assert "Cork Central" in world.last_text("MUNSTER")
    world.mail("MUNSTER", "HELP")
    assert world.last_text("MUNSTER")
    assert world.orders("MUNSTER") == ["B A CoC"]


@kept
def _spring(world: World) -> None:
    """Play a game of Republic to Spring 1016."""
    world.start()
    for power, text in {
        "BRITAIN": "Build F Devon West",
        "CONNAUGHT": CONNAUGHT,
        "LEINSTER": "Build A Dublin South",
        "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford",
        "ULSTER": "Build A Belfast South",
    }.items():
        world.mail(power, text)
    assert world.tick(hours=1) == 1
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1016M"
    world.new_mail("ULSTER")


@pytest.mark.slow
def test_who_has_nothing_to_order_is_not_asked_for_orders(world: World) -> None:
    """A word from somebody who need not retreat gets the answer that he need send nothing."""
    world.start("tara", "standard")
    for season in SEASONS:
        for power, orders in season.items():
            world.mail(power, orders)
        world.tick(hours=1)
    world.mail("TURKEY", "nothing to do I think?")
    answer = " ".join(world.last_text("TURKEY").split())
    assert "Nothing is asked of you this time, so you need send no orders." in answer
    assert "Write one order a line" not in answer
    world.mail("GERMANY", "nothing to do I think?")
    assert "Write one order a line" in " ".join(world.last_text("GERMANY").split())


def test_a_line_too_long_is_told_in_the_receipt(world: World) -> None:
    """What was cut off a line is told to who wrote it, and the orders on other lines count."""
    world.start()
    world.mail("CONNAUGHT", f"Build A Galway South\n{'so on and ' * 1500}\n")
    assert world.orders("CONNAUGHT") == ["B A GaS"]
    text = " ".join(world.last_text("CONNAUGHT").split())
    assert "A line of your mail was too long and was cut behind 12000 characters." in text
    assert "Please write each order on a line of its own." in text


@pytest.mark.slow
def test_a_mail_of_too_much_text_is_told_in_the_receipt(world: World) -> None:
    """A mail longer than any is read to some line, and its writer hears to which."""
    world.start()
    world.mail("CONNAUGHT", "Build A Galway South\n" + f"{'so on and ' * 90}\n" * 200)
    assert world.orders("CONNAUGHT") == ["B A GaS"]
    assert "lines of the mail were read" in " ".join(world.last_text("CONNAUGHT").split())


@pytest.mark.parametrize("attribution", ["gm said:", "On Tuesday, GM wrote:", "Scríobh GM:"])
def test_orders_in_a_quote_without_marks_replace_none(world: World, attribution: str) -> None:
    """The player's own above it stand, and the receipt says that what is below was not read."""
    world.start(variant="standard")
    world.mail("FRANCE", f"A Par - Bur\n\n{attribution}\nA Par - Pic\nF Bre - MAO")
    assert world.orders("FRANCE") == ["A PAR - BUR"]
    receipt = " ".join(world.last_text("FRANCE").split())
    assert "was taken for a quote, and was not read" in receipt
