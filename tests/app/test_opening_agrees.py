"""The opening mail says nothing that its own rules or settings deny."""

from __future__ import annotations

import pytest

from tests.app.world import World

NOBODY = "the first season waits for nobody"
ALL = "waits until all five powers have sent orders"


@pytest.mark.parametrize(
    ("variant", "who", "nobody", "everybody"),
    [("republic", "MUNSTER", False, True), ("standard", "FRANCE", True, False)],
)
def test_who_is_waited_for(
    world: World, variant: str, who: str, nobody: bool, everybody: bool
) -> None:
    """Republic's first winter waits for all five powers; elsewhere the setting says whether."""
    world.start(variant=variant)
    opening = " ".join(world.last_text(who).split())
    assert (NOBODY in opening) is nobody
    assert (ALL in opening) is everybody
