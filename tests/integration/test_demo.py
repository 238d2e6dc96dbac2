"""`gm demo`: the first thing anybody runs must work, whole, and leave what it says it leaves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gm.app.records import PhaseStatus
from gm.bootstrap.services import open_services
from gm.config import load_settings

MOST_LINES = 150
"""Lines of a story that is told on a few screens."""

LONG = "120"
"""Seconds of a phase: builds and soaks of the same tier may slow each of its five mails down tenfold."""


@pytest.mark.slow
@pytest.mark.timeout(1000)
def test_the_demo_tells_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Winter 1015 to Autumn 1016 over real mail: a half name asked about, a late mail told."""
    monkeypatch.setenv("GM_MAIL_PICTURES", "yes")
    folder = tmp_path / "demo"
    command = [sys.executable, "-m", "gm", "demo", "--folder", str(folder), "--seconds", LONG]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert len(done.stdout.splitlines()) < MOST_LINES
    assert "Did you mean Galway West" in told
    assert "answers a phase that has been resolved" in told
    assert "Fleet FASTNET moves to Clare - BOUNCED." in told
    for place in ("mails", "maps", "archive/index.html", "data/mailbox", "data/gm.sqlite3"):
        assert str(folder / place) in told
        assert (folder / place).exists()
    assert f"Open the archive in a browser: {(folder / 'archive/index.html').as_uri()}" in told
    for name in re.findall(r"\S+\.png", told):
        assert Path(name.rstrip(",")).read_bytes().startswith(b"\x89PNG")
    mails = {file.name: file.read_text() for file in (folder / "mails").iterdir()}
    assert len(mails) >= 3 * (5 + 2) + 2 * 16
    assert any("THE RULES AS PLAYED" in text for text in mails.values())
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
