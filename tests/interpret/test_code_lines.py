"""Lines of a program, as people who write programs paste and sign them, ask for nothing."""

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.orders import Move
from gm.interpret.commands import command_of, command_words
from gm.interpret.folding import fold

CODE = """\
return 0;
return 0
RETURN 0;
return -1
return;
return x;
return None
return true
return false;
return NULL;
return self
return (a+b);
return f(x)
leave();
leave 1
observe(x);
observe 2;
standby = True;
wait(5);
wait 5;
final int x = 3;
final 1
status = 0;
status 404
orders = [];
set password = 5
absent = 5;
vote yes;
clear screen;
join(',');
map { x }
help();
resign {
report != 1""".splitlines()

COMMANDS = {
    "return tara": "RETURN",
    "RETURN tara-2": "RETURN",
    "leave 2nd-game": "LEAVE",
    "observe tara.": "OBSERVE",
    "VOTE YES;": "VOTE",
    "clear A Mun": "CLEAR",
    "clear A(Mun)": "CLEAR",
    "CLEAR F Spa(sc)": "CLEAR",
    "status France": "STATUS",
    "ABSENT 1 Mar - 5 Mar": "ABSENT",
    "absent 1.3.-5.3.": "ABSENT",
    "address a=b@example.org": "ADDRESS",
    "timezone: Europe/Berlin": "TIMEZONE",
    "join tara as France": "JOIN",
    "history 1901-1903": "HISTORY",
}


@pytest.mark.parametrize("line", CODE)
def test_a_line_of_a_program_is_no_command(line: str) -> None:
    """A word of the commands with what can be no name behind it, or with a program's signs."""
    assert command_of(fold(line)) is None


@pytest.mark.parametrize("word", [word.lower() for word in command_words()])
@pytest.mark.parametrize("rest", ["();", " = 0;", " x;", " {", " == 1"])
def test_no_command_is_read_out_of_a_program(word: str, rest: str) -> None:
    """Whatever the command, a program's signs behind it in small letters make it none."""
    assert command_of(fold(word + rest)) is None


@pytest.mark.parametrize("line", COMMANDS)
def test_names_and_signs_of_commands_stay(line: str) -> None:
    """Names with figures, coasts and dates are none of a program's."""
    command = command_of(fold(line))
    assert command is not None
    assert command.word == COMMANDS[line]


def test_a_program_beside_orders_does_nothing(at_the_start: Context) -> None:
    """The orders of the mail count, and nobody comes back, waits or leaves."""
    read = read_orders(["A Mun - Bur", "return 0;", "wait 5;"], at_the_start)
    assert not read.commands
    assert [type(order) for order in read.orders] == [Move]
