"""The house itself: what the README promises, what the wheel holds, what may not stand anywhere."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import gm
from gm.resources import grammar_dir, maps_dir, migrations_dir, templates_dir

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(name: str) -> str:
    """The text of one file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def tracked() -> list[Path]:
    """The files that belong to the project, whether or not this is a git checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = listed.stdout.split("\0") if listed.returncode == 0 else []
    files = [ROOT / name for name in names if name] or [
        path
        for path in ROOT.rglob("*")
        if not any(
            part in {".venv", "__pycache__"} or part.endswith("_cache") for part in path.parts
        )
    ]
    return [path for path in files if path.is_file()]


def test_readme_shows_the_two_commands_first() -> None:
    """The first two commands a reader meets are make demo and make test."""
    commands = re.findall(r"^    (\S.*)$", read("README.md"), re.MULTILINE)
    assert commands[:2] == ["make demo", "make test"]


def test_readme_states_goals_and_non_goals() -> None:
    """A stranger learns what gm is for and what it will not do."""
    headings = re.findall(r"^## (.*)$", read("README.md"), re.MULTILINE)
    assert {"Goals", "Non-goals", "Install", "Figures"} <= set(headings)


def test_make_targets_are_all_there() -> None:
    """Every make command named in the documents is a target of the Makefile."""
    targets = set(re.findall(r"^(\w+):", read("Makefile"), re.MULTILINE))
    texts = "".join(read(name) for name in ("README.md", "CHANGELOG.md", "benchmarks/README.md"))
    named = set(re.findall(r"(?:`|^    )make (\w+)", texts, re.MULTILINE))
    assert named >= {"demo", "test"}
    assert named <= targets


PAGES = [
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("[!.]*/**/*.md"))
    if "build" not in page.relative_to(ROOT).parts  # what `make` leaves there is not ours
]


@pytest.mark.parametrize("page", sorted(PAGES), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """A link between documents points at a file that exists."""
    for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"


def test_every_decision_is_listed() -> None:
    """The list of decisions, which is by subject, names every note once."""
    notes = sorted(path.name for path in (ROOT / "docs/adr").glob("0*.md"))
    assert sorted(re.findall(r"\]\((0\d+-[^)]+)\)", read("docs/adr/README.md"))) == notes


def test_changelog_names_this_version_or_unreleased() -> None:
    """Changes stand under a version, and the newest heading is ours."""
    first = re.search(r"^## (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    assert first
    assert first[1] == "Unreleased" or first[1].startswith(f"[{gm.__version__}]")


CORES = ["gm/contract", *(str(path.relative_to(ROOT)) for path in ROOT.glob("gm/games/*/rules"))]


@pytest.mark.parametrize("core", CORES)
def test_rules_are_standard_library_only(core: str) -> None:
    """A game's rules import themselves, the contract and the standard library; the contract no rules."""
    allowed = ("gm.contract", core.replace("/", "."))
    for path in (ROOT / core).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write imports in full"
                names = [node.module or ""]
            else:
                continue
            for name in names:
                ours = any(name == home or name.startswith(f"{home}.") for home in allowed)
                assert ours or name.partition(".")[0] in sys.stdlib_module_names, f"{path}: {name}"


def test_no_column_stores_local_time() -> None:
    """Columns of moments take SQLModel's own type: the plain one stores local time as UTC."""
    for path in (ROOT / "gm").rglob("*.py"):
        assert not re.search(r"(?<!UTC)DateTime\(", path.read_text(encoding="utf-8")), path


def test_packages_say_what_they_are_for() -> None:
    """The docstring of each package tells its duty."""
    for path in (ROOT / "gm").rglob("__init__.py"):
        if "migrations" not in path.parts:
            assert ast.get_docstring(ast.parse(path.read_bytes())), path


def test_nothing_refers_to_a_machine_or_a_registry() -> None:
    """The project stands alone: no path of a machine it was made on, no host of a registry."""
    hosts = [
        "py" + "pi.org",
        "python" + "hosted.org",
        "registry.npm" + "js",
        "deb.deb" + "ian.org",
    ]
    paths = re.compile(r"(?<![\w.])/(?:work|farm)/|\.\./sha" + r"red\b")
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        assert not any(host in text for host in hosts), path
        assert not paths.search(text), path


def test_constraints_pin_every_dependency() -> None:
    """What pyproject.toml asks for is pinned, exactly and without addresses."""
    lines = [line for line in read("constraints.txt").splitlines() if not line.startswith("#")]
    pins = [re.fullmatch(r"([A-Za-z0-9._-]+)==[0-9A-Za-z.]+", line) for line in lines]
    assert all(pins)
    pinned = {re.sub(r"[-_.]+", "-", pin[1]).lower() for pin in pins if pin}
    project = PROJECT["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    for requirement in asked:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        assert name
        assert re.sub(r"[-_.]+", "-", name[0]).lower() in pinned, requirement


def test_ignored_lint_rules_have_reasons() -> None:
    """Each rule that ruff is told to ignore has a comment beside it."""
    text = read("pyproject.toml")
    ignored = text[text.index("\nignore = [") :]
    for line in ignored[: ignored.index("\n]")].strip().splitlines()[1:]:
        assert re.match(r'\s*"[A-Z]+\d+", +# \S', line), line


def test_resources_are_found_in_the_checkout() -> None:
    """Grammars, boards, templates and migrations lie where the code looks."""
    assert (grammar_dir(), maps_dir(), templates_dir()) == (
        ROOT / "grammar",
        ROOT / "maps",
        ROOT / "templates",
    )
    assert migrations_dir() == ROOT / "gm" / "adapters" / "sql" / "migrations"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip wheel .` makes it, with the build backend that is already here."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    # The build's own tools may warn; warnings are errors for our code only.
    made = subprocess.run(
        [sys.executable, "-W", "ignore", *build], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (built,) = folder.glob("gm_pbem-*.whl")
    return built


def test_wheel_holds_code_data_and_licence(wheel: Path) -> None:
    """Every file of the data folders and of the package is inside the wheel, and nothing else."""
    held = set(zipfile.ZipFile(wheel).namelist())
    for path in tracked():
        place = path.relative_to(ROOT)
        top = place.parts[0]
        if top in {"grammar", "maps", "templates"}:
            assert f"gm/_data/{place}" in held
        elif top == "gm":
            assert str(place) in held
    assert any(name.endswith("/licenses/LICENSE") for name in held)
    assert all(name.startswith(("gm/", "gm_pbem-")) for name in held)


def test_wheel_works_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Installed anywhere, gm finds its data inside itself and its command prints its help."""
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    purelib = subprocess.check_output([python, "-c", asked], text=True).strip()
    # A wheel of pure Python is installed by unpacking it; the libraries are borrowed from here.
    zipfile.ZipFile(wheel).extractall(purelib)
    ours = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    program = (
        "import sys, gm, gm.resources as r; "
        "assert gm.__file__.startswith(sys.prefix), gm.__file__; "
        "lost = [str(d) for d in (r.grammar_dir(), r.maps_dir(), r.templates_dir(), "
        "r.migrations_dir()) if not (str(d).startswith(sys.prefix) and d.is_dir())]; "
        "assert not lost, lost; "
        f"sys.path += {ours!r}; "
        "from gm.cli import main; sys.argv = ['gm', '--help']; main()"
    )
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    ran = subprocess.run(
        [python, "-c", program],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Usage" in ran.stdout


def test_both_names_of_the_command_are_one() -> None:
    """The command gm-pbem is gm under another name."""
    scripts = PROJECT["project"]["scripts"]
    assert set(scripts) == {"gm", "gm-pbem"}
    assert len(set(scripts.values())) == 1
