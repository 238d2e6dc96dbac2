"""The error tree: its drawing, its exit codes, and its way through a process pool."""

import inspect
import pickle
import re

import pytest

from gm import errors
from gm.errors import ConfigError, ExitCode, GmError, InputError, MapError, UnknownName

TREE = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, GmError)
]


@pytest.mark.parametrize("error", TREE, ids=lambda error: error.__name__)
def test_drawn_as_it_is(error: type[GmError]) -> None:
    """Each class stands in the drawing, at its depth, with its exit code."""
    drawn = re.search(rf"^( +){error.__name__} +(\d+)", errors.__doc__ or "", re.MULTILINE)
    assert drawn, f"{error.__name__} is not drawn"
    depth = error.__mro__.index(GmError)
    assert (len(drawn[1]) - 4) // 2 == depth
    assert int(drawn[2]) == error.exit_code


def test_input_error_says_where_and_what() -> None:
    """The sentence carries the line and the near name."""
    error = UnknownName("no province is called Killkeny", line=3, suggestion="Kilkenny")
    assert str(error) == "line 3: no province is called Killkeny Did you mean Kilkenny?"


@pytest.mark.parametrize(
    "error",
    [
        InputError("no", line=2, piece="x", expected=["a unit"], suggestion="y"),
        MapError("maps/irish/borders.toml", "Tara", "borders itself"),
        ConfigError("gm.toml", "listen_port", "too large"),
    ],
)
def test_errors_survive_pickling(error: GmError) -> None:
    """An error raised in a worker process arrives whole."""
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(copy), vars(copy)) == (str(error), vars(error))


def test_temporary_trouble_asks_a_mail_system_to_wait() -> None:
    """What may go better later exits with 75, so that a pipe keeps the mail."""
    temporary = {
        errors.TemporaryFailure,
        errors.NotReached,
        errors.StoreBusy,
        errors.StoreConflict,
        errors.QuotaUsedUp,
    }
    assert {error for error in TREE if error.exit_code is ExitCode.TEMPORARY} == temporary
