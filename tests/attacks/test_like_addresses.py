"""Addresses that look or fold alike: two are one mailbox only where every mail system says so."""

from __future__ import annotations

import re
import string
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.app.records import InboxState, Person
from gm.app.setup.games import may_create
from gm.mail.addresses import address_key, domain_key, normal
from tests.app.conftest import a_world
from tests.app.world import HOST, World

GM_SOURCE = Path(__file__).parents[2] / "gm"
PRINTED = {*string.ascii_letters, *string.digits, *"!#$%&'*+/=?^_`{|}~.-@"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty server."""
    with a_world(tmp_path) as opened:
        yield opened


def folds_of(sign: str) -> set[str]:
    """Return what Unicode's ways to fold make of a sign."""
    ways = {sign.casefold(), sign.lower(), sign.upper()}
    forms = {unicodedata.normalize(form, sign) for form in ("NFC", "NFKC")}
    return ways | forms | {one.casefold() for one in forms}


def like_plain_ones() -> list[tuple[str, str]]:
    """Return every sign that folds to a plain one, with that; a sign of Unicode's unused planes does not."""
    return [
        (sign, fold)
        for sign in map(chr, range(0x80, sys.maxunicode + 1))
        if unicodedata.category(sign) not in {"Cn", "Co", "Cs"}
        for fold in folds_of(sign)
        if fold and set(fold) <= PRINTED
    ]


def test_no_sign_that_folds_to_a_plain_one_is_that_one() -> None:
    """The long s, the Kelvin sign, wide and mathematical letters: before and behind the @."""
    like_ones = like_plain_ones()
    assert {"\u017f", "\u212a", "\uff41", "\u1e9e"} <= {sign for sign, _ in like_ones}
    assert len(like_ones) > 1_000
    for sign, fold in like_ones:
        for place in ("{}ally@example.org", "sally@{}xample.org", "sally@x{}.org"):
            like, plain = place.format(sign), place.format(fold)
            assert address_key(like) != address_key(plain), (sign, fold)
            assert normal(like) is None or normal(like) != normal(plain), (sign, fold)


@pytest.mark.parametrize(
    ("name", "encoded"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.Example.", "xn--bcher-kva.example"),
        ("bu\u0308cher.example", "xn--bcher-kva.example"),
        ("faß.de", "xn--fa-hia.de"),
        ("βόλος.com", "xn--nxasmm1c.com"),
        ("ΒΌΛΟΣ.com", "xn--nxasmq6b.com"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
        ("XN--Bcher-KVA.example", "xn--bcher-kva.example"),
    ],
)
def test_a_domain_is_compared_as_the_dns_has_it(name: str, encoded: str) -> None:
    """The encodings that IDNA 2008 gives these names."""
    assert domain_key(name) == encoded


_LOCAL = st.text("abzäßſ\u212aéσ0.", min_size=1, max_size=4)
_LABEL = st.text("abkäßſ\u212aéσςı0", min_size=1, max_size=4)
_CHOICES = st.lists(st.booleans(), min_size=5, max_size=5)


def spelled(local: str, labels: list[str], how: list[bool]) -> str:
    """Return another way to write a mailbox, by what may differ in it."""
    loud, apart, encoded, dotted, shouted = how
    before = "".join(one.upper() if one.isascii() and loud else one for one in local)
    domain = [
        "xn--" + one.encode("punycode").decode() if encoded and not one.isascii() else one
        for one in labels
    ]
    behind = ".".join(domain) + "." * dotted
    if shouted:
        behind = "".join(one.upper() if one in "abkäé" else one for one in behind)
    whole = f"{before}@{behind}"
    # In parts, but for the one sign here of which that would make a plain letter.
    return "".join(
        unicodedata.normalize("NFD", one) if apart and one != "\u212a" else one for one in whole
    )


@given(_LOCAL, st.lists(_LABEL, min_size=1, max_size=2), _CHOICES, _LOCAL, st.lists(_LABEL, min_size=1, max_size=2), _CHOICES)  # fmt: skip
def test_two_addresses_are_one_mailbox_or_two(
    local: str,
    labels: list[str],
    how: list[bool],
    other: str,
    more: list[str],
    another: list[bool],
) -> None:
    """However each is spelled, keys are equal if and only if the mailboxes are."""
    own = address_key(spelled(local, labels, how))
    assert own == address_key(spelled(local, labels, another)) == address_key(own)
    assert (own == address_key(spelled(other, more, another))) == (
        (local, labels) == (other, more)
    )


@given(st.text(max_size=400))
def test_any_text_has_a_key(text: str) -> None:
    """Whatever claims to be an address is cut and compared, and its key is its own key."""
    assert address_key(address_key(text).strip()) is not None
    assert len(address_key(text)) < 4_000


def test_who_folds_to_a_player_is_a_stranger(world: World) -> None:
    """Where the From line is believed, a letter that folds to another still names somebody else."""
    world.start()
    assert world.mail("munster@example.org", "Build A Cork South").state is InboxState.DONE
    orders = world.orders("munster")
    for like in (
        "mun\u017fter@example.org",
        "munster@example.org\u212a",
        "MUN\uff33TER@example.org",
    ):
        assert world.mail(like, "Waive").state is InboxState.REJECTED
    assert world.mail("MUNSTER@Example.ORG.", "Build A Cork South").state is InboxState.DONE
    assert world.orders("munster") == orders


def test_the_database_compares_as_everybody_does(world: World) -> None:
    """A domain is found by either of its forms; a person whose name folds alike is another."""
    with world.services.store.write() as transaction:
        ann = transaction.save_person(Person(0, "Ann", "ann@xn--bcher-kva.example"))
        sam = transaction.save_person(Person(0, "Sam", "sam@example.org"))
        other = transaction.save_person(Person(0, "Long", "\u017fam@example.org"))
        assert sam.id != other.id
        found = transaction.person_of_address("ANN@BÜCHER.example")
        assert found is not None
        assert found.id == ann.id
        assert transaction.person_of_address("\u017fam@example.com") is None


def test_who_folds_to_the_keeper_creates_no_games(world: World) -> None:
    """Neither by his own address nor by one that the settings name."""
    identity = replace(world.services.identity, admin_address="Keeper@example.org")
    chosen = frozenset({"Susan@example.org"})
    services = replace(world.services, identity=identity, creators=chosen)
    with services.store.read() as transaction:
        for known in ("keeper@EXAMPLE.org", "susan@example.org"):
            assert may_create(services, transaction, known)
        for like in ("\u212aeeper@example.org", "\u017fusan@example.org"):
            assert not may_create(services, transaction, like)


def test_a_host_that_folds_to_ours_is_not_ours(world: World) -> None:
    """A mail to it is not taken for one to us."""
    from gm.app.senders.letters import is_ours

    assert is_ours(world.services, f"gm@{HOST.upper()}")
    assert not is_ours(world.services, f"gm@{HOST.replace('e', chr(0x1D41E))}")


def test_nobody_folds_an_address_in_another_way() -> None:
    """All of gm compares addresses by one function: found by a scan of its lines."""
    folding = re.compile(
        r"(?:address|sender|recipient|envelope_from)(?: or (?:\"\"|''))?\)?(?:\.strip\(\))?"
        r"\.(?:casefold|lower)\(\)|func\.lower\(col\(\w+\.\w*address"
    )
    allowed = {
        "gm/mail/threads.py",  # a part of a Message-ID, which must stay as it was
        "gm/app/mail_in/intake.py",  # a part of the digest of a mail
        "gm/adapters/sql/table_people.py",  # a GM's address, which is ASCII
    }
    found = {
        str(path.relative_to(GM_SOURCE.parent))
        for path in sorted(GM_SOURCE.rglob("*.py"))
        if folding.search(path.read_text(encoding="utf-8"))
    }
    assert found <= allowed
