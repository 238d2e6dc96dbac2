"""A yes, a no or a number that comes twice or too late is told what is so, and how it came about."""

from __future__ import annotations

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_records import ASKED_AGAIN, ASSIGNED
from gm.app.records import InboxState
from gm.app.senders import held
from gm.app.words import gm_mail
from gm.app.words.gm_mail import CommandOutput, carry_out
from tests.app.world import GM, World

DRAFT = "A Lvp - Yor\nF Lon - ENG\nDRAFT - not final!"
PLANS = "Plan A:\nA Lvp - Yor\n\nPlan B:\nA Lvp - Wal"
UNCLEAR = "F Edi - Nor"
YES_GIVEN = "You said yes to what was asked about “DRAFT - not final!” already."
NO_GIVEN = "You said no to what was asked about “DRAFT - not final!”."
OVERTAKEN = "What was asked about “DRAFT - not final!” was settled by what you sent since."
OUTLIVED = "F LON - ENG This was not recorded: what you ordered since the question stands."


def said(world: World, who: str) -> str:
    """Return the newest mail to somebody as one line."""
    return " ".join(world.last_text(who).split())


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("mails", "told", "stands"),
    [
        ((DRAFT, "yes", "yes"), YES_GIVEN, ["A LVP - YOR", "F LON - ENG"]),
        ((DRAFT, "1", "no"), YES_GIVEN, ["A LVP - YOR", "F LON - ENG"]),
        ((DRAFT, "no", "ja"), NO_GIVEN, []),
        ((DRAFT, "nein", "1"), "has been settled since: you said no to it.", []),
        ((DRAFT, "A Lvp - Yor\nF Lon H", "yes"), OVERTAKEN, ["A LVP - YOR", "F LON H"]),
        ((DRAFT, "yes", "F Lon H", "1"), OUTLIVED, ["A LVP - YOR", "F LON H"]),
        ((DRAFT, "F Lon H", "yes 1"), OUTLIVED, ["A LVP - YOR", "F LON H"]),
        ((PLANS, "2", "yes"), "You chose 2 of what was asked about “Plan A:”", ["A LVP - WAL"]),
        (
            (UNCLEAR, "2", "no"),
            "You chose 2 of what was asked about “F Edi - Nor”",
            ["F EDI - NWG"],
        ),
        ((UNCLEAR, "yes"), "That answers none of these. Write the number", []),
        ((UNCLEAR, "no"), "1. Fleet Edinburgh moves to North Sea.", []),
    ],
)
def test_what_was_settled_is_told(
    world: World, mails: tuple[str, ...], told: str, stands: list[str]
) -> None:
    """How it was settled, and what stands; never that no order was found."""
    world.start(variant="standard")
    for mail in mails:
        world.new_mail("ENGLAND")
        assert world.mail("ENGLAND", mail).state is InboxState.DONE
    answer = said(world, "ENGLAND")
    assert told in answer
    assert "No order was found" not in answer
    assert sorted(world.orders("ENGLAND")) == sorted(stands)


def test_the_first_answer_is_told_of_nothing_settled(world: World) -> None:
    """A yes that does what it says is told that, and nothing of an earlier one."""
    world.start(variant="standard")
    world.mail("ENGLAND", DRAFT)
    world.mail("ENGLAND", "yes")
    answer = said(world, "ENGLAND")
    assert "This mail: 2 new." in answer
    assert "asked about" not in answer
    assert "not recorded" not in answer


@pytest.mark.sampled(7)
@pytest.mark.parametrize("word", ["yes", "No.", "Ja!", "Ní hea"])
def test_an_answer_where_nothing_is_asked(world: World, word: str) -> None:
    """Also one that comes when its phase is over: nothing is recorded, and it is told why."""
    world.start(variant="standard")
    world.mail("ENGLAND", DRAFT)
    world.tick(hours=1)
    world.new_mail("ENGLAND")
    assert world.mail("ENGLAND", word).state is InboxState.REJECTED
    assert "none is open to you now; those of an earlier phase ended with it" in said(
        world, "ENGLAND"
    )
    assert world.orders("ENGLAND") == []


class _Done:
    """Carries nothing out, and says that it went well."""

    def run(self, words: object) -> CommandOutput:
        """Say so."""
        return CommandOutput(f"{words} was done.", well=True)


@pytest.mark.parametrize(
    ("carried", "told"),
    [
        (False, "you said yes. A mail with what came of it follows."),
        (True, "you said yes, and a mail told what came of it."),
    ],
)
def test_a_gm_who_says_yes_twice(world: World, carried: bool, told: str) -> None:
    """What he agreed to was not taken back, whether it was carried out yet or not."""
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, "GM pause")
    (question,) = world.new_mail(GM)
    world.mail(GM, "YES", to=str(question["Reply-To"]))
    if carried:
        assert carry_out(world.services, _Done()) == 1
    world.new_mail(GM)
    world.mail(GM, "YES", to=str(question["Reply-To"]))
    read_inbox(world.services)
    assert f"That question is settled already: {told}" in said(world, GM)


def test_a_gm_who_says_yes_again_to_what_was_overtaken(world: World) -> None:
    """His first yes did nothing, and the second is told so as well."""
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, "GM pause")
    (question,) = world.new_mail(GM)
    world.tick(hours=1)
    for _ in range(2):
        world.new_mail(GM)
        world.mail(GM, "YES", to=str(question["Reply-To"]))
    assert "your yes came when another phase had opened, so nothing was done" in said(world, GM)


def test_a_question_that_was_asked_again(world: World) -> None:
    """Who answers the older one is told that a newer one took its place."""
    world.start(variant="standard")
    asked = []
    for _ in range(2):
        world.new_mail("FRANCE")
        world.mail("FRANCE", "RESIGN")
        asked.append(world.new_mail("FRANCE")[-1])
    world.mail("FRANCE", "YES", to=str(asked[0]["Reply-To"]))
    assert "a newer one of ours took its place" in said(world, "FRANCE")


def test_no_two_outcomes_are_told_alike_by_mistake() -> None:
    """Every outcome has its own name, so that none is told what became of another."""
    outcomes = [
        *(held.CONFIRMED, held.DENIED, held.EXPIRED, ASKED_AGAIN, ASSIGNED),
        *(gm_mail.AGREED, gm_mail.BEGUN, gm_mail.DONE, gm_mail.UNKNOWN, gm_mail.OVERTAKEN),
    ]
    assert len(set(outcomes)) == len(outcomes)
