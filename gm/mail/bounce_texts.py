"""What mail systems write when a mail comes back: their words in many languages, and the addresses they name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gm.mail.addresses import normal

# The words mail systems write when a mail comes back, in the languages they speak.
#
# Only facts about mail systems stand here; `gm.mail.bounces` says what is done with them.

_ADDRESS = r"[^\s<>@\"'(),;:\[\]=|*`]{1,64}@[\w.-]{1,254}\w"

ANY_ADDRESS = re.compile(_ADDRESS)

SYSTEM_SENDER = re.compile(
    r"(?:mailer-?daemon|mail-?daemon|mdaemon|post[._-]?master|postmast|bounces?|mail[._-]?delivery"
    r"(?:[._-]?(?:sub)?system)?|microsoftexchange[0-9a-f]{8,}|system[ ._-]?administrator|"
    r"mail[._-]?system|smtp[._-]?(?:gateway|server))",
    re.I,
)
"""The local part of a mail system's own address, quotes gone."""

SYSTEM_NAME = re.compile(
    r"mail delivery (?:sub)?system|mailer[- ]daemon|postmaster|system administrator|"
    r"mail administrator|mail system",
    re.I,
)
"""A mail system's display name."""

SUBJECT = re.compile(
    r"undeliver|non-?deliver|not deliver|unable to deliver|"
    r"deliver(?:y|ed) (?:status|fail|has failed|problem|report|notif|delayed|warning|incomplete|error|unsuccess)|"
    r"fail(?:ed|ure)? (?:mail|notice|deliver|to deliver)|mail(?:ing)? (?:deliver|fail|error|system error|return)|"
    r"return(?:ed|ing)? (?:mail|message|e-?mail|to (?:the )?sender)|"
    r"(?:message|mail|e-?mail) .{0,60}(?:(?:could not|cannot|not) be (?:sent|delivered)|rejected|"
    r"(?:has been |was |is )?delayed)|(?:could not|cannot) send message|message status.{0,10}undeliver|"
    r"user unknown|unknown user|message delayed|^delayed|warning: (?:message|could not)|"
    r"unzustellbar|(?:nicht|konnte nicht) (?:zu)?gestellt|zustellung|verzögert|"
    r"non remis|non distribu|échec de (?:la )?(?:remise|distribution)|"
    r"no se (?:ha )?pud?o? ?(?:do )?entreg|no entregad|fallo (?:en la|de) entrega|devuelto|"
    r"não (?:foi possível|pôde ser|pode ser) entreg|não entregue|falha na entrega|"
    r"mancat[ao] (?:consegna|recapito)|impossibile recapitare|non recapitabil|"
    r"onbestelbaar|kan niet worden (?:bezorgd|afgeleverd)|niet bezorgd|"
    r"не ?доставлен|не может быть доставлен|не удалось доставить|"
    r"nie (?:można|dostarczon)|niedostarcz|kunde inte levereras|olevererbart|kunne ikke leveres|"
    r"退信|无法投递|投递失败|無法傳遞|配信不能|送信失敗|반송",
    re.I,
)
"""What stands in the subject of a notice about a mail that did not arrive."""

FAILED = re.compile(
    r"(?:could|can|has|have|had|was|were|did|is|will)(?: ?not|n't)(?: have)?(?: yet)?(?: be(?:en)?)?"
    r" ?(?:delivered|deliver|sent|reach|receive|accepted)|"
    r"(?:un|not |n't )able to deliver|undeliverable|not delivered|non-delivery|"
    r"deliver(?:y|ing)?(?: of| to)?.{0,80}(?:has )?(?:failed|failure|problem|unsuccessful)|"
    r"failed (?:to deliver|recipient|address)|fail(?:ed|ure) (?:permanently|notice)|"
    r"(?:fatal|delivery|mailing) errors?|no (?:valid|such) (?:recipient|user|mailbox)|"
    r"user(?:name)? (?:is )?(?:unknown|not (?:known|found|listed))|unknown (?:user|recipient|host)|"
    r"(?:has been|is being|was|returned) (?:returned|bounced)|mail has been returned|"
    r"been rejected|was rejected|delivery (?:notifications|status)|did not reach|"
    r"attempting to deliver|mailbox (?:is )?(?:full|unavailable)|over (?:disk )?quota|"
    r"nicht (?:zugestellt|ausgeliefert|übermittelt)|unzustellbar|fehlgeschlagen|"
    r"n'a (?:pas )?(?:pu|pas pu) [eê]tre|non (?:remis|distribu|délivr)|"
    r"no (?:se )?(?:ha )?(?:podido|pudo) (?:ser )?entreg|não (?:foi|pôde|pode) .{0,20}entreg|"
    r"non (?:è stato|e' stato|ha potuto|può essere).{0,30}(?:consegn|recapit)|"
    r"niet (?:worden )?(?:bezorgd|afgeleverd)|не (?:может быть |было |удалось )?доставл?ен?о?|"
    r"nie (?:została|można).{0,20}dostarcz|kunde inte leverera|kunne ikke levere",
    re.I,
)
"""A mail system's complaint in the text of its notice."""

OPENING = re.compile(
    r"^\W{0,80}+(?:"
    # "Your message to fay@example.com", "A message that you sent", "The following mail".
    r"(?:your|a|an|the(?: following| attached| original)?|this|votre|l[ea]|ihre?|die|eine|(?:el|su|tu|un)|(?:il )?(?:suo|tuo)|"
    r"uw|je|het|ditt?|din|ett|a|a sua|sua|do|an) "
    r"(?:message|mail|e-?mail|nachricht|courriel|mensaje|correo|mensagem|messaggio|bericht|meddelande|besked|"
    r"teachtaireacht)\b"
    r"|(?:fatal |delivery )?error\b.{0,4}(?:invalid|unknown|no such|message|address|user|recipient)"
    r"|message from .{1,60}\b(?:virus|wall|mail|smtp|gateway|server|system)"
    r"|(?:hi|hello)\W{1,3}this is the .{1,40}(?:program|system|server|daemon)"
    r"|(?:delivery|zustellung|remise|entrega|consegna|bezorging)\b.{0,80}:?$)",
    re.I,
)
"""How a notice opens: it speaks of a mail as a thing, to whoever sent it."""

GAVE_UP = re.compile(
    r"permanent|giv(?:e|en|ing) up|not (?:going to )?(?:be )?(?:try|retr(?:y|ied)) again|"
    r"will not be retried|no further attempts|in the queue too long|retry time(?:out)? exceeded|"
    r"time (?:has )?expired|message (?:has )?expired|endgültig|dauerhaft|définiti",
    re.I,
)
"""The mail system says that it does not try again."""

LATER = re.compile(
    r"delay(?:ed)?\b|warning message only|not yet (?:been )?delivered|"
    r"(?:will|shall) (?:be retried|keep|retry|continue|try again|be attempted)|"
    r"(?:still|currently) (?:trying|being (?:retried|attempted)|in the queue)|"
    r"attempts? will (?:be made|continue)|will continue to|keep trying|"
    r"(?:no need to|do not need to|not) resend|postponed|deferred|no action is required|delivery warning|"
    r"verzögert|(?:weiter(?:hin)?|erneut) versucht|noch nicht zugestellt|"
    r"retard|différée|réessa|demora|retrasa|sigue intentando|ritard|vertraagd|opóźni|försen|forsink|"
    r"задерж|отложен|attardé",
    re.I,
)
"""The mail system says that it goes on trying, or that the mail is only late."""

COPY_BELOW = re.compile(
    r"^\W*(?:(?:this|here|below|attachment|following) is (?:a|the) copy|below this line is|"
    r"(?:the )?original message (?:follows|headers|as received|details|attached)|"
    r"(?:the )?(?:first|header|top).{0,40}(?:of|from) (?:the|your) (?:original |returned )?message|"
    r"unsent message|(?:message|mail) (?:header|text|body)s? follows?|original message\b|"
    r"included is a copy|start of returned|.{0,20}returned (?:message|mail)\b|returned mail follows|"
    r"a summary of the undelivered|old message:|the (?:message|mail) (?:that )?you sent (?:follows|was(?: as follows)?\s*+:?\s*+$)|original mail info|"
    r"(?:die|ihre) (?:ursprüngliche|original).{0,12}(?:nachricht|mail)|message d'origine)",
    re.I,
)
"""What stands below this is the mail that came back."""

HEADING = re.compile(
    r"following (?:recipient|address|user|destination|list of recipients)|"
    r"did not (?:reach|receive)|failed (?:recipient|address)|(?:fatal|delivery) errors|"
    r"(?:delivered|deliver(?: (?:your|the|a))?(?: message| mail)?|delivery) to\b.{0,60}:?$|"
    r"these (?:recipients|addresses|people)|folgende[nr]? (?:empfänger|adresse)|"
    r"destinatai?re|destinatari|(?:ontvangers|geadresseerden)|addresses? :$",
    re.I,
)
"""A line below which the addresses are listed that the mail did not reach."""

LISTED = re.compile(
    rf"^\W*(?:(?:To|Recipient|Address|RCPT TO|Empfänger|An|rfc822)\s*[:;]\s*)?.{{0,80}}?\b(?:SMTP=)?({_ADDRESS})",
    re.I,
)
"""The first address on a line below such a heading."""

ALONE = re.compile(
    rf"^[\s*•>+-]*<?({_ADDRESS})>?"
    r"(?:\s*(?:[:;,(].*|\.{2,}.*|- .*|on \w{3},.*))?\s*$",
)
"""A line that begins with an address and says nothing else, or why it failed."""

NAMED = re.compile(
    r"(?:failed recipient|intended recipient|undeliverable address|failed address|addressed to|"
    r"rcpt to|(?:deliver|delivered|message|mail)(?: (?:the|your|a))?(?: message| mail| e-?mail)? to|"
    rf"delivery to|attempts|local mailbox|recipient|address)[\s:,<\"'*-]*({_ADDRESS})",
    re.I,
)
"""An address named in a sentence as the one the mail was for."""

MESSAGE_ID = re.compile(r"^[ \t>|]{0,8}Message-Id:[ \t]{0,8}(<[^<>\s]{1,900}>)", re.I | re.M)
"""The Message-ID of a mail sent back in the text of a notice."""


# The addresses in what a mail system says of a mail that did not arrive.

_LONGEST_LINE = 500
_LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class Notice:
    """The system's own words, without the mail it sends back."""

    words: str

    def unmarked(self) -> "Notice":
        """The same without lines marked as quoted."""
        lines = self.words.split("\n")
        return Notice("\n".join(line for line in lines if not line.lstrip().startswith(">")))

    def _lines(self) -> list[str]:
        return [line[:_LONGEST_LINE] for line in self.words.split("\n")]

    def listed(self) -> list[str]:
        """The addresses in a line such as "the following recipients", and in the list below."""
        lines = self._lines()
        heads = (well_formed(NAMED.findall(lines[i])) for i in self._headings())
        lists = (head + below for head, below in zip(heads, self.below(), strict=True))
        return next((addresses for addresses in lists if addresses), [])

    def _headings(self) -> list[int]:
        return [i for i, line in enumerate(self._lines()) if HEADING.search(line)]

    def below(self) -> list[list[str]]:
        """The addresses at the head of the lines below each heading."""
        return [_list_below(self._lines(), i + 1) for i in self._headings()]

    def alone(self) -> list[str]:
        """The addresses that stand alone on a line, or with a reason behind them."""
        matches = (ALONE.match(line) for line in self._lines())
        return well_formed(match[1] for match in matches if match)

    def named(self) -> list[str]:
        """The addresses said to be whom the mail was for."""
        return well_formed(a for line in self._lines() for a in NAMED.findall(line))

    def any(self) -> list[str]:
        """Every address in it."""
        return well_formed(a for line in self._lines() for a in ANY_ADDRESS.findall(line))


def _list_below(lines: list[str], start: int) -> list[str]:
    """The addresses that begin lines from here on; the list ends after two lines without."""
    words: list[str] = []
    misses = 0
    for line in lines[start : start + _LONGEST_LIST]:
        match = LISTED.match(line)
        words += well_formed([match[1]]) if match else []
        misses = 0 if match else misses + bool(line.strip())
        if misses > (1 if words else 2):
            break
    return words


def well_formed(words: Iterable[str]) -> list[str]:
    """Those that are addresses, in their order."""
    return [address for address in map(normal, words) if address]
