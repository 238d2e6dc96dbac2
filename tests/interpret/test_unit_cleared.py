"""Lines that take back what one unit was ordered, in a player's own words."""

from __future__ import annotations

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from tests.interpret.conftest import position

UNITS = dict.fromkeys(("F BRE", "A PAR", "A MAR"), "FRANCE")
HERE = position("standard", "S1901M", "FRANCE", UNITS)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("cancel the order for the fleet", ["BRE"]),
        ("Cancel my fleet's order.", ["BRE"]),
        ("Cancel the order for A Par", ["PAR"]),
        ("withdraw the order to the army in Paris!", ["PAR"]),
        ("Forget the Brest fleet's order.", ["BRE"]),
        ("Please scrap the orders for my armies", ["MAR", "and", "PAR"]),
    ],
)
def test_the_unit_is_found(text: str, places: list[str]) -> None:
    """By its province, or by its kind where its writer has one such unit."""
    (command,) = read_orders([text], HERE).commands
    assert (command.word, [*command.arguments]) == ("CLEAR", places)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Storniere den Befehl für Armee Paris", ["PAR"]),
        ("Zieh den Befehl für die Flotte zurück", ["BRE"]),
        ("Hebe den Befehl für A Par auf", ["PAR"]),
        ("Lösche den Befehl der Armee in Paris", ["PAR"]),
        ("Nimm die Befehle für meine Armeen zurück", ["MAR", "and", "PAR"]),
        ("Vergiss den Befehl für F Bre", ["BRE"]),
        ("Storniere meine Befehle", []),
        ("Ziehe alle meine Befehle zurück", []),
        ("Cealaigh an t-ordú d'Arm Pháras", ["PAR"]),
        ("Tarraing siar an t-ordú don chabhlach", ["BRE"]),
        ("Cuir m'ordú do Pháras ar ceal", ["PAR"]),
        ("Cealaigh na horduithe do m'airm", ["MAR", "and", "PAR"]),
        ("Cealaigh m'orduithe uile", []),
        ("Cuir m'orduithe ar ceal", []),
    ],
)
def test_the_unit_is_found_in_other_languages(text: str, places: list[str]) -> None:
    """Whoever writes: German and Irish say it with a verb in two parts, or with changed beginnings."""
    (command,) = read_orders([text], HERE).commands
    assert (command.word, [*command.arguments]) == ("CLEAR", places)


@pytest.mark.parametrize(
    "text",
    [
        "Nimm meine Befehle",
        "Hier sind meine Befehle",
        "Storniere meine Befehle nicht",
        "Storniere den Befehl für Pizza",
        "Cuir m'orduithe",
        "Seo m'orduithe",
        "Ná cealaigh m'orduithe",
    ],
)
def test_what_only_sounds_like_it_clears_nothing(text: str) -> None:
    """To send orders, to keep them, or to cancel something else is not to take orders back."""
    assert not [
        command for command in read_orders([text], HERE).commands if command.word == "CLEAR"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Cancel the order for the army", "several such units"),
        ("Cancel the order for the army in Narnia", "no province “Narnia”"),
    ],
)
def test_which_unit_is_asked(text: str, says: str) -> None:
    """Of several none is guessed."""
    read = read_orders([text], HERE)
    assert not read.commands
    (line,) = read.lines
    assert line.verdict is Verdict.AMBIGUOUS
    assert line.problem is not None
    assert says in line.problem.message


def test_who_has_no_such_unit_is_told() -> None:
    """Nothing is there to be taken back."""
    context = position("standard", "S1901M", "FRANCE", {"A PAR": "FRANCE", "F LON": "ENGLAND"})
    (problem,) = read_orders(["Cancel the order for the fleet"], context).problems
    assert problem.message == "You have no such unit, so no order was taken back."


@pytest.mark.parametrize(
    "text",
    ["Cancel my order for pizza", "Cancel my last order", "Forget my order", "Cancel the match"],
)
def test_other_things_are_not_cleared(text: str) -> None:
    """A line that names no unit is no command."""
    read = read_orders([text], HERE)
    assert (read.commands, read.problems) == ((), ())
