"""`gm map render`: pictures of boards and games, as SVG and as PNG."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_picture import run


@pytest.fixture(autouse=True)
def _server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm.config import sample_config

    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
        "identity": "sender",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    monkeypatch.setenv("GM_CONFIG", str(config))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("board", ["standard", "irish", "republic"])
def test_a_board_is_drawn(board: str, tmp_path: Path) -> None:
    """As SVG on the terminal and as PNG in a file, neither larger than 400 kB."""
    from PIL import Image

    code, printed, _ = run("map", "render", "--board", board)
    assert code == 0
    assert printed.startswith("<svg")
    assert len(printed.encode()) < 400_000
    file = tmp_path / "map.png"
    code, said, _ = run("map", "render", "--board", board, "-o", str(file), "--width", "900")
    assert (code, "kB" in said) == (0, True)
    assert file.stat().st_size < 400_000
    with Image.open(file) as image:
        assert image.size[0] == 900
        assert len(image.convert("RGB").getcolors(10**6) or ()) > 20  # something is drawn
        assert image.size[1] > 900


@pytest.mark.parametrize("command", [("render", "--board", "irish"), ("picture", "irish")])
def test_a_file_that_cannot_be_written_is_said(command: tuple[str, ...], tmp_path: Path) -> None:
    """In a sentence that names it, for either kind of picture."""
    file = tmp_path / "nowhere" / "map.svg"
    code, _, said = run("map", *command, "--out", str(file))
    assert (code, f"{file} cannot be written: No such file" in said) == (65, True)


def test_a_game_is_drawn(tmp_path: Path) -> None:
    """A new game has a position with its title and no orders; to ask for them is refused."""
    made = run("game", "new", "rhine", "--variant", "standard", "--gm-address", "gm@example.net")
    assert made[0] == 0
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        assert run("player", "add", "rhine", power, power, f"{power}@example.net")[0] == 0
    assert run("game", "start", "rhine")[0] == 0
    file = tmp_path / "rhine.svg"
    assert run("map", "render", "rhine", "--phase", "s1901m", "-o", str(file))[0] == 0
    svg = file.read_text(encoding="utf-8")
    assert "rhine: Spring 1901" in svg
    assert svg.count('class="unit ') == 22
    assert 'class="order ' not in svg
    code, _, said = run("map", "render", "rhine", "--orders")
    assert (code, "secret" in said) == (77, True)


def test_what_cannot_be_drawn_is_said() -> None:
    """Neither game nor board, both pictures at once, a file of another kind, an unknown name."""
    wrong = (
        (("map", "render"), "--board"),
        (("map", "render", "tara", "--orders", "--position"), "not both"),
        (("map", "render", "tara", "-o", "map.gif"), ".svg or .png"),
        (("map", "render", "--board", "atlantis"), "atlantis"),
        (("map", "render", "atlantis"), "atlantis"),
    )
    for arguments, told in wrong:
        code, _, said = run(*arguments)
        assert code != 0
        assert told in said, said
