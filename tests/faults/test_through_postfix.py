"""Mails through a real Postfix into a server that dies: bounded here, ten thousand in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.soak_postfix import LEAST_KILLS, soak, subject_of
from tests.peers.postfix import Postfix

pytestmark = pytest.mark.slow


def test_nothing_is_lost_and_nothing_is_twice(postfix: Postfix, tmp_path: Path) -> None:
    """What Postfix was told 250 for is stored, read and answered once, however the server died."""
    count = soak(subject_of(tmp_path), postfix, 150, seed=6, most=4)
    assert count.is_even, count
    assert LEAST_KILLS <= count.kills <= 4
    assert count.duplicates_recognised >= 1


@pytest.mark.parametrize("fault", ["early", "keyless"])
def test_a_loss_and_a_double_would_be_seen(postfix: Postfix, tmp_path: Path, fault: str) -> None:
    """A server that says 250 too early loses mail; one that knows no mail again answers twice."""
    count = soak(subject_of(tmp_path, fault), postfix, 40, seed=6, most=3)
    assert count.unread == count.unsent == 0
    assert (count.lost > 0) is (fault == "early")
    assert (count.answered_twice > 0) is (fault == "keyless")
