"""A command line that cannot be read ends with the code that docs/cli.md names."""

import pytest

from gm.cli import main
from gm.cli.usage import usage_fault


@pytest.mark.parametrize("words", [["foo"], ["game", "show"], ["map", "check", "/nowhere/at/all"]])
def test_wrong_usage_ends_with_64(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """EX_USAGE of sysexits.h, as a mail server expects of a pipe, too."""
    monkeypatch.setattr("sys.argv", ["gm", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 64


@pytest.mark.parametrize("when", ["+" + "9" * 20 + "d", "+9999w", "0001-01-01 00:00+10:00"])
def test_a_moment_beyond_the_calendar_is_refused(when: str) -> None:
    """A deadline that came by mail is looked at before its GM is asked, and must not break that."""
    fault = usage_fault(("deadline", "tara", when), True)
    assert any(words in fault for words in ("no length", "ten years", "no moment"))


def test_help_ends_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for is no fault."""
    monkeypatch.setattr("sys.argv", ["gm", "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
