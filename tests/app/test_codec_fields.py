"""What the codec says of classes that forget their type arguments when they are compiled."""

from __future__ import annotations

import dataclasses
from typing import Any, Final, get_args, get_origin, get_type_hints

import pytest

from gm.app.codec import FIELDS


def declared(cls: type) -> dict[str, Any]:
    """Return the types of a class's fields as its source declares them."""
    hints = get_type_hints(cls)
    wanted = [one.name for one in dataclasses.fields(cls) if one.init]
    return {
        name: get_args(hint)[0] if get_origin(hint) is Final else hint
        for name in wanted
        for hint in [hints[name]]
    }


@pytest.mark.parametrize("cls", FIELDS, ids=lambda cls: cls.__name__)
def test_the_codec_knows_every_field(cls: type) -> None:
    """The table says what the class declares."""
    assert FIELDS[cls] == declared(cls)
