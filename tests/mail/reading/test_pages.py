"""HTML replies of many programs: exactly the three orders count."""

import pytest

from tests.mail.reading.letters import ORDERS, letter, read
from tests.mail.reading.pages import PROGRAMS

HTML = "text/html; charset=utf-8"


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_orders_of_a_program_count(name: str) -> None:
    """Quotes, signatures and hidden text do not, in whatever language."""
    reading = read(letter(PROGRAMS[name], HTML))
    assert [" ".join(line.split()) for line in reading.lines if line.strip()] == list(ORDERS)
