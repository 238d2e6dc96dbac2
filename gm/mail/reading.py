"""A raw message read into one plain value; never raises, whatever the bytes are."""

from dataclasses import dataclass, replace

from gm.languages import gettext_noop
from gm.mail import classify
from gm.mail.addresses import Mailbox, addresses, sole_sender
from gm.mail.bodies import TOO_LONG, Bodies, collect, other_versions
from gm.mail.bounces import Bounce, bounce
from gm.mail.bounds import bounded, header_of, refusal, with_line_feeds
from gm.mail.headers import Headers, date, message_id, message_ids, subject
from gm.mail.mime import MimePart, TooComplexError, take_apart, within_limits
from gm.mail.quotes import own_text, tidy
from gm.mail.threads import keys_in, without_keys
from gm.mail.values import (
    DEFAULT_LIMITS,
    Dropped,
    DropReason,
    Limits,
    MailKind,
    MailReading,
)

__all__ = [
    "DEFAULT_LIMITS",
    "DropReason",
    "Dropped",
    "Limits",
    "MailKind",
    "MailReading",
    "read_mail",
]

TAKEN_FOR_A_QUOTE = gettext_noop(
    "What stands below the line that says who wrote it was taken for a quote, and was not read. "
    "Write orders of your own above it."
)
OUR_FAULT = gettext_noop("The mail could not be read because of a fault in this server.")


def read_mail(raw: bytes, *, limits: Limits = DEFAULT_LIMITS) -> MailReading:
    """Read a message as it was received, with or without CRLF line ends.

    Args:
        raw: the message; an mbox "From " line above it is skipped.
        limits: what is refused before it is parsed.

    Returns:
        What the mail is and the lines in it that count. A refused mail is a reading too, of
        kind TOO_LARGE or UNPARSABLE, its problem said in a sentence.
    """
    try:
        return bounded(read_unguarded(raw, limits))
    except Exception:
        # Mail is never lost: what breaks us is set aside for a person, not raised.
        return read_headers(raw, OUR_FAULT, limits=limits)


def read_headers(raw: bytes, problem: str, *, limits: Limits = DEFAULT_LIMITS) -> MailReading:
    """Read only who wrote a mail and what its header says, for a mail that cannot be read.

    Args:
        raw: the message as it was received.
        problem: why it cannot be read, in a sentence.
        limits: what is refused before it is parsed.

    Returns:
        A reading of kind UNPARSABLE, or of a machine's mail, which is met with silence.
    """
    try:
        headers = header_of(raw, limits) or Headers(())
        if refusal(headers, limits) is None:
            return bounded(_refused(headers, MailKind.UNPARSABLE, problem))
    except Exception:
        return MailReading(MailKind.UNPARSABLE, problems=(OUR_FAULT,))
    return MailReading(MailKind.UNPARSABLE, problems=(problem,))


def read_unguarded(raw: bytes, limits: Limits) -> MailReading:
    """As `read_mail`, without the net under it; the tests read through this."""
    headers = header_of(raw, limits)
    if headers is None:
        too_long = f"The header is larger than {limits.header_bytes // 1024} kB."
        return MailReading(MailKind.UNPARSABLE, problems=(too_long,))
    problem = refusal(headers, limits)
    if problem is not None:
        return MailReading(MailKind.UNPARSABLE, problems=(problem,))
    if len(raw) > limits.size:
        problem = f"The mail is larger than {limits.size / 1024 / 1024:g} MB."
        return _refused(headers, MailKind.TOO_LARGE, problem)
    plain = with_line_feeds(raw)
    try:
        root, shortened = within_limits(take_apart(plain, limits), limits)
    except TooComplexError as error:
        return _refused(headers, MailKind.UNPARSABLE, str(error))
    reading = _Reader(plain, headers, root, limits).reading()
    if shortened and TOO_LONG not in reading.problems:
        return replace(reading, problems=(*reading.problems, TOO_LONG))
    return reading


def _refused(headers: Headers, kind: MailKind, problem: str) -> MailReading:
    """What the headers tell of a refused mail; a machine's stays a machine's, for silence."""
    frame = _frame(headers, sole_sender(headers))
    machine = classify.is_machine(
        headers, None, frame.sender, frame.subject
    ) or classify.sounds_like_one(None, frame.subject)
    return replace(
        frame, kind=MailKind.AUTO_REPLY if machine else kind, problems=(*frame.problems, problem)
    )


def _frame(headers: Headers, sender: Mailbox | None) -> MailReading:
    """Everything the headers tell by themselves."""
    replied = message_ids(headers, "in-reply-to")
    return MailReading(
        kind=MailKind.UNSURE_SENDER if sender is None else MailKind.HUMAN,
        sender=sender.address if sender else None,
        sender_name=sender.name if sender else "",
        to=addresses(headers, "to"),
        cc=addresses(headers, "cc"),
        delivered_to=addresses(headers, "delivered-to", "x-original-to", "envelope-to"),
        subject=subject(headers),
        message_id=message_id(headers),
        in_reply_to=replied[0] if replied else None,
        references=message_ids(headers, "references"),
        date=date(headers),
        return_path=classify.return_path(headers),
        is_list=classify.is_list(headers),
        problems=_header_problems(headers),
    )


def _header_problems(headers: Headers) -> tuple[str, ...]:
    problems = []
    if headers.bad_lines:
        problems.append(gettext_noop("Some header lines are damaged and were skipped."))
    if headers.is_torn:
        # Mail servers read on where others see a new line: no two see the same sender.
        problems.insert(0, gettext_noop("A line end or a NUL stands inside a header line."))
    elif headers.like_from:
        problems.insert(
            0, gettext_noop("A header line looks like a second From line, and is none.")
        )
    elif len(headers.all("from")) > 1:
        problems.append(
            gettext_noop("The mail has more than one From line, so its sender is not certain.")
        )
    elif sole_sender(headers) is None:
        problems.append(
            gettext_noop("The From line holds no single address, so the sender is not certain.")
        )
    if len(headers.all("message-id")) > 1:
        problems.append(
            gettext_noop("The mail has more than one Message-ID; the first was taken.")
        )
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A message taken apart, about to become a reading."""

    raw: bytes
    headers: Headers
    root: MimePart
    limits: Limits

    def reading(self) -> MailReading:
        """The whole reading; only a person's mail, or what may be one, has lines."""
        frame = _frame(self.headers, sole_sender(self.headers))
        back = bounce(self.raw, self.headers, self.root, frame.sender, self.limits)
        if back is not None:
            return _as_bounce(frame, back)
        bodies = collect(self.root, self.limits)
        whole = _with_text(frame, bodies, self._keys(bodies), self.limits)
        surely = self._is_surely_a_machines(whole)
        sounds = not surely and (
            classify.sounds_like_one(self.root, whole.subject)
            or classify.says_away(whole.lines, whole.subject)
        )
        return replace(
            whole,
            kind=MailKind.AUTO_REPLY if surely or sounds else _persons_kind(whole),
            only_sounds=sounds,
            problems=(*whole.problems, *bodies.problems),
        )

    def _keys(self, bodies: Bodies) -> tuple[str, ...]:
        """The reply keys in the text that was chosen, or else in the versions that were not."""
        chosen = ("\n".join(text) for text in [*bodies.texts, *bodies.attached])
        left_out = (dropped.text for dropped in bodies.dropped)
        return keys_in([*chosen, *left_out]) or keys_in(other_versions(self.root, self.limits))

    def _is_surely_a_machines(self, frame: MailReading) -> bool:
        machine = classify.is_machine(self.headers, self.root, frame.sender, frame.subject)
        return machine or classify.says_it_is_one(frame.lines)


def _persons_kind(reading: MailReading) -> MailKind:
    """Return what a mail is that a person wrote."""
    if reading.sender is None:
        return MailKind.UNSURE_SENDER
    return MailKind.LIST if reading.is_list else MailKind.HUMAN


def as_persons(reading: MailReading) -> MailReading:
    """Return a mail that only sounds like a program's as a person's."""
    return replace(reading, kind=_persons_kind(reading), only_sounds=False)


def _as_bounce(frame: MailReading, back: Bounce) -> MailReading:
    return replace(
        frame,
        kind=MailKind.BOUNCE,
        bounced=back.addresses,
        permanent=back.permanent,
        hard=back.hard,
        bounce_status=back.status,
        original_message_id=back.message_id,
    )


def _with_text(
    frame: MailReading, bodies: Bodies, keys: tuple[str, ...], limits: Limits
) -> MailReading:
    """The reading with the lines that count, quotes taken out of each text by itself."""
    lines: list[str] = []
    attached: list[str] = []
    dropped = list(bodies.dropped)
    forwarded = bodies.forwarded
    doubtful = False
    for at, text in enumerate(bodies.within(limits.lines)):
        written = own_text(text, subject=frame.subject)
        lines += ["", *written.lines]
        attached += ["", *written.lines] if at >= len(bodies.texts) else []
        dropped += written.dropped
        forwarded |= written.forwarded
        doubtful |= written.doubtful
    counting, of_files = (tidy(without_keys(each) if keys else each) for each in (lines, attached))
    problems = (*frame.problems, TAKEN_FOR_A_QUOTE) if doubtful else frame.problems
    return replace(
        frame,
        lines=counting,
        files=tuple(bodies.files),
        file_lines=len(of_files),
        dropped=tuple(dropped),
        forwarded=forwarded,
        keys=keys,
        problems=problems,
    )
