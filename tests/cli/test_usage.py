"""A command line that cannot be read ends with the code that docs/cli.md names."""

import pytest

from gm.cli import main


@pytest.mark.parametrize("words", [["foo"], ["game", "show"], ["map", "check", "/nowhere/at/all"]])
def test_wrong_usage_ends_with_64(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """EX_USAGE of sysexits.h, as a mail server expects of a pipe, too."""
    monkeypatch.setattr("sys.argv", ["gm", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 64


def test_help_ends_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for is no fault."""
    monkeypatch.setattr("sys.argv", ["gm", "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
