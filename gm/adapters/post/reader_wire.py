"""What the server and the process that reads its mails say to one another.

Alone in a module, so that neither side imports the other.
"""

from typing import Final

from gm.adapters.wire import Wire
from gm.languages import gettext_noop
from gm.mail.reading import OUR_FAULT
from gm.mail.values import DEFAULT_LIMITS, MailReading

READINGS: Final = Wire(MailReading)
"""How a reading comes back."""

READING_BYTES: Final = 4 * DEFAULT_LIMITS.all_text_bytes
"""Bytes of a reading: a byte of text may be three of UTF-8, and each line has quotes around it."""

WHOLE: Final = b"w"
"""The first byte of a request: the mail after it is read, all of it."""

TOO_SLOW: Final = b"t"
TOO_LARGE: Final = b"m"
STRANGE: Final = b"s"
FAILED: Final = b"f"
"""Or only its header is read, since all of it took too much, or its reading came to nothing."""

TOO_COSTLY: Final = gettext_noop("The mail took too long to read and was set aside.")
PROBLEMS: Final = {
    TOO_SLOW: TOO_COSTLY,
    TOO_LARGE: gettext_noop("The mail took too much memory to read and was set aside."),
    STRANGE: gettext_noop(
        "The mail was set aside: what the program that reads mails answered could not be "
        "understood. That is a fault in this server."
    ),
    FAILED: OUR_FAULT,
}
"""What is said of a mail then."""
