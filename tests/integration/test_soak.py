"""A short soak: a real server with games, mail and deadlines, killed again and again, then audited."""

from pathlib import Path

import pytest

from benchmarks.soak import GAMES, LEAST_KILLS, report, soak

pytestmark = pytest.mark.slow


def test_a_short_soak_finds_nothing(tmp_path: Path) -> None:
    """Nothing is lost, repeated or left lying, and the audit sees each fault made on purpose."""
    lengths = {"setup": 3, "movement": 3, "retreat": 2, "adjustment": 3}
    outcome = soak(tmp_path, mails=24, seconds=6, seed=7, lengths=lengths)
    assert outcome.is_sound, report(outcome)
    assert outcome.kills >= LEAST_KILLS
    assert outcome.audit.mails > 24
    assert outcome.audit.phases >= len(GAMES)
