"""Mails that were misread, or asked about for nothing, in trials by mail: `misread.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.app.irish import in_autumn
from tests.app.world import World, text_of

CASES = tomllib.loads(Path(__file__).with_name("misread.toml").read_text(encoding="utf-8"))
SEATS = {"england": ("ENGLAND",), "munster": ("MUNSTER",), "ann": ("france", "norway", "sweden")}


def cases() -> list[Any]:
    """Return each case, called by its last mail."""
    return [
        pytest.param(who, case, id=case["mails"][-1][:60])
        for who, listed in CASES.items()
        for case in listed
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("who", "case"), cases())
def test_a_mail_is_what_its_writer_means(world: World, who: str, case: dict[str, Any]) -> None:
    """Or it is asked about, or told."""
    if who == "ann":
        in_autumn(world)
    else:
        world.start(variant="standard" if who == "england" else "republic")
    writer = who if who == "ann" else who.upper()
    world.new_mail(writer)
    answers: list[str] = []
    for mail in case["mails"]:
        world.mail(writer, mail)
        answers = [" ".join(text_of(answer).split()) for answer in world.new_mail(writer)]
    orders = [order for seat in SEATS[who] for order in world.orders(seat)]
    assert sorted(orders) == sorted(case["orders"])
    assert any(case.get("says", "") in answer for answer in answers), answers
    assert "silent" not in case or not any(case["silent"] in answer for answer in answers)
