"""Not a test of its own: `test_compiled.py` adds it to each run, to see what that run imports."""

import importlib
import os
from pathlib import Path


def test_the_compiled_modules_are_imported() -> None:
    """Python prefers each extension module to the source beside it, and to the checkout's."""
    folder = Path(os.environ["COMPILED_FOLDER"])
    names = os.environ["COMPILED_MODULES"].split()
    files = [Path(str(importlib.import_module(name).__file__)) for name in names]
    assert files
    assert all(file.suffix == ".so" and file.is_relative_to(folder) for file in files), files
