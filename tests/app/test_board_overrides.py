"""The GM changes a board that changes in play: holes made and reopened, provinces split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.app.keeping.audit import audit
from gm.app.keeping.moving import game_lines, take_game
from gm.app.overriding.amending import amend
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.replaying import rebuild
from gm.app.overriding.rollback import roll_back
from gm.app.play.hand_draws import enter_draw
from gm.errors import GmError, InputError, NotAllowed, UnknownName
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState
from tests.app.conftest import a_world
from tests.app.irish import forget, in_autumn, irish, state_of
from tests.app.world import LIST, World

SPLIT = ("board", "split", "Burgundy", "BEL-MAR")
WHY = "the slip said so"


@pytest.fixture
def autumn(world: World) -> World:
    """Irish Diplomacy in Autumn 1974: Constantinople is a hole, Trieste split; no mail is unread."""
    in_autumn(world)
    return world


def changes(world: World) -> ChangesPart:
    """Return how the board of the open phase differs from the printed one."""
    return state_of(world).part(ChangesPart)


def words(world: World, who: str) -> str:
    """Return the newest mail to somebody, which must be new, in one line."""
    return " ".join(world.last_text(who).split())


def units(state: GameState, power: str) -> list[str]:
    """Return the units of a power."""
    return [str(unit) for unit in state.units if unit.power == power]


def sound(world: World) -> None:
    """Assert that the audit finds no fault, and that replay ends in the same state, byte for byte."""
    assert [fault for check in audit(world.services) for fault in check.findings] == []
    assert rebuild(world.services, "tara", rejudge=True).difference == ""
    assert rebuild(world.services, "tara", rejudge=True).seasons == ()


@pytest.mark.slow
def test_a_province_is_holed(autumn: World) -> None:
    """What stood in it is gone, all are told, and MAP and the report of the season have it."""
    done = amend(autumn.services, "tara", ("board", "hole", "Brest"), WHY)
    assert changes(autumn).holes == ("CON", "BRE")
    assert "F BRE" not in units(state_of(autumn), "FRANCE")
    assert "BRE" not in state_of(autumn).centres
    assert done.words == (
        "The GM changed the board. Brest becomes a black hole. The French Fleet Brest is "
        "annihilated in it. France loses the supply centre there."
    )
    for who in ("ann", "bob", "cat"):
        assert f"{done.words} The GM's reason: {WHY}." in words(autumn, who)
    autumn.mail("cat", "MAP")
    assert "Brest (BRE), since Autumn 1974" in words(autumn, "cat")
    autumn.tick(hours=1)
    report = words(autumn, LIST)
    assert f"{done.words} The GM's reason: {WHY}." in report
    assert "Brest (BRE, Autumn 1974)" in report
    sound(autumn)


def test_a_hole_is_reopened(autumn: World) -> None:
    """A province of a country that nobody plays is open again all the same (Irish 8)."""
    amend(autumn.services, "tara", ("board", "reopen", "CON"), WHY)
    assert (changes(autumn).holes, changes(autumn).opened) == ((), ("CON",))
    autumn.mail("bob", "BORDERS Con")
    assert "Supply centre, owned by nobody." in words(autumn, "bob")
    autumn.mail("cat", "MAP")
    assert "Constantinople (CON), reopened in Autumn 1974, open although" in words(autumn, "cat")
    sound(autumn)


def test_a_province_is_split(autumn: World) -> None:
    """A unit has its twin, a centre its second; orders go by the new names at once."""
    amend(autumn.services, "tara", ("board", "split", "Mar", "GAS - LYO"), WHY)
    after = state_of(autumn)
    assert {"A MAR1", "A MAR2"} <= set(units(after, "FRANCE"))
    assert {after.centres[place] for place in ("MAR1", "MAR2")} == {"FRANCE"}  # type: ignore[index]
    autumn.mail("ann", "FRANCE\nA Mar1 H\nA Mar2 - Mar1")
    assert autumn.orders("FRANCE") == ["A MAR1 H", "A MAR2 - MAR1"]
    autumn.tick(hours=1)
    assert "Marseilles: MAR1 (land GAS BUR; coast PIE MAR2; sea LYO; closed SWI)" in words(
        autumn, LIST
    )
    sound(autumn)


@pytest.mark.slow
def test_orders_by_the_old_name_follow_or_go(autumn: World) -> None:
    """An order that only one half makes possible means that one; the others are asked for again."""
    autumn.mail("ann", "FRANCE\nA Par - Bur\nA Mar - Bur")
    autumn.mail("bob", "GERMANY\nA Mun - Bur")
    forget(autumn)
    done = amend(autumn.services, "tara", ("board", "split", "Bur", "RUH-GAS"), WHY)
    assert autumn.orders("FRANCE") == ["A PAR - BUR2", "A MAR - BUR1"]
    assert autumn.orders("GERMANY") == ["A MUN - BUR1"]
    told = words(autumn, "ann")
    assert "What you ordered by a name that is gone:" in told
    assert "A PAR - BUR: It stands as A PAR - BUR2 now." in told
    assert done.unfit == {}
    autumn.mail("ann", "A Par - Gas")
    amend(autumn.services, "tara", ("board", "split", "Gas", "PAR-SPA"), WHY)
    assert autumn.orders("FRANCE") == ["A MAR - BUR1"]
    told = words(autumn, "ann")
    assert "A PAR - GAS: It is taken back, for Gascony is GAS1 and GAS2 now" in told
    autumn.tick(hours=1)
    sound(autumn)


def test_special_units_go_where_the_gm_says(autumn: World) -> None:
    """They are not doubled: each needs its half; in a hole they are annihilated."""
    line = ("board", "split", "Paris", "BRE-BUR")
    with pytest.raises(InputError, match=r'for instance "Psychiatrist 1=PAR1"'):
        amend(autumn.services, "tara", line, WHY)
    with pytest.raises(InputError, match="'Irish 1=PAR1' is no lot"):
        amend(autumn.services, "tara", (*line, "Irish 1=PAR1"), WHY)
    amend(autumn.services, "tara", (*line, "psychiatrist 1 = par2"), WHY)
    assert state_of(autumn).part(WanderersPart).standing_in("PAR2") == ("PSYCHIATRIST 1",)  # type: ignore[arg-type]
    amend(autumn.services, "tara", ("board", "hole", "Paris 2"), WHY)
    assert "PSYCHIATRIST 1" not in state_of(autumn).part(WanderersPart).places
    sound(autumn)


REFUSED: tuple[tuple[tuple[str, ...], type[GmError], str], ...] = (
    (("board", "hole", "CON"), NotAllowed, "Constantinople is a black hole already"),
    (("board", "hole", "Ireland"), NotAllowed, "it is never in the hat"),
    (("board", "hole", "Atlantis"), UnknownName, "is no province of this board"),
    (("board", "hole", "Trieste"), UnknownName, "Did you mean"),
    (("board", "reopen", "BRE"), NotAllowed, "Black holes are Constantinople"),
    (("board", "split", "CON", "AEG-ANK"), NotAllowed, "is a black hole or has one neighbour"),
    (("board", "split", "PAR", "NWY-BRE"), InputError, "clockwise they are PIC, BUR, GAS and"),
    (("board", "split", "PAR", "BRE"), InputError, "runs between two of its neighbours"),
    (("board", "split", "PAR"), InputError, "takes other words: board split NTH NWY-BEL"),
    ((*SPLIT, "Irish 1=BUR1"), InputError, "No special unit is in Burgundy"),
)
"""What cannot be done to the board of Autumn 1974, and what the answer says."""


def test_what_the_rules_do_not_know_is_refused(autumn: World) -> None:
    """The answer says what is wrong and what would be right, and nothing is changed."""
    before = autumn.phase()
    for order, kind, why in REFUSED:
        with pytest.raises(kind, match=why):
            amend(autumn.services, "tara", order, WHY)
    assert autumn.phase() == before


def test_other_games_have_no_such_board(world: World) -> None:
    """A game whose board stays as it is printed says so."""
    world.start()
    with pytest.raises(NotAllowed, match="has no board that changes in play"):
        amend(world.services, "tara", ("board", "hole", "Kerry"), WHY)


def test_not_before_the_first_season(world: World) -> None:
    """While first pieces are chosen the board is the printed one."""
    irish(world)
    with pytest.raises(NotAllowed, match="from the first season on"):
        amend(world.services, "tara", SPLIT, WHY)


@pytest.mark.slow
def test_while_units_retreat(autumn: World) -> None:
    """A hole takes who waits to retreat from it and nobody flees into it; nothing is split then."""
    autumn.mail("ann", "FRANCE\nA Mar - Bur\nA Par S A Mar - Bur")
    autumn.tick(hours=1)
    while (phase := autumn.phase()) and phase.name != "S1975M":
        autumn.tick(hours=1)
    amend(autumn.services, "tara", ("unit", "add", "Germany", "A Ruh"), WHY)
    autumn.mail("bob", "GERMANY\nA Mun - Bur\nA Ruh S A Mun - Bur")
    amend(autumn.services, "tara", ("unit", "move", "A Par", "Pic"), WHY)
    autumn.mail("ann", "FRANCE\nA Bur H")
    autumn.tick(hours=1)
    waiting = state_of(autumn).dislodged
    assert [str(one.unit) for one in waiting] == ["A BUR"]
    (first, *_) = (at.province for at in waiting[0].retreats)
    with pytest.raises(NotAllowed, match="Units are retreating"):
        amend(autumn.services, "tara", ("board", "split", "Par", "BRE-GAS"), WHY)
    amend(autumn.services, "tara", ("board", "hole", first), WHY)
    (left,) = state_of(autumn).dislodged
    assert first not in [at.province for at in left.retreats]
    amend(autumn.services, "tara", ("board", "hole", "Bur"), WHY)
    assert state_of(autumn).dislodged == ()
    assert "A BUR" not in units(state_of(autumn), "GERMANY")
    autumn.tick(hours=1)
    sound(autumn)


@pytest.mark.slow
def test_a_changed_board_goes_back_and_comes_again(autumn: World) -> None:
    """A phase that is played again has the board that it was played on."""
    amend(autumn.services, "tara", SPLIT, WHY)
    played = state_of(autumn)
    autumn.mail("bob", "GERMANY\nA Mun - Bur1")
    autumn.tick(hours=1)
    after = state_of(autumn)
    roll_back(autumn.services, "tara", "F1974M", sure=True, reason="x")
    assert state_of(autumn) == played
    assert autumn.orders("GERMANY") == ["A MUN - BUR1"]
    autumn.tick(hours=1)
    assert state_of(autumn) == after
    sound(autumn)


@pytest.mark.slow
def test_a_board_is_corrected_two_seasons_back(autumn: World) -> None:
    """Later orders by the old name follow, what cannot stand is told, and the hat draws anew."""
    autumn.mail("bob", "GERMANY\nA Mun - Bur")
    autumn.tick(hours=1)
    while (phase := autumn.phase()) and phase.name != "S1975M":
        autumn.tick(hours=1)
    autumn.mail("bob", "GERMANY\nA Bur - Gas")
    autumn.tick(hours=1)
    wish = CorrectionWish(overrides=[("board", "split", "Bur", "RUH-GAS")])
    seen = correct(autumn.services, "tara", "F1974M", wish)
    assert not seen.done
    assert "BUR2" in load_text(autumn, "F1974M") or "BUR1" not in load_text(autumn, "F1974M")
    done = correct(autumn.services, "tara", "F1974M", wish, sure=True, reason=WHY)
    assert done.seasons == seen.seasons
    with autumn.services.store.read() as transaction:
        course = transaction.phases(transaction.game("tara").id)
        books = {one.name: transaction.active_orders(one.id) for one in course}
    assert [one.canonical for one in books["F1974M"]] == ["A MUN - BUR1"]
    assert "Burgundy is split" in words(autumn, LIST)
    sound(autumn)
    autumn.tick(hours=1)
    sound(autumn)


def load_text(world: World, name: str) -> str:
    """Return the position of a phase as it is stored."""
    with world.services.store.read() as transaction:
        course = transaction.phases(transaction.game("tara").id)
    return next(one.state for one in course if one.name == name)


def test_a_later_override_finds_what_is_there_then(autumn: World) -> None:
    """Made again after a correction, a hole takes the unit that stands in it now, or none."""
    autumn.mail("bob", "GERMANY\nA Mun - Bur")
    autumn.tick(hours=1)
    amend(autumn.services, "tara", ("board", "hole", "Bur"), WHY)
    assert "A MUN" not in units(state_of(autumn), "GERMANY")
    wish = CorrectionWish(orders={"Germany": ["A Mun H"]})
    correct(autumn.services, "tara", "F1974M", wish, sure=True, reason="misread")
    assert "A MUN" in units(state_of(autumn), "GERMANY")
    assert "BUR" in changes(autumn).holes
    sound(autumn)
    wish = CorrectionWish(overrides=[("board", "hole", "Bur")])
    seen = correct(autumn.services, "tara", "F1974M", wish)
    assert any("Burgundy is a black hole already" in one for one in seen.lost)


def test_a_changed_board_is_carried_to_another_server(autumn: World, tmp_path: Path) -> None:
    """Exported and imported, the game has the board, and the reason for it."""
    amend(autumn.services, "tara", SPLIT, WHY)
    autumn.tick(hours=1)
    lines = tuple(game_lines(autumn.services, "tara"))
    with a_world(tmp_path / "other") as other:
        take_game(other.services, lines)
        assert state_of(other) == state_of(autumn)
        assert rebuild(other.services, "tara").difference == ""


def test_the_journal_has_who_when_and_why(autumn: World) -> None:
    """Like every override a change of the board is public, with its author and its reason."""
    amend(autumn.services, "tara", SPLIT, WHY, author="maeve")
    with autumn.services.store.read() as transaction:
        entry = transaction.journal(transaction.game("tara").id)[-1]
    assert (entry.kind, entry.author, entry.public) == ("position amended", "maeve", True)
    assert json.loads(entry.data)["reason"] == WHY
    assert entry.at == autumn.clock.now()


def test_what_the_gm_has_drawn_is_still_his(autumn: World) -> None:
    """A slip that he entered for a province which he holes himself is refused, and the report says so."""
    enter_draw(autumn.services, "tara", ("hole", "BUR"), "my hat")
    amend(autumn.services, "tara", ("board", "hole", "BUR"), WHY)
    autumn.tick(hours=1)
    assert len(changes(autumn).holes) == 3
    sound(autumn)
