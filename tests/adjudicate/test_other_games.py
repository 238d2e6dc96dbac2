"""Steps of any game: the `variant` of a line says whose room reads, plays and answers it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from gm.bootstrap import games
from gm.cli.adjudicate_lines import answer_block
from gm.contract.draws import ScriptedDraws
from gm.errors import UnreadableInput


class Tossed:
    """A toss that has been read: which side was called, and what fell."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        if record.get("call") not in ("heads", "tails"):
            raise UnreadableInput(f"{record.get('call')!r} is no side of a coin.")

    def play(self) -> str:
        """Let it fall as the record has it."""
        return ScriptedDraws({"toss": self.record["fell"]}).draw("toss", ("heads", "tails")).chosen

    def answer(self, made: str, *, explain: bool) -> dict[str, Any]:
        """Say whether the call was right."""
        told: dict[str, Any] = {"id": self.record.get("id"), "won": made == self.record["call"]}
        return {**told, "why": f"It fell {made}."} if explain else told


class CoinRecords:
    """Keeps the contract's `Records`."""

    def ask(self, record: Mapping[str, Any]) -> Tossed:
        """Read a toss."""
        return Tossed(record)


def no_game() -> Any:
    """No server plays it here."""
    raise AssertionError


@pytest.fixture
def _coin(monkeypatch: pytest.MonkeyPatch) -> None:
    room = games.Room(("coin",), no_game, CoinRecords)
    monkeypatch.setattr(games, "ROOMS", (*games.ROOMS, room))
    games._records_by.cache_clear()


def answers(*records: Mapping[str, Any], explain: bool = False) -> list[dict[str, Any]]:
    """What is answered to some records."""
    block = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    return [json.loads(line) for line in answer_block(block, explain=explain).text.splitlines()]


REPUBLIC = {"id": 2, "variant": "republic", "phase": "S1016M", "units": {"MUNSTER": ["A Ker"]}}
COIN = {"id": 1, "variant": "coin", "call": "heads", "fell": "heads"}


@pytest.mark.usefixtures("_coin")
def test_each_line_goes_to_its_room() -> None:
    """Lines of two games stand in one file; each is answered as its own room answers."""
    first, second, third = answers(COIN, REPUBLIC, {**COIN, "id": 3, "fell": "tails"})
    assert first == {"id": 1, "won": True}
    assert second["results"] == {"A Ker": "ok"}
    assert third == {"id": 3, "won": False}
    assert answers(COIN, explain=True)[0]["why"] == "It fell heads."


@pytest.mark.usefixtures("_coin")
def test_a_bad_line_costs_no_other() -> None:
    """What a room refuses, and a game that nobody knows, are answered by what is wrong."""
    wrong, right, unknown = answers({**COIN, "call": "edge"}, COIN, {"id": 9, "variant": "chess"})
    assert wrong == {"id": 1, "error": "'edge' is no side of a coin."}
    assert right["won"]
    assert unknown["error"] == (
        "There are no rules for variant 'chess' yet; known are coin, freedom, irish, irish-freedom,"
        " irish_freedom, republic, standard, turlough."
    )
