"""Run the tests of `tests/pythons.toml` on other Pythons, and say on which, and what was not there.

python tests/pythons.py [ROOT]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "pythons.toml"
_ASK = "import sys; print(*sys.version_info[:3], sys.implementation.name)"

Version = tuple[int, int, int]


@dataclass(frozen=True, slots=True, order=True)
class Python:
    """A Python on this machine: its version, and the program that starts it."""

    version: Version
    path: str

    @property
    def name(self) -> str:
        """The version as it is written."""
        return ".".join(map(str, self.version))

    @property
    def line(self) -> str:
        """Its line: 3.11."""
        return "{}.{}".format(*self.version)


def asked(path: str) -> Python | None:
    """Return a Python by the program that starts it; None if that is none, or does not work."""
    try:
        ran = subprocess.run(
            [path, "-c", _ASK], check=False, capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    *numbers, kind = ran.stdout.split() or [""]
    if ran.returncode or kind != "cpython":
        return None
    major, minor, patch = map(int, numbers)
    return Python((major, minor, patch), path)


def programs(lines: Iterable[str], folders: Iterable[str], system: str) -> Iterator[str]:
    """Yield every program that may be a Python of these lines, the system's own first."""
    yield system
    wherever = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for pattern in folders:
        home = pattern.startswith("~/")
        start = Path.home() if home else Path("/")
        wherever += sorted(start.glob(pattern.removeprefix("~/")))
    for folder in wherever:
        for line in lines:
            path = folder / f"python{line}"
            # A launcher of versions is none; the programs it would launch are looked for above.
            if path.is_file() and path.parent.name != "shims":
                yield str(path)


def chosen(pythons: Iterable[Python], lines: Iterable[str], system: str) -> list[Python]:
    """Return those to test on: the oldest and the newest of each line, and the system's own.

    Of several of one version the first counts.
    """
    known: dict[Version, Python] = {}
    for python in pythons:
        known.setdefault(python.version, python)
    picked = set()
    for line in lines:
        of_line = sorted(one for one in known.values() if one.line == line)
        picked |= {one.version for one in (*of_line[:1], *of_line[-1:])}
        picked |= {one.version for one in of_line if one.path == system}
    return [known[version] for version in sorted(picked)]


def made(python: Python, packages: Iterable[str]) -> str | None:
    """Make an environment with gm in it, if it is not there; return why it cannot be, if so."""
    place = ROOT / "build" / "pythons" / python.name
    ready = place / ".ready"
    wanted = python.path + "".join(
        (ROOT / name).read_text() for name in ("pyproject.toml", "constraints.txt")
    )
    if ready.is_file() and ready.read_text() == wanted:
        return None
    ready.unlink(missing_ok=True)
    start = [python.path, "-m", "venv", "--clear", str(place)]
    if subprocess.run(start, check=False, capture_output=True).returncode:
        return "it has no venv module; on Debian and Ubuntu: apt-get install python3-venv"
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "-q"]
    about = ["--disable-pip-version-check", "-c", "constraints.txt", "-e", ".", *packages]
    if subprocess.run([*pip, *about], check=False, cwd=ROOT).returncode:
        return "gm cannot be installed with it"
    ready.write_text(wanted)
    return None


def ran(python: Python, tests: Iterable[str]) -> str:
    """Run the tests, and return what pytest says at the end; "" if all passed."""
    program = ROOT / "build" / "pythons" / python.name / "bin" / "python"
    options = ["-q", "-n", "auto", "--dist", "loadfile", "-p", "no:cacheprovider"]
    child = subprocess.run([program, "-m", "pytest", *options, *tests], check=False, cwd=ROOT)
    return "" if child.returncode == 0 else f"its tests failed ({child.returncode})"


def main() -> int:
    """Test on each Python that is chosen; 1 if one of them fails."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    lines, system = listed["lines"], listed["system"]
    found = [asked(path) for path in programs(lines, listed["folders"], system)]
    pythons = chosen(filter(None, found), lines, system)
    said, failed = [], False
    for python in pythons:
        if python.version == sys.version_info[:3]:
            said.append(f"{python.name} ({python.path}): has the whole suite")
            continue
        print(
            f"== reading, serving and drawing on Python {python.name}, {python.path}", flush=True
        )
        fault = made(python, listed["packages"]) or ran(python, listed["tests"])
        failed = failed or bool(fault)
        said.append(f"{python.name} ({python.path}): {fault or 'passed'}")
    said += [
        f"{line}: none on this machine"
        for line in lines
        if line not in {python.line for python in pythons}
    ]
    print("== Pythons that were tried with reading, serving and drawing:", *said, sep="\n   ")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
