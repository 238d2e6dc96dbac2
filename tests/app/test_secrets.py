"""Over whole games by mail: no secret of a seat, and no order before its deadline, reaches others."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gm.app.mail_records import GM_SEAT
from gm.app.senders.rotation import rotate_token
from gm.cli import main
from gm.config import AddressStyle, sample_config
from tests.app.conftest import a_world
from tests.app.proof import mails_to
from tests.app.test_reply_addresses import identity
from tests.app.world import GM, HOST, LIST, World, text_of

ORDERS = {
    "austria": ("A Vie - Gal", "Army Vienna moves to Galicia"),
    "england": ("F Lon - ENG", "Fleet London moves to English Channel"),
    "france": ("A Par - Pic", "Army Paris moves to Picardy"),
    "germany": ("A Ber - Kie", "Army Berlin moves to Kiel"),
    "italy": ("A Rom - Apu", "Army Rome moves to Apulia"),
    "russia": ("A War - Sil", "Army Warsaw moves to Silesia"),
    "turkey": ("A Con - Bul", "Army Constantinople moves to Bulgaria"),
}
"""One order of each player's first season, in short and as receipts tell it."""

ACTS = ("plainly", "quoting", "in copy", "unproved", "from elsewhere", "and rotated", "confirmed")
acts = st.lists(st.tuples(st.sampled_from([*ORDERS]), st.sampled_from(ACTS)), min_size=4)
KEY_LINE = re.compile(r"^Reply key: ([a-z2-7]+)\r?$", re.M)


@dataclass
class Spy:
    """A game with a note of whose every secret is."""

    world: World
    owners: dict[str, str] = field(default_factory=dict)

    def look(self) -> None:
        """Note the secrets that stand now, and the codes of questions."""
        with self.world.services.store.read() as transaction:
            game = transaction.game("tara")
            for seat in transaction.seats(game.id):
                token = transaction.token(game.id, seat.seat)
                if token is not None and seat.person is not None:
                    self.owners[token.token] = seat.person.address
            token = transaction.token(game.id, GM_SEAT)
            if token is not None:
                self.owners[token.token] = GM
            for one in transaction.confirmations(open_only=False):
                person = transaction.person_by_id(one.person_id)
                assert person is not None
                self.owners[one.code] = person.address

    def mails(self) -> Iterator[tuple[str, EmailMessage]]:
        """Yield every mail that was sent, with its recipient."""
        self.world.send()
        for sent, mail in zip(self.world.carrier.sent, self.world.carrier.messages(), strict=True):
            yield sent.recipient, mail


def way_in(world: World, who: str) -> tuple[str, str]:
    """Return where a player's answer goes, and what his mail program quotes below it."""
    mail = next(
        one
        for one in reversed(mails_to(world, who))
        if "+ok." not in str(one["Reply-To"]) and "IF IT IS FROM YOU" not in text_of(one)
    )
    found = KEY_LINE.search(text_of(mail))
    quote = f"\n\nOn Sunday Maeve wrote:\n> hello\n> {found[0].strip()}\n" if found else ""
    return str(mail["Reply-To"]), quote


def act(spy: Spy, who: str, how: str) -> None:
    """Have a player send his order in one of many ways."""
    world, (to, quote) = spy.world, way_in(spy.world, who)
    order = ORDERS[who][0]
    other = next(one for one in ORDERS if one != who)
    match how:
        case "plainly":
            world.mail(who, order + quote, to=to, subject="Re: tara")
        case "quoting":
            secret = " ".join(key for key, owner in spy.owners.items() if owner.startswith(who))
            world.mail(who, f"{order}\nMy address is {to} {secret}{quote}", to=to)
        case "in copy":
            headers = f"Cc: {other}@example.org\n"
            world.mail(who, order + quote, to=to, headers=headers, subject="tara")
        case "unproved" | "confirmed":
            world.mail(who, f"{order}\nI used {to}", to=f"gm@{HOST}", subject="tara orders")
            asked = mails_to(world, who)[-1]
            if how == "confirmed":
                key = KEY_LINE.search(text_of(asked))
                world.mail(who, f"yes\n> {key[0] if key else ''}", to=str(asked["Reply-To"]))
        case "from elsewhere":
            world.mail(f"{who}@elsewhere.test", f"{order}\n{to}{quote}", to=to, subject="tara")
        case "and rotated":
            spy.look()
            rotate_token(world.services, "tara", who)
            world.mail(who, order + quote, to=to, subject="tara")
    spy.look()


@given(st.sampled_from(AddressStyle), acts)
@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # a smaller game would tell no more
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_secrets_and_orders_stay_with_their_owners(
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    style: AddressStyle,
    script: list[tuple[str, str]],
) -> None:
    """Whatever players send and how: mails, subjects, the list, the log, the GM's commands."""
    caplog.clear()
    caplog.set_level(logging.DEBUG, "gm")
    with TemporaryDirectory() as name, a_world(Path(name)) as world:
        world.services = replace(world.services, proof=True, identity=identity(style))
        world.start(variant="standard")
        spy = Spy(world)
        world.send()
        spy.look()
        for who, how in script:
            act(spy, who, how)
        _orders_are_secret(spy)
        told = _commands(Path(name), monkeypatch, style)
        world.tick(hours=1, seconds=1)
        spy.look()
        assert len(spy.owners) > len(ORDERS)
        for recipient, mail in spy.mails():
            _holds_only_his(spy, recipient, mail, style)
        for secret in spy.owners:
            assert secret not in caplog.text
            assert secret not in told


def _orders_are_secret(spy: Spy) -> None:
    """No mail before the deadline shows a player another's order, nor the list or the GM."""
    for recipient, mail in spy.mails():
        text = " ".join(text_of(mail).split()).casefold()
        for who, written in ORDERS.items():
            if recipient != f"{who}@example.org":
                assert not [one for one in written if one.casefold() in text], (recipient, who)


def _holds_only_his(spy: Spy, recipient: str, mail: EmailMessage, style: AddressStyle) -> None:
    """A mail holds no secret but its reader's, and that where it belongs."""
    html = mail.get_body(("html",))
    bodies = text_of(mail) + (str(html.get_content()) if html is not None else "")
    headers = {name: str(value) for name, value in mail.items()}
    own = headers.pop("Reply-To")
    for secret, owner in spy.owners.items():
        assert not [name for name, value in headers.items() if secret in value]
        if owner.casefold() != recipient.casefold():
            assert secret not in own + bodies, (recipient, owner)
        elif secret in own:
            assert style is not AddressStyle.BODY
    if recipient == LIST:
        assert own in (f"gm+tara@{HOST}", f"tara@{HOST}", f"gm@{HOST}")


def _commands(folder: Path, monkeypatch: pytest.MonkeyPatch, style: AddressStyle) -> str:
    """Return all that the GM's commands print of a game and its mail."""
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": str(folder),
        "mail_domain": HOST,
        "address_style": style.value,
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))
    told = ""
    for words in (
        "game list --json",
        "game show tara --json",
        "game show tara",
        "orders tara --json",
        "token list tara",
        "token list tara --json",
        "inbox list --state new --state held --state done --state rejected --json",
        "inbox list --state done",
        "inbox show 1",
        "inbox show 1 --raw",
        "inbox show 2 --raw --json",
        "player address list france",
        "outbox list --json",
        "outbox show 1",
        "outbox show 2",
        "deadline tara",
        "audit --json",
    ):
        out = StringIO()
        with monkeypatch.context() as patch, redirect_stdout(out), redirect_stderr(StringIO()):
            patch.setattr("sys.argv", ["gm", *words.split()])
            with suppress(SystemExit):
                main()
        assert out.getvalue(), words
        told += out.getvalue()
    return told
