"""Failpoints: they kill where they are told to, and nowhere else."""

import os
import signal
import subprocess
import sys
from textwrap import indent

import pytest

from gm.config import load_settings
from gm.errors import ConfigError
from gm.failpoints import armed_failpoint, failpoint

PROGRAM = """
from gm.failpoints import failpoint
failpoint("phase.resolved")
print("resolved", flush=True)
failpoint("phase.after_commit")
print("committed", flush=True)
"""


def run(armed: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    """Run a program that passes two failpoints, with one of them armed."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "GM_FAILPOINT": armed},
        capture_output=True,
        text=True,
        check=False,
    )


def test_armed_failpoint_kills_on_the_spot() -> None:
    """The process dies by SIGKILL at the named place, having done all before it."""
    result = run("phase.after_commit")
    assert (result.returncode, result.stdout) == (-signal.SIGKILL, "resolved\n")


@pytest.mark.parametrize(("time", "said"), [(1, ""), (2, "resolved\n"), (3, "resolved\n" * 2)])
def test_a_failpoint_kills_at_a_later_time(time: int, said: str) -> None:
    """With a number it is passed so often less one."""
    result = run(f"phase.resolved:{time}", "for _ in range(3):\n" + indent(PROGRAM, "  "))
    assert result.returncode == -signal.SIGKILL
    assert result.stdout.replace("committed\n", "") == said


@pytest.mark.parametrize("times", ["", "0", "-1", "two"])
def test_a_number_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, times: str) -> None:
    """It stops the start as a misspelt name does."""
    monkeypatch.setenv("GM_FAILPOINT", f"phase.resolved:{times}")
    with pytest.raises(ConfigError, match="number"):
        armed_failpoint()


def test_unarmed_failpoints_do_nothing() -> None:
    """Without the variable the program runs to its end."""
    result = run("")
    assert (result.returncode, result.stdout) == (0, "resolved\ncommitted\n")


def test_unknown_name_in_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt failpoint stops the start, since a test of it would prove nothing."""
    monkeypatch.setenv("GM_FAILPOINT", "phase.resolvd")
    with pytest.raises(ConfigError, match=r"phase\.resolvd"):
        armed_failpoint()
    with pytest.raises(ConfigError):
        load_settings()


def test_unlisted_name_in_code_is_a_bug() -> None:
    """Code may only name failpoints that the list shows to those who write crash tests."""
    with pytest.raises(ValueError, match="unlisted"):
        failpoint("nowhere")
