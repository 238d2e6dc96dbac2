"""What every test gets: Hypothesis profiles, a clean environment, and the mark for servers.

A test marked ``@pytest.mark.server("name")`` needs a program listed in ``tests/servers.toml``.
Where it is missing the test is left out and named at the end; with ``CI=true`` it fails instead.
"""

import os
import shutil
import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

LEFT_OUT = pytest.StashKey[list[tuple[str, str]]]()


def in_ci() -> bool:
    """Whether this is a build machine, where nothing may be left out."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


settings.load_profile("ci" if in_ci() else "dev")


def server_packages(config: pytest.Config) -> dict[str, str]:
    """The programs tests may ask for, each with its Debian package."""
    listed = config.rootpath / "tests" / "servers.toml"
    return tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}


def missing_servers(item: pytest.Item, packages: dict[str, str]) -> list[str]:
    """The programs this test needs and the machine lacks.

    Raises:
        pytest.UsageError: the test asks for a program nobody would install.
    """
    names = [str(name) for mark in item.iter_markers("server") for name in mark.args]
    for name in names:
        if name not in packages:
            raise pytest.UsageError(f"{item.nodeid}: tests/servers.toml does not list {name!r}")
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return [name for name in names if shutil.which(name, path=path) is None]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose server is missing, unless this is CI."""
    packages = server_packages(config)
    kept, left_out = [], []
    config.stash[LEFT_OUT] = []
    for item in items:
        missing = missing_servers(item, packages)
        if missing and not in_ci():
            left_out.append(item)
            needs = ", ".join(f"{name} (package {packages[name]})" for name in missing)
            config.stash[LEFT_OUT].append((item.nodeid, needs))
        else:
            kept.append(item)
    if left_out:
        items[:] = kept
        config.hook.pytest_deselected(items=left_out)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """In CI a missing server is a failure of every test that needs it."""
    packages = server_packages(item.config)
    missing = missing_servers(item, packages)
    if missing:
        wanted = ", ".join(packages[name] for name in missing)
        pytest.fail(f"this test needs {', '.join(missing)}; install {wanted}", pytrace=False)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """List what was left out, so that a green run does not claim more than it did."""
    left_out = config.stash.get(LEFT_OUT, [])
    if left_out:
        terminalreporter.section("left out: the program is not installed")
        for nodeid, needs in left_out:
            terminalreporter.write_line(f"{nodeid} needs {needs}")


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting of the person at the keyboard reaches a test, nor a test their folders."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper().startswith("GM_")]:
            patch.delenv(name)
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            patch.setenv(variable, str(home / variable.lower()))
        yield
