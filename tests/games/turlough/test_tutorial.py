"""The tutorial is played as it is printed: every mail is sent, every answer compared."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.bootstrap.games import games_in
from tests.contract.test_die_leaks import die_world
from tests.games.turlough.playing import PEOPLE, address_of, begin

PAGE = Path(__file__).parents[3] / "docs" / "turlough-tutorial.md"
ADDRESSES = {name: address_of(seat) for seat, name in PEOPLE.items()}


def steps() -> Iterator[tuple[str, str, str]]:
    """Yield what the page does: what it is (`>>>`, `<<<`, `===`), who or how long, and the text of the mail."""
    printed = re.findall(r"^(?: {4}(.*)|(\S.*|))$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    heads = list[tuple[str, str, list[str]]]()
    for typed, prose in printed:
        head = re.fullmatch(r"(>>>|<<<|===) (.+)", typed)
        if head is not None:
            heads.append((head[1], head[2], []))
        elif heads and not prose:
            heads[-1][2].append(typed)
    yield from ((what, who, "\n".join(lines).strip("\n")) for what, who, lines in heads)


@pytest.mark.slow
def test_the_tutorial_works_mail_by_mail(tmp_path: Path) -> None:
    """On a server that plays every game; the newest mail of a player is the one that is shown."""
    compare = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    shown = 0
    with die_world(tmp_path, games_in(None)) as world:
        begin(world.services)
        world.tick(seconds=1)
        for what, who, text in steps():
            if what == "===":
                world.tick(days=int(who.split()[0]))
            elif what == ">>>":
                world.mail(ADDRESSES[who], f"{text}\n")
            else:
                mail = world.last_text(ADDRESSES[who])
                assert compare.check_output(f"{text}\n", mail, flags), f"{who}\n{text}\n\n{mail}"
                shown += 1
    assert shown > 12
