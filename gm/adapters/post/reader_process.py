"""The process in which mails are read: `gm.adapters.post.reader_worker` runs this module.

It imports little but the reader.
"""

import sys

from gm.adapters.post.reader_wire import PROBLEMS, READINGS, WHOLE
from gm.adapters.worker import serve
from gm.mail.reading import read_headers, read_mail


def answer(request: bytes) -> bytes:
    """Return the reading of a mail, or of its header, as the first byte asks."""
    wanted, raw = request[:1], request[1:]
    return READINGS.encode(
        read_mail(raw) if wanted == WHOLE else read_headers(raw, PROBLEMS[wanted])
    )


if __name__ == "__main__":
    serve(sys.argv[1:], answer)
