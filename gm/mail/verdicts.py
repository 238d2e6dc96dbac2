"""Whether a mail failed because its address is no good, or for a reason that may pass.

Words before numbers: systems put 5.0.0 and 5.7.1 on everything, but say what is the matter.
"""

import re

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
_LONGEST = 4000
# RFC 3463: no such mailbox or system, mailbox disabled, no route.
_BAD = {("1", d) for d in "0 1 2 3 4 6 10".split()} | {("2", "1"), ("4", "4"), ("4", "6")}


def code_in(status: str, words: str) -> str:
    """The enhanced code in a status field, or else in what a system says; "" if there is none."""
    code = _CODE.search(status) or _CODE.search(words[:_LONGEST])
    return ".".join(code.groups()) if code else ""


def is_hard(status: str, words: str) -> bool | None:
    """Whether the address itself is said to be no good; None when nothing is said.

    Args:
        status: the enhanced code of a notification (RFC 3463), or "".
        words: what the system says of it.
    """
    said = words[:_LONGEST]
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
