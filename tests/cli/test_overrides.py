"""The commands of the GM's desk, as they are typed and as they answer."""

from __future__ import annotations

import pytest

from gm.interpret.gm_words import DOES
from tests.cli.test_game import _server, as_json, begin, run

_ = _server  # the settings of an empty server, for every test here


@pytest.fixture
def winter() -> None:
    """Munster's army crossed its bridge and took Waterford; Winter 1016 is open."""
    begin()
    order("Build A Cork Central; Build bridge CoC-Wat")
    for text in ("A CoC - Wat", "A Wat Holds", ""):
        assert run("process", "tara", "--early", "--without-them").exit_code == 0
        if text:
            order(text)


def order(text: str) -> None:
    """Enter orders for Munster."""
    ran = run("order", "set", "tara", "Munster", text, "--reason", "by phone")
    assert ran.exit_code == 0, ran.stderr


def course() -> list[tuple[str, str]]:
    """Return the entries of the journal on overrides: kind and reason."""
    found = as_json("journal", "tara")
    return [(one["kind"], one["reason"]) for one in found if one["author"] == "gm"]


@pytest.mark.slow
def test_a_rollback_is_shown_and_then_made(winter: None) -> None:
    """Without --yes nothing happens; with it a reason is needed."""
    shown = as_json("rollback", "tara", "S1016M")
    assert (shown["undone"], shown["done"]) == (["S1016M", "F1016M", "W1016A"], False)
    assert "Nothing has been done" in run("rollback", "tara", "S1016M").stdout
    assert as_json("game", "show", "tara")["phase"] == "W1016A"
    assert run("rollback", "tara", "S1016M", "--yes").exit_code == 65
    done = as_json("rollback", "tara", "S1016M", "--yes", "--reason", "x", "--deadline", "+48h")
    assert done["done"]
    assert done["orders"] == 1
    assert as_json("game", "show", "tara")["phase"] == "S1016M"
    assert as_json("orders", "tara")[0]["order"] == "A CoC - Wat"
    assert course()[-1] == ("game rolled back", "x")


@pytest.mark.slow
def test_a_correction_is_shown_and_then_made(winter: None) -> None:
    """Season by season, for people and for programs."""
    change = ("correct", "tara", "S1016M", "--order", "Munster: A CoC Holds")
    shown = run(*change).stdout
    assert "S1016M:" in shown
    assert "Waterford is nobody's; it was Munster's." in shown
    assert "To do it: --yes --reason WHY." in shown
    done = as_json(*change, "--yes", "--reason", "misread")
    assert done["done"]
    assert [one["phase"] for one in done["seasons"]] == ["S1016M", "F1016M"]
    assert course()[-1] == ("game corrected", "misread")
    assert as_json("replay", "tara")["difference"] is None
    units = as_json("correct", "tara", "S1016M", "--unit", "add Ulster 'A Der'")
    assert units["seasons"][0]["units"] == ["Ulster has A Der."]
    assert run("correct", "tara", "S1016M", "--order", "A CoC Holds").exit_code == 65
    assert run("correct", "tara", "S1016M", "--unit", "add 'A Der").exit_code == 65


@pytest.mark.slow
def test_a_position_is_set(winter: None) -> None:
    """Units, centres and bridges; each says what it did and who was told."""
    why = ("--reason", "x")
    for words in (
        ("unit", "add", "tara", "Ulster", "A Der"),
        ("unit", "move", "tara", "A Der", "Donegal"),
        ("unit", "remove", "tara", "A Donegal"),
        ("centre", "set", "tara", "Wat", "Ulster"),
        ("bridge", "add", "tara", "Ulster", "BeN-BeS"),
        ("bridge", "remove", "tara", "CoC-Wat", "Munster"),
    ):
        ran = run(*words, *why)
        assert ran.exit_code == 0, ran.stderr
        assert ran.stdout.startswith("W1016A of tara: The GM ")
    assert as_json("unit", "add", "tara", "Ulster", "F GaW", *why)["told"] == ["ULSTER"]
    assert run("unit", "convert", "tara", "F GaW", *why).exit_code == 0
    assert run("unit", "convert", "tara", "A GaW").exit_code == 65
    ran = run("points", "set", "tara", "Ulster", "5", *why)
    assert ran.exit_code == 0, ran.stderr
    assert "Winter 1016 to 5 points" in ran.stdout
    replayed = as_json("replay", "tara")
    assert (replayed["difference"], replayed["overrides"]) == (None, 9)


def test_a_disputed_order_is_decided(winter: None) -> None:
    """Of a phase of the past it is shown first, like any correction."""
    words = ("outcome", "set", "tara", "S1016M", "A CoC - Wat", "fails")
    assert as_json(*words)["done"] is False
    assert as_json(*words, "--yes", "--reason", "too late")["done"] is True
    assert run("outcome", "set", "tara", "S1016M", "A CoC", "maybe").exit_code == 64


@pytest.mark.slow
def test_a_game_is_edited_in_its_own_words(winter: None) -> None:
    """With no words what can be corrected is listed; each example begins as it is typed."""
    listed = as_json("edit", "tara")["verbs"]
    assert {"unit add", "centre set", "board split", "outcome"} <= {one["verb"] for one in listed}
    assert all(one["form"].startswith(one["verb"]) and one["help"] for one in listed)
    assert 'unit add MUNSTER "A CoC"' in run("edit", "tara").stdout
    done = as_json("edit", "tara", "unit", "add", "Munster", "A Ker", "--reason", "it was built")
    assert done["done"].startswith("The GM put the new Munster Army Kerry")
    assert done["told"] == ["MUNSTER"]
    assert course()[-1] == ("position amended", "it was built")
    refused = run("edit", "tara", "unit", "paint", "A Ker", "red", "--reason", "x")
    assert (refused.exit_code, "is no override" in refused.stderr) == (65, True)


@pytest.mark.slow
def test_a_past_phase_is_edited(winter: None) -> None:
    """What it would change is shown; with --yes it is made, told, and undone like the others."""
    words = ("edit", "tara", "outcome", "A CoC - Wat", "fails", "--phase", "S1016M")
    shown = as_json(*words)
    assert (shown["done"], shown["seasons"][0]["phase"]) == (False, "S1016M")
    assert "Waterford is nobody's; it was Munster's." in run(*words).stdout
    assert as_json(*words, "--yes", "--reason", "too late")["done"]
    assert as_json("replay", "tara")["difference"] is None
    undone = as_json("rollback", "tara", "S1016M", "--yes", "--reason", "after all not")
    assert undone["done"]


def test_orders_are_entered_and_cleared() -> None:
    """Several in one argument, with what they took the place of."""
    begin()
    order("Build A Cork Central; Build F CoS")
    told = as_json("order", "set", "tara", "munster", "Build A CoC", "--reason", "x")
    assert told["standing"] == ["B A CoC"]
    assert told["gone"] == ["B A CoC", "B F CoS"]
    gone = run("order", "clear", "tara", "Munster", "--reason", "x").stdout
    assert "MUNSTER in W1015A: no orders" in gone
    assert run("order", "clear", "tara", "Munster", "--reason", "x").exit_code == 77
    assert run("order", "set", "tara", "Munster", "Build A Xyz", "--reason", "x").exit_code == 65


@pytest.mark.slow
def test_journal_and_mails_again(winter: None) -> None:
    """What players may read of it; what goes out once more."""
    every, public = as_json("journal", "tara"), as_json("journal", "tara", "--public")
    assert len(every) > len(public) > 0
    assert as_json("journal", "tara", "--since", "2999-01-01") == []
    printed = run("journal", "tara").stdout
    assert "because: by phone" in printed
    assert "* players do not read it" in printed
    assert printed.startswith("Moments are by the clocks of ")
    sent = as_json("resend", "tara", "report", "Munster", "--phase", "S1016M")
    assert sent["to"] == ["munster@example.org"]
    assert "goes out again to" in run("resend", "tara", "opening", "all").stdout
    assert run("resend", "tara", "letter", "all").exit_code == 65


def test_a_game_that_does_not_follow_from_its_records_fails(winter: None) -> None:
    """A script can tell by the exit code."""
    assert run("replay", "tara", "--rejudge").stdout.startswith("4 phases lead to the position")
    assert run("replay", "nowhere").exit_code == 67


WHY = ("--reason", "the whole reason")
OVERRIDES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("order", "set"): ("tara", "Ulster", "Build A BeS", *WHY),
    ("order", "clear"): ("tara", "Munster", *WHY),
    ("unit", "add"): ("tara", "Ulster", "A Der", *WHY),
    ("unit", "move"): ("tara", "A Wat", "Ker", *WHY),
    ("unit", "remove"): ("tara", "A Wat", *WHY),
    ("unit", "convert"): ("tara", "F GaW", *WHY),
    ("centre", "set"): ("tara", "Wat", "Ulster", *WHY),
    ("bridge", "add"): ("tara", "Ulster", "BeN-BeS", *WHY),
    ("bridge", "remove"): ("tara", "CoC-Wat", *WHY),
    ("points", "set"): ("tara", "Ulster", "5", *WHY),
    ("edit",): ("tara", "centre", "set", "Wat", "Ulster", *WHY),
    ("outcome", "set"): ("tara", "S1016M", "A CoC - Wat", "fails", "--yes", *WHY),
    ("rollback",): ("tara", "S1016M", "--yes", *WHY),
    ("correct",): ("tara", "S1016M", "--order", "Munster: A CoC Holds", "--yes", *WHY),
    ("deadline",): ("tara", "+240h", *WHY),
    ("pause",): ("tara", *WHY),
    ("seat", "assign"): ("tara", "Ulster", "Una", "una@example.org", *WHY),
    ("seat", "vacate"): ("tara", "Munster", "--yes", *WHY),
}
"""Every override that a game of Republic takes in Winter 1016, as it is typed behind `gm`."""

ELSEWHERE = frozenset(
    "board draws walk game ruling press player token process resume resend".split()
)
"""What else a GM can do, by its first word: in other games, or no override; tests/app has each."""


def test_every_override_is_in_the_table() -> None:
    """A new command of the GM's that changes something is in one table or the other."""
    missing = {one for one in DOES if one not in OVERRIDES and one[0] not in ELSEWHERE}
    missing.discard(("seat", "offer"))  # an offer changes nothing until it is taken
    assert missing == set()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("command", OVERRIDES, ids=" ".join)
def test_every_override_is_an_event(winter: None, command: tuple[str, ...]) -> None:
    """It is in the journal with author, moment and reason, and replayed byte for byte."""
    if command == ("order", "clear"):
        order("Build A CoC")
    if command == ("unit", "convert"):
        assert run("unit", "add", "tara", "Ulster", "F GaW", *WHY).exit_code == 0
    before = len(as_json("journal", "tara"))
    ran = run(*command, *OVERRIDES[command])
    assert ran.exit_code == 0, ran.stderr
    entries = as_json("journal", "tara")[before:]
    told = [one for one in entries if "the whole reason" in (one["reason"] or one["text"])]
    assert told, entries
    assert all(one["author"] == "gm" and one["at"] for one in told)
    replayed = as_json("replay", "tara")
    assert replayed["difference"] is None
    assert run("audit").exit_code == 0
    public = as_json("journal", "tara", "--public")
    sealed = command[0] == "order"
    assert all((one in public) is not sealed for one in told)


def test_a_paused_game_has_no_deadline_in_the_list(winter: None) -> None:
    """The old one stands no more; the new one is worked out when the game goes on."""
    assert run("pause", "tara", "--reason", "x").exit_code == 0
    assert "no deadline till it is resumed" in run("game", "list").stdout
    assert run("resume", "tara").exit_code == 0
    assert "UTC" in run("game", "list").stdout
