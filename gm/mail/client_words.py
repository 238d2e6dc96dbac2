"""The words that mail programs, lists, scanners and companies put around a player's text."""

import re

# The words mail programs write above a quote, in the languages they speak.
#
# Only facts about clients stand here; `gm.mail.quotes` says what is done with them, and
# `gm.mail.client_words` has what stands below a text.

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


# The words that programs, lists, scanners and companies put below a player's text.
#
# Only facts stand here; `gm.mail.quotes` says what is done with them.

SIGNATURE = re.compile(
    r"^(?:\s{0,4}(?:--(?:=20)?|- --|—|–|__)|-----BEGIN PGP (?:SIGNATURE|PUBLIC KEY BLOCK)-----)\s*$"
)

_DEVICE = (
    r"(?:my|a|an|the new|the all[- ]new|our|outlook|yahoo|aol|mail(?:box)?|gmail|samsung|proton(?:mail)?|spark|superhuman|"
    r"fairemail|fastmail|mailbird|k-?9|thunderbird|blue ?mail|aqua ?mail|nine|zoho|hey|airmail|edison|"
    r"canary|polymail|mobile|blackberry|iphone|ipad|android|windows|huawei|xiaomi|nokia|tuta(?:nota)?|"
    r"mailspring|posteo|type ?app|myMail|newton|shortwave|missive|front|desktop|email|workspace|galaxy|cell|one\.com|postbox|hotmail|yandex\S*|"
    r"rediff\w*|blue|mixmax|the samsung|the free mail\S*|the mail\S*|https?://\S+|aqua\w*|tablet|computer|pixel)"
)
CLIENT_LINE = re.compile(
    rf"^\W*+(?:sent (?:from|via|with|using|by) {_DEVICE}\b.{{0,100}}"
    r"|sent (?:wirelessly|on the (?:go|new .{1,30}network))\b.{0,60}|(?:on|from) (?:my|the) (?:go|mobile|phone|move)\.?"
    r"|yahoo mail(?:: search, organi[sz]e.{0,20}| stationery)|connected by motorola|dictated but not read\.?|swyped .{1,40}"
    r"|(?:apologies for|pardon|excuse|brevity).{1,60}\b(?:phone|mobile|iphone|ipad|tablet)\b.{0,20}"
    r"|gesendet (?:über .{1,40}|mit spark|unterwegs)|von samsung.{1,30}gesendet\.?"
    r"|sent with (?:love|care)?.{0,30}(?:proton|tuta|fairemail|unibox).{0,60}"
    rf"|get (?:outlook|blue ?mail|yahoo mail|aol|spark|the .{{0,20}}app) (?:for|on) .{{0,60}}"
    r"|(?:diese nachricht wurde |this message was sent |diese mail wurde )?(?:von|from) (?:meinem|my) .{1,60}"
    r"(?:gesendet|sent)\.?"
    r"|(?:gesendet|verschickt|gesandt) (?:von|mit|aus|über) (?:meine[mr]?|der|dem|outlook|yahoo|mail|unterwegs|"
    r"gmx|web\.de|freenet|proton|samsung|k-?9|fairemail|thunderbird|iphone|ipad|telekom|posteo).{0,80}"
    r"|von (?:meinem|meiner|mobil|unterwegs).{0,60}gesendet\.?"
    r"|(?:outlook für|holen sie sich outlook|outlook for|laden sie).{1,40}(?:herunterladen|ios|android)\.?"
    r"|diese nachricht wurde .{1,80} gesendet\.?"
    r"|diese e-?mail wurde .{1,60} (?:gesendet|verschickt)\.?"
    r"|envoyé (?:de|depuis|à partir de|avec|via|par) .{1,80}"
    r"|(?:télécharge[rz]|obtenir|obtenez) outlook .{1,40}"
    r"|provenance : .{1,60}"
    r"|enviad[oa] (?:desde|do|da|de|a partir|con|com|via) .{1,80}"
    r"|(?:obtener|obter|obtén|baixe o|descargar) outlook .{1,40}"
    r"|(?:inviato|inviata|spedito) (?:da|dal|dalla|con|tramite) .{1,80}"
    r"|(?:scarica|ottieni) outlook .{1,40}"
    r"|(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via|met behulp) .{1,80}"
    r"|(?:outlook voor|download outlook|hanki outlook|hämta outlook|skaff|hent) .{0,30}(?:outlook|ios|android).{0,20}"
    r"|(?:skickat|skickades) (?:från|med|via) .{1,80}"
    r"|sendt (?:fra|med|via) .{1,80}"
    r"|wysłan[eoay] (?:z|ze|przy|za) .{1,80}|pobierz .{0,20}outlook.{1,40}"
    r"|lähetetty .{1,80}|odesláno (?:z|ze|pomocí) .{1,80}|odoslané z .{1,60}"
    r"|отправлено (?:с|из|через) .{1,80}|отримано з .{1,40}|надіслано з .{1,40}"
    r"|elküldve .{1,60}|az iphone-omról küldve|iphone'?(?:umdan|'umdan)? gönderildi|.{1,20}’?dan gönderildi"
    r"|seolta ó m.{1,60}|trimis de pe .{1,60}|στάλθηκε από .{1,60}"
    r"|iphoneから送信|发自我的.{1,40}|從我的.{1,40}|나의 iphone에서 보냄"
    r"|composed (?:on|with|by|in) .{1,60}|typed (?:on|with) (?:my|a|one|tiny).{1,60}"
    r"|(?:please )?(?:excuse|forgive) (?:the |my |any )?(?:brevity|typos|terseness|spelling|tpyos).{0,80}"
    r"|from my (?:iphone|ipad|phone|mobile|cell|android|blackberry|galaxy).{0,30}"
    r"|this (?:e-?mail|message|mail) was sent (?:from|with|via|using) .{1,80}"
    r"|secured with tuta.{0,80}|mit .{1,60} (?:app )?gesendet\.?)\s*$",
    re.I,
)
"""A line the client adds of itself: "Sent from my iPhone" and its kin."""

BEHIND_CLIENT = re.compile(
    r"[,;.]\s+|(?<!\s)\s++[-–—]++\s+"
    r"|(?<!\s)\s++(?=(?:so|but|and|because|which|while|unless|until|und|aber|doch|agus|ach)\b)",
    re.I,
)
"""What parts a client's own line from words with which its owner goes on."""

EXCUSE = re.compile(
    r"^\W*(?:please |bitte )?(?:excuse|pardon|forgive|sorry (?:for|about)|apologies for|entschuldig\w*|verzeih\w*|"
    r"gabh mo leithscéal)\b(?:\s+[^\s]+){1,9}$",
    re.I,
)
"""What owners of small keyboards put behind it once and for all."""

DEVICE = re.compile(
    r"^(?!.*(?:->|→|[?!]\s*$))(?!outlook\b(?!.{0,40}(?:ios|android|mobil)))"
    r".{0,50}(?:iphon|ipad|\bios\b|айфон|אייפון|هاتفي|手机|android|outlook|blackberry|samsung|galaxy|huawei|"
    r"xiaomi|bluemail|typeapp|网易邮箱|windows \d\d|mail\.ru).{0,40}$",
    re.I,
)
"""A short line that names a device or a program: what a client adds in any other language."""

FOOTER_WORDS = re.compile(
    r"mailing list|mailinglist|mailman|unsubscribe|listinfo|yahoo!? groups|google groups|groups\.io|"
    r"listserv|list archives?|to post to|sympa|majordomo|confidential|vertraulich|confidentiel|"
    r"disclaimer|virus|virenfrei|avast|antivirus|spam|digest|abmelden|désabonner|desuscribir|"
    r"liste de diffusion|lista de correo|links do it|gmx|web\.de|advertis|free email|hotmail|msn|"
    r"topicbox|permalink|posted by|screensaver|antivirüs|antivírus|вирус|wirus|virů|virüs|lista de (?:distribución|discusión|discussão)|lista di discussione|"
    r"do you yahoo|yahoo! |sourceforge|subscription options|abbestellen",
    re.I,
)
FOOTER = re.compile(
    r"^(?:You(?:'ve)? (?:have )?received this (?:message|email) because you(?:'re| are) subscribed|"
    r"To unsubscribe (?:from|send|,|go|visit|via|and|please)|--~--~-{3,}|(?:-=){5,}|"
    r"Groups\.io Links|Yahoo! Groups Links|To (?:post|reply) to this (?:group|message),? |"
    r"To subscribe or unsubscribe via|For (?:additional|list) commands, e-?mail|"
    r"\.?[-_]*_,_\._,_{2,}|__._,_.___|"
    r"You are receiving this (?:e-?mail|message) because|Sie (?:erhalten|haben) diese (?:e-?mail|nachricht)|"
    r"Vous (?:recevez|avez reçu) ce(?:t e-?mail| message| courriel)|(?:Has|Ha) recibido este (?:mensaje|correo)|"
    r"Hai ricevuto quest[oa] (?:messaggio|e-?mail)|Você recebeu esta mensagem|U ontvangt dit bericht|"
    r"Manage your subscription|Unsubscribe ?:|Reply to this (?:e-?mail|message) directly|"
    r"Visit Topic\b.{0,40}respond|To respond, reply to this|Liste de diffusion \S|"
    r"Pour vous (?:désinscrire|désabonner)|Um sich .{0,40} abzumelden|Para (?:darse de baja|cancelar)|"
    r"Per (?:cancellarsi|disiscriversi)|Om u af te melden)",
    re.I,
)
"""What follows one of these belongs to a list server."""

# "This message is confidential" and the like: what it is about, and what is said of it.
_MESSAGE = (
    r"nachricht|e-?mail|courriel|messages?|mensaje|correo|mensagem|messaggio|comunicazione|informazioni|"
    r"bericht|e-mailbericht|informatie|meddelande|meddelelse|melding(?:en)?|viesti|wiadomo[śs][ćc]i?|zpráv[ay]|správ[ay]|"
    r"üzenet|сообщение|письмо|μήνυμα|e-posta|poruka|sporočilo"
)
_KEPT_CLOSE = (
    r"vertrauliche?|rechtlich geschützt|confidentiel|confidencial|riservat[aeio]|vertrouwelijk|uitsluitend bestemd|konfidentiell|"
    r"fortrolig|konfidensiell|luottamuksellinen|poufn[ea]|důvěrn[áé]|dôvern[áé]|bizalmas|"
    r"конфиденциальн|εμπιστευτικ|gizlidir|povjerljiv|zaupn|вирус|wirus|vírus|virus|virü[sz]"
)
_PRINTED = (
    r"print(?:ing|s)?|ausdruck\w*|ausgedruckt|imprim\w+|stampare|printen|uitprint|skriver? ut|"
    r"wydruk\w+|vytisk\w+|nyomtat\w*"
)
_SPARED = (
    r"environment|umwelt|environnement|ambiente|milieu|miljön?|środowisk\w+|prostředí|környezet\w*|"
    r"necessar[yi]|nécessaire|necesario|wirklich|need to|a tree"
)
NOTICE = re.compile(
    r"^(?:<https?://[^<>\s]{1,300}> *+)?(?:\W*+|P )(?:CONFIDENTIALITY(?: NOT(?:IC)?E)?\b|(?:E-?MAIL |LEGAL )?DISCLAIMER\b|LEGAL NOTICE|IMPORTANT NOTICE|"
    r"PRIVILEGED(?: AND |/)CONFIDENTIAL|NOTICE OF CONFIDENTIALITY|VERTRAULICHKEITSHINWEIS|"
    r"AVISO (?:LEGAL|DE CONFIDENCIALIDADE?)|AVVISO DI RISERVATEZZA|AVIS DE CONFIDENTIALITÉ|"
    rf"(?:\w+\W{{1,3}}){{0,7}}(?:{_MESSAGE})\b.{{0,100}}\b(?:{_KEPT_CLOSE})|"
    rf".{{0,60}}\b(?:{_PRINTED})\b.{{0,80}}\b(?:{_SPARED})|.{{0,60}}\b(?:{_SPARED})\b.{{0,80}}\b(?:{_PRINTED})|"
    r"本邮件.{0,30}保密|このメール.{0,20}機密|_{5,} ?Information from .{1,80}|"
    r"(?:Hotmail|Windows Live)\S?: |MSN \w+: |"
    r"(?:NOTICE|NOTE|WARNING|ATTENTION|IMPORTANT): this (?:e-?mail|message|communication)|"
    r"This (?:e-?mail|email|message|communication|transmission|electronic).{0,120}"
    r"(?:confidential|intended|privileged|proprietary|virus|legally)|"
    r"The information (?:contained )?in this|If you are not the intended|If you have received this|"
    r"(?:Diese|Dieses|Der Inhalt dieser) (?:E-?Mail|Nachricht|Mail|Schreiben).{0,80}(?:vertraulich|Viren|Adressat|bestimmt|geprüft)|"
    r"Ce (?:message|courriel|mail|courrier).{0,100}(?:confidentiel|destin|virus)|"
    r"(?:Este|Esta) (?:mensaje|correo|mensagem|e-?mail).{0,120}(?:confidencial|destin|virus|vírus)|"
    r"(?:Questo|Questa|Il presente) (?:messaggio|e-?mail|comunicazione).{0,100}(?:riservat|confidenzial|destin)|"
    r"Dit (?:bericht|e-?mail).{0,100}(?:vertrouwelijk|bestemd|virus)|"
    r"Please consider the environment|Think before you print|Bitte denken Sie an die Umwelt|"
    r"P(?:ensez|lease) .{0,20}(?:environnement|print)|"
    r"Virus-?free\.|Virenfrei|Sin virus\b|Sans virus\b|Garanti sans virus|Privo di virus|Libre de virus|"
    r"Livre de vírus|Não contém vírus|Virusvrij|Nie zawiera wirusów|Virusfri|Без вирусов|Bez virů|"
    r"No virus found in this|Checked by AVG|Scanned by|Mail scanned by|L'absence de virus|"
    r"El software de antivirus|Questa e-?mail è stata (?:controllata|esaminata)|"
    r"\[?(?:CAUTION|EXTERNAL|WARNUNG|ACHTUNG)\b[\]:!]? ?.{0,40}(?:e-?mail|sender|originated|outside|extern)|"
    r"\[?(?:EXTERNAL|EXT)(?: E-?MAIL)?\]\s*$|You don't often get email from|"
    r"\[Non-text portions of this message have been removed\]|"
    r"Do You Yahoo!\?|Get (?:your )?free .{0,40}(?:e-?mail|hotmail)|"
    r"Th(?:is|e) (?:message|e-?mail) (?:has been|was) (?:scanned|checked))",
    re.I,
)
"""A paragraph that begins so was put in by a company or a scanner."""

PICTURE = re.compile(
    r"^\s*(?:\[(?:cid:|image\b|inline ?image|bild\b|imagen?\b|immagine|afbeelding|obraz|logo\b|图片|画像|изображение)[^\]]{0,200}\]"
    r"|<https?://[^<>\s]{1,500}>|<#[0-9A-F-]{36}>)\s*$",
    re.I,
)
"""A line that stands for a picture, or a link that nothing is said about."""

CONTACT = re.compile(
    r"(?:\+|\b0)\d[\d ()/.-]{6,}\d|\b(?:www\.|https?://)|[\w.+-]{1,64}@[\w.-]{1,255}\.\w|"
    r"\b(?:tel|phone|mobil[e]?|cell|fax|fon|tél)\b ?[:.]",
    re.I,
)
"""What a business card below a line has, and orders have not."""

SHORT_RULE = re.compile(r"^\s*(?:-{2,4}|_{2,4}|={2,4}|\+{2,4}|\*{2,4})\s*$")
"""A short line drawn above a signature, or between orders."""
