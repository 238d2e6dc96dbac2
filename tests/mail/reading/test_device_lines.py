"""What is a client's own line, and what only begins like one."""

from gm.mail.quotes import own_text


def test_an_outlook_for_the_season_is_no_signature() -> None:
    """A line that begins with "Outlook" and names no device is the player's."""
    line = "Outlook for the season: A Par - Bur"
    assert own_text([line, "", "F Bre H"]).lines == (line, "", "F Bre H")
    assert own_text(["F Bre H", "", "Outlook für iOS"]).lines == ("F Bre H",)
