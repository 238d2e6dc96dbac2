"""`gm` as it is, but that acting on a mail with a certain subject hangs: in C code, or in ours.

    python hanging_server.py --config FILE serve

`freeze` searches with a pattern for years and so never lets go of the interpreter; `crawl` goes on
for years and looks at the clock as it does. With HANGING in the environment the server's last resort
is near, for tests that wait for it.
"""

from __future__ import annotations

import os
import re

from gm.app.answering import inbox
from gm.bootstrap import serving
from gm.cli import main
from gm.time_limit import check_time, time_limit

_YEARS = re.compile(r"(a+)+$")
_ACT = inbox._act


def _hanging(*args: object) -> None:
    raw = next(read.mail.raw for read in args if isinstance(read, inbox.ReadMail))
    if b"Subject: freeze" in raw:
        _YEARS.match("a" * 60 + "b")
    if b"Subject: crawl" in raw:
        with time_limit(0.1):
            while True:
                check_time()
    _ACT(*args)  # type: ignore[arg-type]


inbox._act = _hanging  # type: ignore[assignment]
if "HANGING" in os.environ:
    serving.LAST_RESORT_SECONDS = 2.0  # type: ignore[misc]

if __name__ == "__main__":
    main()
