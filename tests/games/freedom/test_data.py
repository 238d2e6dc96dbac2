"""The game's data: gm's own have no fault, and each fault is told with its entry and what would be right."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.cli.app import app
from gm.contract.draws import SeededDraws
from gm.errors import MapError
from gm.games.freedom.data.faults import FILES
from gm.games.freedom.data.files import FOLDER, faults_of, load_tables
from gm.games.freedom.data.plan import PLAN
from gm.games.freedom.rules.orders import Play, PlayMode, Settle
from gm.games.freedom.rules.outcomes import LineResult
from gm.games.freedom.rules.rules import MASTER, SiegeRules
from gm.games.freedom.rules.tables import CAMP, IMP, INS
from gm.resources import maps_dir
from tests.games.freedom.greedy import played

OWN = maps_dir() / FOLDER


def test_gms_own_data_have_no_fault() -> None:
    """75 spaces, eight areas, two decks of fifty with 15, 20 and 15 cards of two, three and four points (9)."""
    assert faults_of() == ()
    tables = load_tables()
    assert (len(tables.spaces), len(tables.areas), len(tables.cards)) == (75, 8, 100)
    for period in "AB":
        points = Counter(tables.cards[card].ap for card in tables.deck(period))
        assert points == {2: 15, 3: 20, 4: 15}
    assert len(tables.digest) == 64


def test_the_board_is_as_the_page_says() -> None:
    """Neighbours, limits and depths (2)."""
    tables = load_tables()
    assert tables.neighbours[CAMP] == {"8-7", "8-8", "8-9", "7-9"}
    assert tables.neighbours["KL1"] == {"5-9", "6-9", "KL2"}
    assert tables.neighbours["2-1"] == {"1-1", "2-2"}
    assert tables.neighbours["3-1"] == {"3-2", "4-1", "4-2"}
    assert tables.neighbours["VS1"] == {"VAS", "1-3"}
    assert all(space.limit == 2 for space in tables.spaces.values() if space.row in (2, 3))
    assert [tables.siege.deserters(morale) for morale in (8, 7, 5, 3, 1)] == [0, 1, 2, 3, 4]
    assert [*tables.spaces][-11:] == [
        *("MR1", "MR2", "MAR", "MR3", "VS1", "VAS", "KL1", "KL2", "KLI", "KL3"),
        CAMP,
    ]


def own_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A master's folder with one file, in which something is written otherwise."""
    text = (OWN / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


LAND, SIEGE, CARDS = "messolonghi.toml", "siege.toml", "cards.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "words"),
    [
        (LAND, "schema = 1", "schema =", "the file", "line 3"),
        (LAND, 'kind = "coast"', 'kind = "beach"', "rows", "write 1 coast, 2 beach"),
        (LAND, 'id = "KL2"', 'id = "KL9"', "lagoon.KL2", "the rules name"),
        (LAND, 'island = "VAS"', 'island = "MR1"', "lagoon.VS1", "the islands are"),
        (LAND, '"3-2", "3-4"', '"4-2", "3-4"', "forts", "4-2 is no space"),
        (LAND, '"CAMP 8-7"', '"CAMP 9-7"', "ways.CAMP 9-7", "9-7 is no space"),
        (LAND, "limit = 3", "limit = 0", "rows.1.limit", "greater than"),
        (SIEGE, '"6-2" = 3', '"3-2" = 3', "imperial.units", "3-2 is no space"),
        (SIEGE, '"6-2" = 3', '"6-2" = 30', "imperial.units", "they are 62"),
        (SIEGE, 'bombard = "3-6"', 'bombard = "3-4"', "insurgent.cannons", "3-4 comes twice"),
        (SIEGE, "camp_cannons = 1", "camp_cannons = 15", "imperial.cannons", "20 pieces"),
        (SIEGE, 'id = "SEA"', 'id = "OCEAN"', "areas", "the rules name the Sea"),
        (SIEGE, "markers = 4", "markers = 6", "areas.PATRA.markers", "5 at most"),
        (SIEGE, "morale = 20", "morale = 0", "limits.morale", "greater than"),
        (CARDS, 'id = "AG02"', 'id = "AG01"', "cards", "AG01 comes twice"),
        (CARDS, "Smugglers' Boats", "night sortie", "cards", "night sortie comes twice"),
        (CARDS, '["raid", 4]', '["raids", 4]', "cards.AG01.effects.1", "no effect 'raids'"),
        (CARDS, '["raid", 4]', '["raid"]', "cards.AG01.effects.1", 'write ["raid", 2]'),
        (CARDS, '["raid", 4]', '["slow", 4]', "cards.AG01.effects.1", "slow is of IMP alone"),
        (CARDS, '"SEA", 1]', '"OCEAN", 1]', "cards.AG03.effects.2", "one of SEA, PETALAS"),
        (CARDS, '["repair", 2]', '["manual"]', "cards.AG04.effects.1", "what the master does"),
        (CARDS, '["repair", 2]', '["choice", [], []]', "cards.AG04.effects.1", "prep"),
        (
            CARDS,
            '["repair", 2]',
            '["remove", "island", 1]',
            "cards.AG04.effects.1",
            "remove island is of IMP alone",
        ),
        (CARDS, "ap = 3", "ap = 0", "cards.1.ap", "greater than"),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, file: str, old: str, new: str, entry: str, words: str
) -> None:
    """By its file and entry, and what would be right; no game is played with it."""
    folder = own_with(tmp_path, file, old, new)
    faults = faults_of(folder)
    told = [str(fault) for fault in faults if (fault.file, fault.entry) == (file, entry)]
    assert any(words in fault for fault in told), faults
    with pytest.raises(MapError):
        load_tables(folder)


def test_a_deck_that_is_too_small_is_told(tmp_path: Path) -> None:
    """A period can take 47 cards (9)."""
    text = (OWN / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace('period = "A"', 'period = "B"', 9), "utf-8")
    assert "period A has 41" in str(faults_of(tmp_path)[0])


def test_the_command_says_the_same(tmp_path: Path) -> None:
    """In words, or as JSON; it ends with 1 where something is wrong."""
    runner = CliRunner()
    sound = runner.invoke(app, ["siege", "check"])
    assert (sound.exit_code, sound.output) == (0, f"Sound: {', '.join((*FILES, PLAN))}.\n")
    folder = own_with(tmp_path, CARDS, '["raid", 4]', '["raids", 4]')
    said = runner.invoke(app, ["siege", "check", str(folder)])
    assert said.exit_code == 1
    assert "no effect 'raids'" in said.output
    told = json.loads(runner.invoke(app, ["siege", "check", str(folder), "--json"]).output)
    assert told["sound"] is False


def test_every_file_comes_with_its_basis() -> None:
    """What is given, deduced and reconstructed is told apart."""
    text = (OWN / "siege.toml").read_text(encoding="utf-8")
    assert {"given", "reconstructed"} <= {
        line.split('"')[1] for line in text.splitlines() if line.startswith("basis")
    }


def test_the_master_settles_what_a_card_leaves_to_him(tmp_path: Path) -> None:
    """The game waits for nobody but him, then the turn passes (9)."""
    folder = own_with(
        tmp_path, "cards.toml", '["no_cannons_this_round"]', '["manual", "Ask the weather."]'
    )
    rules = SiegeRules(load_tables(folder))
    state = next(
        state for state, _ in played(0) if state.turn == IMP and "R1P" in rules.stage(state).name
    )
    state = replace(state, hand={**state.hand, IMP: ("AN02",)})
    draws = SeededDraws(bytes(32))
    made = rules.resolve(state, {IMP: [Play("AN02", PlayMode.EVENT)]}, draws)
    assert (made.state.settling, made.state.turn) == ("AN02", IMP)
    assert rules.pending(made.state) == ()
    waiting = rules.resolve(made.state, {INS: []}, draws)
    assert waiting.state == made.state
    settled = rules.resolve(made.state, {MASTER: [Settle()]}, draws)
    assert settled.outcomes[0].result is LineResult.DONE
    assert (settled.state.settling, settled.state.turn) == (None, INS)


def test_the_deck_is_the_one_that_the_page_lists() -> None:
    """A card of each kind, as the page has it (9)."""
    tables = load_tables()
    told = {
        card: [
            (effect.word.value, effect.where, effect.amount)
            for effect in tables.cards[card].effects
        ]
        for card in ("AI06", "BG05", "AN09")
    }
    assert json.dumps(told) == json.dumps(
        {
            "AI06": [("support", "SEA", 1), ("support", "KRYONERI", 1), ("support", "PETALAS", 1)],
            "BG05": [("repair", "", 1), ("remove", "imp_row_4", 1)],
            "AN09": [("look_hand", "", 0), ("support", "ANY", 1)],
        }
    )
