"""Tutorial pages that are played as they are printed: every mail is sent, every answer compared."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.app.world import World


def page_steps(page: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what a page does: what it is (`>>>`, `<<<`, `===`), who or how long, and the text of the mail."""
    printed = re.findall(r"^(?: {4}(.*)|(\S.*|))$", page.read_text(encoding="utf-8"), re.MULTILINE)
    heads = list[tuple[str, str, list[str]]]()
    for typed, prose in printed:
        head = re.fullmatch(r"(>>>|<<<|===) (.+)", typed)
        if head is not None:
            heads.append((head[1], head[2], []))
        elif heads and not prose:
            heads[-1][2].append(typed)
    yield from ((what, who, "\n".join(lines).strip("\n")) for what, who, lines in heads)


def play_page(page: Path, world: World, addresses: Mapping[str, str], seconds: int = 0) -> int:
    """Play a page on a server whose game has begun, and return how many mails were compared.

    Args:
        page: where it lies. world: the server. addresses: of the players, by their names.
        seconds: how long after each mail the next step follows.
    """
    compare, shown = doctest.OutputChecker(), 0
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for what, who, text in page_steps(page):
        if what == "===":
            world.tick(days=int(who.split()[0]))
        elif what == ">>>":
            world.mail(addresses[who], f"{text}\n")
            if seconds:
                world.tick(seconds=seconds)
        else:
            mail = world.last_text(addresses[who])
            assert compare.check_output(f"{text}\n", mail, flags), f"{who}\n{text}\n\n{mail}"
            shown += 1
    return shown
