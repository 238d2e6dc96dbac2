"""`gm init`: what it writes is its owner's alone, whatever the umask says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.config import load_settings
from tests.cli.test_game import run


@pytest.fixture(params=[0o022, 0o000, 0o077, 0o777], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a shell leaves open, or closes."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Return the permissions of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("_umask")
def test_settings_are_the_owners_alone(tmp_path: Path) -> None:
    """A password written into them later is read by nobody else, nor is the database."""
    if os.umask(os.umask(0)) == 0o777:
        # Folders are made by the shell's own rule; the file must come out right even so.
        os.umask(0o277)
    ran = run("init", str(tmp_path))
    assert ran.exit_code == 0, ran.stdout
    assert mode(tmp_path / "gm.toml") == 0o600
    assert mode(tmp_path / "data") & 0o077 == 0
    for part in (tmp_path / "data").iterdir():
        assert mode(part) & 0o007 == 0 or part.is_dir()
    assert "chmod" not in ran.stdout
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "gm.toml"]


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    """Somebody chose it: it is neither opened nor closed, and told where others can read."""
    run("init", str(tmp_path))
    target = tmp_path / "gm.toml"
    for chosen, told in ((0o644, True), (0o640, True), (0o600, False), (0o400, False)):
        target.chmod(chosen)
        ran = run("init", str(tmp_path), "--force", "--domain", f"x{chosen}.example.org")
        assert ran.exit_code == 0, ran.stdout
        assert mode(target) == chosen
        assert ("chmod 600" in ran.stdout) is told
        assert load_settings(target).mail_domain == f"x{chosen}.example.org"


def test_a_link_stays_one(tmp_path: Path) -> None:
    """Where the settings lie elsewhere they are replaced there."""
    elsewhere = tmp_path / "etc"
    elsewhere.mkdir()
    (elsewhere / "gm.toml").write_text("", encoding="utf-8")
    (tmp_path / "gm.toml").symlink_to(elsewhere / "gm.toml")
    assert run("init", str(tmp_path), "--force").exit_code == 0
    assert (tmp_path / "gm.toml").is_symlink()
    assert load_settings(elsewhere / "gm.toml").data_dir == elsewhere / "data"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A sentence, and nothing half written left."""
    (tmp_path / "gm.toml").mkdir()
    ran = run("init", str(tmp_path), "--force")
    assert ran.exit_code != 0
    assert [one.name for one in tmp_path.iterdir()] == ["gm.toml"]
