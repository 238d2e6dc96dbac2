"""`gm adjudicate` as a process: it talks line by line, and ends quietly whoever ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from gm.cli.adjudicate_lines import processes_for
from tests.adjudicate.comparing import SAMPLE

ONE_OR_MORE = pytest.mark.parametrize("jobs", ["1", "2"])


@contextmanager
def running(
    *arguments: str, stdin: IO[bytes] | int = subprocess.PIPE
) -> Iterator[subprocess.Popen[bytes]]:
    """The command as a process of its own, with pipes, in a group of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, "-m", "gm", "adjudicate", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        # Who runs the tests in the background may have Ctrl-C ignored, and a child inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that takes longer than any of these tests waits before it ends the work."""
    file = tmp_path / "large.jsonl"
    file.write_bytes(SAMPLE.read_bytes() * 100)
    return file


def read_some(process: subprocess.Popen[bytes], lines: int = 300) -> None:
    """Wait until the work is well under way: with several processes, until they are at work."""
    assert process.stdout is not None
    for _ in range(lines):
        assert b"results" in process.stdout.readline()


def said(process: subprocess.Popen[bytes]) -> bytes:
    """What went to standard error by the end."""
    assert process.stderr is not None
    return process.stderr.read()


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that a process has begun."""
    task = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(child) for child in task.read_text(encoding="ascii").split()]


def are_gone(processes: list[int], patience: float = 20) -> bool:
    """Tell whether all have ended by the time that patience does."""
    end = time.monotonic() + patience
    while any(Path(f"/proc/{one}").exists() for one in processes) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(Path(f"/proc/{one}").exists() for one in processes)


def test_every_line_is_answered_before_the_next_is_asked_for() -> None:
    """Another program may ask, read the answer, and ask again: input is not read to its end."""
    with running() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in SAMPLE.read_bytes().splitlines(keepends=True)[:3]:
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == json.loads(line)["id"]
        process.stdin.close()
        assert process.wait(20) == 0
        assert said(process) == b""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("redirected", [False, True])
def test_a_large_file_is_shared_unasked(large: Path, redirected: bool) -> None:
    """All cores work on it, named or redirected; one process of its own for each."""
    with (
        large.open("rb") as file,
        running("-", stdin=file) if redirected else running(str(large)) as process,
    ):
        read_some(process)
        wanted = processes_for(large.stat().st_size)
        assert len(children(process)) == (wanted if wanted > 1 else 0)


@pytest.mark.slow
def test_a_small_file_is_not_shared() -> None:
    """A process would take longer to begin than the work."""
    with running(str(SAMPLE)) as process:
        read_some(process, 1)
        assert children(process) == []
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(20) == 0


@pytest.mark.sampled(3)
@ONE_OR_MORE
def test_it_ends_quietly_when_nobody_reads_on(large: Path, jobs: str) -> None:
    """A reader that stops leaves no words and no process behind, as with any tool in a pipe."""
    with running("--jobs", jobs, str(large)) as process:
        assert process.stdout is not None
        read_some(process)
        begun = children(process)
        process.stdout.close()
        assert process.wait(30) == 141
        assert said(process) == b""
        assert are_gone(begun)


@pytest.mark.sampled(3)
@ONE_OR_MORE
def test_it_ends_quietly_on_ctrl_c(large: Path, jobs: str) -> None:
    """The terminal tells all processes of the group; none of them has anything to say."""
    with running("--jobs", jobs, str(large)) as process:
        read_some(process)
        begun = children(process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(30) == 130
        assert said(process) == b""
        assert are_gone(begun)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_began_it(large: Path, how: signal.Signals) -> None:
    """Killed without a chance to clear up, it leaves nothing running."""
    with running("--jobs", "2", str(large)) as process:
        read_some(process)
        begun = children(process)
        assert len(begun) == 2
        process.send_signal(how)
        assert process.wait(30) == -how
        assert are_gone(begun)


@pytest.mark.slow
def test_a_lost_process_is_told_and_ends_the_rest(large: Path) -> None:
    """What one process had to do cannot be answered by others; nothing is left out in silence."""
    with running("--jobs", "2", str(large)) as process:
        read_some(process)
        begun = children(process)
        os.kill(begun[0], signal.SIGKILL)
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(30) == 75
        assert said(process) == b"gm: A process that shared the work was ended from outside.\n"
        assert are_gone(begun)


@pytest.mark.slow
def test_a_full_disk_is_told_in_a_sentence() -> None:
    """What cannot be written ends the work with the exit code for it."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gm", "adjudicate", str(SAMPLE)],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
    assert done.stderr == b"gm: Reading or writing failed: No space left on device.\n"
    assert done.returncode == 74


@pytest.mark.slow
def test_a_whole_answer_is_written_to_an_output_that_takes_parts(tmp_path: Path) -> None:
    """Without a buffer of Python's own a pipe takes what it has room for; nothing is lost."""
    file = tmp_path / "phases.jsonl"
    file.write_bytes(SAMPLE.read_bytes())
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", "gm", "adjudicate", str(file)],
        check=True,
        capture_output=True,
        env=environment,
    )
    asked = [json.loads(line)["id"] for line in SAMPLE.read_bytes().splitlines()]
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == asked
