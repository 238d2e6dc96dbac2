"""Walks that the GM orders, by command and by mail, with orders of a power of his beside them."""

from __future__ import annotations

import pytest

from gm.app.history.draw_check import verify_game
from gm.app.keeping.audit import audit
from gm.app.overviews.queries import orders_of
from gm.app.records import InboxState
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.table import lay
from gm.errors import ImpossibleOrder, NoSuchGame, NotAllowed
from gm.games.diplomacy.desk.walks import order_walks, walk_lines, withdraw_walks
from gm.games.diplomacy.rules.mechanics.walks import ways_out
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from tests.app.irish import LENGTHS, in_autumn, irish, state_of
from tests.app.world import GM, HOST, SEED, World, text_of

# In Autumn 1974 of this seed Irish 1 is in the Western Mediterranean, Irish 2 in the Helgoland
# Bight, Psychiatrist 1 in Paris, 2 in Norway, 3 in the Mid-Atlantic.


def _walks(world: World) -> list[str]:
    return [one.order for one in orders_of(world.services, "tara") if one.power == "GM"]


def test_the_gm_sends_a_special_unit(world: World) -> None:
    """The order stands in the book, is told in words, and is carried out by the season."""
    in_autumn(world)
    done = order_walks(world.services, "tara", ["Irish 2 (HEL) - KIE", "Psychiatrist Par - Bur"])
    assert done.standing == (
        "Irish 2 goes from Helgoland Bight to Kiel",
        "Psychiatrist 1 goes from Paris to Burgundy",
    )
    assert _walks(world) == ["IRISH 2 - KIE", "PSYCHIATRIST 1 - BUR"]
    assert not world.new_mail("ann")
    world.tick(hours=1)
    places = state_of(world).part(WanderersPart).places
    assert (places["IRISH 2"], places["PSYCHIATRIST 1"]) == ("KIE", "BUR")
    text = " ".join(text_of(world.new_mail("ann")[-1]).split())
    assert "Irish 2 goes from Helgoland Bight to Kiel: the GM sent it, not the hat." in text
    assert verify_game(world.services, "tara").difference == ""


def test_the_last_walk_counts_and_can_be_taken_back(world: World) -> None:
    """A walk replaces the unit's earlier one; withdrawn, the hat decides."""
    in_autumn(world)
    order_walks(world.services, "tara", ["Irish 2 - KIE"])
    order_walks(world.services, "tara", ["Irish 2 - NTH", "Psychiatrist 1 - Bur"])
    assert _walks(world) == ["IRISH 2 - NTH", "PSYCHIATRIST 1 - BUR"]
    assert withdraw_walks(world.services, "tara", "irish 2").standing == (
        "Psychiatrist 1 goes from Paris to Burgundy",
    )
    with pytest.raises(NotAllowed, match="no walk of Irish 2"):
        withdraw_walks(world.services, "tara", "Irish 2")
    done = withdraw_walks(world.services, "tara", "all")
    assert [*walk_lines(done)] == ["No walk is ordered in Autumn 1974: the hat decides for all."]


@pytest.mark.parametrize("line", ["Irish 2 - Par", "Irish 7 - Kie", "Kiel", "Irish 2 - Den"])
def test_an_impossible_walk_is_refused(world: World, line: str) -> None:
    """Not adjacent, no such unit, no walk at all, a closed country; and none beside it counts."""
    in_autumn(world)
    with pytest.raises(ImpossibleOrder):
        order_walks(world.services, "tara", ["Psychiatrist 1 - Bur", line])
    assert _walks(world) == []


def test_when_nothing_walks(world: World) -> None:
    """Not while pieces are chosen or placed, not in other games, not where the setting is off."""
    irish(world)
    with pytest.raises(NotAllowed, match="now it is Spring 1974 set-up"):
        order_walks(world.services, "tara", ["Irish 1 - NWY"])
    world.tick(hours=1)
    with pytest.raises(NotAllowed, match="placed by lot"):
        order_walks(world.services, "tara", ["Irish 1 - NWY"])
    world.start("cashel")
    with pytest.raises(NotAllowed, match="no Irish or Psychiatrist unit in cashel"):
        order_walks(world.services, "cashel", ["Irish 1 - NWY"])
    with pytest.raises(NoSuchGame):
        order_walks(world.services, "nowhere", [])


@pytest.mark.slow
def test_the_setting_forbids_it(world: World) -> None:
    """By command and by mail the GM reads why."""
    in_autumn(world, options={"gm_walk": "off"})
    with pytest.raises(NotAllowed, match="gm_walk is off"):
        order_walks(world.services, "tara", ["Irish 2 - KIE"])
    world.mail(GM, "Irish 2 - KIE")
    text = " ".join(text_of(world.new_mail(GM)[0]).split())
    assert "every walk is drawn: the setting gm_walk is off" in text
    assert _walks(world) == []


def test_walks_by_mail(world: World) -> None:
    """From the GM's address to the game's: a receipt, with what was refused and why."""
    in_autumn(world)
    body = "Hello\n\nIrish 2 (HEL) - KIE\nPsychiatrist 1 - Por\nIrish 9 - Par\n\nMaeve"
    assert world.mail(GM, body).state is InboxState.DONE
    (mail,) = world.new_mail(GM)
    assert str(mail["Subject"]) == "[tara F1974M] Walks: 2 lines not taken"
    text = " ".join(text_of(mail).split())
    assert "By your word, in Autumn 1974: Irish 2 goes from Helgoland Bight to Kiel." in text
    assert "Not taken: “Psychiatrist 1 - Por”." in text
    assert "Not taken: “Irish 9 - Par”. There is no Irish 9 on the board." in text
    assert _walks(world) == ["IRISH 2 - KIE"]


@pytest.mark.slow
def test_a_gm_who_plays_sends_both_in_one_mail(world: World) -> None:
    """Walks are the GM's, orders his power's; each has its receipt."""
    new_game(
        world.services,
        NewGame("tara", "irish", "Maeve", GM, lengths=LENGTHS, seed=SEED),
    )
    add_player(world.services, "tara", "France", "Maeve", GM)
    add_player(world.services, "tara", "Italy", "Cat", "cat@example.org")
    start_game(world.services, "tara", close_unfilled=True)
    world.tick(hours=1)
    world.new_mail(GM)
    places = state_of(world).part(WanderersPart).places
    special, at = next(iter(places.items()))
    goal = next(iter(_ways_from(world, at)))
    assert world.mail(GM, f"{special} - {goal}\nA Par - Bur").state is InboxState.DONE
    assert world.orders("france") == ["A PAR - BUR"]
    assert _walks(world) == [f"{special} - {goal}"]
    subjects = [str(one["Subject"]) for one in world.new_mail(GM)]
    assert subjects[0] == "[tara F1974M] Walks: 1 unit sent by you"
    assert subjects[1].startswith("[tara F1974M] France receipt 1")
    world.mail(GM, f"{special} - {goal}\nThat is all for now")
    assert len(world.new_mail(GM)) == 1
    world.mail(GM, "F Bre H")
    assert world.orders("france") == ["A PAR - BUR", "F BRE H"]


def _ways_from(world: World, at: str) -> list[str]:
    """Return where a special unit may go, as the rules judge it."""
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
    return [*ways_out(table.rules.board_in(table.state), at)]  # type: ignore[arg-type]


def test_a_gms_other_mail_is_treated_as_before(world: World) -> None:
    """Without a walk in it he is asked for whom it is; nor is a walk to another address one."""
    in_autumn(world)
    assert world.mail(GM, "How are you all?").note == "words of the GM"
    mail = world.mail(GM, "Irish 2 - KIE", to=f"gm@{HOST}")
    assert mail.state is InboxState.REJECTED
    assert _walks(world) == []


@pytest.mark.slow
def test_a_walk_in_a_message_is_talk(world: World) -> None:
    """A GM who plays and writes of Irish 2 to another orders nothing; beside the message he does."""
    irish(world, hands={"maeve": ("France",), "bob": ("Germany",), "cat": ("Italy",)})
    world.tick(hours=1)
    places = state_of(world).part(WanderersPart).places
    said, meant = (
        f"{one} - {_ways_from(world, places[one])[0]}" for one in ("IRISH 2", "IRISH 1")
    )
    message = f"PRESS TO GERMANY\n{said}\nENDPRESS"
    world.mail(GM, message)
    assert _walks(world) == []
    assert said in world.last_text("bob")
    world.mail(GM, f"{message}\n{meant}\nF Bre H")
    assert _walks(world) == [meant]
    assert said in world.last_text("bob")


def test_a_player_cannot_send_special_units(world: World) -> None:
    """The line is refused in his receipt and his orders count."""
    in_autumn(world)
    world.mail("cat", "Irish 2 - KIE\nA Rom H")
    assert "only the GM may" in " ".join(world.last_text("cat").split())
    assert _walks(world) == []
    assert world.orders("italy") == ["A ROM H"]


def test_the_audit_knows_the_receipt_of_a_mailed_walk(world: World) -> None:
    """Walks by mail are answered by a receipt of their own, and it is that which is looked for."""
    in_autumn(world)
    world.mail(GM, "Irish 1 (WES) - TYS\nIrish 1 - LYO")
    assert [fault for check in audit(world.services) for fault in check.findings] == []
    world.tick(hours=1)
    assert [fault for check in audit(world.services) for fault in check.findings] == []
    with world.services.store.read() as transaction:
        (mail,) = {number for number, _ in transaction.mails_with_orders(1)}
        assert transaction.outbox_keys(f"walks {mail}")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ('GM walk "Irish 1 (WES) - MOS"', ""),
        ('GM walk "Irish 7 - TYS"', ""),
        ("GM walk somewhere", "A walk is written so"),
        ("GM walk --withdraw all", "You have ordered no walk of all"),
        ('GM walk --withdraw="Irish 1"', "You have ordered no walk of Irish 1"),
    ],
)
def test_a_walk_that_would_be_refused_is_not_asked_about(
    world: World, command: str, told: str
) -> None:
    """It is refused at once, as the command would refuse it after his YES."""
    in_autumn(world)
    world.mail(GM, command)
    (answer,) = world.new_mail(GM)
    assert "Not every command was understood" in str(answer["Subject"])
    text = " ".join(text_of(answer).split())
    assert "Not taken" in text
    assert told in text


def test_a_walk_that_can_be_is_asked_about_in_words(world: World) -> None:
    """What it would do stands in the question, the taking back of another as well."""
    in_autumn(world)
    world.mail(GM, 'GM walk "Irish 1 (WES) - TYS"')
    (question,) = world.new_mail(GM)
    words = "Irish 1 goes from Western Mediterranean to Tyrrhenian Sea."
    assert words in " ".join(text_of(question).split())
    order_walks(world.services, "tara", ["Irish 1 (WES) - TYS"])
    world.mail(GM, 'GM walk "Irish 2 - KIE" --withdraw all')
    (question,) = world.new_mail(GM)
    told = " ".join(text_of(question).split())
    assert f"Taken back: {words}" in told
    assert "Irish 2 goes from Helgoland Bight to Kiel." in told


def test_a_walk_in_a_game_without_any_is_not_asked_about(world: World) -> None:
    """Nothing walks in Diplomacy, and he hears so at once."""
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, 'GM walk "Irish 1 - NWY"')
    assert "There is no Irish or Psychiatrist unit in tara." in " ".join(
        world.last_text(GM).split()
    )
