"""A mailbox at a real Dovecot that fails in every way in turn; a hundred rounds in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.soak_mailbox import FAULTS, soak
from tests.peers.dovecot import Dovecot

pytestmark = pytest.mark.slow


def test_every_mail_is_fetched_and_answered_once(dovecot: Dovecot, tmp_path: Path) -> None:
    """Killed, frozen, numbered anew, or we killed before a mail is moved: one answer each."""
    outcome = soak(dovecot, tmp_path, len(FAULTS), seed=3)
    assert outcome.is_sound, outcome
    assert set(outcome.faults) == set(FAULTS)
