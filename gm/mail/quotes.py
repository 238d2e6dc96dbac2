"""Leaves only what the sender wrote now: quotes, forwards, signatures and footers go.

A ">" line never counts, and the lines between and below such lines do. A quote without marks
(Outlook, Yahoo) has no end that could be known, so everything from its first line on goes.
Where in doubt a line is left out: a missing order is told in the receipt, a wrong one is played.
"""

import re
from dataclasses import dataclass, field

from gm.mail import client_words
from gm.mail.client_words import ATTRIBUTION_START, CLOCK, DAY
from gm.mail.values import Dropped, DropReason

# Attributions of few words, `gm said:`, as people write them above a quote without marks.
#
# No date and no address prove them, so the words around the verb must leave nothing but who said it,
# and when. Whoever speaks of himself, `as I said:`, introduces words of his own.

_SAID = re.compile(
    r"(?<![\w'’])(?:wrote|writes|has written|said|says|replied|answered|"
    r"schrieb(?:en|st)?|schreibt|sagte[n]?|sagt|meinte|antwortete|geschrieben|"
    r"(?:a|as|avez|ont) (?:écrit|ecrit|dit|répondu)|écrivait|écrit|"
    r"escribió|escribio|escribe|escribiste|dijo|dijiste|ha (?:escrito|dicho)|"
    r"(?:ha|hai|avete) (?:scritto|detto)|scrive|"
    r"schreef|schreven|schrijft|zei|zegt|geschreven|scríobh|scriobh|dúirt|duirt|deir|"
    r"escreveu|disse|skrev|skriver|napisała?|pisze|написала?|пишет)(?!\w)",
    re.I,
)
"""Forms of "wrote" and "said" in the third person, and the second."""

_TO_ITS_SENDER = re.compile(r"escribiste|dijiste|hai|avete", re.I)
"""Forms that say by themselves that who is written to said it."""

_OWN = (
    "i we ich wir j ai avons nous ik wij mé muid sinn io noi yo nosotros ho abbiamo eu jag jeg vi ja я "
    "my our mein meine meinen meinem meiner unsere mes mon ma notre nos mis mi nuestras miei mie mio nostri mijn onze mo ár"
).split()
_INTRODUCING = (
    "as like what which that who whom if when because since so how wie was dass weil wenn wer comme que qui quoi si quand "
    "como cuando quien come che chi quando zoals wat dat omdat nuair cad céard "
    "order orders befehl befehle zug züge ordre ordres orden órdenes ordine ordini bevel bevelen orduithe ordú "
    "nobody noone nothing not never don't didn't"
).split()
_NO_NAMES = frozenset(_OWN) | frozenset(_INTRODUCING)
_MOMENTS = frozenset(
    "on at in yesterday today earlier am um gestern heute vorhin le à hier el ayer a las il alle ieri op om gisteren ar ag "
    "inné den på to an aan chuig me us mir uns moi me mi mij the following folgendes ce lo quanto het volgende seo méid".split()
)
"""Words that begin what stands behind a name and its verb: when, to whom, and `the following`."""

_MOST_NAMES = 4
"""Words of the longest name."""

_MOST_WORDS = 12
_LONGEST = 120
_WORD = re.compile(r"[^\s,()\[\]\"“”„<>]+")
_SENTENCE = re.compile(r"[^\W\d_]{4}[.]\s|[!?;]\s|->|→|\s[-–—]\s")
_FOLLOWING = re.compile(r"ce qui suit|lo que sigue|was folgt|as follows|what follows", re.I)
_LABEL = re.compile(
    r"^\W{0,4}(?:\[quote[^\]]{0,60}\]|(?:(?:quote|zitat|citation|cita|citazione|citaat|sliocht)"
    r"(?: (?:from|of|von|de|da|van|ó) .{1,40})?|"
    r"(?:the )?(?:original|previous|earlier|quoted) (?:message|mail|e-?mail)(?: (?:from|by) .{1,40})?|"
    r"(?:ursprüngliche|vorherige|frühere) (?:nachricht|mail|e-?mail)(?: von .{1,40})?|"
    r"message (?:d'origine|d’origine|précédent)|mensaje (?:original|anterior)|"
    r"messaggio (?:originale|precedente)|(?:oorspronkelijk|vorig) bericht|teachtaireacht bhunaidh)\s?[:：])$",
    re.I,
)
"""What people write above a quote without saying whose it is."""

_MOMENT_ONLY = re.compile(
    r"^\W{0,4}(?:reply from .{1,40}|(?:the )?(?:gm|game ?master|spielleit\w{0,5})\b).{0,60}[:：\])]$"
    r"|^\[[^\]\[\d]{1,40}, .{4,60}\]\s?[:：]?$",
    re.I,
)
"""A name with a moment and no verb: the GM's, or one in brackets."""


def is_bare_attribution(line: str) -> bool:
    """Whether a line says nothing but that somebody else wrote what stands below it."""
    text = line.strip().strip("*_").strip()
    if len(text) > _LONGEST:
        return False
    moment = DAY.search(text) is not None and CLOCK.search(text) is not None
    if _LABEL.match(text) or (moment and _MOMENT_ONLY.match(text)):
        return True
    # Some programs leave out the colon, but not when it was.
    ends = text.endswith((":", "："))
    if not ends and not (moment and ATTRIBUTION_START.match(text)):
        return False
    return _says_who(text.rstrip(":： "), moment=moment)


def _says_who(text: str, *, moment: bool) -> bool:
    """Whether nothing stands around the verb but a name, a moment and an addressee."""
    said = _SAID.search(text)
    if said is None or _SENTENCE.search(text):
        return False
    before = _WORD.findall(text[: said.start()].casefold())
    after = _WORD.findall(_FOLLOWING.sub("following", text[said.end() :]).casefold())
    every = {part for word in (*before, *after) for part in (word, re.split("['’]", word)[0])}
    if len(before) + len(after) > _MOST_WORDS or every & _NO_NAMES:
        return False
    if not (before or after):
        return _TO_ITS_SENDER.match(said.group()) is not None
    dated = bool(before) and (before[0] in _MOMENTS or moment)
    named = dated or len(before) <= _MOST_NAMES
    goes_on = not after or after[0] in _MOMENTS
    return named and (len(after) <= _MOST_NAMES if dated or not before else goes_on)


_MARK = re.compile(
    r"^\s*(?:>(?![:;=]['-]?[()DPpOo/|\\])|[:}%\]]\s+(?=\w)|[A-Za-z]{1,4}>(?=[\s>]|$)|＞|\|\s(?!.*\|\s*$)|\|$)"
)
# Marks of writing direction, which clients put around names and lines, and places to break a word.
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A)]
)
_WRAP_COLUMN = 72
_BANNER_ENDS = re.compile(r"[.!?>)\]*]\s*$|.{81}")
_LONGEST_ATTRIBUTION = 400
_ATTRIBUTION_LINES = 6
"""Over so many lines an attribution may be broken, "<", a link and "> wrote:" on their own."""
_SHORTEST_WRAPPED = 50
_LONGEST_BLOCK = 16
_SHORTEST_BLOCK = 3
_LONGEST_CARD = 6
_FEW = 4
"""Lines of words of one's own below a quote without marks; a longer text is the quote's."""
# No client writes longer lines of its own, and patterns over them would take long.
_LONGEST_LANDMARK = 1000
_SHOWN = 500
_QUOTED_SHOWN = 20_000
"""Letters of what was left out that are kept; of quotes more, to find in them what is no quote."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """What is left of a text, what is not, and whether another's mail was sent on in it.

    Attributes:
        doubtful: lines without marks went because of a few words above them.
    """

    lines: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    forwarded: bool
    doubtful: bool = False


@dataclass(slots=True)
class _Sorter:
    """Goes down the lines once and puts each on one side."""

    lines: list[str]
    sent_on: bool
    at: int = 0
    kept: list[str] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    forwarded: bool = False
    doubtful: bool = False

    def drop_to(self, end: int, reason: DropReason) -> None:
        """Leave out the lines from here up to `end`."""
        text = "\n".join(self.lines[self.at : end]).strip()
        if text:
            most = _QUOTED_SHOWN if reason is DropReason.QUOTE else _SHOWN
            self.dropped.append(Dropped(reason, text[:most]))
        self.at = end

    def drop_rest(self, reason: DropReason) -> None:
        """Leave out everything from here on."""
        self.drop_to(len(self.lines), reason)

    def next_text(self, start: int) -> int:
        """The first line from `start` on that is not blank; the number of lines if none is."""
        while start < len(self.lines) and not self.lines[start].strip():
            start += 1
        return start

    def quote_follows(self, start: int) -> bool:
        """Whether the next text from `start` on is marked as quoted."""
        there = self.next_text(start)
        return there < len(self.lines) and is_quoted(self.lines[there])


def _address_in(text: str) -> bool:
    """Whether a mail address stands in a text."""
    return "@" in text and client_words.EMAIL.search(text) is not None


def is_quoted(line: str) -> bool:
    """Whether a line bears a quote mark: ">", "GM>", a bar, or ":" and its kin before a blank.

    "->" and "=>" are arrows.
    """
    return _MARK.match(line) is not None


def own_text(lines: list[str], *, subject: str = "") -> OwnText:
    """What the sender wrote now.

    Args:
        lines: the text of one part.
        subject: the mail's subject, which tells an answer from a mail sent on.
    """
    sent_on = client_words.FORWARD_SUBJECT.match(subject) is not None
    sorter = _Sorter([line.translate(_INVISIBLE) for line in lines], sent_on)
    while sorter.at < len(sorter.lines):
        _step(sorter)
    # A line drawn above what was left out, or below which nothing follows, says nothing.
    while sorter.kept and (
        not sorter.kept[-1].strip() or client_words.RULE.match(sorter.kept[-1])
    ):
        sorter.kept.pop()
    return OwnText(
        tidy(sorter.kept), tuple(sorter.dropped), sorter.forwarded, doubtful=sorter.doubtful
    )


def tidy(lines: list[str]) -> tuple[str, ...]:
    """The lines without blanks at their ends, never two empty ones together, none outside."""
    done: list[str] = []
    for line in (line.rstrip() for line in lines):
        if line or (done and done[-1]):
            done.append(line)
    while done and not done[-1]:
        done.pop()
    return tuple(done)


def _step(sorter: _Sorter) -> None:
    """Sort the line at hand, and what belongs to it."""
    line = sorter.lines[sorter.at]
    if not line.strip():
        sorter.kept.append("")
        sorter.at += 1
    elif client_words.BETWEEN_MARKS.match(line[:_LONGEST_ATTRIBUTION]):
        _leave_out(sorter, sorter.at + 1, DropReason.QUOTE)
    elif is_quoted(line):
        sorter.drop_to(_end_of_quote(sorter), DropReason.QUOTE)
    elif len(line) > _LONGEST_LANDMARK or not (_quote_begins(sorter) or _tail_begins(sorter)):
        sorter.kept.append(line)
        sorter.at += 1


def _end_of_quote(sorter: _Sorter) -> int:
    """Where the marked lines end, pieces that were wrapped out of a long one included."""
    lines, at = sorter.lines, sorter.at
    while at < len(lines):
        if is_quoted(lines[at]):
            at += 1
        elif at + 1 < len(lines) and is_quoted(lines[at + 1]) and _spilt(lines[at - 1], lines[at]):
            at += 2
        else:
            break
    return at


def _spilt(above: str, line: str) -> bool:
    """Whether a line without mark is what was wrapped off the quoted one above it."""
    words = line.split(maxsplit=1)
    return bool(words) and len(above.rstrip()) + 1 + len(words[0]) > _WRAP_COLUMN


def _quote_begins(sorter: _Sorter) -> bool:
    """Leave out a quote's or a forwarded mail's first lines, or all that follows them."""
    line = sorter.lines[sorter.at]
    if client_words.FORWARD.match(line):
        block = _header_block(sorter, sorter.next_text(sorter.at + 1), announced=True)
        sorter.forwarded = True
        _leave_out(sorter, block or sorter.at + 1, DropReason.FORWARDED)
        return True
    if client_words.REPLY_ABOVE.match(line):
        _leave_out(sorter, sorter.at + 1, DropReason.QUOTE)
        return True
    if _label(line) == "from" and _address_in(line) and sorter.quote_follows(sorter.at + 1):
        sorter.drop_to(sorter.at + 1, DropReason.QUOTE)
        return True
    announced = client_words.ORIGINAL.match(line) is not None or _announces(sorter, sorter.at)
    start = sorter.next_text(sorter.at + 1) if announced else sorter.at
    block = _header_block(sorter, start, announced=announced)
    if announced or block is not None:
        reason = DropReason.FORWARDED if sorter.sent_on else DropReason.QUOTE
        sorter.forwarded |= sorter.sent_on
        _leave_out(sorter, block or sorter.at + 1, reason)
        return True
    return _attribution(sorter) or _bare_attribution(sorter)


def _leave_out(sorter: _Sorter, end: int, reason: DropReason) -> None:
    """Leave out an announcement alone if marked lines follow it, otherwise all the rest."""
    if sorter.quote_follows(end):
        sorter.drop_to(end, reason)
    else:
        sorter.drop_rest(reason)


def _announces(sorter: _Sorter, at: int) -> bool:
    """Whether a drawn line, with or without words, has a mail's header right below it."""
    line = sorter.lines[at]
    below = sorter.next_text(at + 1)
    if below >= len(sorter.lines):
        return False
    label = _label(sorter.lines[below])
    if client_words.RULE.match(line):
        return label == "from" and _address_in(sorter.lines[below])
    return client_words.BETWEEN_RULES.match(line) is not None and (
        label in {"from", "sent"} or _names_somebody(sorter.lines[below])
    )


def _names_somebody(line: str) -> bool:
    """Whether this may be a header line with an address, in whatever language."""
    return _address_in(line) and client_words.ANY_LABEL.match(line) is not None


def _label(line: str, *, loose: bool = False) -> str | None:
    """Which header a line such as "Betreff: meadow" stands for."""
    match = (client_words.LOOSE_LABEL if loose else client_words.LABEL_LINE).match(line)
    return client_words.LABELS.get(match[1].strip().lower()) if match else None


def _header_block(sorter: _Sorter, start: int, *, announced: bool) -> int | None:
    """Where a block of From, Sent, To and Subject lines ends, or None if there is none.

    Without announcement it takes From, another field, and a date or an address; a recipient, an
    address, and a date or a subject; or three fields in any language, an address and a date.
    """
    lines = sorter.lines
    kinds: set[str] = set()
    at, misses, labelled = start, 0, 0
    end = min(len(lines), start + _LONGEST_BLOCK)
    if start >= len(lines) or not _may_head(lines[start], announced=announced):
        return None
    while at < end and lines[at].strip() and not is_quoted(lines[at]) and misses < 3:
        label = _label(lines[at], loose=announced)
        labelled += client_words.ANY_LABEL.match(lines[at]) is not None
        misses = misses + 1 if label is None else 0
        kinds |= {label} if label else set()
        at += 1
    text = "\n".join(lines[start:at])
    addressed, dated = _address_in(text), client_words.DAY.search(text) is not None
    certain = "from" in kinds and len(kinds) > 1 and ("sent" in kinds or addressed)
    certain |= {"sent", "to"} <= kinds and addressed and dated
    certain |= {"to", "subject"} <= kinds and addressed
    # Three labels in any language, with an address and a date.
    certain |= labelled >= _SHORTEST_BLOCK and addressed and dated
    return at - misses if announced or certain else None


def _may_head(line: str, *, announced: bool) -> bool:
    """Whether a block of header lines can begin with this one."""
    return _label(line, loose=announced) is not None or _names_somebody(line)


def _attribution(sorter: _Sorter) -> bool:
    """Leave out "On Tuesday GM wrote:" over a few lines, and the quote without marks."""
    end = _end_of_attribution(sorter, sorter.at)
    if end is None:
        return False
    glued = client_words.GLUED.match(sorter.lines[sorter.at])
    if glued:
        sorter.kept.append(glued[1])
    sorter.forwarded |= sorter.sent_on
    _leave_out(sorter, end, DropReason.FORWARDED if sorter.sent_on else DropReason.QUOTE)
    return True


def _bare_attribution(sorter: _Sorter) -> bool:
    """Leave out "gm said:" and the quote below it, unless it stands in a message to players."""
    at = sorter.at
    if not is_bare_attribution(sorter.lines[at]) or _goes_on(sorter) or _in_message(sorter.kept):
        return False
    sorter.doubtful |= not sorter.quote_follows(at + 1) and sorter.next_text(at + 1) < len(
        sorter.lines
    )
    if not sorter.quote_follows(at + 1):
        _part_from_quote(sorter)
    _leave_out(sorter, at + 1, DropReason.QUOTE)
    return True


def _part_from_quote(sorter: _Sorter) -> None:
    """Cut off few words below the first paragraph of a quote without marks: they may be its reader's."""
    end = sorter.next_text(sorter.at + 1)
    while end < len(sorter.lines) and sorter.lines[end].strip():
        end += 1
    later = [line for line in sorter.lines[end:] if line.strip()]
    if 0 < len(later) <= _FEW and not any(
        is_quoted(line) or client_words.SIGNATURE.match(line) for line in later
    ):
        sorter.dropped.append(Dropped(DropReason.BELOW_QUOTE, "\n".join(later)[:_SHOWN]))
        del sorter.lines[end:]


def _goes_on(sorter: _Sorter) -> bool:
    """Whether this line is the end of a sentence that was wrapped."""
    above = sorter.lines[sorter.at - 1].strip() if sorter.at else ""
    return len(above) > _SHORTEST_WRAPPED


def _in_message(kept: list[str]) -> bool:
    """Whether the last of the lines that opens or closes a message opens one."""
    marks = (client_words.MESSAGE.match(line) for line in reversed(kept))
    return next((mark["closes"] is None for mark in marks if mark), False)


def _end_of_attribution(sorter: _Sorter, at: int) -> int | None:
    """Where the attribution that begins on a line ends, or None if none does."""
    joined = ""
    last = min(at + _ATTRIBUTION_LINES, len(sorter.lines))
    for end in range(at + 1, last + 1):
        line = sorter.lines[end - 1].strip()
        # A ">" that closes the bracket of an address above it marks no quote.
        closes = line.startswith(">") and joined.rfind("<") > joined.rfind(">")
        if not line or (is_quoted(line) and not closes) or len(joined) > _LONGEST_ATTRIBUTION:
            return None
        joined = f"{joined} {line}".strip()
        if end == at + 1 and not _may_open(line):
            return None
        if client_words.DATED_ADDRESS.match(joined):
            return end
        if client_words.ATTRIBUTION_END.search(joined[-40:]):
            follows = sorter.quote_follows(end)
            return end if _is_attribution(joined, follows=follows) else None
    return None


def _may_open(line: str) -> bool:
    """Whether an attribution can begin on this line."""
    if len(line) > _LONGEST_ATTRIBUTION:
        return False
    return (
        client_words.ATTRIBUTION_END.search(line[-40:]) is not None
        or _address_in(line)
        or (client_words.ATTRIBUTION_START.match(line) is not None and any(map(str.isdigit, line)))
        or (
            client_words.DAY.search(line) is not None
            and client_words.CLOCK.search(line) is not None
        )
    )


def _is_attribution(text: str, *, follows: bool) -> bool:
    """Whether a line that ends in a colon says who wrote what comes next.

    Args:
        text: the line, put together if it was wrapped.
        follows: marked lines come next, so that less proof is needed.
    """
    if len(text) > _LONGEST_ATTRIBUTION:
        return False
    verb = client_words.VERB.search(text) is not None
    email = _address_in(text)
    dated = (
        client_words.DAY.search(text) is not None or client_words.CLOCK.search(text) is not None
    )
    if follows:
        return verb or email or dated or client_words.QUOTING.match(text) is not None
    return (
        (verb and (email or dated))
        or (email and dated)
        or (client_words.QUOTING.match(text) is not None and email)
    )


def _tail_begins(sorter: _Sorter) -> bool:
    """Leave out signatures, the client's own line, list footers and notices."""
    line = sorter.lines[sorter.at]
    written = any(kept.strip() for kept in sorter.kept)
    if client_words.SIGNATURE.match(line) and (written or line == "-- "):
        _drop_tail(sorter, DropReason.SIGNATURE)
    elif client_words.CLIENT_LINE.match(line) or _names_device(sorter):
        sorter.drop_to(sorter.at + 1, DropReason.SIGNATURE)
    elif (parted := _behind_client(line)) is not None:
        sorter.dropped.append(Dropped(DropReason.SIGNATURE, line[: parted.start()]))
        if not client_words.EXCUSE.match(rest := line[parted.end() :].strip()):
            sorter.kept.append(rest)
        sorter.at += 1
    elif client_words.PICTURE.match(line):
        sorter.drop_to(sorter.at + 1, DropReason.FOOTER)
    elif written and _card_below(sorter):
        _drop_tail(sorter, DropReason.SIGNATURE)
    elif client_words.FOOTER.match(line.strip()) or _footer_below_rule(sorter):
        _drop_tail(sorter, DropReason.FOOTER)
    elif client_words.NOTICE.match(line):
        sorter.drop_to(_end_of_paragraph(sorter), DropReason.FOOTER)
    else:
        return False
    return True


def _behind_client(line: str) -> re.Match[str] | None:
    """Return what parts a client's own line from words with which somebody goes on; None if nothing does."""
    parted = client_words.BEHIND_CLIENT.search(line)
    known = parted is not None and client_words.CLIENT_LINE.match(line[: parted.start()])
    return parted if known else None


def _drop_tail(sorter: _Sorter, reason: DropReason) -> None:
    """Leave out everything from here on, and keep the writer's own tail apart from a quote below it."""
    later = range(sorter.at + 1, len(sorter.lines))
    quote = next((at for at in later if _original_at(sorter, at)), len(sorter.lines))
    sorter.drop_to(quote, reason)
    sorter.drop_rest(DropReason.QUOTE)


def _card_below(sorter: _Sorter) -> bool:
    """Whether this is a short line with nothing below it but a few lines, one of them a contact."""
    if not client_words.SHORT_RULE.match(sorter.lines[sorter.at]):
        return False
    below = [line for line in sorter.lines[sorter.at + 1 :][:_LONGEST_BLOCK] if line.strip()]
    short = len(below) <= _LONGEST_CARD and len(sorter.lines) - sorter.at <= _LONGEST_BLOCK
    return short and any(client_words.CONTACT.search(line[:200]) for line in below)


def _names_device(sorter: _Sorter) -> bool:
    """Whether this line is a paragraph of its own and names a device, in whatever language."""
    lines, at = sorter.lines, sorter.at
    above = at == 0 or not lines[at - 1].strip()
    below = at + 1 >= len(lines) or not lines[at + 1].strip() or is_quoted(lines[at + 1])
    return above and below and client_words.DEVICE.match(lines[at]) is not None


def _footer_below_rule(sorter: _Sorter) -> bool:
    """Whether this is a drawn line with a list's or scanner's words close below it."""
    if not client_words.RULE.match(sorter.lines[sorter.at]):
        return False
    below = sorter.next_text(sorter.at + 1)
    return any(
        client_words.FOOTER_WORDS.search(line[:200]) for line in sorter.lines[below : below + 3]
    )


def _end_of_paragraph(sorter: _Sorter) -> int:
    """Where a notice ends: with its paragraph or above a quote, and above a text with its sentence."""
    above = not any(line.strip() for line in sorter.kept)
    end = sorter.at
    while end < len(sorter.lines) and sorter.lines[end].strip():
        end += 1
        if above and _BANNER_ENDS.search(sorter.lines[end - 1]):
            break
        if _original_at(sorter, end):
            break
    return end


def _original_at(sorter: _Sorter, at: int) -> bool:
    """Whether the quote of another mail begins on a line, directly below a text as well."""
    if at >= len(sorter.lines):
        return False
    line = sorter.lines[at]
    if len(line) > _LONGEST_LANDMARK:
        return False
    begins = (
        client_words.ORIGINAL,
        client_words.FORWARD,
        client_words.REPLY_ABOVE,
        client_words.BETWEEN_MARKS,
    )
    return (
        is_quoted(line)
        or any(pattern.match(line) for pattern in begins)
        or _announces(sorter, at)
        or _header_block(sorter, at, announced=False) is not None
        or _end_of_attribution(sorter, at) is not None
    )
