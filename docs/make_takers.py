"""Write the table of who takes a mail into docs/architecture.md: ``make docs``, checked by ``make test``."""

import re
import sys
from pathlib import Path

from gm.app.answering.takers import takers_table

PAGE = Path(__file__).with_name("architecture.md")
TABLE = re.compile(r"(?<=\n\n)\| \| taker \|.*?\n(?=\n)", re.S)


def page() -> str:
    """The page with the table as it is now."""
    table = "".join(f"{line}\n" for line in takers_table())
    return TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8"))


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
