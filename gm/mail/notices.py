"""The addresses in what a mail system says of a mail that did not arrive."""

from collections.abc import Iterable
from dataclasses import dataclass

from gm.mail import returns
from gm.mail.addresses import normal

_LONGEST_LINE = 500
_LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class Notice:
    """The system's own words, without the mail it sends back."""

    words: str

    def unmarked(self) -> "Notice":
        """The same without lines marked as quoted."""
        lines = self.words.split("\n")
        return Notice("\n".join(line for line in lines if not line.lstrip().startswith(">")))

    def _lines(self) -> list[str]:
        return [line[:_LONGEST_LINE] for line in self.words.split("\n")]

    def listed(self) -> list[str]:
        """The addresses in a line such as "the following recipients", and in the list below."""
        lines = self._lines()
        heads = (well_formed(returns.NAMED.findall(lines[i])) for i in self._headings())
        lists = (head + below for head, below in zip(heads, self.below(), strict=True))
        return next((found for found in lists if found), [])

    def _headings(self) -> list[int]:
        return [i for i, line in enumerate(self._lines()) if returns.HEADING.search(line)]

    def below(self) -> list[list[str]]:
        """The addresses at the head of the lines below each heading."""
        return [_list_below(self._lines(), i + 1) for i in self._headings()]

    def alone(self) -> list[str]:
        """The addresses that stand alone on a line, or with a reason behind them."""
        matches = (returns.ALONE.match(line) for line in self._lines())
        return well_formed(match[1] for match in matches if match)

    def named(self) -> list[str]:
        """The addresses said to be whom the mail was for."""
        return well_formed(a for line in self._lines() for a in returns.NAMED.findall(line))

    def any(self) -> list[str]:
        """Every address in it."""
        return well_formed(a for line in self._lines() for a in returns.ANY_ADDRESS.findall(line))


def _list_below(lines: list[str], start: int) -> list[str]:
    """The addresses that begin lines from here on; the list ends after two lines without."""
    found: list[str] = []
    misses = 0
    for line in lines[start : start + _LONGEST_LIST]:
        match = returns.LISTED.match(line)
        found += well_formed([match[1]]) if match else []
        misses = 0 if match else misses + bool(line.strip())
        if misses > (1 if found else 2):
            break
    return found


def well_formed(found: Iterable[str]) -> list[str]:
    """Those that are addresses, in their order."""
    return [address for address in map(normal, found) if address]
