"""Where the texts that stand with a variant are."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def rules_file(variant: str) -> Path:
    """The rules of a variant in words; ``rulebook`` is what several share. Part of the package."""
    return _HERE / "rulebook.toml" if variant == "rulebook" else _HERE / variant / "rules.toml"


def help_file(variant: str) -> Path:
    """The orders of a variant that HELP shows. Part of the package."""
    return _HERE / variant / "help.toml"
