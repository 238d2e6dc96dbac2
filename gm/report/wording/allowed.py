"""What a setting takes, in words."""

from __future__ import annotations

from gm.contract.rules import Option
from gm.languages import gettext, listed


def allowed_words(option: Option) -> str:
    """Return the values a setting takes: `none, or a whole number from 1974 to 9999`."""
    if option.numbers is None:
        return gettext("one of {choices}", choices=", ".join(option.choices))
    least, most = option.numbers
    words = listed((choice for choice in option.choices if not choice.isdecimal()), "or")
    if not words:
        return gettext("a whole number from {least} to {most}", least=least, most=most)
    return gettext(
        "{choices}, or a whole number from {least} to {most}",
        choices=words,
        least=least,
        most=most,
    )
