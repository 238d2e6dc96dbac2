"""Mail programs as players use them: real ones, and the forms of those that run on no build machine."""

from __future__ import annotations

import smtplib
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from tests.integration.by_mail import SOON, ByMail
from tests.long_games.clients import CLIENTS, Typed
from tests.peers.programs import find

_NEOMUTT = """\
set smtp_url="smtp://127.0.0.1:{port}/"
set ssl_starttls=no
set ssl_force_tls=no
set from="{address}"
set realname="{name}"
set use_envelope_from=yes
set envelope_from_address="{address}"
set copy=no
set charset="utf-8"
set send_charset="us-ascii:utf-8"
"""

_S_NAIL = (
    *("-:/", "-S", "v15-compat", "-S", "smtp-auth=none", "-S", "ttycharset=utf-8"),
    *("-S", "sendcharsets=utf-8", "-S", "sendwait"),
)


def neomutt(typed: Typed, port: int, folder: Path) -> None:
    """A reply below the quoted mail, as the editor of a program without a mouse leaves it."""
    settings = folder / "neomuttrc"
    settings.write_text(
        _NEOMUTT.format(port=port, address=typed.address, name=typed.name), encoding="utf-8"
    )
    quoted = f"On {typed.date:%a, %b %d, %Y at %H:%M:%S}, {typed.game_master} wrote:\n{typed.marked()}\n\n"
    body = f"{quoted if typed.answered is not None else ''}{typed.body}\n"
    draft = folder / "draft"
    draft.write_text(f"{_head(typed)}\n{body}", encoding="utf-8")
    # Without a terminal it wants a line on its input, even where the draft has the text.
    _run([find("neomutt"), "-n", "-F", str(settings), "-H", str(draft)], folder, "\n")


def s_nail(typed: Typed, port: int, folder: Path) -> None:
    """A reply that quotes nothing."""
    where = ("-S", f"mta=smtp://127.0.0.1:{port}", "-S", f"from={typed.name} <{typed.address}>")
    text = f"{_head(typed)}\n{typed.body}\n"
    _run([find("s-nail"), *_S_NAIL, *where, "-t"], folder, text)


def swaks(typed: Typed, port: int, folder: Path) -> None:
    """A mail of a script, with the headers that it was told."""
    answered = typed.answered
    replies = (
        ("--header", f"In-Reply-To: {answered['Message-ID']}") if answered is not None else ()
    )
    _run(
        [
            *(find("swaks"), "--silent", "2", "--server", "127.0.0.1", "--port", str(port)),
            *("--from", typed.address, "--to", typed.to, *replies),
            *("--header", f"Subject: {_subject(typed)}", "--body", typed.body + "\n"),
        ],
        folder,
    )


def _subject(typed: Typed) -> str:
    answered = typed.answered
    return typed.subject or f"Re: {answered['Subject'] if answered is not None else ''}"


def _head(typed: Typed) -> str:
    """Return the headers of a draft."""
    lines = [f"To: {typed.to}", f"Subject: {_subject(typed)}"]
    if typed.answered is not None:
        lines.append(f"In-Reply-To: {typed.answered['Message-ID']}")
    return "".join(f"{line}\n" for line in lines)


def _run(command: list[str], folder: Path, text: str = "") -> None:
    """Run a program as a user of its own would, who has no settings."""
    surroundings = {
        "HOME": str(folder),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    done = subprocess.run(
        command,
        input=text,
        env=surroundings,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SOON,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"


def _formed(form: Callable[[Typed], bytes]) -> Callable[[Typed, int, Path], None]:
    """Return what sends a mail in the form of a program."""

    def send(typed: Typed, port: int, folder: Path) -> None:
        del folder
        with smtplib.SMTP("127.0.0.1", port, timeout=SOON) as client:
            client.sendmail(typed.address, [typed.to], form(typed))

    return send


REAL: Final = ("neomutt", "s-nail", "swaks")
"""Those that are run."""

FORMS: Final = ("gmail", "outlook", "iphone", "apple_mail", "thunderbird")
"""Those whose mails are written as they write them."""

PROGRAMS: Final[dict[str, Callable[[Typed, int, Path], None]]] = {
    "neomutt": neomutt,
    "s-nail": s_nail,
    "swaks": swaks,
    **{name: _formed(CLIENTS[name]) for name in FORMS},
}


@dataclass
class Desk:
    """Players with their mail programs, before a game on a running server.

    Args:
        game: the game. folder: where programs have their settings.
        number: of mails so far.
    """

    game: ByMail
    folder: Path
    number: int = field(default=0)

    def reply(
        self, program: str, name: str, answered: EmailMessage, body: str, signature: str = ""
    ) -> EmailMessage:
        """Answer a mail with a program, and return the newest mail that comes of it."""
        self.number += 1
        address = str(answered["To"].addresses[0].addr_spec)
        typed = Typed(
            name,
            address,
            str(answered["Reply-To"].addresses[0].addr_spec),
            "",
            body,
            self.game.clock.now(),
            self.number,
            answered,
            str(answered["From"].addresses[0].display_name),
            signature or name,
        )
        count = self.game.count_of(address)
        PROGRAMS[program](typed, self.game.port, self.folder)
        return self.game.newer(address, count)
