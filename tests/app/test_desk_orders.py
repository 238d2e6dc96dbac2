"""Orders that the GM enters, decides, and mails that he sends again; the journal of all of it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from gm.app.history.draw_check import verify_game
from gm.app.keeping.audit import audit
from gm.app.overriding.amending import OverrideMade
from gm.app.overriding.order_desk import clear_orders, set_orders
from gm.app.overriding.replaying import rebuild
from gm.app.overviews.journal_page import journal_of
from gm.app.play.endings import EndWish, end_game
from gm.app.records import ResultRecord
from gm.app.reporting.resend import resend
from gm.contract.events import Ending
from gm.errors import ImpossibleOrder, InputError, NotAllowed
from gm.games.diplomacy.desk.corrections import decide
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump, load_state
from tests.app.irish import irish
from tests.app.twins import OBSERVER, observe
from tests.app.world import GM, LIST, World, text_of

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def game(world: World) -> World:
    """Standard Diplomacy in Spring 1901; nothing is in the mail."""
    world.start(variant="standard")
    empty(world)
    return world


def empty(world: World) -> None:
    """Read all mail that there is."""
    for who in (*POWERS, LIST, GM):
        world.new_mail(who)


def here(world: World) -> GameState:
    """Return the position of the open phase."""
    phase = world.phase()
    assert phase is not None
    return load_state(phase.state)


def words(world: World, who: str) -> str:
    """Return the newest mail to somebody, which must be new, in one line."""
    return " ".join(world.last_text(who).split())


def units(world: World) -> set[str]:
    """Return who stands where now: `FRANCE A PAR`."""
    return {f"{unit.power} {unit}" for unit in here(world).units}


def sound(world: World) -> None:
    """Assert that the audit finds no fault, and that the game can be rebuilt."""
    assert [fault for check in audit(world.services) for fault in check.findings] == []
    assert rebuild(world.services, "tara").difference == ""


def test_orders_of_the_gm_are_the_players_own(game: World) -> None:
    """They replace his orders unit by unit, he gets a receipt that says so, and can change them."""
    game.mail("FRANCE", "A Par - Pic\nF Bre - MAO")
    empty(game)
    book = set_orders(game.services, "tara", "France", ["A Par - Bur", "A Mar Holds"], "by phone")
    assert set(book.entered) == {"Army Paris moves to Burgundy", "Army Marseilles holds"}
    assert book.gone == ("A PAR - PIC",)
    told = words(game, "FRANCE")
    assert "The GM has entered orders for France, Spring 1901:" in told
    assert "Army Paris moves to Burgundy." in told
    assert "In their place are gone: A PAR - PIC." in told
    assert "The GM's reason: by phone." in told
    assert game.new_mail("ENGLAND") == []
    assert sorted(game.orders("FRANCE")) == ["A MAR H", "A PAR - BUR", "F BRE - MAO"]
    game.mail("FRANCE", "A Par - Gas")
    assert "A PAR - GAS" in game.orders("FRANCE")
    game.tick(hours=1)
    assert {"FRANCE A GAS", "FRANCE A MAR", "FRANCE F MAO"} <= units(game)
    sound(game)


def test_orders_are_taken_back(game: World) -> None:
    """The book of a power is emptied, and its player reads what is gone."""
    game.mail("FRANCE", "A Par - Pic\nF Bre - MAO")
    empty(game)
    book = clear_orders(game.services, "tara", "France", "he asked me to")
    assert (book.standing, len(book.gone)) == ((), 2)
    assert game.orders("FRANCE") == []
    assert "What stands now: no orders." in words(game, "FRANCE")
    with pytest.raises(NotAllowed, match="France has no orders for S1901M"):
        clear_orders(game.services, "tara", "France", "again")


def test_sealed_orders_are_in_no_public_entry(game: World) -> None:
    """What the GM enters in an open phase only he and the player read of."""
    game.mail("FRANCE", "A Par - Bur")
    set_orders(game.services, "tara", "France", ["A Par - Pic"], "by phone")
    decide(game.services, "tara", "S1901M", "A Par", "fails", reason="too late")
    page = journal_of(game.services, "tara", public=True)
    assert not any("Par" in one.text or "PAR" in one.text for one in page.lines)
    every = journal_of(game.services, "tara").lines
    assert [one.kind for one in every][-2:] == ["orders entered", "order decided"]
    assert every[-2].reason == "by phone"
    late = journal_of(game.services, "tara", since=game.clock.now() + timedelta(seconds=1))
    assert late.lines == ()


def test_a_line_that_cannot_be_taken_costs_all(game: World) -> None:
    """The GM sees at once what is wrong, and nothing is entered."""
    with pytest.raises(ImpossibleOrder, match="Par - Mos"):
        set_orders(game.services, "tara", "France", ["F Bre - MAO", "A Par - Mos"], "x")
    with pytest.raises(InputError, match="Say why"):
        set_orders(game.services, "tara", "France", ["A Par - Bur"], "")
    assert game.orders("FRANCE") == []


def test_an_order_of_the_open_phase_is_decided(game: World) -> None:
    """A standoff is decided for one side: it moves in, the report says that the GM decided it."""
    game.mail("FRANCE", "A Par - Bur")
    game.mail("GERMANY", "A Mun - Bur")
    empty(game)
    done = decide(game.services, "tara", "S1901M", "A Par - Bur", "succeeds", reason="agreed")
    assert isinstance(done, OverrideMade)
    assert done.told == ("FRANCE",)
    assert "came off" in words(game, "FRANCE")
    assert game.new_mail("GERMANY") == []
    game.tick(hours=1)
    assert {"FRANCE A BUR", "GERMANY A MUN"} <= units(game)
    for who in ("GERMANY", LIST):
        report = words(game, who)
        assert "The GM decided that the order “Army Paris moves to Burgundy” came off." in report
        assert "Army Paris moves to BURGUNDY" in report
    sound(game)


def test_a_decided_move_dislodges_who_stands_there(game: World) -> None:
    """Whoever stands where it leads must retreat, and not to where the mover came from."""
    game.mail("GERMANY", "A Mun - Bur")
    game.tick(hours=1)
    game.mail("FRANCE", "A Par - Bur")
    decide(game.services, "tara", "F1901M", "A Par", "succeeds", reason="agreed")
    game.tick(hours=1)
    phase = game.phase()
    assert phase is not None
    assert phase.name == "F1901R"
    (waiting,) = here(game).dislodged
    assert (waiting.unit.power, str(waiting.unit)) == ("GERMANY", "A BUR")
    places = {at.province for at in waiting.retreats}
    assert "PAR" not in places
    assert {"MUN", "PIC", "BEL", "RUH", "GAS"} == places
    sound(game)


def test_a_decided_order_that_fails_does_not_move(game: World) -> None:
    """It is carried out as a hold, so that another may move in where it would have stood off."""
    game.mail("FRANCE", "A Par - Bur")
    game.mail("GERMANY", "A Mun - Bur")
    decide(game.services, "tara", "S1901M", "A Par - Bur", "fails", reason="it was not his")
    game.tick(hours=1)
    assert {"FRANCE A PAR", "GERMANY A BUR"} <= units(game)
    assert "VOID. The GM decided so." in words(game, "FRANCE")
    sound(game)


def test_a_decision_on_an_order_that_is_changed_is_none(game: World) -> None:
    """It was about that order; what is mailed in its place is resolved by the rules."""
    game.mail("FRANCE", "A Par - Bur")
    decide(game.services, "tara", "S1901M", "A Par", "fails", reason="x")
    game.mail("FRANCE", "A Par - Gas")
    game.tick(hours=1)
    assert "FRANCE A GAS" in units(game)
    sound(game)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("order", "word", "why"),
    [
        ("A Par - Gas", "succeeds", "No one order is"),
        ("A Mar", "succeeds", "moves nobody"),
        ("A Mar", "perhaps", "is neither"),
        ("F Bre", "fails", "cannot fail"),
        ("A Mun", "succeeds", "another unit has moved to BUR"),
    ],
)
def test_what_cannot_be_decided(game: World, order: str, word: str, why: str) -> None:
    """Supports, holds, orders that nobody gave, and moves to where another one moves."""
    game.mail("FRANCE", "A Par - Bur\nA Mar S A Par - Bur\nF Bre Holds")
    game.mail("GERMANY", "A Mun - Bur")
    with pytest.raises((InputError, NotAllowed), match=why):
        decide(game.services, "tara", "S1901M", order, word, reason="x")


def test_a_report_goes_out_again(game: World) -> None:
    """The same words under a new Message-ID, under the first; an answer to it counts."""
    game.tick(hours=1)
    first = game.new_mail("FRANCE")[-1]
    done = resend(game.services, "tara", "report", "France")
    assert done.addresses == ("france@example.org",)
    second = game.new_mail("FRANCE")[-1]
    assert text_of(second) == text_of(first)
    assert second["Message-ID"] != first["Message-ID"]
    assert second["In-Reply-To"] == first["Message-ID"]
    assert second["Subject"] == first["Subject"]
    header = f"In-Reply-To: {second['Message-ID']}\n"
    game.mail("FRANCE", "A Par - Bur", headers=header)
    assert game.orders("FRANCE") == ["A PAR - BUR"]
    assert resend(game.services, "tara", "report", "france@example.org", "S1901M").addresses
    third = game.new_mail("FRANCE")[-1]
    assert third["Message-ID"] not in (first["Message-ID"], second["Message-ID"])
    sound(game)


def test_everybody_gets_the_opening_again(game: World) -> None:
    """Players, list and GM; a receipt is its player's alone."""
    game.mail("FRANCE", "A Par - Bur")
    empty(game)
    assert len(resend(game.services, "tara", "opening", "all").addresses) == len(POWERS) + 2
    assert all(len(game.new_mail(who)) == 1 for who in (*POWERS, LIST, GM))
    assert resend(game.services, "tara", "receipt", "all").addresses == ("france@example.org",)
    assert "Army Paris moves to Burgundy" in words(game, "FRANCE")
    assert game.new_mail("ENGLAND") == []


def test_observers_are_among_all(game: World) -> None:
    """Who follows a game gets its mails again too, by his address or with everybody."""
    with game.services.store.read() as transaction:
        game_id = transaction.game("tara").id
    observe(game, game_id)
    game.tick(hours=1)
    (first,) = game.new_mail(OBSERVER)
    again = resend(game.services, "tara", "report", "all").addresses
    assert again == (*(f"{one.lower()}@example.org" for one in POWERS), LIST, GM, OBSERVER)
    assert resend(game.services, "tara", "report", OBSERVER.upper()).addresses == (OBSERVER,)
    mails = game.new_mail(OBSERVER)
    assert [text_of(mail) for mail in mails] == [text_of(first)] * 2
    with pytest.raises(NotAllowed, match="There is no opening"):
        resend(game.services, "tara", "opening", OBSERVER)


@pytest.mark.parametrize(
    ("what", "who", "phase", "why"),
    [
        ("letter", "France", None, "cannot be sent again"),
        ("report", "France", None, "There is no report in tara"),
        ("report", "Mars", None, "is nobody"),
        ("report", "France", "S1999M", "no such phase; it has S1901M"),
    ],
)
def test_what_cannot_be_sent_again(
    game: World, what: str, who: str, phase: str | None, why: str
) -> None:
    """What never went out, and to nobody."""
    with pytest.raises((InputError, NotAllowed), match=why):
        resend(game.services, "tara", what, who, phase)


def test_a_game_is_rebuilt_and_judged_again(game: World) -> None:
    """The records lead to the stored position; a result tampered with is found, and judged."""
    game.mail("FRANCE", "A Par - Bur")
    game.tick(hours=1)
    game.tick(hours=1)
    done = rebuild(game.services, "tara", rejudge=True)
    assert (done.difference, done.phases, done.seasons) == ("", 3, ())
    with game.services.store.read() as transaction:
        first, second, _ = transaction.phases(transaction.game("tara").id)
        result = transaction.result(first.id)
    assert isinstance(result, ResultRecord)
    with game.services.store.write() as transaction:
        transaction.amend_phase(second, second.state.replace('"BUR"', '"GAS"', 1))
    found = rebuild(game.services, "tara", rejudge=True)
    assert "F1901M (number 2) began otherwise" in found.difference
    assert "BUR" in found.difference


def test_a_game_that_was_ended_is_rebuilt(game: World) -> None:
    """The GM's word is an event like any other."""
    game.tick(hours=1)
    end_game(game.services, "tara", EndWish(Ending.DRAW, ("all",), "agreed"), sure=True)
    assert rebuild(game.services, "tara", rejudge=True).difference == ""
    sound(game)


@pytest.mark.slow
def test_the_hat_says_the_same_after_a_rollback(world: World) -> None:
    """The same labels and seed draw the same, and the check of all draws finds no fault."""
    from gm.app.overriding.rollback import roll_back

    irish(world)
    for _ in range(3):
        world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    name = phase.name
    before = phase.state
    roll_back(world.services, "tara", "S1974M", sure=True, reason="x")
    while (now := world.phase()) is not None and now.name != name:
        world.tick(hours=1)
    assert now is not None
    assert json.loads(now.state) == json.loads(before)
    assert dump(load_state(now.state)) == before
    assert verify_game(world.services, "tara").difference == ""
    sound(world)
