"""Games to files and back: the whole game, the JSON of other programs, results as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gm.adapters.sql.migrations import HEAD
from gm.adapters.sql.store import SqlStore
from gm.app.keeping.audit import audit
from gm.app.keeping.moving import game_lines, moved_key, take_game
from gm.app.records import GameStatus, InboxState, OutboxState, PhaseStatus
from gm.app.services import Services
from gm.app.setup.games import NewGame
from gm.app.timing.deadlines import move_deadline
from gm.app.timing.pausing import pause, resume
from gm.errors import AlreadyThere, GmError, NotAllowed, UnreadableInput
from gm.games.diplomacy.records.forms import judge_text, zine_text
from gm.games.diplomacy.records.saved_games import import_saved_game, saved_game
from tests.app.irish import irish_game
from tests.app.standard import play_standard
from tests.app.test_seasons import BUILDS
from tests.app.world import GM, HOST, World

Changed = dict[str, Any]


def _same(saved: Changed) -> Changed:
    """Return a saved game without its name, and without when its phases were opened."""
    text = json.dumps(saved).replace('"tara"', '"meadow"')
    copy: Changed = json.loads(text)
    for phase in copy["phases"]:
        phase["state"]["timestamp"] = 0
    return copy


@pytest.mark.slow
def test_a_saved_game_comes_back_with_the_same_results(world: World) -> None:
    """Scenario 41: exported as JSON, taken in under another name, exported again: the same."""
    play_standard(world)
    saved = saved_game(world.services, "tara")
    names = [phase["name"] for phase in saved["phases"]]
    assert names[:2] == ["S1901M", "F1901M"]
    assert names[-1] == "S1902M"
    done = import_saved_game(
        world.services, saved, NewGame("meadow", "standard", "Flora", "flora@example.org")
    )
    assert done.resolved == len(names) - 1
    assert done.opened is not None
    assert done.opened.status is PhaseStatus.HELD
    assert _same(saved_game(world.services, "meadow")) == _same(saved)


def test_a_game_taken_in_is_paused_and_goes_on(world: World) -> None:
    """It has the time again that was left when its GM paused it, not when it was taken in."""
    play_standard(world)
    saved = saved_game(world.services, "tara")
    wish = NewGame("meadow", "standard", "Flora", "flora@example.org")
    import_saved_game(world.services, saved, wish)
    world.clock.advance(days=3)
    due = world.clock.now() + timedelta(days=7)
    move_deadline(world.services, "meadow", due)
    pause(world.services, "meadow")
    world.clock.advance(hours=2)
    assert resume(world.services, "meadow").deadline == due + timedelta(hours=2)


def test_a_saved_game_says_what_other_programs_look_for(world: World) -> None:
    """Units, centres, orders and result codes stand where the format has them."""
    play_standard(world)
    spring, autumn, *_ = saved_game(world.services, "tara")["phases"]
    assert spring["state"]["units"]["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    assert sorted(spring["orders"]["RUSSIA"]) == [
        "A MOS - UKR",
        "A WAR - GAL",
        "F SEV - BLA",
        "F STP/SC - BOT",
    ]
    assert spring["results"]["F SEV"] == spring["results"]["F ANK"] == ["bounce"]
    assert spring["results"]["A PAR"] == []
    assert autumn["results"]["A MUN"] == ["dislodged"]
    assert autumn["state"]["builds"]["FRANCE"] == {"count": 0, "homes": []}


def test_sealed_orders_are_in_no_saved_game(world: World) -> None:
    """What a power has ordered for the open phase is nobody's to read, not even in a file."""
    world.start(variant="standard")
    world.mail("france", "A Par - Gas")
    assert "GAS" not in json.dumps(saved_game(world.services, "tara")).upper().replace(
        '"GASCONY"', ""
    )


def _without_autumn(saved: Changed) -> None:
    del saved["phases"][1]


def _another_unit(saved: Changed) -> None:
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A PIC", "A MAR", "F ENG"]


def _unknown_power(saved: Changed) -> None:
    saved["phases"][0]["orders"]["GONDOR"] = ["A PAR H"]


def _no_order(saved: Changed) -> None:
    saved["phases"][0]["orders"]["FRANCE"] = ["A PAR"]


def _another_map(saved: Changed) -> None:
    saved["map"] = "ancmed"


def _no_phases(saved: Changed) -> None:
    saved["phases"] = []


FAULTS = [
    (_without_autumn, "the file and our rules differ"),
    (_another_unit, "FRANCE A PIC"),
    (_unknown_power, "'GONDOR' is no power"),
    (_no_order, "S1901M, FRANCE"),
    (_another_map, "'ancmed'"),
    (_no_phases, "no phase to begin with"),
]


@pytest.mark.parametrize(("spoil", "words"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_saved_game_that_cannot_be_is_refused_whole(
    world: World, spoil: Any, words: str
) -> None:
    """The sentence says where; and no game of that name is left behind."""
    play_standard(world)
    saved = saved_game(world.services, "tara")
    spoil(saved)
    with pytest.raises(UnreadableInput) as fault:
        import_saved_game(world.services, saved, NewGame("meadow", "standard", "Flora", GM))
    assert words in str(fault.value)
    with world.services.store.read() as transaction:
        assert [game.name for game in transaction.games()] == ["tara"]


def test_the_judges_manner(world: World) -> None:
    """Results as tools of thirty years read them: the machine's lines, results, retreats, counts."""
    play_standard(world)
    text = judge_text(world.services, "tara", "F1901M")
    assert text.startswith(":: Judge: GM  Game: tara  Variant: Diplomacy\n:: Deadline: ")
    for line in (
        "Movement results for Fall of 1901.  (tara.002)",
        "England: Fleet North Sea CONVOY Army Yorkshire -> Norway.",
        "France:  Army Burgundy -> Munich.",
        "Germany: Army Munich, No Order Processed. (*dislodged*)",
        "The following units were dislodged:",
        "Germany: Fleet Denmark -> Sweden. (*bounce*)",
        "The next phase of 'tara' will be Retreats for Fall of 1901.",
    ):
        assert line in text, text
    winter = judge_text(world.services, "tara", "W1901A")
    assert "Ownership of supply centers:" in winter
    assert "Austria: Budapest, Greece, Trieste." in winter, winter
    whole = judge_text(world.services, "tara")
    assert whole.count(":: Judge:") == 4
    assert max(map(len, whole.splitlines())) <= 78


def test_the_zines_manner(world: World) -> None:
    """Capitals where a unit ends, one line a power."""
    play_standard(world)
    text = zine_text(world.services, "tara", "S1901M")
    assert "FRANCE: a mar" not in text.lower().split("france")[0]
    assert "par-BUR" in text
    assert "MUN-bur" in text


def test_a_phase_that_is_open_has_no_results(world: World) -> None:
    """Nothing is told of it, and the sentence says so."""
    world.start(variant="standard")
    with pytest.raises(NotAllowed, match="so it has no results"):
        judge_text(world.services, "tara")


@pytest.fixture
def other(world: World, tmp_path: Path) -> Iterator[Services]:
    """Another server, with a database of its own."""
    from dataclasses import replace

    with SqlStore(tmp_path / "other.sqlite3") as store:
        yield replace(world.services, store=store)


@pytest.mark.both_databases
@pytest.mark.parametrize("variant", ["standard", "irish"])
def test_a_whole_game_moves_to_another_server(world: World, other: Services, variant: str) -> None:
    """All of it is there afterwards, and the file of the copy is the file of the original."""
    if variant == "irish":
        irish_game(world)
        from gm.app.setup.starting import start_game

        start_game(world.services, "tara", close_unfilled=True)
        world.mail("ann", "France: A Par", to="gm+tara@gm.example.org")
        world.tick(hours=1)
    else:
        play_standard(world)
    world.send()
    first = [*game_lines(world.services, "tara")]
    taken = take_game(other, first)
    assert taken.status is GameStatus.PAUSED
    second = [*game_lines(other, "tara", anyhow=True)]
    assert [_kept(line) for line in second[1:-1] if _kept(line)] == [
        _kept(line) for line in first[1:-1] if _kept(line)
    ]


def _kept(line: str) -> str:
    """Return a row without its keys; nothing for what the move itself changed or added."""
    table, values = json.loads(line)
    if table == "games" or values.get("kind") in ("game imported", "game paused"):
        return ""
    return f"{table} " + json.dumps(
        {key: value for key, value in values.items() if key != "id" and not key.endswith("_id")}
        | ({} if "replaced_by" not in values else {"replaced_by": bool(values["replaced_by"])})
    )


KEYS = [
    ("offer tara 7", "moved 3 offer tara 7"),
    ("no-standby tara 7", "moved 3 no-standby tara 7"),
    ("token tara 7", "moved 3 token tara 7"),
    ("joined tara 1 FRANCE 7", "moved 3 joined tara 1 FRANCE 7"),
    ("question 7", "moved 3 question 7"),
    ("refusal 7", "refusal 9"),
    ("report tara 7", "report tara 7"),
]


@pytest.mark.parametrize(("key", "moved"), KEYS)
def test_a_key_in_numbers_of_a_server_is_of_none_of_the_next(key: str, moved: str) -> None:
    """Else the seventh offer that is made there would be taken for one that was mailed already."""
    assert moved_key(key, 3, {7: 9}) == moved


@pytest.mark.sampled(3)
@pytest.mark.parametrize("here", [0, 4])
def test_a_game_that_moves_is_told_of_as_before(world: World, other: Services, here: int) -> None:
    """Its mails have other numbers there: the audit is content, and every receipt is written."""
    game = world.start(variant="standard")
    for _ in range(4 - here):
        world.mail("stranger@example.net", "HELP", to=f"gm@{HOST}")
    for _ in range(3):
        world.mail("FRANCE", "A Par - Bur")
    world.mail("FRANCE", "Is anybody there?")
    world.send()
    there = World(other, world.clock, world.carrier, dict(world.seen), 50)
    for _ in range(here):
        there.mail("stranger@example.net", "HELP", to=f"gm@{HOST}")
    take_game(other, game_lines(world.services, "tara"))
    resume(other, "tara")
    for _ in range(5):
        assert there.mail("FRANCE", "A Par - Pic").state is InboxState.DONE
    with other.store.read() as transaction:
        assert len(transaction.outbox_keys(f"receipt {game.name} 1 FRANCE ")) >= 8
    assert [one.findings for one in audit(other) if one.broken] == []


def test_mails_that_wait_keep_a_game_from_being_copied(world: World, other: Services) -> None:
    """They would be sent twice; by the GM's wish they are taken along, and not sent there."""
    world.start(variant="standard")
    with pytest.raises(NotAllowed, match="wait to be sent"):
        [*game_lines(world.services, "tara")]
    take_game(other, game_lines(world.services, "tara", anyhow=True))
    with other.store.read() as transaction:
        mails = transaction.outbox()
    assert mails
    assert {mail.state for mail in mails} == {OutboxState.FAILED}


def test_a_name_that_is_taken_is_refused(world: World) -> None:
    """A game never takes another's place."""
    world.start(variant="standard")
    world.send()
    with pytest.raises(AlreadyThere):
        take_game(world.services, game_lines(world.services, "tara"))


SPOILT = [
    ("nothing", lambda lines: [], "no file of a game"),
    ("words", lambda lines: ["Dear GM", *lines], "no JSON"),
    ("cut", lambda lines: lines[:-1], "not whole"),
    ("a row gone", lambda lines: [*lines[:5], *lines[6:]], ""),
    ("changed", lambda lines: [line.replace("Maeve", "Moira") for line in lines], "was changed"),
    ("old", lambda lines: [lines[0].replace(HEAD, "0000"), *lines[1:]], "same release"),
    ("odd", lambda lines: [lines[0], '["lions", {}]', *lines[1:]], "lions"),
]


@pytest.mark.parametrize(("name", "spoil", "words"), SPOILT, ids=[one[0] for one in SPOILT])
def test_a_file_that_is_not_whole_leaves_nothing(
    world: World, other: Services, name: str, spoil: Any, words: str
) -> None:
    """Whatever is wrong with it is said, and the database is as it was."""
    world.start(variant="standard")
    world.send()
    lines = [*game_lines(world.services, "tara")]
    with pytest.raises(GmError) as fault:
        take_game(other, spoil(lines))
    assert words in str(fault.value), name
    with other.store.read() as transaction:
        assert transaction.games() == ()
        assert transaction.outbox() == ()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("privacy", ["public", "private"])
def test_what_is_private_is_in_no_text_for_everybody(world: World, privacy: str) -> None:
    """The judges' and the zines' text tell of payments only where everybody may know of them."""
    world.start(options={"payments": privacy})
    for power, text in BUILDS.items():
        world.mail(power, text)
    for hours in (1, 1, 1):
        world.tick(hours=hours)
    world.mail("MUNSTER", "Pay 3 points to Ulster")
    world.mail("ULSTER", "Receive 3 points from Munster")
    world.tick(hours=1)
    texts = (judge_text(world.services, "tara"), zine_text(world.services, "tara"))
    told = ["pay" in text.casefold() for text in texts]
    assert told == [privacy == "public"] * 2
