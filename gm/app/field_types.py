"""The types of fields, for classes that have forgotten them.

A compiled class keeps only `tuple` of `tuple[Unit, ...]`, and of some types nothing. What was
declared is then read from the source, which lies beside the extension module.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any


def restore_types(package: str) -> None:
    """Give the dataclasses of a package's compiled modules, as far as loaded, their types again."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{package}.") and _is_compiled(module):
            for cls, types in declared_types(module):
                for field, kind in types.items():
                    cls.__dataclass_fields__[field].type = kind


def declared_types(module: ModuleType) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield the dataclasses of a module and the types of the fields each declares itself."""
    path = Path(str(module.__file__))
    source = path.with_name(path.name.partition(".")[0] + ".py")
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        cls = vars(module).get(node.name) if isinstance(node, ast.ClassDef) else None
        if isinstance(node, ast.ClassDef) and is_dataclass(cls):
            annotated = {
                line.target.id: eval(ast.unparse(line.annotation), vars(module))  # noqa: S307
                for line in node.body
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
            }
            yield cls, {name: kind for name, kind in annotated.items() if name in _fields(cls)}


def _fields(cls: Any) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = cls.__dataclass_fields__
    return fields


def _is_compiled(module: ModuleType) -> bool:
    return str(getattr(module, "__file__", "")).endswith(tuple(EXTENSION_SUFFIXES))
