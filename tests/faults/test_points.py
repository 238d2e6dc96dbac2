"""A server killed at every failpoint in one life after another; twenty times at each in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.soak_points import MIGRATING, POINTS, soak

pytestmark = pytest.mark.slow


@pytest.mark.timeout(1200)
def test_no_failpoint_loses_or_repeats_anything(tmp_path: Path) -> None:
    """Four games go on through a death at each point; the audit finds nothing but planted faults."""
    outcome = soak(tmp_path, each=1, seed=5)
    assert outcome.is_sound, outcome
    assert outcome.deaths == dict.fromkeys([*POINTS, MIGRATING], 1)
    assert outcome.audit.phases > 0
