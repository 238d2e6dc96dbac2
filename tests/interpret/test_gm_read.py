"""`gm read` on the command line: JSON for programs, plain lines for people."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gm.errors import UnreadableInput
from gm.games.diplomacy.cli.read import app
from gm.games.diplomacy.desk.reading import read_record
from gm.games.diplomacy.map.files.boards import load_board

MAILS = Path(__file__).parents[1] / "data" / "mails"
RECORD = {
    "text": "A Mun - Tyr",
    "board": "standard",
    "phase": "movement",
    "power": "GERMANY",
    "units": {"A MUN": "GERMANY"},
}


def run(*arguments: str, text: str = "") -> tuple[int, str]:
    """Run `gm read` and return its exit code and what it printed."""
    result = CliRunner().invoke(app, [*arguments], input=text)
    return result.exit_code, result.stdout


def test_order_lines_are_answered_as_json() -> None:
    """Each record is answered by one object with its text, orders and problems."""
    doubtful = {**RECORD, "text": "A Mun - Gal or Boh"}
    code, out = run(
        "orders", "--json-lines", text=f"{json.dumps(RECORD)}\n\n{json.dumps(doubtful)}\n"
    )
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert first == {"text": "A Mun - Tyr", "orders": ["A MUN - TYR"], "problems": []}
    assert second["orders"] == []
    assert "choice" in second["problems"][0]


@pytest.mark.parametrize(
    "bad",
    [
        "no json",
        "[1]",
        json.dumps({**RECORD, "phase": "tea"}),
        json.dumps({**RECORD, "power": "NARNIA"}),
        json.dumps({**RECORD, "units": {"A XXX": "GERMANY"}}),
        json.dumps({**RECORD, "units": {"A NTH": "GERMANY"}}),
        json.dumps({**RECORD, "board": "narnia"}),
        json.dumps({**RECORD, "text": 5}),
    ],
)
def test_a_bad_record_is_told_and_the_rest_goes_on(bad: str) -> None:
    """A record that is not of the form gives an error; the next one is read."""
    code, out = run("orders", "--json-lines", text=f"{bad}\n{json.dumps(RECORD)}\n")
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert first["error"]
    assert second["orders"] == ["A MUN - TYR"]


def test_order_lines_are_printed_for_a_person() -> None:
    """Without the option the orders stand below their line."""
    code, out = run("orders", text=json.dumps(RECORD))
    assert (code, out.splitlines()) == (0, ["A Mun - Tyr", "  A MUN - TYR"])


FRENCH, NO_UNIT = "  A PAR - BUR", "  (There is no unit in Burgundy."


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["A Par - Bur", "a mun s par-bur"], [FRENCH, "  A MUN S A PAR - BUR"]),
        (["--power", "Germany", "A Par - Bur"], ["  (That is France's unit."]),
        (["--power", "France", "A Bur - Mun"], [NO_UNIT]),
        (["--unit", "A Bur", "--power", "France", "Bur - Mun"], ["  A BUR - MUN"]),
        (["--phase", "adjustment", "--power", "France", "Build A Par"], ["  B A PAR"]),
        (
            ["--board", "republic", "--power", "Ulster", "--unit", "a antrim", "Ant H"],
            ["  A Ant H"],
        ),
    ],
)
def test_orders_are_read_without_json(arguments: list[str], lines: list[str]) -> None:
    """As arguments, for the opening or for what is said; the power is the one whose they can be."""
    code, out = run("orders", *arguments)
    found = [line for line in out.splitlines() if line.startswith("  ")]
    assert code == 0
    assert len(found) == len(lines)
    assert all(one.startswith(said) for one, said in zip(found, lines, strict=True)), out


def test_plain_lines_are_read_from_standard_input() -> None:
    """One order a line; a power that is none is told with those there are."""
    code, out = run("orders", text="A Par - Bur\n\nF Kie - Bal\n")
    assert (code, out.splitlines()) == (
        0,
        ["A Par - Bur", FRENCH, "F Kie - Bal", "  F KIE - BAL"],
    )
    code, out = run("orders", "--power", "Narnia", text="A Par - Bur\n")
    assert code == 1
    assert "there are Austria, England" in out


def test_mails_are_answered_as_json() -> None:
    """One object per file, with the file's name."""
    files = [str(MAILS / "02-gmail-android.eml"), str(MAILS / "39-command-status.eml")]
    code, out = run("mail", "--seats", str(MAILS / "seats.json"), "--json", *files)
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert first["file"] == "02-gmail-android.eml"
    assert first["orders"] == ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"]
    assert (second["kind"], second["command"]) == ("command", "STATUS")


def test_mails_are_printed_for_a_person() -> None:
    """Kind, sender and orders of a mail, a line each."""
    name = "40-correction-in-one-mail.eml"
    code, out = run("mail", "--seats", str(MAILS / "seats.json"), str(MAILS / name))
    assert code == 0
    assert out.startswith(f"{name}: orders from gus@example.com (GERMANY)")
    assert "  orders: A MUN - TYR" in out


def test_an_empty_line_is_a_problem() -> None:
    """A record without words gives no orders and says so."""
    answer = read_record({**RECORD, "text": ""}, load_board)
    assert not answer.orders
    assert answer.problems


def test_units_must_be_an_object() -> None:
    """A list of units is refused with the key's name."""
    with pytest.raises(UnreadableInput, match="units"):
        read_record({**RECORD, "units": ["A MUN"]}, load_board)
