"""No name and no subject adds a header, an address or a line to our mail, whatever is in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email import message_from_bytes, policy
from email.headerregistry import AddressHeader
from email.message import EmailMessage
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.app.mail_out.post import Parcel, queue
from gm.app.records import GameRecord, OutboxMail
from gm.mail.compose import ListInfo, Purpose
from gm.mail.threads import answer_to
from gm.report.views import MailText
from tests.app.conftest import a_world
from tests.app.world import HOST, World

ADDRESS = "ann@example.org"
SPECIAL = [
    "\r\n",
    "\n",
    "\r",
    "\x00",
    "\x85",
    "\u2028",
    "\u202e",
    "\ud800",
    "=?utf-8?q?x=0ABcc:_evil@x.org?=",
    "Bcc: evil@x.org",
    '" <evil@x.org>, "',
    "evil@x.org",
    "<",
    ">",
    ",",
    ";",
    ":",
    "(",
    "\\",
    '"',
    "é",
    "退信",
    "🎲",
]
WORDS = st.lists(
    st.one_of(st.sampled_from(SPECIAL), st.text(max_size=12), st.characters()), max_size=12
).map("".join)
ALLOWED = {
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "Precedence",
    "X-GM-Loop",
    "List-Id",
    "List-Post",
    "List-Help",
    "List-Archive",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
}


class _NotKept(Exception):
    """Undo what was written."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game that has begun."""
    with a_world(tmp_path_factory.mktemp("headers")) as begun:
        begun.start(variant="standard")
        yield begun


def written(world: World, parcel: Parcel, gm_name: str) -> OutboxMail:
    """A mail as it would stand in the outbox, written for a GM of some name and not kept."""
    found: list[OutboxMail] = []
    with suppress(_NotKept), world.services.store.write() as transaction:
        game: GameRecord = replace(transaction.game("tara"), gm_name=gm_name)
        assert queue(world.services, transaction, replace(parcel, game=game))
        found += [mail for mail in transaction.outbox() if mail.key == parcel.key]
        raise _NotKept
    (mail,) = found
    return mail


def header_names(raw: bytes) -> list[str]:
    """The names of the headers, read line by line as the simplest program would."""
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    lines = re.sub(r"\r\n[ \t]", " ", head).split("\r\n")
    assert not re.search(r"[\r\n]", "".join(lines))
    return [line.partition(":")[0] for line in lines]


def only_address(message: EmailMessage, name: str) -> str:
    """The one address that a header holds."""
    header = cast("AddressHeader", message[name])
    (one,) = header.addresses
    assert not any(unicodedata.category(char) in {"Cc", "Cs"} for char in one.display_name)
    return str(one.addr_spec)


@settings(max_examples=100)
@given(
    name=WORDS, gm_name=WORDS, subject=WORDS, answered=WORDS, title=WORDS, to_list=st.booleans()
)
def test_words_of_people_stay_where_they_belong(
    world: World,
    name: str,
    gm_name: str,
    subject: str,
    answered: str,
    title: str,
    to_list: bool,
) -> None:
    """Names, subjects and the ids of foreign mails: one header each, one address each."""
    parcel = Parcel(
        key="property",
        kind="property",
        label=ADDRESS,
        address=ADDRESS,
        text=MailText(subject, "Hello.\n", "<main>Hello.</main>"),
        purpose=Purpose.LIST if to_list else Purpose.NEWS,
        name=name,
        thread=answer_to(answered, [f"<{answered}@x>", answered]),
        list=ListInfo(f"tara.{HOST}", title, f"gm@{HOST}") if to_list else None,
    )
    mail = written(world, parcel, gm_name)
    names = header_names(mail.raw)
    assert set(names) <= ALLOWED
    assert len(names) == len(set(names))
    assert {"From", "To", "Subject", "Message-ID", "Date"} <= set(names)
    message = message_from_bytes(mail.raw, policy=policy.default)
    assert only_address(message, "To") == ADDRESS
    assert only_address(message, "From") == f"gm+tara@{HOST}"
    assert only_address(message, "Reply-To").startswith("gm+tara")
    shown = str(message["Subject"])
    assert not any(unicodedata.category(char) in {"Cc", "Cs"} for char in shown)
    assert not re.search("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", shown)
    assert message.get_body(("plain",)) is not None
