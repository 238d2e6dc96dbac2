"""What every test of the command line gets."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """Nearly every test here begins with a new database."""
