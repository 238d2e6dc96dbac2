"""What reading a mail yields: plain values without a trace of MIME."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class MailKind(Enum):
    """Who or what wrote the mail, which decides whether it counts and may be answered."""

    HUMAN = "human"
    LIST = "list"
    """Came over a mailing list; the caller decides whether its lines count."""
    AUTO_REPLY = "auto-reply"
    """Any machine's mail: vacation notice, receipt, invitation. Never answered."""
    BOUNCE = "bounce"
    """A mail of ours came back, or was delayed. Never answered."""
    UNSURE_SENDER = "unsure-sender"
    """Not exactly one address in From: nothing may be recorded."""
    UNPARSABLE = "unparsable"
    TOO_LARGE = "too-large"


class DropReason(Enum):
    """Why some text does not count."""

    QUOTE = "quoted text"
    BELOW_QUOTE = "text below a quote without marks"
    TYPED = "text typed into a quote"
    OTHER_VERSION = "text of another version of the mail"
    FORWARDED = "forwarded message"
    SIGNATURE = "signature"
    STRUCK = "struck out text"
    FOOTER = "footer"
    ATTACHMENT = "attachment"


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that was left out, told so that a person can see what did not count.

    Attributes:
        reason: why it does not count.
        text: the text left out, at most 500 characters of it and 20,000 of a quote, or the attachment's
            name.
    """

    reason: DropReason
    text: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What is refused before anything is parsed; sizes in bytes.

    Attributes:
        size: the whole message.
        header_bytes: the header block, of the message and of each part.
        header_fields: fields in one header block.
        parts: MIME parts altogether.
        depth: multiparts inside multiparts.
        recipients: addresses in To and in Cc, each.
        encoded_words: RFC 2047 words in the header block.
        comments: opening parentheses in one address field.
        text_bytes: one text part, decoded; the rest of a longer one is left out.
        all_text_bytes: text parts altogether, still encoded; parts behind so much are left out.
        lines: lines of text read from the whole mail.
    """

    size: int = 10 * 1024 * 1024
    header_bytes: int = 64 * 1024
    header_fields: int = 500
    parts: int = 100
    depth: int = 10
    recipients: int = 1000
    encoded_words: int = 500
    comments: int = 50
    text_bytes: int = 1024 * 1024
    all_text_bytes: int = 2 * 1024 * 1024
    lines: int = 20_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class MailReading:
    """One mail as the rest of gm sees it.

    Attributes:
        kind: who or what wrote it.
        only_sounds: it is a machine's by what its subject or its text say, or by an invitation in it, alone;
            a person's after all if it orders something.
        sender: the bare address of the one mailbox in From, its domain in lower case; None
            when there is not exactly one. A display name never counts.
        sender_name: the display name beside it, one line, or "".
        to: addresses in To, groups opened up; duplicates dropped.
        cc: addresses in Cc, likewise.
        delivered_to: addresses in Delivered-To, X-Original-To and Envelope-To.
        subject: decoded, one line, no control or bidi characters.
        message_id: from the raw bytes, blanks inside kept, so that two ids never become one.
            Not checked in any way: vet it before an answer carries it.
        in_reply_to: the first well-formed id there, or None.
        references: the well-formed ids there, at most 50.
        date: what the sender's machine claims; decides nothing.
        return_path: the envelope sender noted on delivery; "" for the null sender, None if absent.
        lines: the text that counts, one line each, in the writer's own typography. No-break
            spaces have become spaces, other control characters are gone. Text attachments
            follow the body after an empty line. Empty for bounces and refused mails.
        files: the names of text attachments whose lines are the last ones; file_lines: how many these are.
        dropped: what was left out, and why.
        forwarded: another's message was forwarded, and left out.
        is_list: a mailing list's marks were found, whatever the kind.
        keys: the reply keys found anywhere in the text, quotes included; see `gm.mail.threads`.
            A key proves nothing by itself: a forwarded mail holds another's.
        bounced: for a bounce, whose mail came back.
        permanent: for a bounce, whether this mail is lost for good; None when it does not say.
        hard: for a bounce, whether the address itself is no good; False when the reason may pass
            (a full mailbox, a delay, a refused content), None when nothing is said.
        bounce_status: for a bounce, the code that was given, such as "5.1.1", or "".
        original_message_id: for a bounce, the Message-ID of the mail that came back, if it tells.
        problems: what went wrong in reading, in sentences for people.
    """

    kind: MailKind
    sender: str | None = None
    sender_name: str = ""
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    delivered_to: tuple[str, ...] = ()
    subject: str = ""
    message_id: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    date: datetime | None = None
    return_path: str | None = None
    lines: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    file_lines: int = 0
    dropped: tuple[Dropped, ...] = ()
    forwarded: bool = False
    is_list: bool = False
    only_sounds: bool = False
    keys: tuple[str, ...] = ()
    bounced: tuple[str, ...] = ()
    permanent: bool | None = None
    hard: bool | None = None
    bounce_status: str = ""
    original_message_id: str | None = None
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The lines that count as one text."""
        return "\n".join(self.lines)


def lines_below_quote(reading: MailReading) -> list[str]:
    """Return the few lines below a quote without marks that may be its reader's own."""
    return [
        line
        for dropped in reading.dropped
        if dropped.reason is DropReason.BELOW_QUOTE
        for line in dropped.text.split("\n")
    ]
