"""Files that come with a mail: none is read but text, and who sent one hears of it where it matters."""

from __future__ import annotations

import pytest

from tests.app.world import HOST, World

NOT_READ = "not read: orders count only in the text of a mail."


def send(world: World, text: str, kind: str, *names: str) -> str:
    """Send a mail with files, and return its answer in one line."""
    files = "".join(
        f'--x\nContent-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\n'
        "Content-Transfer-Encoding: base64\n\nAAAA\n"
        for name in names
    )
    raw = (
        f"From: turkey@example.org\nTo: gm+tara@{HOST}\nSubject: orders\n"
        "Message-ID: <files@example.org>\nMIME-Version: 1.0\n"
        "Content-Type: multipart/mixed; boundary=x\n\n"
        f"--x\nContent-Type: text/plain\n\n{text}\n{files}--x--\n"
    )
    world.raw(raw.replace("\n", "\r\n").encode(), "turkey@example.org")
    return " ".join(world.last_text("turkey").split())


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/pdf", "orders.pdf"),
        ("application/octet-stream", "Orders.DOCX"),
        ("application/pdf", ""),
        ("image/png", "orders.png"),
    ],
)
@pytest.mark.parametrize("text", ["", "Hello, my orders are in the file."])
def test_orders_in_a_file_alone_are_missed(world: World, text: str, kind: str, name: str) -> None:
    """Where nothing else was found every file is named, and what to do instead."""
    world.start(variant="standard")
    answer = send(world, text, kind, name)
    assert f"“{name or kind}” that came with your mail was {NOT_READ}" in answer
    assert "Copy your orders from there to the top of your reply" in answer


def test_a_document_beside_orders_is_named(world: World) -> None:
    """It may hold more orders; the picture of a signature does not."""
    world.start(variant="standard")
    answer = send(world, "A Con - Bul", "application/pdf", "more.pdf", "rest.odt")
    assert (
        f"The files “more.pdf” and “rest.odt” that came with your mail were {NOT_READ}" in answer
    )
    assert world.orders("turkey") == ["A CON - BUL"]


def test_a_picture_beside_orders_is_not(world: World) -> None:
    """Many a company's mail program adds one to every mail."""
    world.start(variant="standard")
    assert "not read" not in send(world, "A Con - Bul", "image/png", "logo.png")


def with_text_file(world: World, body: str, file: str) -> str:
    """Send a mail with a text file, and return its answer in one line."""
    raw = (
        f"From: england@example.org\nTo: gm+tara@{HOST}\nSubject: orders\nMIME-Version: 1.0\n"
        f"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n{body}\n"
        '--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename="old.txt"\n\n'
        f"{file}\n--x--\n"
    )
    world.raw(raw.encode(), "england@example.org")
    return " ".join(world.last_text("england").split())


@pytest.mark.parametrize(
    "body", ["", "My orders are in the file.", "Hi Maeve,\n\nsee attached.\n\nAnn"]
)
def test_orders_from_a_text_file_are_told_as_such(world: World, body: str) -> None:
    """They count where the mail itself orders nothing."""
    world.start(variant="standard")
    told = with_text_file(world, body, "A Lvp - Yor\nF Edi - NTH")
    assert "Orders were taken from “old.txt”, which came with your mail." in told
    assert world.orders("england") == ["A LVP - YOR", "F EDI - NTH"]


@pytest.mark.parametrize(
    "body",
    [
        "Everything as it stands, the file is only for your archive.",
        "A Lvp H",
        "Cancel the order of F Edi",
    ],
)
def test_a_text_file_beside_orders_is_left_out(world: World, body: str) -> None:
    """Which of both counts nobody can tell."""
    world.start(variant="standard")
    world.mail("england", "A Lvp H\nF Edi H")
    told = with_text_file(world, body, "A Lvp - Yor\nF Edi - NTH")
    assert "! old.txt Your mail says something of orders itself" in told
    assert "A LVP - YOR" not in world.orders("england")
    assert "F EDI - NTH" not in world.orders("england")
