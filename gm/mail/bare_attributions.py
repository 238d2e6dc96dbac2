"""Attributions of few words, `gm said:`, as people write them above a quote without marks.

No date and no address prove them, so the words around the verb must leave nothing but who said it,
and when. Whoever speaks of himself, `as I said:`, introduces words of his own.
"""

import re

from gm.mail.phrases import ATTRIBUTION_START, CLOCK, DAY

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
