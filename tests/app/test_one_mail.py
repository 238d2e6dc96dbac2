"""A player of several powers gets one mail where others get one: report, reminder, notice, end."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from email.message import EmailMessage

import pytest

from gm.app.play.endings import ALL, EndWish, end_game
from gm.app.records import InboxState
from gm.app.timing.deadlines import move_deadline
from gm.contract.events import Ending
from tests.app.irish import forget, in_autumn, irish
from tests.app.world import LIST, World, text_of

DAY = 86400
LONG = dict.fromkeys(("setup", "movement", "retreat", "adjustment"), 4 * DAY)


def one_line(mail: EmailMessage) -> str:
    """The text of a mail without its line breaks."""
    return " ".join(text_of(mail).split())


def told(world: World, who: str) -> EmailMessage:
    """The only new mail to somebody."""
    (mail,) = world.new_mail(who)
    return mail


def form_of(mail: EmailMessage, names: Iterable[str]) -> list[str]:
    """The lines of a mail's reply form, headings included."""
    heads = [f"{name}:" for name in names]
    lines = [line.strip() for line in text_of(mail).splitlines()]
    return [line for line in lines if "____" in line or line in heads]


def test_a_season_is_one_report(world: World) -> None:
    """Each of his powers has its own part, the others and the tables stand once."""
    in_autumn(world)
    world.mail("ann", "A Par - Bur\nA Nwy H")
    world.new_mail("ann")
    world.tick(hours=1)
    report = told(world, "ann")
    text = text_of(report)
    assert "results for France, Norway and Sweden" in one_line(report)
    for name in ("FRANCE", "NORWAY", "SWEDEN"):
        assert f"== {name}" in text.split("THE OTHER POWERS")[0]
    assert text.count("WHERE THEY STAND") == 1
    others = text.split("WHERE THEY STAND")[0].partition("THE OTHER POWERS")[2].splitlines()
    assert not {line.partition(" (")[0] for line in others} & {"France", "Norway", "Sweden"}
    assert "== SWEDEN You gave no orders." in one_line(report)
    assert len(world.new_mail("bob")) == len(world.new_mail("cat")) == 1


@pytest.mark.slow
def test_the_form_of_a_report_is_read_as_it_is_sent(world: World) -> None:
    """Filled in for two powers and mailed back, both have their orders, gifts among them."""
    irish(world)
    for _ in range(4):
        world.tick(hours=1)
    phase = world.phase("tara")
    assert phase is not None
    assert phase.name == "S1975M"
    report = world.new_mail("ann")[-1]
    form = form_of(report, ("France", "Norway", "Sweden"))
    assert [line for line in form if line.endswith(":")] == ["France:", "Norway:", "Sweden:"]
    assert form.count("Give ____ points to ____") == 3
    half = form.index("Sweden:")
    filled = [
        line.replace("Give ____ points to ____", "Give 1 points to Italy").replace("____", "H")
        for line in form[form.index("Norway:") : half]
    ]
    sweden = [
        line.replace("Give ____ points to ____", "Give 2 points to Italy") for line in form[half:]
    ]
    headers = f"In-Reply-To: {report['Message-ID']}\n"
    body = "\n".join([*form[: form.index("Norway:")], *filled, *sweden])
    assert world.mail("ann", body, headers=headers).state is InboxState.DONE
    assert "GIVE ITALY 1" in world.orders("norway")
    assert world.orders("sweden") == ["GIVE ITALY 2"]
    assert world.orders("france") == []
    assert "NOT TAKEN" not in one_line(told(world, "ann"))


def test_the_opening_is_one_mail(world: World) -> None:
    """It names all powers, with what is asked of each; a player of one is told as ever."""
    irish(world)
    mail = told(world, "ann")
    assert "YOU PLAY FRANCE, NORWAY AND SWEDEN." in one_line(mail)
    assert "== NORWAY Choose your first piece in Norway: " in one_line(mail)
    assert "write the name of each above its orders" in one_line(mail)
    alone = one_line(told(world, "cat"))
    assert "YOU PLAY ITALY." in alone
    assert "== ITALY" not in alone


@pytest.mark.slow
def test_a_reminder_names_what_each_power_lacks(world: World) -> None:
    """One mail for those that lack something; its form is read, and it is sent once."""
    irish(world, lengths=LONG)
    forget(world)
    world.mail("ann", "A Swe")
    forget(world)
    world.tick(days=3)
    assert "Reminder for Norway: no orders yet" in str(told(world, "ann")["Subject"])
    world.tick(days=1)
    (report,) = world.new_mail("ann")
    world.mail("ann", "A Nwy H")
    world.new_mail("ann")
    world.tick(days=3)
    mail = told(world, "ann")
    assert str(mail["Subject"]).startswith(
        "[tara S1974M] Reminder: France no orders yet; Sweden no orders yet, due "
    )
    assert mail["In-Reply-To"] == report["Message-ID"]
    assert "== NORWAY" not in text_of(mail)
    body = "\n".join(form_of(mail, ("France", "Sweden"))).replace("____", "H")
    world.mail("ann", body, headers=f"In-Reply-To: {mail['Message-ID']}\n")
    assert len(world.orders("france")) == 3
    assert world.orders("sweden") == ["A SWE H"]
    world.new_mail("ann")
    world.tick(hours=12)
    assert world.new_mail("ann") == []


def test_a_notice_comes_once_and_hangs_under_the_report(world: World) -> None:
    """A moved deadline is told in the thread of the phase."""
    irish(world, lengths=LONG)
    world.tick(days=4)
    report = world.new_mail("ann")[-1]
    phase = world.phase("tara")
    assert phase is not None
    move_deadline(world.services, "tara", phase.deadline + timedelta(days=1))
    assert told(world, "ann")["In-Reply-To"] == report["Message-ID"]


def test_the_last_mail_is_one(world: World) -> None:
    """A draw in which two of his powers share is told to him once."""
    in_autumn(world)
    end_game(world.services, "tara", EndWish(Ending.DRAW, (ALL,), "all agreed"), sure=True)
    mail = one_line(told(world, "ann"))
    assert "The last report for France, Norway and Sweden" in mail
    assert "You share the game: congratulations!" in mail


@pytest.mark.slow
def test_the_private_stays_with_its_player(world: World) -> None:
    """A promise to one of his powers that was not kept is told to him, and to nobody else but the giver."""
    irish(world)
    for _ in range(5):
        world.tick(hours=1)
    forget(world)
    world.mail("cat", "If France is in PIE then give Sweden 1 point")
    forget(world)
    world.tick(hours=1)
    words = "give 1 point to Sweden"
    assert words in one_line(told(world, "ann"))
    assert words not in one_line(told(world, "bob"))
    assert words not in one_line(told(world, LIST))


def test_nobody_is_told_twice(world: World) -> None:
    """Keys and Message-IDs are one for each person and phase."""
    in_autumn(world)
    world.tick(hours=1)
    world.tick(hours=1)
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        for number in range(1, len(transaction.phases(game.id))):
            assert transaction.count_outbox(f"report tara {number} FRANCE+NORWAY+SWEDEN") == 1
            assert transaction.count_outbox(f"report tara {number} FRANCE") == 1
            assert transaction.count_outbox(f"report tara {number} NORWAY") == 0
