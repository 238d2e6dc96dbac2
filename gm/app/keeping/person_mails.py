"""How somebody's mails come, as the keeper of the server sets it for him."""

from __future__ import annotations

from dataclasses import replace

from gm.app.keeping.people import find_anybody
from gm.app.mail_out.likes import likes_of, with_wishes
from gm.app.records import JournalEntry
from gm.app.services import Services


def mails_of(services: Services, who: str, wish: str = "") -> dict[str, str | bool | None]:
    """Return how a person's mails come, once they come as wished.

    Args:
        services: the ports.
        who: his name, or any address of his.
        wish: "text only", "judge, no pictures"; "" changes nothing.

    Raises:
        InputError: there is no such person, or mails cannot come so.
    """
    if not wish.strip():
        with services.store.read() as transaction:
            return _facts(find_anybody(transaction, who).settings)
    with services.store.write() as transaction:
        person = find_anybody(transaction, who)
        settings = with_wishes(person.settings, wish)
        transaction.save_person(replace(person, settings=settings))
        text = f"{person.name} gets his mails: {' '.join(wish.split())}."
        entry = JournalEntry(0, None, services.clock.now(), "mails wanted", "gm", text)
        transaction.add_journal(entry)
    return _facts(settings)


def _facts(settings: dict[str, str]) -> dict[str, str | bool | None]:
    likes = likes_of(settings)
    manner = likes.manner.value if likes.manner is not None else None
    return {"html": likes.html, "pictures": likes.html and likes.pictures, "manner": manner}
