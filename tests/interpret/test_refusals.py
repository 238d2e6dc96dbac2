"""Why an order is refused is told truly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm.interpret import Context, read_orders


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("F ION C A RUM - SWE", "No chain of seas leads there."),
        ("F BLA C A PRU - SWE", "The fleet in Black Sea lies on no route to Sweden"),
        (
            "F BLA S A RUM - ARM",
            "could go there only by convoy of the fleet in Black Sea, not with its support.",
        ),
        ("F ENG - NTH/NC", "North Sea has one coast only"),
        ("F LYO - SPA/NC", "That coast cannot be reached. Did you mean Spain (south coast)?"),
    ],
)
def test_what_is_at_fault_is_said(position: Callable[..., Context], line: str, words: str) -> None:
    """DATC 6.D.31, 6.F.1, 6.F.12, 6.B.3: who lies on no route, and which coasts there are."""
    texts = ("F ION", "F BLA", "F ENG", "F LYO", "A RUM", "A PRU")
    where = position("standard", "S1901M", "TURKEY", dict.fromkeys(texts, "TURKEY"))
    (problem,) = read_orders((line,), where).problems
    assert words in str(problem)
