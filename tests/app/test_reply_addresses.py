"""Secret reply addresses in every style, the GM's own, and what mail is taken at the door."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.addresses.destinations import (
    Destination,
    DestinationKind,
    bounce_address,
    confirm_address,
    destination,
    redacted,
    seat_address,
)
from gm.app.overviews.queries import orders_of
from gm.app.records import InboxState
from gm.app.senders.letters import is_ours
from gm.app.services import Identity, random_token
from gm.config import AddressStyle
from tests.app.proof import key_of, mails_to, question, reply_address, reply_key
from tests.app.test_walks import in_autumn
from tests.app.world import GM, HOST, LIST, World, text_of

BUILD = "Build A Cork South"
SECRETS = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=16, max_size=32)
GAMES = st.from_regex(r"[a-z][a-z0-9-]{1,10}[a-z0-9]", fullmatch=True)


def identity(style: AddressStyle, delimiter: str = "+") -> Identity:
    """Return a server that writes its addresses in a style."""
    plain: dict[AddressStyle, Callable[[str], str]] = {
        AddressStyle.PLUS: lambda game: f"gm{delimiter}{game}@{HOST}",
        AddressStyle.NAME: lambda game: f"{game}@{HOST}",
        AddressStyle.BODY: lambda _game: f"gm@{HOST}",
    }
    return Identity(
        "The game master",
        f"gm@{HOST}",
        HOST,
        "gm",
        delimiter,
        plain[style],
        GM,
        address_style=style,
    )


def begin(world: World, style: AddressStyle) -> None:
    """Start a game on a server that wants proof."""
    world.services = replace(world.services, proof=True, identity=identity(style))
    world.start()


@given(GAMES, SECRETS, st.sampled_from(AddressStyle), st.sampled_from("+-=_"))
def test_what_we_write_we_understand(
    game: str, secret: str, style: AddressStyle, delimiter: str
) -> None:
    """Whatever the style and the sign; mail systems may change the case."""
    us = identity(style, delimiter)
    if style is AddressStyle.BODY:
        assert seat_address(us, game, secret) == us.server_address
        return
    kinds = DestinationKind
    for address, meant in (
        (seat_address(us, game, secret), Destination(kinds.GAME, game, secret)),
        (confirm_address(us, secret), Destination(kinds.CONFIRM, secret=secret)),
        (bounce_address(us, secret), Destination(kinds.BOUNCE, secret=secret)),
    ):
        assert destination(us, address) == destination(us, address.upper()) == meant
        assert secret not in redacted(f"mail 3 from x@y.test to <{address}>: held")


@given(st.text(max_size=60))
def test_no_address_breaks_us(local: str) -> None:
    """Whatever stands before the @ means something or the server itself."""
    assert isinstance(destination(identity(AddressStyle.PLUS), f"{local}@{HOST}"), Destination)


def test_secrets_are_long_and_never_the_same() -> None:
    """Sixteen letters and digits, which mail systems may put into upper case, are 80 bits."""
    made = {random_token() for _ in range(1000)}
    assert len(made) == 1000
    assert {len(one) for one in made} == {16}
    assert set("".join(made)) == set("abcdefghijklmnopqrstuvwxyz234567")


@pytest.mark.parametrize("style", [AddressStyle.PLUS, AddressStyle.NAME])
def test_an_answer_to_a_mail_is_believed(world: World, style: AddressStyle) -> None:
    """By its address alone; nothing of it stands in the text."""
    begin(world, style)
    to = reply_address(world, "munster")
    assert to.startswith("gm+tara." if style is AddressStyle.PLUS else "tara.")
    assert reply_key(world, "munster") is None
    assert world.mail("munster", BUILD, to=to).state is InboxState.DONE
    assert world.mail("munster", "STATUS", to=to.upper()).state is InboxState.DONE


def test_a_mailbox_without_other_addresses_has_a_key_in_the_text(world: World) -> None:
    """It comes back in the quote, of the plain text or the HTML, and finds the game as well."""
    begin(world, AddressStyle.BODY)
    mail = mails_to(world, "munster")[-1]
    assert mail["Reply-To"] == f"gm@{HOST}"
    key = reply_key(world, "munster")
    assert key is not None
    html = mail.get_body(("html",))
    assert html is not None
    assert html.get_content().count(f"Reply key: {key}") == 1
    for quote in (
        f"> Reply key: {key}",
        f"On Sunday Maeve wrote:\n> hello\n> Reply key:\n> {key}",
    ):
        done = world.mail("munster", f"{BUILD}\n\n{quote}", to=f"gm@{HOST}", subject="Re: hello")
        assert done.state is InboxState.DONE
    assert world.orders("munster") == ["B A CoS"]
    receipt = text_of(mails_to(world, "munster")[-1])
    assert "not taken" not in receipt
    assert "Reply key" not in text_of(mails_to(world, LIST)[-1])


def test_a_question_from_such_a_mailbox_has_a_key_too(world: World) -> None:
    """Its answer needs it; once it is settled the key in an old quote does nothing more."""
    begin(world, AddressStyle.BODY)
    held = world.mail("munster", BUILD, to=f"gm@{HOST}", subject="tara")
    assert held.state is InboxState.HELD
    asked = question(world, "munster")
    assert asked["Reply-To"] == f"gm@{HOST}"
    words = " ".join(text_of(asked).split())
    assert "write the line “Reply key” that ends this mail into your answer" in words
    assert "your own reply address" not in words
    code = reply_key(world, "munster")
    quote = f"\n\n> Is this mail from you?\n> Reply key: {code}"
    answer = world.mail("munster", f"yes{quote}", to=f"gm@{HOST}")
    assert answer.state is InboxState.DONE
    assert world.orders("munster") == ["B A CoS"]
    again = world.mail("munster", f"Build F Cork South{quote}", to=f"gm@{HOST}")
    assert again.state is InboxState.HELD
    assert world.orders("munster") == ["B A CoS"]


def held_and_asked(world: World, style: AddressStyle) -> tuple[str, str]:
    """Have a mail held; return where the server's mail goes, and the question's Message-ID."""
    begin(world, style)
    assert world.mail("munster", BUILD, to=f"gm@{HOST}", subject="tara").state is InboxState.HELD
    return f"gm@{HOST}", str(question(world, "munster")["Message-ID"])


@pytest.mark.sampled(7)
@pytest.mark.parametrize("style", [*AddressStyle])
@pytest.mark.parametrize("header", ["In-Reply-To", "References"])
def test_an_answer_is_known_by_what_it_replies_to(
    world: World, style: AddressStyle, header: str
) -> None:
    """A mail program may quote nothing and overlook Reply-To; it names the mail it answers."""
    to, asked = held_and_asked(world, style)
    answer = world.mail("munster", "yes", to=to, headers=f"{header}: {asked}\n")
    assert answer.state is InboxState.DONE
    assert world.orders("munster") == ["B A CoS"]


def test_orders_beside_such_an_answer_are_taken_too(world: World) -> None:
    """They are as proved as the yes."""
    to, asked = held_and_asked(world, AddressStyle.BODY)
    world.mail(
        "munster", "yes, and\nBuild A Cork Central", to=to, headers=f"In-Reply-To: {asked}\n"
    )
    assert world.orders("munster") == ["B A CoC"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "change",
    [
        lambda asked: asked.replace("@", "0@"),
        lambda asked: (
            asked[: asked.rindex(".")] + ".00000000000000000000" + asked[asked.index("@") :]
        ),
        lambda asked: asked.replace(".ask-1.", ".ask-2."),
        lambda asked: asked.replace(HOST, "elsewhere.test"),
        lambda asked: asked.replace(".ask-1.", f".ask-{10**19}."),
        lambda asked: (
            f"<later@munster.example.org>\nReferences: {asked} <later@munster.example.org>"
        ),
    ],
)
def test_nobody_names_a_question_that_he_was_not_sent(
    world: World, change: Callable[[str], str]
) -> None:
    """Its Message-ID cannot be guessed, and a mail further down the thread is no answer."""
    to, asked = held_and_asked(world, AddressStyle.BODY)
    forged = world.mail("munster", "yes", to=to, headers=f"In-Reply-To: {change(asked)}\n")
    assert forged.state is not InboxState.DONE
    assert world.orders("munster") == []


def test_a_second_yes_is_not_asked_about(world: World) -> None:
    """Whoever answers twice hears that it is done; the next orders are read for themselves."""
    to, asked = held_and_asked(world, AddressStyle.BODY)
    for expected in (InboxState.DONE, InboxState.REJECTED):
        answer = world.mail("munster", "Yes!", to=to, headers=f"In-Reply-To: {asked}\n")
        assert answer.state is expected
    assert "settled already: you said yes" in text_of(mails_to(world, "munster")[-1])
    later = world.mail("munster", "Build F Cork South", to=to, headers=f"In-Reply-To: {asked}\n")
    assert later.state is InboxState.HELD


def test_an_address_is_agreed_to_without_a_quote(world: World) -> None:
    """The question about a new address is answered in the same way."""
    begin(world, AddressStyle.BODY)
    quote = f"\n\n> Reply key: {reply_key(world, 'munster')}"
    world.mail("munster", f"ADDRESS munster@new.test{quote}", to=f"gm@{HOST}")
    asked = str(question(world, "munster")["Message-ID"])
    world.mail("munster", "yes", to=f"gm@{HOST}", headers=f"In-Reply-To: {asked}\n")
    assert "munster@new.test" in text_of(mails_to(world, "munster@new.test")[-1])


@pytest.mark.slow
def test_the_gm_orders_walks_with_proof(world: World) -> None:
    """A forged mail in the GM's name is held, and he is asked; his own reply is taken."""
    world.services = replace(world.services, proof=True)
    in_autumn(world)
    forged = world.mail(GM, "Irish 2 (HEL) - KIE")
    assert forged.state is InboxState.HELD
    code = str(question(world, GM)["Reply-To"])
    assert _walks(world) == []
    by_player = world.mail(GM, "Irish 2 (HEL) - KIE", to=reply_address(world, "ann"))
    assert by_player.state is InboxState.HELD
    assert world.mail(GM, "Irish 2 (HEL) - KIE", to=reply_address(world, GM)).state is (
        InboxState.DONE
    )
    assert _walks(world) == ["IRISH 2 - KIE"]
    world.mail(GM, "no", to=code)
    with world.services.store.read() as transaction:
        assert transaction.inbox_mail(forged.id).state is InboxState.REJECTED


def test_the_gm_confirms_his_walks(world: World) -> None:
    """They count then, from his address to the game's own without a secret."""
    world.services = replace(world.services, proof=True)
    in_autumn(world)
    world.mail(GM, "Irish 2 (HEL) - KIE")
    world.mail(GM, "yes", to=str(question(world, GM)["Reply-To"]))
    assert _walks(world) == ["IRISH 2 - KIE"]


def test_the_gm_writes_from_another_address(world: World) -> None:
    """The word ADD makes it known as the GM's; it is no player's."""
    world.services = replace(world.services, proof=True)
    in_autumn(world)
    to = reply_address(world, GM)
    assert world.mail("maeve@phone.test", "Irish 2 (HEL) - KIE", to=to).state is InboxState.HELD
    world.mail(GM, "ADD", to=str(question(world, GM)["Reply-To"]))
    assert _walks(world) == ["IRISH 2 - KIE"]
    by_phone = world.mail("maeve@phone.test", "Irish 2 (HEL) - NTH", to=to)
    assert by_phone.state is InboxState.DONE


def _walks(world: World) -> list[str]:
    return [one.order for one in orders_of(world.services, "tara") if one.power == "GM"]


def test_what_is_taken_at_the_door(world: World) -> None:
    """Names, secrets, codes and tags that we gave; what was made up is refused with 550."""
    begin(world, AddressStyle.PLUS)
    world.mail("munster", BUILD)
    code = str(question(world, "munster")["Reply-To"])
    token = reply_address(world, "munster")
    own = key_of(token)
    assert all(
        is_ours(world.services, one)
        for one in (f"gm@{HOST}", f"gm+tara@{HOST}", f"tara@{HOST}", token, token.upper(), code)
    )
    assert not any(
        is_ours(world.services, one)
        for one in (
            f"gm+nowhere@{HOST}",
            f"gm+tara.abcdefgh22345672@{HOST}",
            f"gm+nowhere.{own}@{HOST}",
            f"gm+ok.{own}@{HOST}",
            f"gm+b.{own}@{HOST}",
            f"gm+ok.@{HOST}",
            f"gm+b.@{HOST}",
            "gm@elsewhere.test",
        )
    )


def test_the_log_names_no_secret(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """What a mail became is logged with the address it came to, the secret blotted out."""
    begin(world, AddressStyle.PLUS)
    caplog.set_level(logging.DEBUG)
    to = reply_address(world, "munster")
    world.mail("munster", BUILD, to=to)
    assert "gm+tara.***@" in caplog.text
    assert key_of(to) not in caplog.text
