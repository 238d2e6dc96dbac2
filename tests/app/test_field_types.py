"""What was declared of fields can be read from the source, where a compiled class forgot it."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import get_type_hints

import pytest

import gm.rules
from gm.app.field_types import declared_types

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(gm.rules.__path__, "gm.rules.")
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_source_says_what_the_class_says(module: ModuleType) -> None:
    """The types read from the source are those the class itself gives, uncompiled."""
    for cls, types in declared_types(module):
        hints = get_type_hints(cls)
        assert types == {name: hints[name] for name in types}


def test_there_are_classes_to_speak_of() -> None:
    """Units, orders and states are among them, with all their fields."""
    found = {
        cls.__name__: set(types) for module in MODULES for cls, types in declared_types(module)
    }
    assert found["Unit"] == {"power", "kind", "at", "key"}
    assert found["Move"] == {"to", "via_convoy"}
    assert {"phase", "units", "centres", "contested", "parts"} <= found["GameState"]
