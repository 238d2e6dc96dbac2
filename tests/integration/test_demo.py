"""`gm demo`: the first thing anybody runs must work, whole, and leave what it says it leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gm.app.records import PhaseStatus
from gm.bootstrap.services import open_services
from gm.config import load_settings


@pytest.mark.timeout(1000)
def test_the_demo_tells_a_whole_game(tmp_path: Path) -> None:
    """Winter 1015 to Autumn 1016 over real mail: a half name asked about, a late mail told."""
    folder = tmp_path / "demo"
    command = [sys.executable, "-m", "gm", "demo", "--folder", str(folder), "--seconds", "12"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert "Did you mean Galway West" in told
    assert "answers a phase that has been resolved" in told
    assert "Fleet Fastnet moves to Clare - BOUNCED." in told
    for place in ("mailbox", "gm.sqlite3", "maps"):
        assert place in told
    with (
        open_services(load_settings(folder / "gm.toml")) as services,
        services.store.read() as transaction,
    ):
        phases = transaction.phases(transaction.game("tara").id)
    assert [one.name for one in phases][:4] == ["W1015A", "S1016M", "F1016M", "W1016A"]
    assert {one.status for one in phases[:3]} == {PhaseStatus.RESOLVED}


def test_the_demo_leaves_other_folders_alone(tmp_path: Path) -> None:
    """A folder that holds other things is never cleared."""
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    command = [sys.executable, "-m", "gm", "demo", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode != 0
    assert "holds other things" in done.stderr
    assert (tmp_path / "thesis.txt").exists()
