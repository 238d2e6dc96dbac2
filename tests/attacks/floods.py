"""Mails that want to cost more than they are worth: what is repeated in them, and how often."""

from __future__ import annotations

from typing import Final

LINES: Final = {
    "addresses in one line": "ADDRESS {a@}x",
    "addresses": "ADDRESS mallory{n}@evil.example",
    "near commands of the GM": "GM deadlnie meadwo {word}{n}",
    "commands of the GM": 'GM order set FRANCE "A Par - Bur" --reason "{n}"',
    "near commands": "VOET {word}{n}",
    "votes": "VOTE CONCEDE TO MUNSTER",
    "near orders": "Bulid A Crok Sotuh {word}{n}",
    "orders": "Build A Cork South",
    "conditions": "if Cork South is {word} then Build A Cork South",
    "payments": "Pay {n} to Ulster",
    "borders": "BORDERS {word}, {word}, {word}",
    "reports": "REPORT {n}",
    "forecasts": "FORECAST",
    "press": "PRESS TO ALL\nx{n}\nENDPRESS",
    "open press": "PRESS TO ALL",
    "absences": "ABSENT {n} Dec to 2 Jan",
    "languages": "LANGUAGE {word}{n}",
    "joins": "JOIN\nNAME: {word}{n}",
    "new games": "NEW GAME meadow{n}",
    "quotes": "{deep} Build A Cork South",
    "answers": "{n}",
    "yes": "YES {n}",
    "numbers": "1{n}{n}{n}",
    "words": "{word}{n} {word} {word} {word}",
    "punctuation": "- , ; : . ( - , ; : . ( - , ; : .",
    "brackets": "((((((((((((((((((((((((((((((((",
    "dashes": "A Cor - - - - - - - - - - - - - -",
    "arrows": "A Cor -> -> -> -> -> -> -> -> -> Wat",
    "mixed letters": "Ä Cör - Wàt ſſſ ßßß İİİ",
}
"""Lines by what they try; `{n}` counts, `{word}` is near many names and none of them."""

WORD: Final = "Leinstrer"


def text(name: str, size: int) -> str:
    """Return lines of a kind, of so many characters together."""
    line = LINES[name]
    if "{a@}" in line:
        return line.replace("{a@}", "a@" * (size // 2)) + "\n"
    made: list[str] = []
    length = 0
    while length < size:
        number = len(made) + 1
        made.append(line.format(n=number, word=WORD, deep=">" * min(number, 60)))
        length += len(made[-1]) + 1
    return "\n".join(made) + "\n"


def long_line(name: str, size: int) -> str:
    """Return one line of a kind, again and again without a line end, of so many characters."""
    return text(name, size).replace("\n", " ") + "\n"
