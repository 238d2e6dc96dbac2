"""What the tests of identity share: the secrets in the mails that were sent."""

from __future__ import annotations

import re
from email.message import EmailMessage

from tests.app.world import World, text_of


def mails_to(world: World, who: str) -> list[EmailMessage]:
    """Return every mail that was sent to a player or address, oldest first."""
    world.send()
    return world.carrier.messages(who if "@" in who else f"{who.lower()}@example.org")


def reply_address(world: World, who: str) -> str:
    """Return where a player's answers go, by the newest mail of the game to him."""
    found = [str(one["Reply-To"]) for one in mails_to(world, who)]
    return [one for one in found if "." in one.partition("@")[0] and "+ok." not in one][-1]


def key_of(address: str) -> str:
    """Return the secret in an address."""
    return address.partition("@")[0].rpartition(".")[2]


def reply_key(world: World, who: str) -> str | None:
    """Return the key in the text of the newest mail to a player, if there is one."""
    found = re.search(r"^Reply key: ([a-z2-7]+)\r?$", text_of(mails_to(world, who)[-1]), re.M)
    return found[1] if found else None


def question(world: World, who: str) -> EmailMessage:
    """Return the newest mail to a player, which must ask him something."""
    mail = mails_to(world, who)[-1]
    assert "IF IT IS FROM YOU" in text_of(mail)
    return mail
