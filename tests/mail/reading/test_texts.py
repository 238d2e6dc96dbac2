"""Characters, transfer encodings, soft line breaks, parts and attachments."""

import base64
import quopri

import pytest

from gm.mail.bodies import unflow
from gm.mail.charsets import base64_bytes
from gm.mail.values import DropReason
from tests.mail.reading.letters import letter, lines_of, read


@pytest.mark.parametrize(
    ("label", "data", "wanted"),
    [
        ("utf-8", "A Mun – Tyr".encode(), "A Mun – Tyr"),
        ("UTF8", "ü".encode(), "ü"),
        ('"utf-8"', "ü".encode(), "ü"),
        ("us-ascii", "→".encode(), "→"),
        ("us-ascii", b"A \x96 B", "A – B"),
        ("iso-8859-1", b"A \x96 B\xfc", "A – Bü"),
        ("iso-8859-1", "A – B".encode(), "A – B"),
        ("iso-8859-1", b"\xfc", "ü"),
        ("utf-8", b"A \x96 B", "A – B"),
        ("windows-1252", b"A \x96 B", "A – B"),
        ("windows-1251", "Мюнхен".encode("cp1251"), "Мюнхен"),
        ("koi8-r", "Мюнхен".encode("koi8-r"), "Мюнхен"),
        ("shift_jis", "東京".encode("cp932"), "東京"),
        ("iso-2022-jp", "東京".encode("iso-2022-jp"), "東京"),
        ("ks_c_5601-1987", "서울".encode("cp949"), "서울"),
        ("big5", "東京".encode("big5"), "東京"),
        ("utf-16", "A Mun".encode("utf-16"), "A Mun"),
        ("no-such-thing", "ü".encode(), "ü"),
        ("base64", b"A Mun", "A Mun"),
        ("punycode", b"A Mun-", "A Mun-"),
        ("", "ü".encode(), "ü"),
        ("", b"\xfc", "ü"),
        ("utf-8", b"A\x00 Mun", "A Mun"),
        ("utf-8", b"A\xc2\xa0Mun", "A Mun"),
        ("utf-8", b"\xef\xbb\xbfA Mun", "A Mun"),
        ("cp1252", b"A \x81 B", "A  B"),
    ],
)
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
def test_characters_are_found(label: str, data: bytes, wanted: str, encoding: str) -> None:
    """Whatever the label says, and however the bytes were wrapped."""
    if label == "utf-16":
        encoding = "base64"  # the only one that spares the line end after the text
    coded = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}
    body = coded[encoding](data) if encoding in coded else data
    mail = letter(body, f"text/plain; charset={label}", content_transfer_encoding=encoding)
    assert read(mail).lines == (wanted,)


@pytest.mark.parametrize(
    ("label", "data", "told"),
    [
        ("utf-8", "ü".encode(), 0),
        ("us-ascii", b"A Mun", 0),
        ("utf-8", b"\xfc", 1),
        ("no-such-thing", b"A Mun", 1),
    ],
)
def test_a_wrong_label_is_told(label: str, data: bytes, told: int) -> None:
    """A label that did not hold is a problem; a right one is not."""
    assert len(read(letter(data, f"text/plain; charset={label}")).problems) == told


@pytest.mark.parametrize(
    ("data", "wanted", "whole"),
    [
        (b"QSBN\ndW4=", b"A Mun", True),
        (b"QSBNdW4", b"A Mun", False),
        (b"QSB!NdW4=", b"A Mun", True),
        (b"QSBNdW4gSCB", b"A Mun H ", False),
        (b"QSBNd", b"A M", False),
        (b"", b"", True),
    ],
)
def test_damaged_base64_gives_what_it_holds(data: bytes, wanted: bytes, whole: bool) -> None:
    """Missing padding and foreign characters cost at most the last bytes."""
    assert base64_bytes(data) == (wanted, whole)


@pytest.mark.parametrize(
    ("lines", "delsp", "wanted"),
    [
        (["a ", "b"], False, ["a b"]),
        (["a ", "b"], True, ["ab"]),
        (["a  ", "b"], True, ["a b"]),
        (["a", "b"], False, ["a", "b"]),
        (["> a ", "> b", "c"], False, ["> a b", "c"]),
        (["> a ", "b"], False, ["> a ", "b"]),
        ([">> a ", ">> b"], False, ["> > a b"]),
        ([" > a"], False, ["> a"]),
        ([" From x"], False, ["From x"]),
        (["-- ", "Gus"], False, ["-- ", "Gus"]),
        (["a ", "-- ", "Gus"], False, ["a ", "-- ", "Gus"]),
        (["a ", ""], False, ["a "]),
    ],
)
def test_soft_breaks_are_mended(lines: list[str], delsp: bool, wanted: list[str]) -> None:
    """At each quote depth by itself, the signature mark apart (RFC 3676)."""
    assert unflow(lines, delsp=delsp) == wanted


def test_only_a_flowed_part_is_joined() -> None:
    """Blanks at the ends of lines mean nothing in other text."""
    assert lines_of("A Mun S \nA Ber - Sil") == ["A Mun S", "A Ber - Sil"]
    flowed = "text/plain; charset=utf-8; format=flowed"
    assert lines_of("A Mun S \nA Ber - Sil\n> A x \n> H", flowed) == ["A Mun S A Ber - Sil"]


def test_text_attachments_follow_the_body() -> None:
    """Wherever they stand, and other attachments are only named."""
    body = (
        '--x\nContent-Type: text/plain; name="a.txt"\nContent-Disposition: attachment\n\nA Mun H\n'
        "--x\nContent-Type: text/plain\n\nsee file\n"
        '--x\nContent-Type: application/octet-stream; name="b.TXT"\n'
        "Content-Transfer-Encoding: base64\n\nQSBCZXIgSA==\n"
        '--x\nContent-Type: application/zip; name="c.zip"\n\nPK\n--x--'
    )
    reading = read(letter(body, "multipart/mixed; boundary=x"))
    assert reading.lines == ("see file", "", "A Mun H", "", "A Ber H")
    assert [(d.reason, d.text) for d in reading.dropped] == [(DropReason.ATTACHMENT, "c.zip")]


def test_a_signature_in_the_body_spares_the_attachment() -> None:
    """Each text is cleaned by itself."""
    body = (
        "--x\n\nsee file\n-- \nGus\n--x\nContent-Type: text/plain\n"
        "Content-Disposition: attachment; filename=o.txt\n\nA Mun H\n--x--"
    )
    assert lines_of(body, "multipart/mixed; boundary=x") == ["see file", "A Mun H"]


@pytest.mark.parametrize(
    ("content", "body"),
    [
        ("application/ms-tnef; name=winmail.dat", "eJ8+"),
        ("application/pkcs7-mime; name=smime.p7m", "MIAG"),
        ("multipart/encrypted; boundary=x", "--x\n\nVersion: 1\n--x--"),
        ("text/plain", "-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----"),
    ],
)
def test_a_sealed_text_is_told(content: str, body: str) -> None:
    """What cannot be read is a problem, never silence."""
    assert any("read" in problem for problem in read(letter(body, content)).problems)


def test_an_inline_signature_is_unwrapped() -> None:
    """The text inside OpenPGP armour counts, its escaped dashes undone."""
    body = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nA Mun H\n- - A Ber H\n- -- \nGus\n"
        "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----"
    )
    assert lines_of(body) == ["A Mun H", "- A Ber H"]


@pytest.mark.parametrize(
    "content",
    [
        "text",
        "plain text",
        "text/markdown",
        "text/enriched",
        "",
        "multipart/mixed",
        "multipart/mixed; boundary=y",
        "text/PLAIN",
    ],
)
def test_a_broken_content_type_is_plain_text(content: str) -> None:
    """What cannot be understood is read as it stands (RFC 2045, 5.2)."""
    assert lines_of("A Mun H", content) == ["A Mun H"]


def test_a_lost_boundary_is_found_in_the_body() -> None:
    """A multipart whose boundary parameter is missing or wrong is still taken apart."""
    body = "--abcd\nContent-Type: text/plain\n\nA Mun H\n--abcd--"
    assert lines_of(body, "multipart/mixed") == ["A Mun H"]
    assert lines_of(body, "multipart/mixed; boundary=other") == ["A Mun H"]


def test_a_list_footer_in_its_own_part_spares_the_html() -> None:
    """Mailman adds a plain part below an HTML-only mail."""
    body = (
        "--x\nContent-Type: text/html\n\n<p>A Mun H</p>\n--x\nContent-Type: text/plain\n\n"
        "_______________________________________________\nplayers mailing list\n--x--"
    )
    assert lines_of(body, "multipart/mixed; boundary=x") == ["A Mun H"]


@pytest.mark.slow
def test_a_long_text_is_read_to_its_limit() -> None:
    """The beginning counts, whole lines only, and the rest is told."""
    reading = read(letter("A Mun - Bur\n" * 200_000))
    assert set(reading.lines) == {"A Mun - Bur"}
    assert reading.problems == ("The text is too long; only its beginning was read.",)


def test_a_half_line_is_told() -> None:
    """A mail always ends in a line end; a line without one may be half an order."""
    reading = read(letter("A Mun H\nA Ber - K").removesuffix(b"\n"))
    assert reading.lines == ("A Mun H",)
    assert '"A Ber - K" was left out' in reading.problems[0]
