"""Words that amend what stands in a winter: amounts, more of a list, one order of it; mail, answer, book."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.app.records import QuestionRecord
from gm.games.diplomacy.rules.orders import key_of
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.stored import load_choices
from tests.app.conftest import a_world
from tests.app.world import World, text_of

MAILS = tomllib.loads((Path(__file__).parent / "amendments.toml").read_text("utf-8"))["mail"]
CASES = [(mail, text) for mail in MAILS for text in mail["text"]]
LINES = sorted(
    {
        line
        for mail in MAILS
        for text in (*mail["before"], *mail["text"])
        for line in text.splitlines()
    }
)
MUNSTER = "MUNSTER"


def questions(world: World) -> tuple[QuestionRecord, ...]:
    """Return what Munster has been asked in the open phase."""
    phase = world.phase()
    assert phase is not None
    with world.services.store.read() as transaction:
        return transaction.questions(phase.id)


def standing(world: World) -> dict[str, list[str]]:
    """Return what stands for Munster, by the list it belongs to."""
    phase, found = world.phase(), dict[str, list[str]]()
    assert phase is not None
    with world.services.store.read() as transaction:
        for record in transaction.active_orders(phase.id, MUNSTER):
            found.setdefault(record.key, []).append(record.canonical)
    return found


@pytest.mark.sampled(30)
@pytest.mark.parametrize(
    ("mail", "text"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
def test_a_mail_and_its_answer(world: World, mail: dict[str, Any], text: str) -> None:
    """What stands after the mail, whether it is asked about, and what stands after the answer."""
    world.start(variant="republic")
    for before in mail["before"]:
        world.mail(MUNSTER, before)
    world.new_mail(MUNSTER)
    world.mail(MUNSTER, text)
    assert sorted(world.orders(MUNSTER)) == mail["stands"]
    assert any(not question.settled_at for question in questions(world)) is mail["asked"]
    world.mail(MUNSTER, mail["answer"])
    assert sorted(world.orders(MUNSTER)) == mail["then"]


def test_what_was_added_is_told(world: World) -> None:
    """The receipt says that the list was added to; CHECK says so before."""
    world.start(variant="republic")
    world.mail(MUNSTER, "Build A CoS")
    world.new_mail(MUNSTER)
    for text in ("CHECK\nBuild A CoC too", "Build A CoC too"):
        world.mail(MUNSTER, text)
        told = " ".join(world.last_text(MUNSTER).split())
        assert "This was added to your list; what stood in it still stands." in told
        assert "Build Army Cork South." in told
    assert world.orders(MUNSTER) == ["B A CoS", "B A CoC"]


def test_the_only_order_of_a_list_is_taken_back_with_the_list(world: World) -> None:
    """Where nothing would be left the receipt says how to empty the list, and it stands meanwhile."""
    world.start(variant="republic")
    world.mail(MUNSTER, "Pay Ulster 3")
    world.new_mail(MUNSTER)
    world.mail(MUNSTER, "I won't pay Ulster anything")
    told = " ".join(world.last_text(MUNSTER).split())
    assert "A list is taken back as a whole." in told
    assert world.orders(MUNSTER) == ["PAY 3 ULSTER"]
    world.mail(MUNSTER, "Cancel my payments")
    assert world.orders(MUNSTER) == []


def test_numbers_of_ones_own_are_ours(world: World) -> None:
    """Of choices that a player numbers himself ours are the same, whatever else is asked."""
    world.start(variant="standard")
    world.mail("FRANCE", "DRAFT\n\nA Mar - Spa\n\nOption 1: A Par - Bur\nOption 2: A Par - Pic")
    world.mail("FRANCE", "2")
    assert world.orders("FRANCE") == ["A PAR - PIC"]


@pytest.mark.slow
def test_a_number_of_before_is_asked_anew(world: World) -> None:
    """With a newer question open a number of an older one answers neither; the new ones are shown."""
    world.start(variant="standard")
    world.mail("FRANCE", "Option 1: A Par - Bur\nOption 2: A Par - Pic")
    world.mail("FRANCE", "2")
    world.mail("FRANCE", "Option 1: F Bre - ENG\nOption 2: F Bre - MAO\nOption 3: F Bre H")
    for number in (1, 2, 3):
        world.new_mail("FRANCE")
        world.mail("FRANCE", str(number))
        assert world.orders("FRANCE") == ["A PAR - PIC"]
        told = " ".join(world.last_text("FRANCE").split())
        assert "other questions have been put to you since" in told or "no choice 3" in told
        assert "5. Fleet Brest moves to Mid-Atlantic Ocean" in told
    world.mail("FRANCE", "5")
    assert world.orders("FRANCE") == ["A PAR - PIC", "F BRE - MAO"]


@settings(max_examples=30)
@given(
    mails=st.lists(
        st.lists(st.sampled_from(LINES), min_size=1, max_size=3), min_size=2, max_size=3
    )
)
def test_the_receipt_tells_what_is_so(
    tmp_path_factory: pytest.TempPathFactory, mails: Sequence[Sequence[str]]
) -> None:
    """Whatever mail comes after whatever mail, a receipt says of what stands what the book holds.

    No number is printed twice, and where it says that what stood before stands, it does.
    """
    with a_world(tmp_path_factory.mktemp("amended")) as world:
        world.start(variant="republic")
        world.new_mail(MUNSTER)
        for lines in mails:
            before = standing(world)
            known = {question.id for question in questions(world)}
            world.mail(MUNSTER, "\n".join(lines))
            text, now = text_of(world.new_mail(MUNSTER)[-1]), standing(world)
            if "receipt" not in text:
                assert now == before
                continue
            assert sorted(told(text)) == sorted(world.orders(MUNSTER))
            fresh = [question for question in questions(world) if question.id not in known]
            plain = " ".join(text.split())
            if STANDS in plain and UNTIL not in plain:
                for key in {key for question in fresh for key in keys_of(question)}:
                    assert now.get(key) == before.get(key)
        spans = sorted(map(numbers_of, questions(world)), key=min)
        assert all(one[-1] < other[0] for one, other in pairwise(spans))


STANDS = "what stood before stands until you answer"
UNTIL = "until you answer; what else you order counts"


def told(text: str) -> list[str]:
    """Return the orders that a receipt shows as standing, in short."""
    lines = text.splitlines()
    below = lines[lines.index(HEAD) :] if HEAD in lines else []
    return [line.strip() for line in takewhile(str.strip, below) if SHORT.match(line)]


HEAD = "YOUR ORDERS AS THEY STAND"


SHORT = re.compile(r"  (?:(?:B|PAY|RECEIVE|D|R|IF) |WAIVE$)")


def keys_of(question: QuestionRecord) -> set[str]:
    """Return the lists of which a question offers orders."""
    choices = load_choices(question.choices)
    return {key_of(order, PhaseKind.ADJUSTMENT) for choice in choices for order in choice}


def numbers_of(question: QuestionRecord) -> range:
    """Return the numbers of a question's choices."""
    return range(question.first, question.first + len(load_choices(question.choices)))
