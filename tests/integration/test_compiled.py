"""The compiled form: the same rules, the same results, and no trace of it in the checkout.

What is tested is the wheel as an installation with `HATCH_BUILD_HOOKS_ENABLE=1` would have it,
unpacked and put before the checkout on the path of a second pytest.
"""

import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"][
    "build"
]["targets"]["wheel"]["hooks"]["custom"]
MODULES = [name.removesuffix(".py").replace("/", ".") for name in HOOK["modules"]]
IMPORTED = "tests/integration/imported_compiled.py"
RULES = (
    "tests/datc",
    "tests/rules",
    "tests/properties",
    "tests/adjudicate/test_lines.py",
    "tests/adjudicate/test_odd_records.py",
    "tests/adjudicate/test_recorded_phases.py",
    "tests/variants",
    "tests/app/test_seasons.py",
)
"""Where the tests of the rules are, and of what is made of them outside."""

OF_OTHER_THINGS = (
    "tests/properties/test_broken_maps.py",
    "tests/properties/test_changing_boards.py",
    "tests/properties/test_courses.py",
    "tests/properties/test_cut_pictures.py",
    "tests/properties/test_headers.py",
    "tests/properties/test_outlooks.py",
    "tests/properties/test_schedules.py",
    "tests/variants/irish/long_game/test_long_game.py",
    "tests/variants/irish/test_lines.py",
    "tests/variants/republic/long_game/test_long_game.py",
    "tests/variants/republic/test_lines.py",
    "tests/variants/republic/test_printed_orders.py",
    "tests/variants/test_rules_text.py",
)
"""What stands among them and is about words, mails, maps or hours: long to run, no rule in it."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.server("gcc"),
    pytest.mark.server("python3-config"),
    # A C compiler on a busy machine, and some thousand tests.
    pytest.mark.timeout(1800),
]


def make_wheel(into: Path, **environment: str) -> Path:
    """Build a wheel with the build backend that is already here."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    made = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = into.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with extension modules inside."""
    return make_wheel(tmp_path_factory.mktemp("wheel"), HATCH_BUILD_HOOKS_ENABLE="1")


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder from which Python imports the compiled gm."""
    folder = tmp_path_factory.mktemp("compiled")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def test_the_build_is_pure_unless_asked_for() -> None:
    """The hook is off by itself: no compiler is needed to install gm."""
    assert HOOK["enable-by-default"] is False


def test_compiled_wheel_is_for_one_platform(wheel: Path) -> None:
    """It holds source and extension module of each, and its tag lets it run only where it can."""
    held = zipfile.ZipFile(wheel).namelist()
    assert "none-any" not in wheel.name
    for name in HOOK["modules"]:
        assert name in held
        assert any(one.startswith(name.removesuffix("py")) and one.endswith(".so") for one in held)


def test_nothing_is_left_beside_the_sources(wheel: Path) -> None:
    """An extension module in the checkout would hide every later change of its source."""
    assert not [*ROOT.glob("*.so"), *(ROOT / "gm").rglob("*.so")]


def test_what_is_left_out_is_there() -> None:
    """A file that was renamed would come back unseen."""
    assert all((ROOT / file).is_file() for file in OF_OTHER_THINGS)


def test_compiled_rules_pass_the_same_tests(unpacked: Path) -> None:
    """Every test of the rules holds for the compiled form as well."""
    path = f"pythonpath={shlex.join([str(unpacked), str(ROOT)])}"
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", path]
    options += [f"--ignore={file}" for file in OF_OTHER_THINGS]
    # The database is the same whatever form the rules have.
    options += ["-k", "not postgresql"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *RULES, IMPORTED],
        cwd=ROOT,
        # What the tests start in their turn runs on the compiled form too.
        env={
            **os.environ,
            "PYTHONPATH": str(unpacked),
            "PYTHONSAFEPATH": "1",
            "COMPILED_FOLDER": str(unpacked),
            "COMPILED_MODULES": " ".join(MODULES),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr
