"""Mail of ours that came back: whose, and for good or only for now.

Delivery status notifications (RFC 3464) first, then the marks of mail systems that write
their own prose (Exim, qmail, sendmail, Exchange, Yahoo and many more).
"""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from email import message_from_bytes

from flufl.bounce import all_failures

from gm.mail import bounce_texts
from gm.mail.addresses import address_key, addresses, normal
from gm.mail.bodies import text_of
from gm.mail.bounce_texts import Notice, well_formed
from gm.mail.classify import return_path
from gm.mail.client_words import FORWARD_SUBJECT
from gm.mail.headers import Headers, message_id, message_ids, split_headers, subject
from gm.mail.markup import html_to_text
from gm.mail.mime import MimePart
from gm.mail.values import Limits

# What Mailman's bounce detectors make of a notice: whom it names, in many systems' prose.
#
# They parse with the standard library, so they are asked only about notices of mail systems, which
# have passed the limits on parts and depth, and about no more than their beginning.

_LONGEST_NOTICE = 200_000
# It tells every detector it tries, and the fault of each.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class Detected:
    """The addresses a mail did not reach, sorted."""

    late: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


def detect(raw: bytes) -> Detected:
    """The addresses that a detector finds; none where it breaks over a notice."""
    try:
        late, failed = all_failures(message_from_bytes(raw[:_LONGEST_NOTICE]))
    except Exception:
        # Twenty detectors of other people's prose: whatever breaks one, the notice still counts.
        return Detected()
    return Detected(_addresses(late - failed), _addresses(failed))


def _addresses(keys: frozenset[bytes]) -> tuple[str, ...]:
    texts = (address.decode("utf-8", "replace").strip() for address in keys)
    return tuple(sorted({a for a in map(normal, texts) if a}))


# Whether a mail failed because its address is no good, or for a reason that may pass.
#
# Words before numbers: systems put 5.0.0 and 5.7.1 on everything, but say what is the matter.

_PASSING = re.compile(
    r"(?:mail ?box|in ?box|account|user|recipient|storage|folder|quota|disk).{0,40}"
    r"(?:\bfull\b|exceed|over (?:the )?(?:quota|limit|its|size)|out of space|no space|insufficient)|"
    r"over ?quota|quota (?:is )?exceed|exceed(?:s|ed|ing)? .{0,30}(?:quota|storage|size|limit)|"
    r"insufficient (?:system )?(?:storage|resources|disk)|mailbox has exceeded|"
    r"not enough (?:storage|space)|"
    r"too (?:large|big|many)|size limit|message size|greylist|gr[ae]y-?list|"
    r"try (?:again|later)|temporar|timed? ?out|connection (?:refused|reset|dropped)|"
    r"spam|blacklist|blocklist|block list|\bRBL\b|\bDNSBL\b|spamhaus|virus|policy|reputation|"
    r"content (?:rejected|filter)|\bDMARC\b|\bSPF\b|\bDKIM\b|unauthenticated|rate limit|throttl|"
    r"postfach (?:ist )?voll|speicherplatz|boîte .{0,30}pleine|buzón .{0,30}lleno|casella .{0,30}piena",
    re.I,
)
_FINAL = re.compile(
    r"(?:user|recipient|mail ?box|account|address|addressee|login|alias|person|e-?mail|name|box)"
    r"(?: \S{1,80}+)? ?.{0,40}?(?:unknown|not (?:be )?(?:found|exist|known|listed|valid|recogni[sz]ed|here|available)|"
    r"does ?n[o']t exist|doesn't exist|unavailable|disabled|suspended|inactive|deactivated|expired|invalid|"
    r"no longer|closed|discontinued|terminated|rejected|undeliverable|not accepted|is not a)|"
    r"(?:unknown|invalid|no such|illegal|bad|nonexistent|non-existent|undeliverable|not a valid|inactive|disabled)"
    r" (?:or [\w-]+ )?(?:local[- ]?(?:part|user)?|user|recipient|mail ?box|account|address|alias|person|e-?mail|virtual|destination|domain|host|name)|"
    r"(?:host|domain|name server|mx).{0,60}(?:not found|unknown|no such|does not exist|nxdomain|invalid)|"
    r"(?:doesn't|does not|do not) have an? .{0,60}account|introuvable|inexistant|"
    r"no (?:such|valid) |does not like recipient|has (?:moved|left)|not our customer|"
    r"unrout(?:e|able)|couldn'?t find any host|bad destination|illegal host|"
    r"unbekannt|existiert nicht|nicht (?:bekannt|gefunden)|utilisateur inconnu|inconnu|"
    r"usuario desconocido|no existe|destinatario sconosciuto|inesistente|onbekend|desconhecido|недоступен|не существует",
    re.I,
)
_CODE = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.#-])([45])[0-5]\d(?=[ -])")
_MOST_WORDS = 4000
# RFC 3463: no such mailbox or system, mailbox disabled, no route.
_BAD = {("1", d) for d in "0 1 2 3 4 6 10".split()} | {("2", "1"), ("4", "4"), ("4", "6")}


def code_in(status: str, words: str) -> str:
    """The enhanced code in a status field, or else in what a system says; "" if there is none."""
    code = _CODE.search(status) or _CODE.search(words[:_MOST_WORDS])
    return ".".join(code.groups()) if code else ""


def is_hard(status: str, words: str) -> bool | None:
    """Whether the address itself is said to be no good; None when nothing is said.

    Args:
        status: the enhanced code of a notification (RFC 3463), or "".
        words: what the system says of it.
    """
    said = words[:_MOST_WORDS]
    if _PASSING.search(said) and not status.startswith("5.1."):
        return False
    code = _CODE.search(status) or _CODE.search(said)
    if code is not None and code[1] == "4":
        return False
    if _FINAL.search(said):
        return True
    if code is not None and code[1] == "5":
        return True if (code[2], code[3]) in _BAD else None if code[2] == "0" else False
    reply = _REPLY.search(said)
    return False if reply is not None and reply[1] == "4" else None


_STATUS_TYPES = {"message/delivery-status", "message/global-delivery-status"}
_RETURNED_TYPES = {"message/rfc822", "message/global", "text/rfc822-headers"}
_FAILED_ACTIONS = ("fail", "error", "undeliver")
_LONGEST_LINE = 500
_MOST_LINES = 200
_MOST_ADDRESSES = 20
_OPENING_LINES = 4
_SPEAKS = re.compile(r"[^\W\d_]{2}")
_ORDER = re.compile(
    r"^\W*(?:(?:[AF]|army|fleet)\W{1,2}\w{3,}(?: \w+)?\s*"
    r"(?:->|=>|→|[-–—]|\b(?:s|h|c|supports?|holds?|moves?|convoys?)\b)|"
    r"(?:build|remove|disband|retreat|waive)\b)",
    re.I,
)
"""What looks like an order, which no mail system writes."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """Whose mail came back, and what is said of it; None when nothing is.

    Attributes:
        permanent: this mail will not arrive any more.
        hard: nor will others, for the address itself is no good.
        status: the enhanced code that was given (RFC 3463), or "".
        message_id: the mail's Message-ID.
    """

    addresses: tuple[str, ...]
    permanent: bool | None
    hard: bool | None = None
    status: str = ""
    message_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Status:
    """One recipient of a delivery status notification."""

    address: str
    action: str
    code: str
    words: str

    def failed(self) -> bool:
        """Whether the mail system has given up (RFC 3464, 2.3.3), whatever the status class."""
        return self.action.startswith(_FAILED_ACTIONS) or (
            not self.action and self.code[:1] == "5"
        )

    def late(self) -> bool:
        """Whether it goes on trying."""
        return self.action == "delayed" or (not self.action and self.code[:1] == "4")


@dataclass(frozen=True, slots=True)
class _Message:
    """A mail that may be a mail system's notice.

    Attributes:
        notice: what the system itself says.
        returned: the head of the mail sent back, or None if it is not attached.
        whole: the text with what is sent back in it.
    """

    headers: Headers
    root: MimePart
    sender: str | None
    notice: Notice
    returned: Headers | None
    whole: str

    def is_one(self) -> bool:
        """Whether it is: by its type, by who wrote it, or by all that it says."""
        if "delivery" in self.root.params.get("report-type", ""):
            return True
        about = bounce_texts.SUBJECT.search(subject(self.headers))
        complains = bounce_texts.FAILED.search(self.notice.words) is not None
        if self._by_system():
            return bool(about or complains or (self.returned and self.notice.alone()))
        if return_path(self.headers) == "":
            return about is not None
        # An ordinary address, so a person may be telling of a mail that came back.
        if about is None or not complains:
            return False
        begins = about.start() == 0 and self._lists_without_marks()
        return begins or (self._opens_like_one() and self._names_what_failed())

    def _lists_without_marks(self) -> bool:
        """Whether addresses stand apart as in a notice, and not in a quoted one."""
        plain = self.notice.unmarked()
        apart = plain.alone() or any(plain.below())
        return bool(apart or (self.returned and plain.named()))

    def _opens_like_one(self) -> bool:
        """Whether the text begins as mail systems write, and goes on without an order."""
        if FORWARD_SUBJECT.match(subject(self.headers)):
            return False
        lines = [line for line in self.notice.words.split("\n") if _SPEAKS.search(line)]
        first = (line[:_LONGEST_LINE] for line in lines[:_OPENING_LINES])
        opens = any(map(bounce_texts.OPENING.match, first))
        return opens and not any(_ORDER.match(line[:_LONGEST_LINE]) for line in lines)

    def _names_what_failed(self) -> bool:
        """Whether it sends a mail back, or an address that is not the writer's stands apart."""
        plain = self.notice.unmarked()
        apart = [*plain.alone(), *(address for listed in plain.below() for address in listed)]
        return self.returned is not None or bool(self._others(apart))

    def _by_system(self) -> bool:
        """Whether a mail system is the sender, by its address or, without one, by its name."""
        if self.sender is not None:
            return _is_system(self.sender)
        return bounce_texts.SYSTEM_NAME.search(self.headers.text("from")[:200]) is not None

    def recipients(self) -> tuple[str, ...]:
        """Whose mail came back: as listed, else alone on a line, named, or written at all.

        Our own address, which the notice was sent to, is none of them while there is another.
        """
        apart = [*self.notice.listed(), *self.notice.alone()]
        for named in (apart, self.notice.named(), self.notice.any(), self._written_to()):
            if others := self._others(named):
                return others
        return tuple(dict.fromkeys(apart))[:_MOST_ADDRESSES]

    def foreign(self, detected: Detected) -> tuple[str, ...]:
        """Of what a detector found, the addresses that are neither ours nor the system's."""
        return self._others(detected.failed) or self._others(detected.late)

    def _others(self, candidates: Iterable[str]) -> tuple[str, ...]:
        known = {
            address_key(a) for a in addresses(self.headers, "to", "delivered-to", "x-original-to")
        }
        known.add(address_key(self.sender or ""))
        others = (a for a in candidates if address_key(a) not in known and not _is_system(a))
        return tuple(dict.fromkeys(others))[:_MOST_ADDRESSES]

    def _written_to(self) -> tuple[str, ...]:
        """Whom the mail that came back was addressed to."""
        return addresses(self.returned, "to") if self.returned else ()

    def original_id(self) -> str | None:
        """The Message-ID of the mail sent back, from its head, the text, or as answered."""
        head = message_id(self.returned) if self.returned else None
        quoted = bounce_texts.MESSAGE_ID.search(self.whole)
        replied = message_ids(self.headers, "in-reply-to") or message_ids(
            self.headers, "references"
        )
        return head or (quoted[1] if quoted else None) or (replied[-1] if replied else None)

    def for_good(self) -> bool | None:
        """Whether it failed for good: a mail sent back is lost unless more tries are promised."""
        about = subject(self.headers)
        said = f"{about}\n{self.notice.words}"
        if bounce_texts.LATER.search(about):
            return False
        if bounce_texts.GAVE_UP.search(said):
            return True
        if bounce_texts.LATER.search(said):
            return False
        failed = bounce_texts.FAILED.search(said) or bounce_texts.SUBJECT.search(said)
        return True if failed or self.returned else None


def bounce(
    raw: bytes, headers: Headers, root: MimePart, sender: str | None, limits: Limits
) -> Bounce | None:
    """What a bounce says, or None if this mail is none.

    Delivery status notifications first, then the detectors of Mailman, then our own patterns.

    Args:
        raw: the message with LF line ends.
        headers: of the whole message.
        root: the message taken apart.
        sender: the address in From, or None if unsure.
        limits: for the text of its parts.
    """
    statuses = [s for part in root.leaves() for s in _statuses(part, limits)]
    if statuses and not any(s.failed() or s.late() for s in statuses):
        return None  # a notice of success
    text = _first_text(root, limits)
    notice = _Message(headers, root, sender, _own_words(text), _returned(root, limits), text)
    bounced = _by_status(statuses) or _by_field(notice) or _by_words(raw, notice, limits)
    return replace(bounced, message_id=notice.original_id()) if bounced else None


def _by_status(statuses: list[_Status]) -> Bounce | None:
    """What the blocks of a notification say: of those that failed, else of those delayed."""
    chosen = [s for s in statuses if s.failed()] or [s for s in statuses if s.late()]
    if not chosen:
        return None
    failed = tuple(dict.fromkeys(s.address for s in chosen))
    hard = is_hard(chosen[0].code, chosen[0].words) if chosen[0].failed() else False
    return Bounce(failed, chosen[0].failed(), hard, code_in(chosen[0].code, chosen[0].words))


def _by_field(notice: _Message) -> Bounce | None:
    """What Exim and Gmail say in a header of their own."""
    failed = notice.headers.text("x-failed-recipients")
    if not failed:
        return None
    named = tuple(dict.fromkeys(well_formed(re.split(r"[\s,]+", failed))))
    words = notice.notice.words
    return Bounce(named, notice.for_good() is not False, is_hard("", words), code_in("", words))


def _by_words(raw: bytes, notice: _Message, limits: Limits) -> Bounce | None:
    """What the text of a notice says, if the mail is one."""
    if not notice.is_one():
        return None
    permanent = notice.for_good()
    words = notice.notice.words
    hard = False if permanent is False else is_hard("", words)
    inner = _from_inner(notice.root, limits)
    detected = inner or notice.foreign(detect(raw)) or notice.recipients()
    return Bounce(detected, True if inner else permanent, hard, code_in("", words))


def _statuses(part: MimePart, limits: Limits) -> list[_Status]:
    """The recipients named in a delivery-status part."""
    return _status_blocks(text_of(part, limits)[0]) if part.type in _STATUS_TYPES else []


def _status_blocks(text: str) -> list[_Status]:
    blocks = [split_headers(block.encode()) for block in re.split(r"\n[ \t]*\n", text)]
    read = (_status(block) for block in blocks)
    return [status for status in read if status]


def _status(fields: Headers) -> _Status | None:
    """One block of fields; the address we wrote to wins over the one it became."""
    names = ("original-recipient", "final-recipient", "x-actual-recipient")
    typed = (fields.text(name).rpartition(";")[2].strip().strip("<>") for name in names)
    address = next((a for a in map(normal, typed) if a), None)
    if address is None:
        return None
    action = re.match(r"\w*", fields.text("action").lower())
    code = fields.text("status").strip()
    return _Status(address, action[0] if action else "", code, fields.text("diagnostic-code"))


def _from_inner(root: MimePart, limits: Limits) -> tuple[str, ...]:
    """The failures told in a notice that a gateway wrapped in another one."""
    inner = (part for part in root.leaves() if part.type in _RETURNED_TYPES)
    statuses = [
        s for part in inner for s in _status_blocks(text_of(part, limits)[0]) if s.failed()
    ]
    return tuple(dict.fromkeys(s.address for s in statuses))


def _first_text(root: MimePart, limits: Limits) -> str:
    texts = (_text(part, limits) for part in root.leaves())
    return next((text for text in texts if text.strip()), "")


def _own_words(text: str) -> Notice:
    """What the mail system itself says, without the mail it sends back."""
    lines: list[str] = []
    for line in text.split("\n")[:_MOST_LINES]:
        if bounce_texts.COPY_BELOW.match(line[:_LONGEST_LINE]):
            break
        lines.append(line)
    return Notice("\n".join(lines))


def _text(part: MimePart, limits: Limits) -> str:
    if part.type == "text/html":
        return "\n".join(html_to_text(text_of(part, limits)[0]).lines)
    return text_of(part, limits)[0] if part.type == "text/plain" else ""


def _returned(root: MimePart, limits: Limits) -> Headers | None:
    """The head of the mail sent back."""
    for part in root.leaves():
        if part.type in _RETURNED_TYPES:
            return split_headers(text_of(part, limits)[0].partition("\n\n")[0].encode())
    return None


def _is_system(address: str) -> bool:
    """Whether an address is a mail system's own."""
    local = address.rpartition("@")[0].strip('"')
    return bounce_texts.SYSTEM_SENDER.fullmatch(local) is not None
