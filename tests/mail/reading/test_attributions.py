"""An attribution broken over lines still hides the unmarked quote below it."""

import pytest

from gm.mail.quotes import own_text

OWN = ["A Par - Bur", ""]
QUOTED = ["", "A Par - Pic", "F Bre - MAO"]
BROKEN = [
    ["On Tue, 3 Mar 2026 at 10:12, Some One", "<", "mailto:one@example.org", "> wrote:"],
    ["On Tue, 3 Mar 2026 at 10:12, Some One <", "one@example.org", "> wrote:"],
    ["On Tue, 3 Mar 2026", "at 10:12, Some One", "<", "one@example.org", "> wrote:"],
    ["Am 3. März 2026 um 10:12 schrieb Some One", "<", "mailto:one@example.org", ">:"],
]


@pytest.mark.parametrize("attribution", BROKEN, ids="|".join)
def test_broken_attribution_hides_the_unmarked_quote(attribution: list[str]) -> None:
    """Only what stands above the attribution counts, however it is broken."""
    assert own_text(OWN + attribution + QUOTED).lines == ("A Par - Bur",)
