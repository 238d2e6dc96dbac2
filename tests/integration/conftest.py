"""What the tests of whole servers get."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def _quick_to_make(copied_databases: None) -> None:
    """A server in this process finds its database made; one in a process of its own makes it."""
