"""Mail of ours that came back: whose, and for good or only for now.

Delivery status notifications (RFC 3464) first, then the marks of mail systems that write
their own prose (Exim, qmail, old sendmail).
"""

import re
from dataclasses import dataclass

from gm.mail.addresses import normal
from gm.mail.bodies import text_of
from gm.mail.headers import Headers, raw_text, split_headers
from gm.mail.mime import Part
from gm.mail.values import Limits

_STATUS_TYPES = {"message/delivery-status", "message/global-delivery-status"}
_ANY_ADDRESS = re.compile(r"[^\s<>@\"'(),;:\[\]]{1,64}@[\w.-]{1,255}\w")
_ALONE = re.compile(
    r"^\s*(?:To:\s*)?<?([^\s<>@\"'(),;:\[\]]{1,64}@[\w.-]{1,255}\w)>?(?:\s*[:;,(].*)?\s*$"
)
_COPY_BELOW = re.compile(
    r"^\W*(?:this is a copy of|below this line is a copy|original message (?:follows|headers)|"
    r"(?:the )?header of the original|unsent message|message (?:header|text) follows|"
    r"original message|included is a copy|.{0,20}returned message|returned mail follows)",
    re.I,
)
_SUBJECT = re.compile(
    r"undeliver|delivery (?:status|fail|failure|has failed|problem|report|notification|delayed)|"
    r"mail delivery|returned mail|returned to sender|failure notice|delivery incomplete|"
    r"unzustellbar|nicht zugestellt|non remis|non remise|échec de (?:la )?remise|no se pudo entregar|"
    r"não foi possível entregar|mancata consegna|onbestelbaar|kan niet worden bezorgd|"
    r"message (?:not|could not be) delivered|mail system error|delayed|warning: (?:message|could not)|"
    r"недоставлен|non-?delivery|mail failure|could not send message|not deliverable",
    re.I,
)
_PERMANENT = re.compile(r"(?<![\d.])5(?:\d\d|\.\d{1,3}\.\d{1,3})(?![\d.])|permanent", re.I)
_TEMPORARY = re.compile(
    r"(?<![\d.])4(?:[25]\d|\.\d{1,3}\.\d{1,3})(?![\d.])|delayed|temporar|will (?:be retried|keep|retry|continue)|"
    r"not yet been delivered|warning message only|no action is required",
    re.I,
)
_MACHINES = {
    "mailer-daemon",
    "mailerdaemon",
    "postmaster",
    "mail-daemon",
    "mdaemon",
    "bounce",
    "bounces",
}


@dataclass(frozen=True, slots=True)
class Bounce:
    """Whose mail came back, and whether for good; None when it does not say."""

    addresses: tuple[str, ...]
    permanent: bool | None


@dataclass(frozen=True, slots=True)
class _Status:
    """One recipient of a delivery status notification."""

    address: str
    action: str
    code: str

    def permanent(self) -> bool:
        """By the status class, or by the action where there is none (RFC 3464, 2.3)."""
        return (
            self.code.startswith("5") if self.code[:1] in {"4", "5"} else self.action == "failed"
        )


def bounce(headers: Headers, root: Part, sender: str | None, limits: Limits) -> Bounce | None:
    """What a bounce says, or None if this mail is none.

    Args:
        headers: of the whole message.
        root: the message taken apart.
        sender: the address in From, or None if unsure.
        limits: for the text of its parts.
    """
    statuses = [s for part in root.leaves() for s in _statuses(part, limits)]
    if statuses:
        return _from_statuses(statuses)
    failed = headers.text("x-failed-recipients")
    if failed:
        addresses = [normal(word) for word in re.split(r"[\s,]+", failed)]
        text = _own_words(root, limits)
        found = tuple(dict.fromkeys(a for a in addresses if a))
        return Bounce(found, _for_good(text, default=True))
    if _is_prose_bounce(headers, root, sender):
        text = _own_words(root, limits)
        return Bounce(_named(text, sender), _for_good(text, default=None))
    return None


def _statuses(part: Part, limits: Limits) -> list[_Status]:
    """The recipients named in a delivery-status part."""
    if part.type not in _STATUS_TYPES:
        return []
    text, _ = text_of(part, limits)
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
    action = fields.text("action").partition(";")[0].strip().lower()
    return _Status(address, action, fields.text("status").strip())


def _from_statuses(statuses: list[_Status]) -> Bounce | None:
    """Failures count before delays; a notice of success is no bounce."""
    failed = [s for s in statuses if s.action == "failed" or (not s.action and s.code[:1] == "5")]
    late = [s for s in statuses if s.action == "delayed" or (not s.action and s.code[:1] == "4")]
    chosen = failed or late
    if not chosen:
        return None
    addresses = tuple(dict.fromkeys(s.address for s in chosen))
    return Bounce(addresses, any(s.permanent() for s in failed))


def _is_prose_bounce(headers: Headers, root: Part, sender: str | None) -> bool:
    null = raw_text(headers.all("return-path")[0]) == "<>" if headers.has("return-path") else False
    local = sender.partition("@")[0].lower() if sender else ""
    report = root.type == "multipart/report" and "delivery" in root.params.get("report-type", "")
    subject = headers.text("subject")
    machine = local in _MACHINES or null
    return report or (machine and _SUBJECT.search(subject) is not None)


def _own_words(root: Part, limits: Limits) -> str:
    """What the mail system itself says, without the mail it sends back."""
    texts = [text_of(part, limits)[0] for part in root.leaves() if part.type == "text/plain"][:1]
    lines: list[str] = []
    for line in "\n".join(texts).split("\n")[:200]:
        if _COPY_BELOW.match(line):
            break
        lines.append(line)
    return "\n".join(lines)


def _named(text: str, sender: str | None) -> tuple[str, ...]:
    """The addresses a mail system complains of: alone on a line, else any but its own."""
    lines = [line[:500] for line in text.split("\n")]
    alone = [match[1] for line in lines if (match := _ALONE.match(line))]
    found = alone or [a for line in lines for a in _ANY_ADDRESS.findall(line)]
    normalised = (normal(a) for a in found)
    return tuple(dict.fromkeys(a for a in normalised if a and a != sender))[:20]


def _for_good(text: str, *, default: bool | None) -> bool | None:
    """Whether it failed for good, by reply codes and words."""
    if re.search(r"permanent", text, re.I):
        return True
    if _TEMPORARY.search(text):
        return False
    return True if _PERMANENT.search(text) else default
