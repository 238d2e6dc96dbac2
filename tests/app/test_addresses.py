"""The addresses of players: known senders, and the one that mail goes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.records import InboxState, OutboxState
from gm.app.seats.players import replace_player
from gm.app.senders.known_addresses import add_address, drop_address, known_addresses, move_address
from gm.errors import AlreadyThere, InputError, NotAllowed
from tests.app.proof import key_of, mails_to, question, reply_address
from tests.app.world import GM, World, text_of

NEW, OTHER = "munster@new.test", "holiday@elsewhere.test"
BUILD = "Build A Cork South"


@pytest.fixture
def strict(world: World) -> World:
    """A game on a server that wants proof."""
    world.services = replace(world.services, proof=True)
    world.start()
    return world


def registered(world: World, name: str = "Munster") -> str:
    """Return where a player's mail goes."""
    return known_addresses(world.services, name).person.address


def others(world: World, name: str = "Munster") -> list[str]:
    """Return the addresses that count as a player's beside that."""
    return [one.address for one in known_addresses(world.services, name).others]


@pytest.mark.slow
def test_the_word_add_makes_an_address_known(strict: World) -> None:
    """The question about a mail from there offers it; from then on nothing is asked."""
    to = reply_address(strict, "munster")
    assert strict.mail(OTHER, BUILD, to=to).state is InboxState.HELD
    asked = question(strict, "munster")
    assert f"If {OTHER} shall count as yours" in " ".join(text_of(asked).split())
    strict.mail("munster", "Add.", to=str(asked["Reply-To"]))
    assert others(strict) == [OTHER]
    told = [" ".join(text_of(one).split()) for one in mails_to(strict, "munster")]
    assert any(f"Mail from {OTHER} counts as yours from now on." in one for one in told)
    assert strict.orders("munster") == ["B A CoS"]
    assert strict.mail(OTHER, "STATUS", to=to).state is InboxState.DONE
    assert "orders" in str(mails_to(strict, "munster")[-1]["Subject"])
    assert mails_to(strict, OTHER) == []  # receipts go to the registered address only


def test_without_the_word_only_the_mail_counts(strict: World) -> None:
    """A yes is about that one mail."""
    to = reply_address(strict, "munster")
    strict.mail(OTHER, BUILD, to=to)
    strict.mail("munster", "yes", to=str(question(strict, "munster")["Reply-To"]))
    assert others(strict) == []
    assert strict.mail(OTHER, "STATUS", to=to).state is InboxState.HELD


def test_a_player_changes_his_address_by_mail(strict: World) -> None:
    """The old address is asked; what waits follows to the new one; both are told."""
    asked_by = strict.mail("munster", f"ADDRESS {NEW}", to=reply_address(strict, "munster"))
    assert asked_by.state is InboxState.DONE
    asked = question(strict, "munster")
    assert NEW in text_of(asked)
    assert registered(strict) == "munster@example.org"
    move_is_agreed = strict.mail(OTHER, "yes", to=str(asked["Reply-To"]))
    assert move_is_agreed.state is InboxState.DONE
    assert registered(strict) == NEW
    assert others(strict) == ["munster@example.org"]
    for who in (NEW, "munster"):
        assert NEW in text_of(mails_to(strict, who)[-1])
    assert strict.mail(NEW, BUILD, to=reply_address(strict, "munster")).state is InboxState.DONE
    assert "receipt 1" in str(mails_to(strict, NEW)[-1]["Subject"])


def test_the_mail_to_a_new_address_can_be_answered_at_once(strict: World) -> None:
    """It is the first that the new address has: a reply to it is believed, in each of his games."""
    strict.start("emain")
    strict.mail("munster", f"ADDRESS {NEW}", to=reply_address(strict, "munster"))
    strict.mail("munster", "yes", to=str(question(strict, "munster")["Reply-To"]))
    first, second = mails_to(strict, NEW)
    assert [str(one["Subject"]) for one in (first, second)] == [
        "[emain] Your mail goes to another address",
        "[tara] Your mail goes to another address",
    ]
    assert strict.mail(NEW, BUILD, to=str(second["Reply-To"])).state is InboxState.DONE
    assert strict.orders("munster") == ["B A CoS"]
    old = mails_to(strict, "munster")[-1]
    assert "tell your game master: maeve@example.org" in " ".join(text_of(old).split())
    assert not {key_of(str(one["Reply-To"])) for one in (first, second)} & {
        key_of(str(old["Reply-To"]))
    }


def test_the_gm_hears_that_a_player_has_moved(strict: World) -> None:
    """In one mail for all games; of what he did himself he is not told."""
    strict.start("emain")
    strict.new_mail(GM)
    strict.mail("munster", f"ADDRESS {NEW}", to=reply_address(strict, "munster"))
    strict.mail("munster", "yes", to=str(question(strict, "munster")["Reply-To"]))
    (told,) = strict.new_mail(GM)
    assert told["Subject"] == "[emain] The mail of Munster goes to another address"
    words = " ".join(text_of(told).split())
    assert f"who plays in emain and tara, has his mail sent to {NEW} from now on" in words
    move_address(strict.services, "Ulster", "ulster@new.test")
    assert strict.new_mail(GM) == []


def test_orders_beside_the_line_are_read_as_ever(strict: World) -> None:
    """One mail may do both."""
    to = reply_address(strict, "munster")
    strict.mail("munster", f"{BUILD}\naddress <{NEW}>.", to=to)
    assert strict.orders("munster") == ["B A CoS"]
    subjects = [str(one["Subject"]) for one in mails_to(strict, "munster")[-2:]]
    assert any("another address?" in one for one in subjects)
    assert any("receipt 1: 1 build open" in one or "receipt 1" in one for one in subjects)


@pytest.mark.parametrize("words", ["no", "I did not ask for that"])
def test_a_no_leaves_the_address_as_it_is(strict: World, words: str) -> None:
    """Nothing changes, and the question is settled."""
    strict.mail("munster", f"ADDRESS {NEW}", to=reply_address(strict, "munster"))
    code = str(question(strict, "munster")["Reply-To"])
    strict.mail("munster", words, to=code)
    assert strict.mail("munster", "yes", to=code).state is InboxState.REJECTED
    assert registered(strict) == "munster@example.org"


def test_an_unproved_mail_asks_for_no_other_address(strict: World) -> None:
    """It is held like any other; only its confirmation asks the question at the old address."""
    assert strict.mail("munster", f"ADDRESS {NEW}").state is InboxState.HELD
    assert "another address?" not in str(question(strict, "munster")["Subject"])


@pytest.mark.parametrize("wanted", ["ulster@example.org", "ann@", "munster@example.org"])
def test_an_address_that_cannot_be_his_is_refused(strict: World, wanted: str) -> None:
    """Somebody else's, none at all, or what it is already."""
    before = len(mails_to(strict, "munster"))
    strict.mail("munster", f"ADDRESS {wanted}\nSTATUS", to=reply_address(strict, "munster"))
    assert len(mails_to(strict, "munster")) > before
    assert not any(
        "another address?" in str(one["Subject"]) for one in mails_to(strict, "munster")
    )
    assert registered(strict) == "munster@example.org"


def test_waiting_mail_follows_its_player(strict: World) -> None:
    """What was written before the change and not sent yet goes to the new address."""
    strict.mail("munster", "STATUS", to=reply_address(strict, "munster"))
    strict.clock.advance(minutes=1)
    move_address(strict.services, "Munster", NEW)
    with strict.services.store.read() as transaction:
        game = transaction.game("tara").id
        waiting = [
            one
            for one in transaction.outbox(game)
            if one.state is OutboxState.PENDING and one.person_id is not None
        ]
    assert {one.recipient for one in waiting if "status" in one.key} == {NEW}
    assert "orders" in str(mails_to(strict, NEW)[0]["Subject"])


def test_the_gm_says_from_where_a_player_writes(strict: World) -> None:
    """By name or address; dropped addresses count no more."""
    add_address(strict.services, "munster", OTHER)
    assert others(strict, OTHER) == [OTHER]
    to = reply_address(strict, "munster")
    assert strict.mail(OTHER, BUILD, to=to).state is InboxState.DONE
    drop_address(strict.services, "munster@example.org", OTHER)
    assert others(strict) == []
    assert strict.mail(OTHER, "STATUS", to=to).state is InboxState.HELD


def test_what_the_gm_cannot_do_with_addresses(strict: World) -> None:
    """Each with the reason."""
    services = strict.services
    with pytest.raises(InputError, match="Nobody who plays here"):
        known_addresses(services, "nobody")
    with pytest.raises(InputError, match=r"address 'Munstre'\. Did you mean Munster\?"):
        known_addresses(services, "Munstre")
    with pytest.raises(AlreadyThere, match="somebody else"):
        add_address(services, "Munster", "ulster@example.org")
    with pytest.raises(AlreadyThere, match="goes to"):
        add_address(services, "Munster", "MUNSTER@example.org")
    with pytest.raises(NotAllowed, match="does not count"):
        drop_address(services, "Munster", OTHER)
    with pytest.raises(NotAllowed, match="address move"):
        drop_address(services, "Munster", "munster@example.org")
    with pytest.raises(InputError, match="not a mail address"):
        move_address(services, "Munster", "nonsense")


def test_a_new_player_s_secret_is_his_own(strict: World) -> None:
    """The former player's reply address dies with his seat, even for a mail held before."""
    old = reply_address(strict, "munster")
    strict.mail("munster", BUILD)
    code = str(question(strict, "munster")["Reply-To"])
    replace_player(strict.services, "tara", "Munster", "Nessa", "nessa@example.org")
    assert strict.mail("munster", BUILD, to=old).state is InboxState.REJECTED
    strict.mail("munster", "yes", to=code)
    assert strict.orders("munster") == []
    new = reply_address(strict, "nessa")
    assert new != old
    assert strict.mail("nessa", BUILD, to=new).state is InboxState.DONE
    assert strict.orders("munster") == ["B A CoS"]
    assert strict.mail("nessa", "STATUS", to=old).state is InboxState.HELD
