"""How the players' mail programs write: what is typed goes in, the bytes of a mail come out."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime


@dataclass(frozen=True)
class Typed:
    """A mail as its writer sees it.

    Args:
        name, address: the writer.
        to: where it goes.
        subject: as written; "" for the answered mail's with Re: before it.
        body: what was typed.
        date: when, in the writer's own zone.
        number: of the mail in the whole game; makes its Message-ID.
        answered: the mail it answers, if any.
        game_master: how the player's mail program names who wrote that.
        signature: what stands below the writer's mails in a program that signs them.
    """

    name: str
    address: str
    to: str
    subject: str
    body: str
    date: datetime
    number: int
    answered: EmailMessage | None
    game_master: str
    signature: str = ""

    @property
    def message_id(self) -> str:
        """The mail's own id, without its brackets."""
        return f"{self.number}.{self.address}"

    def quoted(self) -> str:
        """Return the text of the answered mail."""
        if self.answered is None:
            return ""
        part = self.answered.get_body(("plain",))
        return "" if part is None else str(part.get_content()).strip()

    def quoted_page(self) -> str:
        """Return the body of the answered mail's HTML."""
        part = None if self.answered is None else self.answered.get_body(("html",))
        page = "" if part is None else str(part.get_content())
        return page.partition("<body")[2].partition(">")[2].partition("</body>")[0]

    def marked(self) -> str:
        """Return the same with a quote mark before each line."""
        return "\n".join(f"> {line}".rstrip() for line in self.quoted().splitlines())


def plain(typed: Typed) -> bytes:
    """A new mail, or an answer that quotes nothing."""
    message = _head(typed, "Re: ")
    message.set_content(typed.body + "\n", cte="8bit")
    return _bytes(message)


def gmail(typed: Typed) -> bytes:
    """A reply on top of the quote, as plain text and as HTML."""
    who = f"{typed.game_master} <{typed.to}>"
    when = f"{typed.date:%a, %d %b %Y at %H:%M}"
    message = _head(typed, "Re: ")
    message.set_content(
        f"{typed.body}\n\nOn {when}, {who} wrote:\n\n{typed.marked()}\n", cte="quoted-printable"
    )
    own = "<br>".join(map(html.escape, typed.body.split("\n")))
    message.add_alternative(
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">On {when}, {html.escape(who)} wrote:<br></div>'
        f'<blockquote class="gmail_quote">{_lines(typed.quoted())}</blockquote></div>',
        subtype="html",
        cte="quoted-printable",
    )
    message.set_boundary(f"000000000000{typed.number:016x}")
    return _bytes(message)


def thunderbird(typed: Typed) -> bytes:
    """A reply below the quote, with a signature."""
    message = _head(typed, "Re: ")
    message["User-Agent"] = "Mozilla Thunderbird"
    text = (
        f"On {typed.date:%d/%m/%Y %H:%M}, {typed.game_master} wrote:\n{typed.marked()}\n\n"
        f"{_flowed(typed.body)}\n\n"
        f"-- \n{typed.signature}\n"
    )
    message.set_content(text, cte="8bit")
    message.set_param("format", "flowed")
    return _bytes(message)


def iphone(typed: Typed) -> bytes:
    """A short reply from a phone, quote below."""
    message = _head(typed, "Re: ")
    message["X-Mailer"] = "iPhone Mail (21E236)"
    text = (
        f"{typed.body}\n\nSent from my iPhone\n\n"
        f"> On {typed.date:%d %b %Y}, at {typed.date:%H:%M}, {typed.game_master} <{typed.to}> wrote:\n>\n"
        f"{typed.marked()}\n"
    )
    message.set_content(text, cte="quoted-printable")
    return _bytes(message)


def apple_mail(typed: Typed) -> bytes:
    """A reply from a Mac: above the quote, which has no marks in the HTML."""
    message = _head(typed, "Re: ")
    message["X-Mailer"] = "Apple Mail (2.3774.600.62)"
    who = f"{typed.game_master} <{typed.to}>"
    when = f"On {typed.date:%d %b %Y}, at {typed.date:%H:%M}, {who} wrote:"
    message.set_content(
        f"{typed.body}\n\n\n> {when}\n> \n{typed.marked()}\n", cte="quoted-printable"
    )
    own = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in typed.body.split("\n"))
    message.add_alternative(
        '<html><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">'
        f'{own}<div><br><blockquote type="cite"><div>{html.escape(when)}</div><br>'
        f"<div>{_lines(typed.quoted())}</div></blockquote></div><br></body></html>",
        subtype="html",
        cte="quoted-printable",
    )
    message.set_boundary(f"Apple-Mail=_{typed.number:08X}-1B2C-4D5E-8F90-ABCDEF012345")
    return _bytes(message)


def outlook(typed: Typed) -> bytes:
    """HTML alone, our own HTML below it without marks, boxes and all."""
    message = _head(typed, "RE: ")
    message["X-Mailer"] = "Microsoft Outlook 16.0"
    rows = "".join(
        f'<p class="MsoNormal">{html.escape(line) or "&nbsp;"}<o:p></o:p></p>\n'
        for line in typed.body.split("\n")
    )
    subject = html.escape(str(typed.answered["Subject"])) if typed.answered else ""
    message.set_content(
        '<html><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang="EN-IE">'
        f'<div class="WordSection1">{rows}'
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
        f"<b>From:</b> {typed.game_master} &lt;{typed.to}&gt;<br><b>Sent:</b> {typed.date:%d %B %Y %H:%M}<br>"
        f"<b>To:</b> {html.escape(typed.name)}<br><b>Subject:</b> {subject}</p></div></div>\n"
        f"{typed.quoted_page()}</div></body></html>",
        subtype="html",
        cte="quoted-printable",
    )
    return _bytes(message)


def raw(typed: Typed) -> bytes:
    """A whole mail as it stands in the file, with its blanks filled in."""
    answered = typed.answered
    text = typed.body.format(
        to=typed.to,
        subject=answered["Subject"] if answered else "",
        date=format_datetime(typed.date),
        message_id=typed.message_id,
        answers=answered["Message-ID"] if answered else "",
    )
    return text.replace("\n", "\r\n").encode()


CLIENTS: dict[str, Callable[[Typed], bytes]] = {
    one.__name__: one for one in (plain, gmail, thunderbird, iphone, apple_mail, outlook, raw)
}


def _head(typed: Typed, answer: str) -> EmailMessage:
    message = EmailMessage(SMTP)
    message["From"] = Address(typed.name, addr_spec=typed.address)
    message["To"] = typed.to
    answered = typed.answered
    message["Subject"] = typed.subject or f"{answer}{answered['Subject'] if answered else ''}"
    message["Date"] = typed.date
    message["Message-ID"] = f"<{typed.message_id}>"
    if answered is not None and not typed.subject:
        message["In-Reply-To"] = answered["Message-ID"]
        message["References"] = answered["Message-ID"]
    return message


def _flowed(text: str) -> str:
    """Break long lines as RFC 3676 does: a line that goes on ends in a blank."""
    broken = (textwrap.wrap(line, 70) or [""] for line in text.split("\n"))
    return "\n".join(" \n".join(parts) for parts in broken)


def _lines(text: str) -> str:
    return html.escape(text).replace("\n", "<br>\n")


def _bytes(message: EmailMessage) -> bytes:
    return message.as_bytes()
