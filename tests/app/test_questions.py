"""Numbered questions: a line that may mean several things is asked about, a digit answers it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.app.records import InboxState
from tests.app.conftest import a_world
from tests.app.world import GM, World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


def test_a_digit_answers_a_question(game: World) -> None:
    """The other orders stay recorded, the question names its choices, the digit completes it."""
    game.mail("ENGLAND", "F Lon - ENG\nF Edi - Nor\nA Lvp - Yor")
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - YOR"]
    receipt = plain(game.last_text("ENGLAND"))
    assert "1. Fleet Edinburgh moves to North Sea" in receipt
    assert "2. Fleet Edinburgh moves to Norwegian Sea" in receipt
    assert game.mail("ENGLAND", "2").state is InboxState.DONE
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - YOR", "F EDI - NWG"]
    assert "F EDI - NWG" in game.last_text("ENGLAND")


def test_an_answer_may_be_thought_over(game: World) -> None:
    """Another number of the same question takes the place of the first."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1)")
    game.mail("ENGLAND", "2.")
    assert game.orders("ENGLAND") == ["F EDI - NWG"]


def test_the_numbers_go_on_through_a_phase(game: World) -> None:
    """An old mail in hand never answers a newer question."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "A Lvp - Yor\nF Lon - North")
    receipt = plain(game.last_text("ENGLAND"))
    assert "3. Fleet London moves to North Sea" in receipt
    game.mail("ENGLAND", "2 and 3")
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NWG", "F LON - NTH"]


def test_an_order_given_meanwhile_settles_the_question(game: World) -> None:
    """Who has ordered the unit since does not order it anew by an old number."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "F Edi - NTH")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "2")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
    assert "has been settled since" in plain(game.last_text("ENGLAND"))


def test_a_number_without_a_choice_is_told(game: World) -> None:
    """A number that stands at no choice, or where nothing was asked, changes nothing."""
    mail = game.mail("ENGLAND", "3")
    assert mail.state is InboxState.REJECTED
    assert "none is open to you" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "F Edi - Nor")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "7\nF Lon - ENG")
    assert game.orders("ENGLAND") == ["F LON - ENG"]
    told = plain(game.last_text("ENGLAND"))
    assert "There is no choice 7 among the questions put to you." in told
    assert told.count("1. Fleet Edinburgh moves") == 1
    assert "Answer with the number, alone on a line." in told


def test_an_answer_with_further_orders(game: World) -> None:
    """A digit and orders in one mail both count; an order to the same unit is the later word."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1\nA Lvp - Wal")
    assert game.orders("ENGLAND") == ["A LVP - WAL", "F EDI - NTH"]
    game.mail("ENGLAND", "2\nF Edi H")
    assert game.orders("ENGLAND") == ["A LVP - WAL", "F EDI H"]


def test_numbers_above_orders_are_no_answers(game: World) -> None:
    """Who numbers his orders on lines of their own answers nothing by that."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "1.\nF Lon - ENG\n2.\nA Lvp - Wal")
    assert game.orders("ENGLAND") == ["F LON - ENG", "A LVP - WAL"]


def test_the_questions_of_others_are_not_answered(game: World) -> None:
    """A number answers the writer's own questions only."""
    game.mail("ENGLAND", "F Edi - Nor")
    mail = game.mail("FRANCE", "1")
    assert mail.state is InboxState.REJECTED
    assert game.orders("ENGLAND") == []


def test_a_build_keeps_its_place_in_the_list(world: World) -> None:
    """The answer completes the list of builds, and does not replace it."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild A Cork Central")
    world.send()
    assert world.orders("MUNSTER") == ["B A CoC"]
    assert "2. Build Fleet Cork South" in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "2")
    assert world.orders("MUNSTER") == ["B F CoS", "B A CoC"]


def test_two_lines_of_the_same_words_are_two_questions(world: World) -> None:
    """Both have live numbers, and each is answered by its own; sent again they are asked anew."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild Cork South")
    world.mail("MUNSTER", "1")
    assert world.orders("MUNSTER") == ["B A CoS"]
    world.mail("MUNSTER", "Build Cork South")
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", "4")
    assert world.orders("MUNSTER") == ["B A CoS"]
    assert "has been settled since" in plain(world.last_text("MUNSTER"))


def test_a_denied_order_is_asked_about_and_never_recorded(game: World) -> None:
    """What is denied, or thought of again, waits for a number; the other orders stand."""
    game.mail("ENGLAND", "F Lon - ENG - no wait, hold\nDon't move A Lvp to Yor\nF Edi - NTH")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
    receipt = plain(game.last_text("ENGLAND"))
    assert "“no wait” takes something back" in receipt
    assert "1. Fleet London holds" in receipt
    assert "2. Fleet London moves to English Channel" in receipt
    assert "3. Army Liverpool moves to Yorkshire" in receipt
    game.mail("ENGLAND", "3")
    assert game.orders("ENGLAND") == ["F EDI - NTH", "A LVP - YOR"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "below",
    [
        "Ehm, no. Scrap that, better the Irish Sea.",
        "or no, wait: is Russia really closed?",
        "I'd better sleep on it.",
        "(only kidding)",
        "Quatsch, vergiss das.",
    ],
)
def test_a_number_counts_for_nothing_above_words_that_unsay_it(game: World, below: str) -> None:
    """The receipt says which words, shows the choices again, and the number alone is taken."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", f"2\n{below}")
    assert game.orders("ENGLAND") == []
    assert "leaves open whether it counts" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "2\nThanks, Maeve!")
    assert game.orders("ENGLAND") == ["F EDI - NWG"]


def test_a_mail_of_which_nothing_is_taken_says_so_in_its_subject(game: World) -> None:
    """An answer to "receipt 1: complete" is not called that again."""
    game.mail("ENGLAND", "F Edi - NTH\nF Lon - ENG\nA Lvp - Yor")
    receipt = game.new_mail("ENGLAND")[-1]
    assert "complete" in receipt["Subject"]
    game.mail("ENGLAND", "Well, a fine day it is.", subject=f"Re: {receipt['Subject']}")
    assert game.new_mail("ENGLAND")[-1]["Subject"] == "[tara S1901M] nothing recorded"


def test_a_yes_counts_for_nothing_above_words_that_unsay_it(game: World) -> None:
    """What waits goes on waiting."""
    game.mail("ENGLAND", "F Edi - NTH\nDRAFT - not final!")
    game.mail("ENGLAND", "YES\nHmm, no. Scrap that.")
    assert game.orders("ENGLAND") == []
    game.mail("ENGLAND", "Yes, 1")
    assert game.orders("ENGLAND") == ["F EDI - NTH"]


def answering(game: World, number: int) -> str:
    """Return the header of a reply to the receipt of the mail of a number."""
    with game.services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
        assert phase is not None
        sent = transaction.outbox(phase.game_id)
    (receipt,) = [mail for mail in sent if f".receipt-{number}." in mail.message_id]
    return f"In-Reply-To: {receipt.message_id}\n"


DRAFT = "F Lon - ENG\nDRAFT - not final!"


def test_a_question_is_told_of_until_it_is_answered(game: World) -> None:
    """Later receipts, STATUS, the reminder and the report, in subject and text; others hear nothing."""
    game.mail("ENGLAND", DRAFT)
    game.mail("ENGLAND", "F Edi - NTH\nA Lvp - Yor")
    for wanted in (None, "STATUS"):
        if wanted:
            game.mail("ENGLAND", wanted)
        mail = game.new_mail("ENGLAND")[-1]
        assert "1 answer awaited" in mail["Subject"]
        assert "DRAFT - not final! Asked on" in plain(text_of(mail))
        assert "1. Fleet London moves to English Channel." in plain(text_of(mail))
    game.tick(minutes=50)
    (reminder,) = game.new_mail("ENGLAND")
    assert "1 answer awaited" in reminder["Subject"]
    assert "1. Fleet London moves to English Channel." in plain(text_of(reminder))
    game.new_mail("FRANCE")
    game.tick(minutes=20)
    told = "“DRAFT - not final!” was asked about on"
    report = plain(text_of(game.new_mail("ENGLAND")[-1]))
    assert told in report
    assert "never answered, so it was not used" in report
    assert told not in plain(text_of(game.new_mail("FRANCE")[-1]))


def test_a_number_from_a_later_receipt_answers(game: World) -> None:
    """The choices stand in it again, with their numbers; then nothing is told of it any more."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "A Lvp - Yor")
    assert "2. Fleet Edinburgh moves to Norwegian Sea" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "2", headers=answering(game, 2))
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NWG"]
    assert "awaited" not in game.new_mail("ENGLAND")[-1]["Subject"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("answer", ["yes", "no", "Ja", "Nein"])
@pytest.mark.parametrize("receipt", [1, 2])
def test_a_plain_answer_is_for_the_receipt_that_shows_its_question(
    game: World, answer: str, receipt: int
) -> None:
    """In reply to none it is asked about; in reply to that which asked, or shows it as the only one, it counts."""
    game.mail("ENGLAND", DRAFT)
    game.mail("ENGLAND", "F Edi - NTH")
    game.mail("ENGLAND", answer)
    assert game.orders("ENGLAND") == ["F EDI - NTH"]
    told = plain(game.last_text("ENGLAND"))
    assert "not clear which question this answers" in told
    assert "1. Fleet London moves to English Channel." in told
    game.mail("ENGLAND", answer, headers=answering(game, receipt))
    taken = ["F LON - ENG"] if answer.casefold() in {"yes", "ja"} else []
    assert game.orders("ENGLAND") == ["F EDI - NTH", *taken]
    assert "awaited" not in game.new_mail("ENGLAND")[-1]["Subject"]


def test_a_plain_yes_to_two_questions_of_two_mails_is_asked_about(game: World) -> None:
    """The receipt that asks the second shows the first again, so that either could be meant."""
    game.mail("ENGLAND", DRAFT)
    game.mail("ENGLAND", "Not sure:\nA Lvp - Yor")
    game.mail("ENGLAND", "yes", headers=answering(game, 2))
    assert game.orders("ENGLAND") == []
    assert "2 answers awaited" in game.new_mail("ENGLAND")[-1]["Subject"]
    game.mail("ENGLAND", "YES 2")
    assert game.orders("ENGLAND") == ["A LVP - YOR"]


@pytest.mark.parametrize("answer", ["NO to 1", "Nein zu 1", "No, not 1"])
def test_a_no_to_a_number_never_takes_it(game: World, answer: str) -> None:
    """It drops the question or is asked about."""
    game.mail("ENGLAND", DRAFT)
    game.mail("ENGLAND", answer)
    assert game.orders("ENGLAND") == []


@pytest.mark.parametrize("answer", ["No 1", "no. 1"])
def test_what_is_a_number_or_a_no_is_asked_about(game: World, answer: str) -> None:
    """The first choice to one, and a refusal to another."""
    game.mail("ENGLAND", DRAFT)
    game.mail("ENGLAND", answer)
    assert game.orders("ENGLAND") == []
    assert "Is this a no, or the number of a choice?" in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "NO to 1")
    told = game.new_mail("ENGLAND")[-1]
    assert "What was asked about “DRAFT - not final!” is dropped." in plain(text_of(told))
    assert "awaited" not in told["Subject"]


def test_numbers_are_no_amounts(world: World) -> None:
    """Who answers with the points that he means, not with a number, chooses nothing by that."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild A Cork Central")
    world.mail("MUNSTER", "Pay 2 to Ulster - no, 3")
    receipt = plain(world.last_text("MUNSTER"))
    assert ". Pay 2 points to Ulster" in receipt
    assert not any(f" {number}. Pay" in receipt for number in (2, 3))
    world.mail("MUNSTER", "2")
    assert world.orders("MUNSTER") == ["B A CoC"]
    assert "Is 2 the number of a choice, or an amount for “Pay 2 to Ulster - no, 3”?" in plain(
        world.last_text("MUNSTER")
    )


def test_numbers_stay_what_they_are(world: World) -> None:
    """Whatever is asked since, a question keeps the numbers that were printed with it."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build Cork South\nBuild A Cork Central")
    first = " 1. Build Army Cork South. 2. Build Fleet Cork South."
    assert first in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "Pay 2 to Ulster - no, 3")
    assert first in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "Pay 1 to Leinster, after Easter")
    assert first in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "YES to 2")
    assert world.orders("MUNSTER") == ["B F CoS", "B A CoC"]


LISTS_CHOSEN = (
    # what stands, what is asked about, the answer, and what stands then
    ("Build A DbN", "Build A DbN, F DbS. Hm, not sure.", "2", ["B A DbN", "B F DbS"]),
    ("Build F DbN\nBuild F DbS", "Build A DbN, F DbS (perhaps)", "2", ["B A DbN", "B F DbS"]),
    (
        "Pay 2 to Ulster",
        "Pay 2 to Ulster, 1 to Britain (perhaps)",
        "3",
        ["PAY 2 ULSTER", "PAY 1 BRITAIN"],
    ),
)


@pytest.mark.parametrize(("stands", "doubted", "answer", "then"), LISTS_CHOSEN)
def test_a_list_that_is_chosen_stands_as_it_was_shown(
    world: World, stands: str, doubted: str, answer: str, then: list[str]
) -> None:
    """It takes the place of the list that stood, and is not added to it."""
    world.start(variant="republic")
    world.mail("LEINSTER", stands)
    world.new_mail("LEINSTER")
    world.mail("LEINSTER", doubted)
    world.mail("LEINSTER", answer)
    assert world.orders("LEINSTER") == then


SETTLING = (
    # what was asked, what comes then, and whether that leaves anything to ask
    ("Build A CoC\nPay 3 to Ulster - no, 4", "Pay 2 to Leinster", False),
    ("Build A CoC\nPay 3 to Ulster - no, 4", "Also pay 2 to Leinster", True),
    ("Build A CoC\nPay 3 to Ulster - no, 4", "Also pay 3 to Ulster", False),
    ("Build A CoC\nPay 3 to Ulster - no, 4", "Build F CoS", True),
    ("Build A CoC\nPay 3 to Ulster - no, 4", "CLEAR", False),
    ("Build A CoC\nPay 3 to Ulster - no, 4", "Cancel my builds", True),
    ("Pay 2 to Leinster\nPay 3 to Ulster - no, 4", "Cancel my payments", False),
)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("asked", "then", "waits"), SETTLING)
def test_what_settles_a_question(world: World, asked: str, then: str, waits: bool) -> None:
    """What is settled without an answer is told, and what is not settled goes on waiting."""
    world.start(variant="republic")
    world.mail("MUNSTER", asked)
    world.new_mail("MUNSTER")
    world.mail("MUNSTER", then)
    mail = world.new_mail("MUNSTER")[-1]
    assert ("1 answer awaited" in mail["Subject"]) is waits
    told = "What was asked about “Pay 3 to Ulster - no, 4” is settled by this mail"
    assert (told in plain(text_of(mail))) is not waits


def test_a_number_in_reply_to_a_message_is_taken_and_no_more(game: World) -> None:
    """Where nothing stands beside it nothing is said to have gone to nobody."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("FRANCE", "PRESS TO ENGLAND\nWhich sea?\nENDPRESS")
    press = game.new_mail("ENGLAND")[-1]
    game.mail("ENGLAND", "2", headers=f"In-Reply-To: {press['Message-ID']}\n")
    assert game.orders("ENGLAND") == ["F EDI - NWG"]
    assert "went to nobody" not in plain(game.last_text("ENGLAND"))


def test_an_answer_of_which_nothing_was_recorded_shows_what_waits(game: World) -> None:
    """Who answers in words that are no answer reads the question again."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "The one in the north of course")
    mail = game.new_mail("ENGLAND")[-1]
    assert mail["Subject"] == "[tara S1901M] nothing recorded, 1 answer awaited"
    assert "2. Fleet Edinburgh moves to Norwegian Sea." in plain(text_of(mail))


def test_the_same_choices_asked_anew_are_one_question(game: World) -> None:
    """Other words for it, in another language, take the place of the first question."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "F Edi nach Nor")
    assert "awaited" not in game.new_mail("ENGLAND")[-1]["Subject"]


@pytest.mark.parametrize(
    "asked",
    [
        "Does the bridge Cor-Wat cost 6 or 5?",
        "Can I build a bridge and pay later?",
        "Kostet die Brücke Cor-Wat 6 oder 5 Punkte?",
        "What does a bridge cost this year?",
    ],
)
def test_a_question_to_the_gm_reaches_him(world: World, asked: str) -> None:
    """Whatever its words do to the orders beside it."""
    world.start(variant="republic")
    world.new_mail(GM)
    world.mail("MUNSTER", f"Build A CoC\n{asked}")
    assert "1 line sent to the GM" in world.new_mail("MUNSTER")[-1]["Subject"]
    assert asked in " ".join(text_of(mail) for mail in world.new_mail(GM))


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "answer",
    ["2 and 3 both please", "2 and 3, as I said", "2 und 3 bitte", "2 wie gesagt\n3", "2, 3 then"],
)
def test_numbers_may_stand_among_words_that_say_nothing(game: World, answer: str) -> None:
    """They are answers as if they stood alone."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.mail("ENGLAND", "F Lon - North")
    game.mail("ENGLAND", answer)
    assert game.orders("ENGLAND") == ["F EDI - NWG", "F LON - NTH"]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "answer", ["1 no, 2 yes", "1 nein, 2 ja", "NO to 1 and yes to 2", "No to 1; 2 please"]
)
def test_each_question_may_have_its_own_answer_in_a_line(game: World, answer: str) -> None:
    """One is dropped and the other taken."""
    game.mail("ENGLAND", "F Lon - ENG\n\nnot sure yet")
    game.mail("ENGLAND", "A Lvp - Yor\n\nnot sure yet")
    game.mail("ENGLAND", answer)
    assert game.orders("ENGLAND") == ["A LVP - YOR"]
    with game.services.store.read() as transaction:
        phase = game.phase()
        assert phase is not None
        assert all(question.settled_at for question in transaction.questions(phase.id))


def test_two_answers_to_one_question_are_none(game: World) -> None:
    """The last of them is not taken for what is meant."""
    game.mail("ENGLAND", "F Edi - Nor")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "1 and 2 both please")
    assert game.orders("ENGLAND") == []
    assert "several answers to one question" in plain(game.last_text("ENGLAND"))


def test_own_words_beside_a_mail_sent_on_are_shown(game: World) -> None:
    """Of a mail whose program attaches the one it answers nobody says that it holds nothing else."""
    game.new_mail("ENGLAND")
    raw = (
        b"From: england@example.org\nTo: gm+tara@gm.example.org\nSubject: Re: [tara S1901M] Report\n"
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
        b"Content-Type: text/plain\n\nThe fleet stays where it was.\n--x\n"
        b"Content-Type: message/rfc822\n\nFrom: gm@gm.example.org\n\nA Lvp - Yor\n--x--\n"
    )
    game.raw(raw, "england@example.org")
    answer = plain(game.last_text("ENGLAND"))
    assert "forwarded" not in answer
    assert "The fleet stays where it was." in answer


def test_a_correction_below_a_yes_is_read(game: World) -> None:
    """`but` joins it to what was confirmed."""
    game.mail("ENGLAND", "F Edi - NTH\nA Lvp - Yor\nbut F Edi - NWG please")
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NWG"]


def test_of_answers_about_one_unit_the_last_counts(game: World) -> None:
    """Its writer is told which of them gave way."""
    game.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH\nHm, not sure about these.")
    game.mail("ENGLAND", "Oops. A Lvp - Yor is wrong, I meant A Lvp H.")
    receipt = plain(game.last_text("ENGLAND"))
    assert "moves to Yorkshire; Army Liverpool holds" not in receipt
    game.mail("ENGLAND", "1\n2")
    assert game.orders("ENGLAND") == ["F EDI - NTH", "A LVP H"]
    told = "of several answers about one unit the last counts, and that is A LVP H"
    assert told in plain(game.last_text("ENGLAND"))
    game.mail("ENGLAND", "2\n1")


ASKED_ABOUT = (
    "A Lvp - Yor",
    "A Lvp H",
    "F Edi - Nor",
    "A Lvp - Yor\nF Edi - NTH\nHm, not sure about these.",
    "Oops. A Lvp - Yor is wrong, I meant A Lvp H.",
    "DRAFT\nF Lon - ENG\nF Lon H\nA Lvp - Wal",
    "What about this?\nA Lvp - Wal\nA Lvp - Yor",
)
ANSWERED = ("yes", "no", *(f"{number}" for number in range(1, 7)), "1\n2", "2\n1", "2, 3", "3\n4")


@settings(max_examples=15, deadline=None)
@given(
    mails=st.lists(
        st.tuples(st.sampled_from(ASKED_ABOUT), st.sampled_from(ANSWERED)), min_size=2, max_size=4
    ),
    at_once=st.booleans(),
)
def test_no_unit_has_two_orders(
    tmp_path_factory: pytest.TempPathFactory, mails: list[tuple[str, str]], at_once: bool
) -> None:
    """Whatever was asked, and whatever is answered: at once, or when all has been asked."""
    with a_world(tmp_path_factory.mktemp("answers")) as world:
        world.start(variant="standard")
        questions, answers = zip(*mails, strict=True)
        between = [text for mail in mails for text in mail]
        for text in between if at_once else [*questions, *answers]:
            world.mail("ENGLAND", text)
            units = [" ".join(order.split()[:2]) for order in world.orders("ENGLAND")]
            assert len(units) == len(set(units)), world.orders("ENGLAND")


TOGETHER = (
    # what stands, what is asked about in several questions, and the answers, each a mail
    ("Build A CoS\nBuild F CoC", ["Both yes."]),
    ("Build A CoS\nBuild F CoC", ["1, 2"]),
    ("Build A CoS\nBuild F CoC", ["1", "2"]),
    ("Build A CoS\nBuild F CoC", ["2", "1"]),
    ("Build A CoS\nBuild F CoC", ["yes to both"]),
)
TWO_QUESTIONS = "Perhaps so:\n\nBuild A CoC\n\nOr rather not so sure:\n\nBuild F CoS"


@pytest.mark.parametrize(("stands", "answers"), TOGETHER)
def test_a_list_in_two_questions_of_one_mail_is_whole(
    world: World, stands: str, answers: list[str]
) -> None:
    """Each answer brings its part, in whatever sequence; what stood before goes."""
    world.start(variant="republic")
    world.mail("MUNSTER", stands)
    world.mail("MUNSTER", TWO_QUESTIONS)
    for answer in answers:
        world.mail("MUNSTER", answer)
    assert sorted(world.orders("MUNSTER")) == ["B A CoC", "B F CoS"]
    assert "not recorded" not in plain(world.last_text("MUNSTER"))


@pytest.mark.parametrize("answer", ["passt", "Passt so.", "ja, passt"])
def test_a_yes_that_looks_like_an_order_is_a_yes(world: World, answer: str) -> None:
    """`passt` is no slip for `pass`, which waives a build."""
    world.start(variant="republic")
    world.mail("MUNSTER", "Build A CoC\nHm, not sure.")
    world.mail("MUNSTER", answer)
    assert world.orders("MUNSTER") == ["B A CoC"]
