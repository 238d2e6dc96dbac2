"""What every test of the command line gets."""

from collections.abc import Iterator
from functools import cache

import pytest
from typer import main


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """Nearly every test here begins with a new database."""


@pytest.fixture(scope="module", autouse=True)
def _quick_to_type() -> Iterator[None]:
    """The tree of commands is built once, not each time that a test types one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "get_command", cache(main.get_command))
        yield
