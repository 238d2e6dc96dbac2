"""What mail programs write around a player's orders, in many languages."""

import pytest

from gm.mail.quotes import is_quoted
from tests.mail.reading.letters import (
    MARKED,
    ORDERS,
    REPORT,
    blocks,
    letter,
    lines_of,
    read,
)

TEXT = "\n".join(ORDERS)
ATTRIBUTIONS = blocks("attributions.txt")
HEADER_BLOCKS = blocks("blocks.txt")


@pytest.mark.sampled(10)
@pytest.mark.parametrize("line", ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\n\n"])
def test_a_top_reply_leaves_the_orders(line: str, gap: str) -> None:
    """Orders above an attribution and its marked quote are all that counts."""
    assert lines_of(f"{TEXT}{gap}{line}\n{MARKED}") == list(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_a_bottom_reply_leaves_the_orders(line: str) -> None:
    """Orders below an attribution and its marked quote are all that counts."""
    assert lines_of(f"{line}\n{MARKED}\n\n{TEXT}") == list(ORDERS)


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_orders_between_quoted_lines_count(line: str) -> None:
    """Orders between marked lines count, wherever the quote is broken up."""
    body = (
        f"{line}\n> A MUN - BUR\n{ORDERS[0]}\n> A BER H\n\n{ORDERS[1]}\n\n> F KIE H\n{ORDERS[2]}"
    )
    assert lines_of(body) == list(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("line", [line for line in ATTRIBUTIONS if not line.startswith("GM さん")])
def test_a_quote_without_marks_goes(line: str) -> None:
    """Below an attribution without marked lines nothing counts."""
    assert lines_of(f"{TEXT}\n\n    {line}\n\n{REPORT}") == list(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("block", HEADER_BLOCKS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_an_outlook_quote_goes(block: str, gap: str) -> None:
    """Below a block of header lines nothing counts."""
    assert lines_of(f"{TEXT}{gap}{block}\n\n{REPORT}") == list(ORDERS)


@pytest.mark.parametrize("block", HEADER_BLOCKS)
def test_a_block_sent_on_is_a_forward(block: str) -> None:
    """The same block under a "Fwd:" subject is another's mail, and the reading says so."""
    reading = read(letter(f"See below.\n\n{block}\n\n{TEXT}", subject="Fwd: plan"))
    assert reading.lines == ("See below.",)
    assert reading.forwarded


def test_an_old_outlook_block_above_marked_lines_lets_a_bottom_reply_count() -> None:
    """Outlook Express wrote header lines and then marked the quote."""
    block = "----- Original Message -----\nFrom: GM <gm@example.org>\nTo: Gus\nSubject: meadow"
    assert lines_of(f"{block}\n\n{MARKED}\n\n{TEXT}") == list(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("line", blocks("client-lines.txt"))
def test_the_clients_own_line_goes(line: str) -> None:
    """Such as "Sent from my iPhone": it is not the player's, and orders below it still count."""
    assert lines_of(f"{ORDERS[0]}\n\n{line}\n\n{ORDERS[1]}\n{ORDERS[2]}") == list(ORDERS)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("footer", blocks("footers.txt"))
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_footer_goes(footer: str, gap: str) -> None:
    """List footers, scanners' notes, disclaimers and signatures do not count."""
    assert lines_of(TEXT + gap + footer) == list(ORDERS)


@pytest.mark.parametrize(
    "marker",
    [
        "---------- Forwarded message ---------",
        "---------- Forwarded message ----------",
        "Begin forwarded message:",
        "-------- Forwarded Message --------",
        "-------- Weitergeleitete Nachricht --------",
        "Anfang der weitergeleiteten Nachricht:",
        "-------- Message transféré --------",
        "Début du message réexpédié :",
        "-------- Mensaje reenviado --------",
        "Inicio del mensaje reenviado:",
        "-------- Messaggio inoltrato --------",
        "Inizio messaggio inoltrato:",
        "-------- Doorgestuurd bericht --------",
        "-------- Treść przekazanej wiadomości --------",
        "-------- Vidarebefordrat meddelande --------",
        "-------- Пересылаемое сообщение --------",
        "----- Forwarded message from Fay <fay@example.com> -----",
    ],
)
def test_a_forwarded_mail_goes_and_is_told(marker: str) -> None:
    """What another wrote never counts as the sender's orders."""
    reading = read(letter(f"Look.\n\n{marker}\nFrom: Fay <fay@example.com>\n\n{TEXT}"))
    assert reading.lines == ("Look.",)
    assert reading.forwarded


def test_an_attached_message_is_a_forward() -> None:
    """A message attached whole is another's, too."""
    body = f"--x\nContent-Type: message/rfc822\n\nFrom: fay@example.com\n\n{TEXT}\n--x--"
    reading = read(letter(body, "multipart/mixed; boundary=x"))
    assert reading.lines == ()
    assert reading.forwarded


@pytest.mark.parametrize(
    "body",
    [
        "A Mun -\n-> Bur",
        "--> Bur",
        "=> Bur",
        "A Mun > Bur",
        "From Munich to Tyrolia",
        "Mun>Tyr",
        "A: Mun->Tyr",
        "F: Kie - Den\nA: Mun - Tyr",
        "PRESS TO ALL\nGermany wrote: peace for ever.\nENDPRESS",
        "From: Germany\nTo: France\nLet us share Belgium.",
        "On second thoughts:\nA Mun - Tyr",
        "Spring 1901 orders, 5.3.2030 20:00\nA Mun - Bur\nA Ber - Kie:",
        "Orders for 5 March 2030, 20:00:\nA Mun - Bur",
        "- A Mun - Tyr\n- A Ber - Kie",
        "* A Mun - Tyr\n# A Ber - Kie",
        "___\nA Mun - Tyr",
        "Sent with love from Berlin, my armies march",
        "*A Mun - Tyr*",
        "1) A Mun - Tyr\n2) A Ber - Kie",
        "Army Munich -- Tyrolia",
        "A Mun – Tyr\n— A Ber — Kie",
        "| A Mun | Tyr |",
        "A Mun - Tyr\n-----\nA Ber - Kie",
    ],
)
def test_what_only_looks_like_a_quote_stays(body: str) -> None:
    """Arrows, bullets, headings and press are the player's own words."""
    assert lines_of(body) == [line.strip() for line in body.split("\n")]


@pytest.mark.parametrize("line", ["> x", ">x", " > x", ">> x", "GM> x", "＞ x", "| A MUN H"])
def test_quote_marks_are_known(line: str) -> None:
    """Marks with and without blanks, initials, full-width marks and bars."""
    assert is_quoted(line)


def test_a_piece_wrapped_off_a_quoted_line_does_not_leak() -> None:
    """What a client wrapped out of a long quoted line is still quoted."""
    long = "> " + "word " * 13 + "and so on"
    assert lines_of(f"{long}\nA MUN - BUR\n> more\n\n{ORDERS[0]}") == [ORDERS[0]]


def test_an_order_right_below_a_short_quoted_line_counts() -> None:
    """A short quoted line was not wrapped, so what follows is the player's."""
    assert lines_of(f"> A BER H\n{ORDERS[1]}\n> F KIE - HOL\n{ORDERS[2]}") == list(ORDERS[1:])


def test_what_was_left_out_is_told() -> None:
    """Every dropped piece is told with its reason, so that a receipt can show it."""
    reading = read(letter(f"{TEXT}\n\nOn 5 Mar 2030 21:04, GM wrote:\n{MARKED}\n\n-- \nGus"))
    assert [dropped.reason.name for dropped in reading.dropped] == ["QUOTE", "QUOTE", "SIGNATURE"]
    assert "A MUN - BUR" in reading.dropped[1].text


@pytest.mark.parametrize("layout", blocks("layouts.txt"))
def test_a_layout_is_sorted(layout: str) -> None:
    """Of a whole text exactly the player's own lines count."""
    marked = layout.split("\n")
    own = [line[2:].strip() for line in marked if line.startswith("+ ") and line[2:].strip()]
    assert lines_of("\n".join(line.removeprefix("+ ") for line in marked)) == own


def test_an_order_glued_to_an_attribution_counts() -> None:
    """The program lost the line end between them."""
    glued = f"{ORDERS[0]} On Wed, Apr 4, 2030 at 3:59 PM, gm@example.org wrote:\n> Hi"
    assert lines_of(glued) == [ORDERS[0]]
