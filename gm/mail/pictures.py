"""Pictures in a mail: what a mail written for the outbox says of them, and the mail that goes out.

In the outbox a mail names its pictures in a header field and holds none: a season's report goes to
twenty readers, and a map is as large as twenty reports. When it is sent they are put beside the
HTML that shows them (RFC 2387, 2392). One that is not there is cut out of the HTML.
"""

from __future__ import annotations

import base64
import hashlib
import re
from binascii import a2b_qp, b2a_qp
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

HEADER: Final = "X-GM-Pictures"
"""The field that names a mail's pictures as long as they are not in it."""

_FIELD: Final = re.compile(rb"^X-GM-Pictures:((?:[^\r\n]|\r\n[ \t])*)\r\n", re.M | re.I)
_BOUNDARY: Final = re.compile(rb'multipart/alternative; boundary="(=_gm_[0-9a-f]+)"')
_HTML: Final = b'Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: '
_PRINTABLE: Final = b"quoted-printable"
_LONGEST: Final = 60
"""How long a Content-ID may be that stands on one line with its name."""


@dataclass(frozen=True, slots=True)
class PictureMark:
    """A picture that a mail shows, as the outbox names it.

    Args:
        cid: its Content-ID, by which the HTML names it: "position.12.meadow@games.example.org".
            What stands before the second dot tells it from others in the same mail.
        mark: by which it is found or drawn; printable ASCII without blanks and "=".
    """

    cid: str
    mark: str

    @property
    def label(self) -> str:
        """What stands in the HTML around the picture."""
        return picture_label(self.cid)


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture as a file: its name in ASCII, and the bytes of a PNG."""

    name: str
    data: bytes


def picture_label(cid: str) -> str:
    """Return what tells a picture from others in the same mail."""
    return ".".join(cid.split(".")[:2])


def picture_cid(what: str, number: int, game: str, host: str) -> str:
    """Return the Content-ID of a picture: what it shows, of which stage of which game."""
    return f"{what}.{number}.{game}@{host}"


def picture_file(cid: str) -> str:
    """Return the name under which a reader can store a picture: `meadow-12-orders.png`."""
    what, number, game = cid.rpartition("@")[0].split(".", 2)
    return f"{game}-{number}-{what}.png"


def marks_text(marks: Collection[PictureMark]) -> list[str]:
    """Return the words of the header field that names pictures."""
    return [f"{mark.cid}={mark.mark}" for mark in marks]


def marks_of(raw: bytes) -> tuple[PictureMark, ...]:
    """Return the pictures that a mail in the outbox names."""
    head = raw.partition(b"\r\n\r\n")[0] + b"\r\n"
    match = _FIELD.search(head)
    words = match[1].decode("ascii", "replace").split() if match else []
    pairs = (word.partition("=") for word in words)
    return tuple(PictureMark(cid, mark) for cid, _, mark in pairs if cid and mark)


def without_pictures(html: str, labels: Collection[str]) -> str:
    """Return HTML without some of its pictures, and all that stands in their place."""
    for label in labels:
        html = _place(label).sub("", html)
    return html


def _place(label: str) -> re.Pattern[str]:
    name = re.escape(label)
    return re.compile(
        rf"<!--picture {name}-->(?:(?!<!--(?:picture|end of) ).)*+<!--end of {name}-->\n?", re.S
    )


def illustrated(raw: bytes, pictures: Mapping[str, PictureFile]) -> bytes:
    """Return a mail of the outbox as it is sent, with its pictures in it.

    Args:
        raw: as it was written.
        pictures: those that are there, by their Content-ID; the others are left out.
    """
    marks = marks_of(raw)
    if not marks:
        return raw
    head, gap, body = raw.partition(b"\r\n\r\n")
    plain = _FIELD.sub(b"", head + b"\r\n").removesuffix(b"\r\n") + gap + body
    match = _BOUNDARY.search(plain)
    start = plain.rfind(b"\r\n--" + match[1] + b"\r\n" + _HTML) if match else -1
    if match is None or start < 0:
        return plain  # its reader wants no HTML
    boundary = match[1]
    start += len(b"\r\n--" + boundary + b"\r\n")
    end = plain.index(b"\r\n--" + boundary + b"--", start)
    shown = [mark for mark in marks if mark.cid in pictures]
    missing = [mark.label for mark in marks if mark.cid not in pictures]
    part = _cut(plain[start:end], missing) if missing else plain[start:end]
    if shown:
        files = [(mark.cid, pictures[mark.cid]) for mark in shown]
        part = b"".join(_related(part, boundary, files))
    return plain[:start] + part + plain[end:]


def _cut(part: bytes, labels: Collection[str]) -> bytes:
    """Return a part of HTML without some pictures."""
    head, gap, body = part.partition(b"\r\n\r\n")
    printable = head.endswith(_PRINTABLE)
    html = (a2b_qp(body) if printable else body).decode()
    data = without_pictures(html.replace("\r\n", "\n"), labels).replace("\n", "\r\n").encode()
    return head + gap + (b2a_qp(data) if printable else data)


def _related(
    html: bytes, boundary: bytes, files: Collection[tuple[str, PictureFile]]
) -> Iterator[bytes]:
    """Yield the HTML and its pictures as one part."""
    # Of the mail's own boundary, so that a mail sent twice is the same twice.
    inner_boundary = f"=_gm_{hashlib.sha256(b'related' + boundary).hexdigest()[:24]}"
    yield f'Content-Type: multipart/related; type="text/html";\r\n boundary="{inner_boundary}"\r\n'.encode()
    between = f"\r\n--{inner_boundary}".encode()
    yield from (between, b"\r\n", html)
    for cid, file in files:
        yield from (between, b"\r\n", *_picture(cid, file))
    yield from (between, b"--\r\n")


def _picture(cid: str, file: PictureFile) -> tuple[bytes, bytes]:
    gap = " " if len(cid) <= _LONGEST else "\r\n "
    head = (
        f'Content-Type: image/png; name="{file.name}"\r\n'
        f"Content-ID:{gap}<{cid}>\r\n"
        f'Content-Disposition: inline; filename="{file.name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode("ascii"), base64.encodebytes(file.data).replace(b"\n", b"\r\n")
