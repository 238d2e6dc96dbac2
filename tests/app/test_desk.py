"""The GM's desk: overrides, decisions, a game taken back, a past phase corrected."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from gm.app.history.ended import statements_until
from gm.app.keeping.audit import audit
from gm.app.keeping.person_settings import language_of
from gm.app.overriding.amending import amend
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.rollback import roll_back
from gm.app.play.seasons import process
from gm.app.records import GameStatus, InboxState, PhaseRecord, PhaseStatus
from gm.app.table import lay
from gm.errors import InputError, NotAllowed, UnknownName
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump, load_state
from tests.app.kept import kept
from tests.app.twins import OBSERVER, observe
from tests.app.world import GM, LIST, World, text_of

BUILDS = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford\nWaive",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}


@pytest.fixture
def spring(world: World) -> World:
    """Republic in Spring 1016, with a bridge of Munster's; nothing is in the mail."""
    in_spring(world)
    return world


@kept
def in_spring(world: World) -> None:
    """Play the opening."""
    world.start()
    for power, text in BUILDS.items():
        world.mail(power, text)
    assert world.tick(hours=1) == 1
    empty(world)


def empty(world: World) -> None:
    """Read all mail that there is."""
    for who in (*BUILDS, LIST, GM):
        world.new_mail(who)


def course(world: World, name: str = "tara") -> tuple[PhaseRecord, ...]:
    """Return the phases of the game's course."""
    with world.services.store.read() as transaction:
        return transaction.phases(transaction.game(name).id)


def here(world: World) -> GameState:
    """Return the position of the open phase."""
    phase = world.phase()
    assert phase is not None
    return load_state(phase.state)


def words(world: World, who: str) -> str:
    """Return the newest mail to somebody, which must be new, in one line."""
    return " ".join(world.last_text(who).split())


def units(state: GameState) -> list[str]:
    """Return who stands where: `MUNSTER A CoC`."""
    return [f"{unit.power} {unit}" for unit in state.units]


def sound(world: World) -> None:
    """Assert that the audit finds no fault."""
    faults = [fault for check in audit(world.services) for fault in check.findings]
    assert faults == []


def to_winter(world: World) -> None:
    """Play spring and autumn: Munster crosses its bridge and takes Waterford."""
    world.mail("MUNSTER", "A CoC - Wat")
    world.mail("LEINSTER", "A DbS - KiS")
    world.tick(hours=1)
    world.mail("MUNSTER", "A Wat Holds")
    world.mail("LEINSTER", "A KiS - KiN")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1016A"


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("order", "unit", "gone"),
    [
        (("unit", "add", "Munster", "A Ker"), "MUNSTER A Ker", ""),
        (("unit", "move", "A Cork Central", "Kerry"), "MUNSTER A Ker", "MUNSTER A CoC"),
        (("unit", "remove", "A CoC"), "", "MUNSTER A CoC"),
        (("unit", "convert", "F Galway West"), "CONNAUGHT A GaW", "CONNAUGHT F GaW"),
    ],
)
def test_a_position_is_changed_with_one_command(
    spring: World, order: tuple[str, ...], unit: str, gone: str
) -> None:
    """The board has the unit, the journal who and why, and the report of the season tells all.

    The reason is given as such in the language of each reader.
    """
    language_of(spring.services, "leinster@example.org", "Deutsch")
    done = amend(spring.services, "tara", order, "typed wrongly")
    now = units(here(spring))
    assert not unit or unit in now
    assert not gone or gone not in now
    power = (unit or gone).partition(" ")[0]
    assert done.told == (power,)
    told = words(spring, power)
    assert done.words in told
    assert "The GM's reason: typed wrongly." in told
    assert spring.new_mail("BRITAIN") == []
    with spring.services.store.read() as transaction:
        entry = transaction.journal(transaction.game("tara").id)[-1]
    assert (entry.kind, entry.author, entry.public) == ("position amended", "gm", True)
    assert json.loads(entry.data)["reason"] == "typed wrongly"
    spring.tick(hours=1)
    for who in ("BRITAIN", LIST):
        assert f"{done.words} The GM's reason: typed wrongly." in words(spring, who)
    assert "Die Begründung des Spielleiters: typed wrongly." in words(spring, "LEINSTER")
    sound(spring)


def test_centres_and_bridges_are_set(spring: World) -> None:
    """A centre changes hands or becomes neutral; a bridge comes, and goes without being a loss."""
    amend(spring.services, "tara", ("centre", "set", "Waterford", "Ulster"), "a test")
    assert "ULSTER" in {owner for place, owner in here(spring).centres.items() if place == "Wat"}
    amend(spring.services, "tara", ("centre", "set", "Wat", "none"), "a test")
    assert "Wat" not in here(spring).centres
    amend(spring.services, "tara", ("bridge", "add", "Ulster", "BeN-BeS"), "a test")
    part = here(spring).parts["bridges"]
    assert '"ULSTER"' in dump(part)
    amend(spring.services, "tara", ("bridge", "remove", "CoC - Wat"), "a test")
    left = here(spring).parts["bridges"]
    assert '"MUNSTER"' not in dump(left)
    spring.mail("MUNSTER", "A CoC - Wat")
    assert "No bridge crosses the river" in words(spring, "MUNSTER")
    spring.tick(hours=1)
    sound(spring)


def test_an_override_kept_back_is_in_no_report(spring: World) -> None:
    """What the GM does not make public only its owner reads."""
    done = amend(spring.services, "tara", ("unit", "add", "MUNSTER", "A Ker"), "x", public=False)
    spring.tick(hours=1)
    assert done.words not in words(spring, LIST)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("unit", "add", "MUNSTER", "A CoC"), "more than one unit stands in CoC"),
        (("unit", "add", "MUNSTER", "F Arm"), "Armagh is no place for a fleet"),
        (("unit", "add", "MUNSTER", "A ATL"), "is no place for an army"),
        (("centre", "set", "ATL", "MUNSTER"), "is no supply centre"),
        (("centre", "set", "Cork S", "Munster"), "belongs to Munster already"),
        (("bridge", "add", "MUNSTER", "CoC-Wat"), "has a bridge"),
        (("bridge", "add", "MUNSTER", "Ker-CoC"), "No river runs there"),
        (("points", "set", "MUNSTER", "7"), "set them when a winter is open"),
    ],
)
def test_no_position_becomes_impossible(spring: World, order: tuple[str, ...], why: str) -> None:
    """What cannot stand is refused with what is wrong, and nothing is changed."""
    before = spring.phase()
    with pytest.raises(NotAllowed, match=why):
        amend(spring.services, "tara", order, "a test")
    assert spring.phase() == before


def test_what_an_override_needs(spring: World) -> None:
    """A reason, names that there are, and words of the right number."""
    with pytest.raises(InputError, match="Say why"):
        amend(spring.services, "tara", ("unit", "remove", "A CoC"), " ")
    with pytest.raises(UnknownName, match="No such unit as Fleet Cork Central"):
        amend(spring.services, "tara", ("unit", "remove", "F CoC"), "x")
    with pytest.raises(InputError, match="is no power"):
        amend(spring.services, "tara", ("unit", "add", "Mars", "A Ker"), "x")
    with pytest.raises(InputError, match="takes other words"):
        amend(spring.services, "tara", ("unit", "move", "A CoC"), "x")
    with pytest.raises(InputError, match="is no override"):
        amend(spring.services, "tara", ("moon", "move"), "x")


def test_orders_that_no_longer_fit_are_kept_and_told(spring: World) -> None:
    """Who ordered a unit that is gone reads which of his orders do nothing now."""
    spring.mail("MUNSTER", "A CoC - Wat")
    empty(spring)
    done = amend(spring.services, "tara", ("unit", "move", "A CoC", "Ker"), "it stood there")
    assert [order for order, _ in done.unfit["MUNSTER"]] == ["A CoC - Wat"]  # type: ignore[index]
    told = words(spring, "MUNSTER")
    assert "This no longer fits the position" in told
    assert "A CoC - Wat: No such unit stands in Cork Central." in told
    assert spring.orders("MUNSTER") == ["A CoC - Wat"]


@pytest.mark.slow
def test_a_rollback_is_shown_before_it_is_made(spring: World) -> None:
    """Without --yes it tells what it would undo, and nothing is changed."""
    to_winter(spring)
    empty(spring)
    before = course(spring)
    seen = roll_back(spring.services, "tara", "S1016M")
    assert (seen.phases, seen.resolved, seen.orders) == (("S1016M", "F1016M", "W1016A"), 2, 2)
    assert not seen.done
    assert course(spring) == before
    assert spring.new_mail("MUNSTER") == []


@pytest.mark.slow
def test_a_game_goes_back_and_comes_again(spring: World) -> None:
    """The same orders make the same seasons, byte for byte, in new rows; everybody is told."""
    to_winter(spring)
    empty(spring)
    old = course(spring)
    seen = roll_back(spring.services, "tara", "S1016M", sure=True, reason="a mail was lost")
    assert seen.done
    phase = spring.phase()
    assert phase is not None
    assert (phase.name, phase.number, phase.state) == ("S1016M", 5, old[1].state)
    assert spring.orders("MUNSTER") == ["A CoC - Wat"]
    for who in (*BUILDS, LIST, GM):
        told = words(spring, who)
        assert "The GM has taken the game back to Spring 1016." in told
        assert "The GM's reason: a mail was lost." in told
    spring.tick(hours=1)
    spring.mail("MUNSTER", "A Wat Holds")
    spring.mail("LEINSTER", "A KiS - KiN")
    spring.tick(hours=1)
    new = course(spring)
    assert [one.number for one in new] == [1, 5, 6, 7]
    assert [one.state for one in new] == [one.state for one in old]
    with spring.services.store.read() as transaction:
        every = transaction.every_phase(new[0].game_id)
        for before, after in zip(old[:3], new[:3], strict=True):
            was, now = transaction.result(before.id), transaction.result(after.id)
            assert was is not None
            assert now is not None
            assert (was.events, was.outcomes, was.draws) == (now.events, now.outcomes, now.draws)
    assert [one.number for one in every if one.status is PhaseStatus.SUPERSEDED] == [2, 3, 4]
    for who in (*BUILDS, LIST, GM):
        reports = [one for one in spring.new_mail(who) if ".phase." in str(one["Message-ID"])]
        assert len(reports) == 2, who
    sound(spring)


def test_observers_are_told_of_a_rollback_as_the_list_is(spring: World) -> None:
    """Who follows a game would else read the same seasons twice and not know why."""
    with spring.services.store.read() as transaction:
        game = transaction.game("tara")
    observe(spring, game.id)
    spring.tick(hours=1)
    roll_back(spring.services, "tara", "S1016M", sure=True, reason="a mail was lost")
    mails = {who: spring.new_mail(who)[-1] for who in (LIST, OBSERVER)}
    assert mails[OBSERVER]["Subject"] == mails[LIST]["Subject"]
    assert all("a mail was lost" in text_of(mail) for mail in mails.values())


@pytest.mark.slow
def test_a_rollback_can_empty_the_book(spring: World) -> None:
    """With --reset-orders nobody has orders, also none sent ahead; who plays is asked again."""
    spring.mail("MUNSTER", "A CoC - Wat")
    spring.tick(hours=1)
    spring.mail("MUNSTER", "A Wat Holds\nWINTER\nBuild A Cork North")
    spring.tick(hours=1)
    roll_back(spring.services, "tara", "F1016M", sure=True, reason="x", reset_orders=True)
    assert spring.orders("MUNSTER") == []
    with spring.services.store.read() as transaction:
        game = transaction.game("tara")
        assert transaction.orders_ahead(game.id, "W1016A") == ()
    assert "No orders of yours stand" in words(spring, "MUNSTER")
    spring.tick(hours=1)
    sound(spring)


def test_overrides_go_back_with_their_phase(spring: World) -> None:
    """A phase that is played again has the position that it was played with."""
    amend(spring.services, "tara", ("unit", "add", "MUNSTER", "A Ker"), "forgotten")
    state = here(spring)
    spring.tick(hours=1)
    roll_back(spring.services, "tara", "S1016M", sure=True, reason="x")
    assert here(spring) == state
    empty(spring)
    spring.tick(hours=1)
    assert "The GM put the new Munster" in words(spring, LIST)
    sound(spring)


def test_an_answer_to_a_phase_taken_back_is_none(spring: World) -> None:
    """A reply to a mail of a phase that is undone orders nothing; a fresh mail does."""
    spring.tick(hours=1)
    autumn = spring.new_mail("MUNSTER")[-1]
    roll_back(spring.services, "tara", "S1016M", sure=True, reason="x")
    header = f"In-Reply-To: {autumn['Message-ID']}\n"
    assert spring.mail("MUNSTER", "A CoC - Wat", headers=header).state is InboxState.REJECTED
    opening = spring.new_mail("MUNSTER")[0]
    header = f"In-Reply-To: {opening['Message-ID']}\n"
    assert spring.mail("MUNSTER", "A CoC - Wat", headers=header).state is InboxState.DONE
    assert spring.orders("MUNSTER") == ["A CoC - Wat"]


def test_what_cannot_be_taken_back(spring: World) -> None:
    """The open phase, and one that never was."""
    with pytest.raises(NotAllowed, match="is the phase that is open"):
        roll_back(spring.services, "tara", "S1016M", sure=True, reason="x")
    with pytest.raises(NotAllowed, match="it has W1015A, S1016M"):
        roll_back(spring.services, "tara", "S1017M", sure=True, reason="x")
    with pytest.raises(InputError, match="Say why"):
        roll_back(spring.services, "tara", "W1015A", sure=True)


@pytest.mark.slow
def test_one_order_of_the_past_is_changed(spring: World) -> None:
    """Two seasons back: the difference is shown, then made, and told with every season."""
    to_winter(spring)
    empty(spring)
    before = course(spring)
    wish = CorrectionWish(orders={"Munster": ["A CoC Holds"]})
    seen = correct(spring.services, "tara", "S1016M", wish)
    assert course(spring) == before
    assert not seen.done
    spring_change, autumn_change = seen.seasons
    assert spring_change.groups["orders"] == (
        "Munster: A CoC H (ok) in place of A CoC - Wat (ok).",
    )
    assert spring_change.groups["units"] == ("Munster has A CoC and has no A Wat.",)
    assert autumn_change.groups["centres"] == ("Waterford is nobody's; it was Munster's.",)
    assert any("A Wat" in line for line in autumn_change.groups["orders"])
    done = correct(spring.services, "tara", "S1016M", wish, sure=True, reason="misread")
    assert done.seasons == seen.seasons
    after = course(spring)
    assert [one.name for one in after] == [one.name for one in before]
    assert "Wat" not in here(spring).centres
    assert "LEINSTER A KiN" in units(here(spring))
    for who in (*BUILDS, LIST, GM):
        told = words(spring, who)
        assert "The GM has corrected Spring 1016" in told
        assert "Waterford is nobody's; it was Munster's." in told
    sound(spring)
    spring.tick(hours=1)
    sound(spring)


@pytest.mark.slow
def test_a_correction_ends_a_game_and_gives_it_back(spring: World) -> None:
    """All get the last report, with time for last words; taken back, they read that it goes on."""
    to_winter(spring)
    empty(spring)
    with spring.services.store.read() as transaction:
        board = lay(spring.services, transaction, transaction.game("tara")).rules.board
    own = {place for place, power in here(spring).centres.items() if power == "MUNSTER"}
    theirs = {unit.at.province for unit in here(spring).units if unit.power != "MUNSTER"}
    free = [one for one in sorted(board.centres()) if one not in own | theirs]
    gifts = [("centre", "set", place, "Munster") for place in free]
    wish = CorrectionWish(overrides=gifts)
    seen = correct(spring.services, "tara", "F1016M", wish)
    assert seen.open == ""
    spring.clock.advance(days=30)
    correct(spring.services, "tara", "F1016M", wish, sure=True, reason="counted wrongly")
    assert spring.phase() is None
    for who in (*BUILDS, LIST, GM):
        told = [" ".join(text_of(one).split()) for one in spring.new_mail(who)]
        assert sum("HOW THEY FINISHED" in one for one in told) == 1, who
        assert any("With that the game is over." in one for one in told), who
    with spring.services.store.read() as transaction:
        game = transaction.game("tara")
        assert game.status is GameStatus.FINISHED
        assert statements_until(transaction, game) == spring.clock.now() + timedelta(days=7)
    sound(spring)
    back = [("centre", "set", place, "none") for place in free]
    wish = CorrectionWish(overrides=back)
    correct(spring.services, "tara", "F1016M", wish, sure=True, reason="it was right")
    phase = spring.phase()
    assert phase is not None
    assert phase.name == "W1016A"
    for who in (*BUILDS, LIST, GM):
        assert "With that the game is not over, as you were told it was" in words(spring, who)
    sound(spring)


@pytest.mark.slow
def test_a_correction_undone_gives_the_old_game(spring: World) -> None:
    """Back and forth ends where it began, byte for byte."""
    to_winter(spring)
    before = [one.state for one in course(spring)]
    for text in ("A CoC Holds", "A CoC - Wat"):
        wish = CorrectionWish(orders={"Munster": [text]})
        correct(spring.services, "tara", "S1016M", wish, sure=True, reason="x")
    assert [one.state for one in course(spring)] == before
    sound(spring)


@pytest.mark.slow
def test_a_past_position_is_corrected(spring: World) -> None:
    """A unit that was forgotten in spring is there ever since."""
    to_winter(spring)
    wish = CorrectionWish(overrides=[("unit", "add", "ULSTER", "A Der")])
    done = correct(spring.services, "tara", "S1016M", wish, sure=True, reason="forgotten")
    assert "The GM put the new Ulster" in done.changes[0]
    assert "ULSTER A Der" in units(here(spring))
    sound(spring)


def test_what_a_correction_needs(spring: World) -> None:
    """Something to change that can be read, in a phase that is over, and a reason."""
    to_winter(spring)
    with pytest.raises(InputError, match="Say what is to be changed"):
        correct(spring.services, "tara", "S1016M", CorrectionWish())
    nonsense = CorrectionWish(orders={"Munster": ["A Xyz - Qqq"]})
    with pytest.raises(InputError, match="Xyz"):
        correct(spring.services, "tara", "S1016M", nonsense)
    wish = CorrectionWish(orders={"Munster": ["A CoC Holds"]})
    with pytest.raises(NotAllowed, match="is the phase that is open"):
        correct(spring.services, "tara", "W1016A", wish)
    with pytest.raises(InputError, match="Say why"):
        correct(spring.services, "tara", "S1016M", wish, sure=True)


@pytest.mark.slow
def test_a_disputed_move_of_the_past_fails(spring: World) -> None:
    """The GM lets an order fail: its unit stays, the report of the correction says so."""
    to_winter(spring)
    wish = CorrectionWish(overrides=[("outcome", "A CoC - Wat", "fails")])
    done = correct(spring.services, "tara", "S1016M", wish, sure=True, reason="sent too late")
    assert done.seasons[0].groups["orders"] == ("Munster: A CoC - Wat: void; it was ok.",)
    assert "MUNSTER A CoC" in units(here(spring))
    sound(spring)


@pytest.mark.slow
def test_supply_points_are_set_in_winter(spring: World) -> None:
    """What the GM sets is what can be spent, and is gone with its winter (Republic 5, 7)."""
    to_winter(spring)
    spring.mail("MUNSTER", "Build A Cork South\nBuild A Cork Central")
    empty(spring)
    amend(spring.services, "tara", ("points", "set", "Munster", "20"), "a fine")
    told = words(spring, "MUNSTER")
    assert "The GM set what Munster has of its own in Winter 1016 to 20 points; it was 30." in told
    with pytest.raises(NotAllowed, match="20 points of its own already"):
        amend(spring.services, "tara", ("points", "set", "Munster", "20"), "x")
    spring.tick(hours=1)
    assert [one for one in units(here(spring)) if one.startswith("MUNSTER")] == [
        "MUNSTER A CoS",
        "MUNSTER A Wat",
    ]
    sound(spring)
    for _ in range(2):
        spring.tick(hours=1)
    with pytest.raises(NotAllowed, match="30 points of its own already"):
        amend(spring.services, "tara", ("points", "set", "Munster", "30"), "x")


@pytest.mark.slow
def test_a_finished_game_is_taken_back(spring: World) -> None:
    """A game that is over is played again from one of its seasons on, and can end again."""
    from gm.app.play.endings import EndWish, end_game
    from gm.contract.events import Ending

    spring.tick(hours=1)
    wish = EndWish(Ending.DRAW, ("all",), "agreed")
    end_game(spring.services, "tara", wish, sure=True)
    roll_back(spring.services, "tara", "F1016M", sure=True, reason="they go on")
    with spring.services.store.read() as transaction:
        assert transaction.game("tara").status is GameStatus.RUNNING
    process(spring.services, "tara", early=True)
    sound(spring)
    empty(spring)
    end_game(spring.services, "tara", wish, sure=True)
    assert len(spring.new_mail("MUNSTER")) == 1
    for who in (*BUILDS, LIST, GM):
        address = who if "@" in who else f"{who.lower()}@example.org"
        ids = [str(one["Message-ID"]) for one in spring.carrier.messages(address)]
        assert len(set(ids)) == len(ids), who
    sound(spring)
