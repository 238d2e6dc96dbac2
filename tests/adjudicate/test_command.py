"""`gm adjudicate` as a command: lines in, lines out, whatever the lines are."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from gm.cli.adjudicate import adjudicate
from tests.adjudicate.comparing import SAMPLE

app = typer.Typer()
app.command()(adjudicate)


def run(*arguments: str, text: str | bytes = "") -> tuple[int, list[dict[str, Any]]]:
    """Run the command and return its exit code and the answers."""
    result = CliRunner().invoke(app, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def phase(name: object, **more: Any) -> str:
    """Return a line with a small Republic phase."""
    record = {
        "id": name,
        "variant": "republic",
        "phase": "S1016M",
        "units": {"MUNSTER": ["A Ker"]},
        "orders": {"MUNSTER": ["A Ker - CoS"]},
    }
    return json.dumps({**record, **more}) + "\n"


def test_a_file_is_answered_line_by_line() -> None:
    """Each phase of a file has one answer of id, results and after, in its place."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()[:40]
    code, answers = run(str(SAMPLE))
    assert code == 0
    assert [one["id"] for one in answers[:40]] == [json.loads(line)["id"] for line in lines]
    assert all(list(one) == ["id", "results", "after"] for one in answers)


def test_standard_input_is_read_without_a_file() -> None:
    """No argument, or -, means standard input; the id comes back as it was."""
    for arguments in ((), ("-",)):
        code, answers = run(*arguments, text=phase({"any": 1}))
        assert code == 0
        assert answers[0]["id"] == {"any": 1}
        assert answers[0]["results"] == {"A Ker": "ok"}


def test_empty_input_is_no_failure() -> None:
    """Nothing in, nothing out; blank lines are nothing."""
    assert run(text="") == (0, [])
    assert run(text="\n  \n") == (0, [])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": "cut short"\n', "cannot be read"),
        ("[]\n", "no JSON object"),
        ("NaN\n", "no JSON object"),
        ("[" * 100_000 + "\n", "cannot be read"),
        (phase(7, variant="chess"), "no rules for variant 'chess'"),
        (phase(7, orders={"MUNSTER": ["go"]}), "'go' is no order"),
        (phase(7, options={"removals": "no"}), "removals"),
    ],
)
def test_a_bad_line_costs_only_itself(line: str, words: str) -> None:
    """It is answered by what is wrong, the lines around it by results, and the exit code is 1."""
    code, answers = run(text=phase("before") + line + phase("after"))
    assert code == 1
    assert [one.get("id") for one in answers] in (
        ["before", 7, "after"],
        ["before", None, "after"],
    )
    assert words in answers[1]["error"]
    assert "results" in answers[0]
    assert "results" in answers[2]


def test_bytes_that_are_no_text_cost_only_their_line() -> None:
    """Input that is not UTF-8 is answered like any other bad line."""
    code, answers = run(text=b'{"id": "\xff\xfe\n' + phase("good").encode())
    assert code == 1
    assert "error" in answers[0]
    assert answers[1]["id"] == "good"


def test_explain_adds_why() -> None:
    """With --explain each answer has a table of sentences, empty if all went well."""
    _, answers = run("--explain", text=phase(1) + phase(2, orders={"MUNSTER": ["A Ker - DbN"]}))
    assert answers[0]["why"] == {}
    # Both lie on the coast, so the order is possible; but no fleet carries it.
    assert answers[1]["why"] == {
        "A Ker": "It cannot walk there, and no fleet was ordered to convoy it."
    }


def test_a_missing_file_is_told() -> None:
    """A file that is not there is refused in a sentence, before any answer."""
    result = CliRunner().invoke(app, ["nowhere.jsonl"])
    assert result.exit_code != 0
    assert "nowhere.jsonl cannot be read" in str(result.exception)


def test_two_processes_answer_in_the_order_of_the_input() -> None:
    """--jobs changes who does the work and nothing else, bad lines included."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)[:70]
    text = "".join([*lines[:33], "no JSON\n", *lines[33:]])
    code, alone = run(text=text)
    shared_code, shared = run("--jobs", "2", text=text)
    assert (code, shared_code) == (1, 1)
    assert shared == alone
