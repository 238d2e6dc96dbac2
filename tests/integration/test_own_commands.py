"""Commands that a GM sent by mail, carried out by the installation itself."""

from __future__ import annotations

from pathlib import Path

from gm.adapters.serving.own_commands import OwnCommands
from gm.config import sample_config


def test_a_command_says_what_it_printed_and_whether_it_went_well(tmp_path: Path) -> None:
    """It reads the settings that the server reads; a refusal is told in its own words."""
    config = tmp_path / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": "gm.example.org",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    commands = OwnCommands(config)
    made = commands.run(["game", "new", "tara", "--gm-address", "maeve@example.org"])
    assert made.well, made.text
    assert "tara" in made.text
    refused = commands.run(["journal", "meadow"])
    assert not refused.well
    assert "There is no game named meadow" in refused.text
