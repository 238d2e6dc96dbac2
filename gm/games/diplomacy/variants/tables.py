"""How the texts that stand with a variant are read: TOML tables of a fixed form.

The files are gm's own; a fault in one names file and entry.
"""

from __future__ import annotations

import tomllib
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from gm.errors import VariantError


class Table(BaseModel):
    """A table of such a file: it holds what its form names and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


T = TypeVar("T", bound=Table)


def read_tables(form: type[T], source: str, text: str) -> T:
    """Return a file's text as values.

    Args:
        form: of the whole file.
        source: the file, as faults name it: "republic/rules.toml".
        text: what it holds.

    Raises:
        VariantError: it is no TOML, or not of the form; says where and why.
    """
    try:
        return form.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise VariantError(f"{source}: {fault}") from fault
    except ValidationError as faults:
        first = faults.errors()[0]
        steps = (str(step + 1) if isinstance(step, int) else step for step in first["loc"])
        raise VariantError(f"{source}: {'.'.join(steps)}: {first['msg']}") from faults
