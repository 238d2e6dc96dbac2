"""The mark for tests that need an installed server keeps its word, here and in CI."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
CONFTEST = Path(__file__).parents[1] / "conftest.py"


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite of its own: one test that needs nothing, one that needs no-such-mta."""
    monkeypatch.delenv("CI", raising=False)
    pytester.makeini("[pytest]\nmarkers = server(name): a program")
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    listed = pytester.mkdir("tests") / "servers.toml"
    listed.write_text(
        'folders = ["sbin"]\nas_root = []\n[packages]\nno-such-mta = "nomta"\nsh = "dash"\n',
        encoding="utf-8",
    )
    pytester.makepyfile(
        """
        import pytest

        def test_plain(): pass

        @pytest.mark.server("sh")
        def test_with_shell(): pass

        @pytest.mark.server("no-such-mta")
        def test_with_mta(): pass
        """
    )
    return pytester


def test_missing_server_is_left_out_and_listed(suite: pytest.Pytester) -> None:
    """Without the program the test is left out, counted and named with its package."""
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=2, deselected=1)
    result.stdout.fnmatch_lines(
        ["*left out*", "*::test_with_mta needs no-such-mta; install nomta"]
    )


def test_missing_server_fails_in_ci(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With CI=true nothing is left out: the test fails and says what to install."""
    monkeypatch.setenv("CI", "true")
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*needs no-such-mta; install nomta*"])


def test_unlisted_server_is_refused(suite: pytest.Pytester) -> None:
    """A test may not ask for a program that the build machine would never install."""
    suite.makepyfile(test_more="import pytest\n@pytest.mark.server('x9')\ndef test_x(): pass\n")
    result = suite.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*tests/servers.toml does not list 'x9'*"])
