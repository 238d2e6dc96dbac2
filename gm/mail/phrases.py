"""The words mail programs write above a quote, in the languages they speak.

Only facts about clients stand here; `gm.mail.quotes` says what is done with them, and
`gm.mail.tails` has what stands below a text.
"""

import re

# ---- lines that announce a quote -----------------------------------------------------------

_WROTE = (
    r"wrote|writes|said|says|schrieb(?:en)?|schreibt|geschrieben|a écrit|a ecrit|écrivait|écrit|escribió|"
    r"escribio|escribe|ha scritto|scrive|scritto|schreef|geschreven|escreveu|escreve|pisze|"
    r"napisała?\(?[ał]?\)?|napisał\(a\)|skrev|skriver|følgende|kirjoitti|napsal\(?a?\)?|napísal\(?a?\)?|"
    r"пишет|пише|писали|писал\(?а?\)?|написала?\(?а?\)?|написав|írta|a scris|έγραψε|yazdı|写道|寫道|写到|scríobh|"
    r"schriebst|schrieben sie|meinte|dijo|scripsit|scribit|spake|sent|пис[аы]л|вы писали|је написао|написав|піше|"
    r"escribiu|skribis|skrifaði|ysgrifennodd|geskryf|rašė|rakstīja|kirjutas|idatzi du|sumulat si|píše|nadesłał|"
    r"כתב(?:/ה|ה)?|كتب|نوشت|작성|ने लिखा|menulis|yazmış|"
    r"pisal|je napisao|napisala?|sprach|написа|menulis|のメール|schrëef|va escriure|idatzi zuen|viết"
)
VERB = re.compile(
    rf"(?<!\w)(?:{_WROTE})(?!\w)|写道|寫道|님이 작성|書きました|書いた|쓴 글|เขียนว่า", re.I
)
"""A form of "wrote" as attribution lines use it."""

ATTRIBUTION_END = re.compile(
    r"(?::|：)[*_\s>]*$|\bwrote\s*-{0,12}$|\d:\d\d\]$|(?:message|article) \S+$"
)
"""How an attribution line ends."""

ATTRIBUTION_START = re.compile(
    r"^[\s*_-]*+(?:On|At|In|Am|Le|El|Il|Op|Em|No|W dniu|Dnia|Den|På|Dne|Dňa|Pe|Ar|Στις|Quoting|Zitat|"
    r"Citat|Citando|Citazione|Quoth|Scribit|Mensaje citado|Message de|Le\b|El\b|Vào)\b",
    re.I,
)
"""Words an attribution line begins with; only worth something beside a verb or a date."""

GLUED = re.compile(
    r"^(\S+(?: +\S+){2,20}?)(?: *+-{1,3} ++| ++)(?=On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|\d)\w*[ ,.].{4,200}:\s*$)"
)
"""Three words or more that lost the line end before an attribution."""

QUOTING = re.compile(
    r"^(?:Quoting|Zitat von|Citat(?: från| fra)?|Citerar|Siterer|Citando(?: a)?|Citazione da|Citeren|Mensaje citado por|"
    r"Selon|Scrive|Lainaus|Cytowanie|Citace|Idézet|In reply to|Reply from|Thus (?:spake|wrote|said)|Also sprach|"
    r"(?:Le message de|.{0,60}a écrit)|\* .{1,80}\[\d{4}-\d\d-\d\d).{0,120}:\s*$",
    re.I,
)
"""Attribution lines without a date or "wrote": Horde, mutt in German."""

_MESSAGE_WORD = (
    r"(?:press|broadcast|presse|pressemitteilung|rundschreibens?|rundspruchs?|scéala?|scéil|preas|"
    r"craoladh|craolta)"
)
MESSAGE = re.compile(
    rf"^\W*(?:(?P<closes>(?:ende?|deireadh|críoch) ?(?:\w{{2,3}} )?{_MESSAGE_WORD}|presseende)"
    r"|(?:(?:gr[ea]y|white|anonymous|signed|graue?|weiße?|offene?|anonyme?) )?"
    rf"{_MESSAGE_WORD})(?!\w)",
    re.I,
)
"""The lines around a message to other players; what they write stays theirs."""

DATED_ADDRESS = re.compile(
    r"^\s*(?:\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}(?:\b|日).{0,80}<\s?[^<>\s]{1,64}@[^<>\s]{1,255}>"
    r"|\d{4}-\d\d-\d\d \d\d:\d\d GMT[+-]\d\d:\d\d\b.{0,80}"
    # Lotus Notes wrote the sender, and the moment on a line of its own.
    r"|[^:<>@]{0,80}<[^<>\s]{1,64}@[^<>\s]{1,255}> {1,3}\d[\d./-]{5,9} \d{1,2}[:.]\d\d(?: ?[AP]M)?)\s*+:?\s*+$"
)
"""Attribution lines without a verb and sometimes without a colon: Gmail of some years."""

EMAIL = re.compile(r"[^\s<>@\"']{1,64}@[^\s<>@\"']{1,255}")
CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h]\s?\d{2}(?!\d)")
DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d{2}|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4})(?!\d)|年\s?\d|년\s?\d"
)

# ---- blocks of headers without quote marks -------------------------------------------------

_FROM = "from sender von de da van från fra od lähettäjä от від kimden feladó expéditeur remitente mittente 发件人 寄件者 差出人 보낸사람 od ó από odesílatel".split()
_SENT = (
    "sent|gesendet|envoyé|enviado|enviado el|enviada|enviada em|enviado em|inviato|verzonden|skickat|sendt|wysłano|"
    "wysłane|lähetetty|отправлено|date|datum|fecha|data|dato|päivämäärä|дата|发送时间|日期|"
    "送信日時|日時|tarih|gönderildi|odesláno|gesendet am|envoyé le|date d'envoi|seolta|dáta|küldve|sent at|"
    "보낸 날짜|보낸날짜|ημερομηνία"
).split("|")
_TO = "to recipient an à a para aan till til do vastaanottaja кому kime címzett destinataire 收件人 宛先 komu chuig προς 받는사람 cc kopie kopia copie copia bcc cci reply-to antwort kopi dw 抄送 참조 받는사람 importance priority organization organisation attachments anlagen bilagor bijlagen allegati adjuntos".split()
_SUBJECT = "subject betreff objet asunto oggetto onderwerp ämne emne assunto temat aihe тема konu tárgy předmět predmet ábhar sujet 主题 主旨 件名 제목 θέμα subiect betr re".split()

LABELS: dict[str, str] = (
    dict.fromkeys(_TO, "to")
    | dict.fromkeys(_SUBJECT, "subject")
    | dict.fromkeys(_SENT, "sent")
    | dict.fromkeys(_FROM, "from")
)
"""A header's name in a client's language, lower case -> from, sent, to or subject."""

LOOSE_LABEL = re.compile(r"^[\s*_|]*+([^\W\d_]{1,20})[*_]*(?:\s?[:：]|\s[|\s]*\S)")
"""A header line as it may stand below an announcement: without a colon, or in a table."""

LABEL_LINE = re.compile(r"^[\s*_|]*+([^\W\d_][\w' -]{0,20}?)[*_]*\s?[:：][*_]*(?=\s|$|[^\w\s])")

ANY_LABEL = re.compile(r"^[\s*_|]*+[^\W\d_][^:：|<>@\n]{0,24}[*_]*[:：][*_|]*(?=\s|$|[^\w\s])")
"""What may be a header line in a language that is not listed."""

_ORIGINAL = (
    r"original[- ]message|original-nachricht|replied message|mail original|cronologia do mail|initial header|邮件原件|"
    r"元のメッセージ|원본 메시지|antwort nachricht|回复的原邮件|original appointment|original mail|original|reply message|original email|"
    r"ursprüngliche nachricht|originalnachricht|originalmail|urspr\. nachricht|message d'origine|message original|"
    r"mensaje original|messaggio originale|oorspronkelijk bericht|origineel bericht|mensagem original|"
    r"oryginalna wiadomość|wiadomość oryginalna|wiadomość oryginalny|ursprungligt meddelande|"
    r"originalmeddelande|original meddelelse|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|"
    r"исходное сообщение|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|orijinal mesaj|"
    r"原始邮件|原始郵件|original message follows|teachtaireacht bhunaidh|missatge original"
)
# Yahoo lost the line end behind the announcement.
_GLUED = r"\s*(?:$|(?:from|von|de|da|van|från|fra|od|от)\s?:)"
_DRAWN = r"[-_=#‐‑–—─]"
ORIGINAL = re.compile(
    rf"^[\s*>]{{0,8}}+(?:{_DRAWN}{{2,}}+|\[)\s*+(?:{_ORIGINAL})\s*(?:{_DRAWN}{{2,}}+|\])\**{_GLUED}"
    r"|^\s*\[?original message processed by\b"
    # Lotus Notes: the sender and the moment between two short lines, then its first words.
    r"|^(?:inactive hide details for )?.{1,80}---\d[\d./-]{5,9} \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: [AP]M)?---",
    re.I,
)

BETWEEN_MARKS = re.compile(
    r"^>{2,3}\s?(?=.*(?:\d[:.]\d\d|@)).{1,160}?>{2,3}\s*$",
)
"""An attribution as GroupWise writes it, between quote marks, above a quote without any."""

REPLY_ABOVE = re.compile(
    r"^\W{0,12}(?:please )?(?:type |write |enter )?(?:your )?reply above this line\W{0,12}$|"
    r"^\W{0,12}(?:bitte )?(?:ihre )?antwort (?:bitte )?(?:oberhalb|über) dieser (?:linie|zeile).{0,40}$",
    re.I,
)
"""What some programs put above a text so that answers stand above it."""

BETWEEN_RULES = re.compile(
    rf"^[\s*>]{{0,8}}+{_DRAWN}{{3,}}+\s*+[^\W\d_].{{1,60}}?{_DRAWN}{{3,}}+\s*$"
)
"""Words between two drawn lines: with a header line below, an announcement in any language."""

_FORWARDED = (
    r"forwarded message|forwarded by .{1,80}|weitergeleitete nachricht|weitergeleitete mail|message transféré|"
    r"message transmis|mensaje reenviado|messaggio inoltrato|messaggio inoltrato .{0,40}|doorgestuurd bericht|"
    r"forwarded email|forward|mensagem encaminhada|mensagem reencaminhada|treść przekazanej wiadomości|"
    r"wiadomość przekazana dalej|przekazana wiadomość|"
    r"vidarebefordrat meddelande|vidarebefordrat mail|videresendt melding|videresendt meddelelse|edelleenlähetetty viesti|"
    r"välitetty viesti|пересылаемое сообщение|пересланное сообщение|"
    r"přeposlaná zpráva|preposlaná správa|továbbított üzenet|mesaj redirecționat|iletilen mesaj|"
    r"转发的邮件|轉寄的郵件|forwarded message from .{1,80}|teachtaireacht curtha ar aghaidh|missatge reenviat"
)
FORWARD = re.compile(
    rf"^[\s*>]{{0,8}}+[-_=]{{2,}}+\s*+(?:{_FORWARDED})\s*[-_=]{{2,}}+{_GLUED}"
    r"|^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|"
    r"début du message (?:réexpédié|transféré)|début de l'e-mail transféré|"
    r"inizio messaggio inoltrato|inicio del mensaje reenviado|begin doorgestuurd bericht|"
    r"início da mensagem (?:re)?encaminhada|vidarebefordrat brev|videresendt besked|"
    r"videresendt melding|początek przekazywanej wiadomości|välitetty viesti alkaa|"
    r"начало переадресованного (?:сообщения|письма)|início da mensagem reencaminhada)\s?:\s*$",
    re.I,
)
FORWARD_SUBJECT = re.compile(
    r"^\s*(?:\[[^\]]{0,40}\]\s*)?(?:re:\s*)?"
    r"(?:fwd?|wg|tr|rv|enc|i|vs|vb|doorst|pd|fs|továbbítás|转发|轉寄|転送)\s?[:：]|^\s*\[fwd:",
    re.I,
)
RULE = re.compile(r"^\s*+(?:_{5,}+|-{3,}+|={5,}+|\*{5,}+|#{5,}+|[─━—–]{5,}+)\s*$")
"""A line drawn across the page."""
