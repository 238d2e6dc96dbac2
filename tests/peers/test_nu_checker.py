"""The checker of HTML that other tests use: it finds what is wrong, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.peers.nu_checker import html_faults

PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><title>A page</title></head><body>{}</body></html>
"""


@pytest.mark.server("java")
def test_it_finds_what_is_wrong(tmp_path: Path) -> None:
    """An element where it may not stand, with its file; a page that is right has no fault."""
    good, bad = tmp_path / "good.html", tmp_path / "bad.html"
    good.write_text(PAGE.format("<p>Words.</p>"), encoding="utf-8")
    bad.write_text(PAGE.format("<ul><p>No item.</p></ul>"), encoding="utf-8")
    (fault,) = html_faults([good, bad])
    assert fault.startswith("bad.html, line 2:")
    assert "not allowed as child of element" in fault
