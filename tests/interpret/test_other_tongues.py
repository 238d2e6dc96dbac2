"""Orders in other languages than English are read, whoever writes them; English ones as ever."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.desk.reading import context_of
from gm.games.diplomacy.language import mails
from gm.games.diplomacy.language.binding.names import lexicon_of, places_of, split_words
from gm.games.diplomacy.language.binding.other_names import in_tongue
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.wording.notation import order_text
from gm.interpret.folding import fold, squeeze
from gm.interpret.tongues import load_tongue
from gm.languages import known, speaking
from tests.interpret.any_orders import context as any_position
from tests.interpret.conftest import position, unit
from tests.interpret.test_standard import TABLES as STANDARD
from tests.languages.test_complaints_told import positions

FOLDER = Path(__file__).parent
TABLES = {
    code: tomllib.loads((FOLDER / f"lines.{code}.toml").read_text(encoding="utf-8"))
    for code in ("de", "ga")
}
LINES = [
    (code, name, line)
    for code, tables in TABLES.items()
    for name, table in tables.items()
    for line in table["lines"]
]


def where(code: str, name: str) -> Context:
    """Return the position of a table; the units in `dislodged` have to retreat."""
    table = TABLES[code][name]
    found = position(
        table.get("board", name),
        table["phase"],
        table["power"],
        table.get("units", {}),
        centres=table.get("centres"),
        bridges=tuple(table.get("bridges", ())),
    )
    waiting = [unit(text, owner) for text, owner in table.get("dislodged", {}).items()]
    reach = reach_of(found.board)
    dislodged = tuple(Dislodged(one, None, reach.spot(one.ref).refuges) for one in waiting)
    state = found.state.but(dislodged=dislodged) if dislodged else found.state
    return Context(found.ruleset, state, found.board, PowerId(table["power"]))


def texts(read: Reading) -> list[str]:
    """Return all that was ordered, a disband in a retreat as it is recorded there."""
    retreat = read.kind.value == "R"
    return [order_text(order, retreat=retreat) for one in read.lines for order in one.orders]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("spoken", ["en", "own"])
@pytest.mark.parametrize(
    ("code", "name", "line"), LINES, ids=[f"{code}-{line['text']}" for code, _, line in LINES]
)
def test_a_line_in_another_tongue(spoken: str, code: str, name: str, line: dict[str, Any]) -> None:
    """Each line gives the orders it means, or the complaint that helps; talk stays talk.

    Whether its writer gets his mails in that language makes no difference to what is read.
    """
    with speaking(code if spoken == "own" else spoken):
        read = read_orders([line["text"]], where(code, name))
    problems = [one.problem.message for one in read.lines if one.problem is not None]
    assert texts(read) == line.get("reads", []), problems
    assert [*read.withdrawn(ahead=False)] == line.get("withdraws", []), problems
    assert all(one.text == line["text"] for one in read.lines if len(read.lines) == 1)
    if "refused" in line:
        assert [one.verdict for one in read.lines] == [Verdict[line["refused"]]], problems
        assert all(line["about"] in said for said in problems)
    remarks = [said for one in read.lines for said in one.remarks]
    if "remark" in line:
        found = [line["remark"] in said for said in remarks]
        assert found == ([True] if line["remark"] else []), remarks


def english() -> Iterator[tuple[Context, list[str]]]:
    """Yield positions, each with lines in English, good and wrong."""
    for phase, table in STANDARD.items():
        record = {"board": "standard", "phase": phase, "power": "FRANCE", "text": ""}
        found = context_of({**record, "units": table["units"]}, load_board)
        yield found, [text for text, _ in table["lines"]]
    for file in ("republic.toml", "irish-spellings.toml"):
        yield from ((one, lines) for one, lines in positions(file) if one.power != "GM")


def told(lines: tuple[LineReading, ...]) -> list[tuple[Verdict, tuple[str, ...]]]:
    """Return what became of lines."""
    return [(one.verdict, tuple(map(order_text, one.orders))) for one in lines]


def test_a_word_of_the_writers_own_is_not_taken_for_a_place() -> None:
    """Irish scor may be the beginning of South Cork; to who writes in Irish it is an order."""
    name = next(n for _, n, one in LINES if one["text"] == "Scoir Arm Ciarraí")
    with speaking("ga"):
        assert texts(read_orders(["Scor A Ker"], where("ga", name))) == ["D A Ker"]


@pytest.mark.slow
def test_english_is_read_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line in English is read otherwise for the other languages, whichever its writer's is."""
    every = [(found, text) for found, lines in english() for text in lines][::3]
    assert len(every) > 500
    read = {}
    for code in known():
        with speaking(code):
            read[code] = [told(read_orders([text], found).lines) for found, text in every]
    monkeypatch.setattr(mails, "rewordings", lambda *_, **__: ())
    alone = [told(read_orders([text], found).lines) for found, text in every]
    for code in known():
        changed = [
            (text, ever, now)
            for (_, text), ever, now in zip(every, alone, read[code], strict=True)
            if ever != now
        ]
        assert changed == [], code


SEVERAL = {"An Dún"}
"""Names that are one of the board's other spellings too, so that their writer is asked."""


@pytest.mark.parametrize("board_id", ["standard", "irish", "republic"])
def test_names_in_other_tongues_name_what_they_say(board_id: str) -> None:
    """Each name in a file of names is clear: it is that place's or power's and no other's."""
    board = load_board(board_id)
    assert set(board.names) == {"de", "ga"}
    for code, names in board.names.items():
        spoken, spelling = in_tongue(board, code), load_tongue(code).spelling
        for place, words in names.provinces.items():
            for word in words:
                found = places_of(spoken, split_words(fold(spelling.without_article(word))))
                assert found == (place,) or (word in SEVERAL and place in found), word
        powers = lexicon_of(spoken).powers
        for power, words in names.powers.items():
            for word in words:
                assert powers[squeeze(fold(spelling.without_article(word)))] == (power,), word


GUIDE = FOLDER.parents[1] / "docs" / "players.md"


def examples() -> list[str]:
    """Return the orders in German and Irish that stand in the players' guide."""
    table = GUIDE.read_text(encoding="utf-8").partition("| Deutsch | Gaeilge |")[2]
    rows = table.partition("\n\n")[0]
    return re.findall(r"`([^`]+)`", rows)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("text", examples())
def test_an_example_of_the_guide(text: str) -> None:
    """Each example reads as an order, on one of the boards, in a phase that asks for such orders."""
    read = [
        read_orders([text], any_position(load_board(board), phase)).orders
        for board in ("standard", "republic")
        for phase in ("S1901M", "S1901R", "W1901A")
    ]
    assert any(len(orders) == 1 for orders in read)
