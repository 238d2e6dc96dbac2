"""The play: who sits where, and which mail is sent when, by what kind of mail client."""

from __future__ import annotations

from dataclasses import dataclass

GAME = "tara"
DOMAIN = "gm.localhost"
LIST_ADDRESS = "tara-reports@lists.example"


@dataclass(frozen=True, slots=True)
class Actor:
    """A player of the demo."""

    power: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Cue:
    """One mail: its file, who sends it, from what kind of client, and what to note about it.

    `late` mails are sent when the deadline has passed; `whole` ones are told with all that was
    written and answered.
    """

    mail: str
    actor: str
    client: str
    remark: str = ""
    late: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class DemoAct:
    """One phase of the demo, and the power whose report on it is told."""

    phase: str
    title: str
    reader: str
    cues: tuple[Cue, ...]


ACTORS = {
    actor.power: actor
    for actor in (
        Actor("Ulster", "Niamh Ulaid", "niamh@players.example"),
        Actor("Munster", "Brian of Thomond", "brian@players.example"),
        Actor("Leinster", "Lorcan Mac", "lorcan@players.example"),
        Actor("Connaught", "Ruairi Conn", "ruairi@players.example"),
        Actor("Britain", "Edith", "edith@players.example"),
    )
}

ACTS = (
    DemoAct(
        "W1015A",
        "Winter 1015: the opening builds",
        "Munster",
        (
            Cue("1-ulster", "Ulster", "Gmail", "a reply on top of the quoted opening mail"),
            Cue("1-munster", "Munster", "Thunderbird", "two bridges and a receipt for 6 points"),
            Cue("1-leinster", "Leinster", "Apple Mail", "bullets and curly quotes"),
            Cue(
                "1-connaught-typo",
                "Connaught",
                "Outlook, HTML only",
                "a typo, and a half name",
                whole=True,
            ),
            Cue("1-connaught", "Connaught", "Outlook", "once more, with the right names"),
            Cue("1-britain", "Britain", "iPhone", "pays Munster for a bridge"),
        ),
    ),
    DemoAct(
        "S1016M",
        "Spring 1016: the first moves",
        "Connaught",
        (
            Cue("2-ulster", "Ulster", "Gmail", "long dashes, quoted report below"),
            Cue("2-munster", "Munster", "Thunderbird", "written below the quoted report"),
            Cue("2-leinster", "Leinster", "Apple Mail", "numbered, with arrows"),
            Cue(
                "2-connaught",
                "Connaught",
                "Outlook",
                "an unmarked quote that holds orders",
                whole=True,
            ),
            Cue(
                "2-britain-late", "Britain", "iPhone", "after the deadline", late=True, whole=True
            ),
        ),
    ),
    DemoAct(
        "F1016M",
        "Autumn 1016: the first centres",
        "Munster",
        (
            Cue("3-ulster", "Ulster", "Gmail"),
            Cue("3-munster", "Munster", "Thunderbird", "sails for Clare"),
            Cue("3-leinster", "Leinster", "Apple Mail"),
            Cue("3-connaught", "Connaught", "Outlook", "wants Clare too, with support"),
            Cue("3-britain", "Britain", "iPhone"),
        ),
    ),
)
