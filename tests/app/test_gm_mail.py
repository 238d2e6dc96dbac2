"""The GM's commands by mail: believed, confirmed, carried out once, and answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.records import InboxState
from gm.app.setup.games import NewGame, new_game
from gm.app.words.gm_mail import CommandOutput, carry_out, tell_unfinished
from gm.cli.usage import usage_fault
from gm.interpret.gm_words import wishes
from gm.report.wording.dates import moment_words
from tests.app.world import GM, World, text_of


@dataclass
class Typed:
    """Remembers the commands it was to carry out, and says that they went well."""

    lines: list[str] = field(default_factory=list)
    well: bool = True
    says: str = ""

    def run(self, words: Sequence[str]) -> CommandOutput:
        """Note a command."""
        self.lines.append(" ".join(words))
        return CommandOutput(self.says or f"{words[0]} was done.", self.well)


@pytest.fixture
def typed() -> Typed:
    """Commands that are only noted."""
    return Typed()


def _yes_to(world: World, question: str, words: str = "YES") -> None:
    world.mail(GM, words, to=question)
    read_inbox(world.services)


def test_what_changes_something_waits_for_yes(world: World, typed: Typed) -> None:
    """Nothing is done before the GM's YES, and then once, whatever comes twice."""
    world.start(variant="standard")
    world.new_mail(GM)
    mail = world.mail(GM, "GM deadline +24h --reason 'a holiday'\nGM pause")
    assert mail.state is InboxState.DONE
    assert carry_out(world.services, typed) == 0
    (question,) = world.new_mail(GM)
    told = text_of(question)
    assert "! gm deadline tara +24h --reason 'a holiday'" in told
    assert "! gm pause tara" in told
    _yes_to(world, question["reply-to"])
    assert carry_out(world.services, typed) == 1
    assert typed.lines == ["deadline tara +24h --reason a holiday", "pause tara"]
    (done,) = world.new_mail(GM)
    assert done["subject"] == "[tara] Done"
    assert "gm deadline tara +24h --reason 'a holiday'" in text_of(done)
    assert "pause was done." in text_of(done)
    _yes_to(world, question["reply-to"])
    assert carry_out(world.services, typed) == 0


SAID = [
    (
        "GM deadline +24h --reason 'snow'",
        (
            "The deadline of S1901M would move. ! It stands at {old}. ! It would be {new}. "
            "! The reason all players read: snow."
        ),
    ),
    ("GM pause", "No deadline would pass until you say GM resume."),
    ("GM order clear France --reason 'he asked'", "The orders of France in the open phase"),
    ("GM unit move 'A Par' Bur --reason 'misread'", "A Par would stand in Bur."),
    ("GM centre set Bel none --reason 'misread'", "Bel would belong to none."),
]


@pytest.mark.parametrize(("line", "told"), SAID)
def test_the_question_says_in_words_what_would_be_done(world: World, line: str, told: str) -> None:
    """Before the GM says YES to it, old and new deadlines included."""
    world.start(variant="standard")
    world.new_mail(GM)
    phase = world.phase()
    assert phase is not None
    old, new = (
        moment_words(moment, "UTC")
        for moment in (phase.deadline, phase.deadline + timedelta(days=1))
    )
    world.mail(GM, line)
    (question,) = world.new_mail(GM)
    assert told.format(old=old, new=new) in " ".join(text_of(question).split())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("GM deadline 2020-01-01", "The new deadline has passed already."),
        ("GM deadline 2026-13-01", "is no moment"),
    ],
)
def test_a_deadline_that_cannot_be_is_refused_at_once(world: World, line: str, fault: str) -> None:
    """Nothing is asked then."""
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, line)
    (refused,) = world.new_mail(GM)
    told = " ".join(text_of(refused).split())
    assert "Not taken" in told
    assert fault in told


def test_a_yes_is_for_the_phase_that_was_open(world: World, typed: Typed) -> None:
    """After the deadline it does nothing, for it would change the next phase, and he is told so."""
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, 'GM order set FRANCE "A Par - Bur" --reason "by phone"')
    (question,) = world.new_mail(GM)
    assert "in tara, while S1901M is open:" in " ".join(text_of(question).split())
    world.tick(hours=1)
    world.new_mail(GM)
    _yes_to(world, question["reply-to"])
    assert carry_out(world.services, typed) == 0
    assert typed.lines == []
    told = " ".join(text_of(world.new_mail(GM)[-1]).split())
    assert "F1901M has opened, so nothing was done. Send the commands again" in told


def test_what_only_looks_is_done_at_once(world: World, typed: Typed) -> None:
    """A preview, the journal: answered without a question."""
    world.start(variant="standard")
    world.mail(GM, "gm process --preview\nGM journal\nGM rollback S1901M")
    assert carry_out(world.services, typed) == 1
    assert typed.lines == ["process tara --preview", "journal tara", "rollback tara S1901M"]


def test_a_no_leaves_the_game_as_it_is(world: World, typed: Typed) -> None:
    """Nothing is done, and a yes that comes after it does nothing either."""
    world.start(variant="standard")
    world.mail(GM, "GM pause")
    question = world.new_mail(GM)[-1]
    _yes_to(world, question["reply-to"], "NO")
    assert world.new_mail(GM)[-1]["subject"] == "[tara] Nothing was done"
    _yes_to(world, question["reply-to"])
    assert carry_out(world.services, typed) == 0


def test_other_commands_in_the_answer_are_asked_about_anew(world: World, typed: Typed) -> None:
    """They are the GM's, since only he has had the question; a yes to either does that alone."""
    world.start(variant="standard")
    world.mail(GM, "GM pause")
    first = world.new_mail(GM)[-1]
    _yes_to(world, first["reply-to"], "GM deadline +24h")
    second = world.new_mail(GM)[-1]
    assert "! gm deadline tara +24h" in text_of(second)
    _yes_to(world, second["reply-to"])
    assert carry_out(world.services, typed) == 1
    assert typed.lines == ["deadline tara +24h"]


def test_commands_below_an_answer_are_asked_about_anew(world: World, typed: Typed) -> None:
    """A no drops what was asked, a yes does it; what stands below is a command of its own."""
    world.start(variant="standard")
    for said, done in (("NO", 0), ("YES", 1)):
        world.mail(GM, "GM pause")
        _yes_to(world, world.new_mail(GM)[-1]["reply-to"], f"{said}\nGM deadline +12h")
        assert carry_out(world.services, typed) == done
        asked = world.new_mail(GM)
        assert any("! gm deadline tara +12h" in text_of(mail) for mail in asked)
    assert typed.lines == ["pause tara"]


LIMITS = (
    "(make it 12 hours)",
    "for Ulster alone",
    "(aber nur um 12 Stunden)",
    "ach uair an chloig amháin",
)


@pytest.mark.parametrize("below", LIMITS)
def test_a_line_below_the_gms_yes_is_asked_about(world: World, typed: Typed, below: str) -> None:
    """It may change what he wants; a greeting does not."""
    world.start(variant="standard")
    world.mail(GM, "GM deadline +24h")
    question = world.new_mail(GM)[-1]
    _yes_to(world, question["reply-to"], f"YES\n{below}")
    assert carry_out(world.services, typed) == 0
    told = world.new_mail(GM)[-1]
    assert told["subject"] == "[tara] Yes or no?"
    assert below.startswith(("(aber", "ach")) or f"“{below}” stands below it" in text_of(told)
    _yes_to(world, told["reply-to"], "YES\n\nThanks,\nMaeve")
    assert carry_out(world.services, typed) == 1


@pytest.mark.parametrize("words", ["Not now, I have to think", "yes but no", "OK?", "YES 2"])
def test_what_is_neither_leaves_the_question_open(world: World, typed: Typed, words: str) -> None:
    """Nothing is done, the GM is told what would be a yes, and the yes is good still."""
    world.start(variant="standard")
    world.mail(GM, "GM pause")
    question = world.new_mail(GM)[-1]
    _yes_to(world, question["reply-to"], words)
    assert carry_out(world.services, typed) == 0
    told = world.new_mail(GM)[-1]
    assert told["subject"] == "[tara] Yes or no?"
    assert "the word YES on the first line" in " ".join(text_of(told).split())
    _yes_to(world, told["reply-to"])
    assert carry_out(world.services, typed) == 1


def test_a_player_commands_nothing(world: World, typed: Typed) -> None:
    """The same words from a player are talk."""
    world.start(variant="standard")
    world.mail("france", "GM pause\nA Par - Bur")
    assert carry_out(world.services, typed) == 0
    assert world.orders("france") == ["A PAR - BUR"]


def test_a_command_in_a_message_is_talk(world: World, typed: Typed) -> None:
    """Who plays and is the GM may write to a player what he could write to the server."""
    world.start(variant="standard")
    _gm_is(world, "france")
    world.mail("france", "PRESS TO ITALY\nGM journal\nENDPRESS")
    assert carry_out(world.services, typed) == 0
    assert "GM journal" in world.last_text("italy")
    world.new_mail("france")
    world.mail("france", "GM journal\n\nMaeve")
    assert carry_out(world.services, typed) == 1
    (answer,) = world.new_mail("france")
    assert answer["subject"] == "[tara] Done"


def test_what_stands_beside_a_command_is_the_players(world: World, typed: Typed) -> None:
    """Who plays and is the GM may order and write in the mail that holds his commands."""
    world.start(variant="standard")
    _gm_is(world, "france")
    world.mail("france", "GM pause\nA Par - Bur\nPRESS TO ITALY\nShall we?\nENDPRESS")
    assert world.orders("france") == ["A PAR - BUR"]
    assert "Shall we?" in world.last_text("italy")
    told = [text_of(one) for one in world.new_mail("france")]
    assert any("Army Paris moves to Burgundy" in one for one in told)
    question = next(one for one in told if "! gm pause tara" in one)
    assert "Burgundy" not in question
    assert carry_out(world.services, typed) == 0


def test_talk_beside_a_command_is_talk(world: World, typed: Typed) -> None:
    """A GM who does not play is answered about his commands alone, whatever the game's state."""
    new_game(world.services, NewGame("tara", "standard", "Maeve", GM))
    world.mail(GM, "GM game show\nA Par - Bur\nMaeve")
    assert carry_out(world.services, typed) == 1
    assert [one["subject"] for one in world.new_mail(GM)[-1:]] == ["[tara] Done"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("GM order set FRANCE 'A Par - Bur'", "Say why: --reason"),
        ("GM unit remove 'A Par' --reason ' '", "Say why: --reason"),
        ("GM ruling drop 3", "--reason"),
        ("GM resend report", "who"),
        ("GM pause --because ill", "No such option: --because"),
        ("GM game set early", "NAME=VALUE"),
        ("GM deadline soon", "soon"),
    ],
)
def test_what_the_command_line_refuses_is_refused_at_once(
    world: World, typed: Typed, line: str, fault: str
) -> None:
    """Not after the GM has said YES to it; what is right beside it is asked about."""
    world.services = replace(world.services, usage_fault=usage_fault)
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, f"{line}\nGM pause")
    asked, refused = (" ".join(text_of(one).split()) for one in world.new_mail(GM))
    assert "! gm pause tara" in asked
    assert line.split()[2] not in asked
    assert refused.count("Not taken") == 1
    assert fault in refused


def test_a_table_keeps_its_columns(world: World, typed: Typed) -> None:
    """In the text and in the HTML of the answer."""
    typed.says = "France    3\nItaly    12\tcentres"
    world.start(variant="standard")
    world.mail(GM, "GM game show")
    carry_out(world.services, typed)
    answer = world.new_mail(GM)[-1]
    page = answer.get_body(("html",))
    assert page is not None
    for text in (text_of(answer), str(page.get_content())):
        assert "France    3\nItaly    12     centres" in text.replace("\r\n", "\n")


def _gm_is(world: World, player: str) -> None:
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        transaction.save_game(replace(game, gm_address=f"{player}@example.org"))


def test_a_command_that_failed_is_told(world: World, typed: Typed) -> None:
    """What it printed, under a title that does not say that all is well."""
    typed.well = False
    world.start(variant="standard")
    world.mail(GM, "GM journal")
    carry_out(world.services, typed)
    assert world.new_mail(GM)[-1]["subject"] == "[tara] Not everything could be done"


def test_a_server_that_died_over_it_says_so_and_never_repeats(world: World) -> None:
    """Begun and not ended: it is not run again, since nobody knows how far it came."""

    class Dying:
        def run(self, words: Sequence[str]) -> CommandOutput:
            raise KeyboardInterrupt(words[0])

    world.start(variant="standard")
    world.mail(GM, "GM journal")
    with pytest.raises(KeyboardInterrupt):
        carry_out(world.services, Dying())
    assert carry_out(world.services, Dying()) == 0
    assert tell_unfinished(world.services) == 1
    assert "stopped while it was at work" in text_of(world.new_mail(GM)[-1])
    assert tell_unfinished(world.services) == 0


WORDS = [
    ("GM deadline +24h", ("deadline", "tara", "+24h"), True),
    ("gm game show", ("game", "show", "tara"), False),
    ("GM order set FRANCE 'A Par - Bur'", ("order", "set", "tara", "FRANCE", "A Par - Bur"), True),
    ("GM pause tara --reason ill", ("pause", "tara", "--reason", "ill"), True),
    ("GM rollback S1901M --yes", ("rollback", "tara", "S1901M", "--yes"), True),
    ("GM process", ("process", "tara"), True),
    ("GM deadline", ("deadline", "tara"), False),
    ("GM deadline tara", ("deadline", "tara"), False),
    ("GM walk 'Irish 1 (NTH) - NWY'", ("walk", "tara", "Irish 1 (NTH) - NWY"), True),
    ("GM walk", ("walk", "tara"), False),
    ("GM game chart centres", ("game", "chart", "tara", "centres"), False),
    ("GM game end --abandon", ("game", "end", "tara", "--abandon"), False),
    ("GM game end --abandon --yes", ("game", "end", "tara", "--abandon", "--yes"), True),
]


@pytest.mark.parametrize(("line", "words", "changes"), WORDS)
def test_a_line_is_the_command_of_that_name(
    line: str, words: tuple[str, ...], changes: bool
) -> None:
    """The game's name goes where the command wants it; who changes something is asked."""
    (wish,) = wishes([line], "tara")
    assert (wish.words, wish.changes, wish.fault) == (words, changes, "")


FAULTS = [
    ("GM dedline +24h", "Perhaps: GM deadline."),
    ("GM serve", "bridge add, bridge remove"),
    ("GM game new meadow", "Mail NEW GAME and its name to the server's own address."),
    ("GM export -o /etc/passwd", "-o is not for mails"),
    ("GM game chart centres -o/tmp/x.svg", "-o/tmp/x.svg is not for mails"),
    ("GM game chart centres --out=x.svg", "--out=x.svg is not for mails"),
    ("GM journal --config=/tmp/x", "--config=/tmp/x is not for mails"),
    ("GM pause --reason 'ill", "quotation mark is left open"),
]


@pytest.mark.parametrize(("line", "words"), FAULTS)
def test_what_is_no_command_for_mails_is_refused(line: str, words: str) -> None:
    """With what was meant, where that can be guessed."""
    (wish,) = wishes([line], "tara")
    assert words in wish.fault
    assert wish.words == ()


def test_talk_of_the_gm_is_no_command() -> None:
    """Only a line that begins with the letters alone."""
    assert wishes(["The GM pauses", "GMT is my zone", "> GM pause", "GM"], "tara") == ()


def test_a_mail_holds_ten_commands() -> None:
    """The eleventh is refused, not forgotten."""
    found = wishes(["GM journal"] * 11, "tara")
    assert [bool(one.fault) for one in found] == [False] * 10 + [True]


MARKED = [
    'GM order set FRANCE "A Par - Bur" --reason "by phone"',
    "GM order set FRANCE “A Par – Bur” —reason “by phone”",
    "GM order set FRANCE „A Par - Bur“ –reason ‚by phone‘",
    "GM order set FRANCE «A Par → Bur» --reason='by phone'",
    "gm order set france &quot;A Par - Bur&quot; --reason &#39;by phone&#39;",
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("line", MARKED)
def test_an_order_is_shown_in_full_words_before_the_yes(
    world: World, typed: Typed, line: str
) -> None:
    """Whatever a mail program made of its marks; the command that runs has the order whole."""
    world.services = replace(world.services, usage_fault=usage_fault)
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, line)
    (question,) = world.new_mail(GM)
    told = "\n".join(text_of(question).splitlines())
    assert "! Orders would be entered for France:\n! Army Paris moves to Burgundy." in told
    assert "! The reason its player reads: by phone." in told
    _yes_to(world, question["reply-to"])
    assert carry_out(world.services, typed) == 1
    (done,) = typed.lines
    assert done.casefold().startswith("order set tara france a par ")
    assert "by phone" in done


UNREAD = [
    ("GM order set FRANCE A Par - Bur --reason phone", "A"),
    ('GM order set FRANCE "A Par - Brr; F Xyz H" --reason phone', "Xyz"),
    ('GM order set FRANCE "F Bre - Par" --reason phone', "fleet"),
    ('GM order set FRANKRIKE "A Par - Bur" --reason phone', "FRANKRIKE"),
    ('GM order set FRANCE "A Mun - Bur" --reason phone', "Mun"),
    ('GM order set FRANCE "A Par - Bur --reason phone', "quotation mark is left open"),
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("line", "fault"), UNREAD)
def test_an_order_that_cannot_be_read_is_refused_at_once(
    world: World, typed: Typed, line: str, fault: str
) -> None:
    """Nothing is asked, and what is wrong with it is said."""
    world.services = replace(world.services, usage_fault=usage_fault)
    world.start(variant="standard")
    world.new_mail(GM)
    world.mail(GM, line)
    (refused,) = world.new_mail(GM)
    assert refused["subject"] == "[tara] Not every command was understood"
    assert fault in " ".join(text_of(refused).split())
    assert carry_out(world.services, typed) == 0
    assert world.orders("france") == []
