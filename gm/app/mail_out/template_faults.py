"""Telling of a GM's own templates that could not be used: mails were written by the shipped ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from gm.app.mail_out.notices import notify
from gm.app.ports import Transaction
from gm.app.records import GameStatus
from gm.app.services import Services
from gm.mail.addresses import address_key
from gm.report.environment import OwnTemplates, current
from gm.report.views import NoticeView


def tell_template_faults(services: Services, told: set[str]) -> int:
    """Tell the server's keeper, or without one its GMs, of templates that are broken.

    Args:
        services: the ports.
        told: the faults that were told since the server started; new ones are added.

    Returns:
        How many are told now.
    """
    templates = current()
    faults = templates.faults if isinstance(templates, OwnTemplates) else ()
    new = [fault for fault in faults if fault not in told]
    if not new:
        return 0
    with services.store.write() as transaction:
        for address in _readers(services, transaction):
            _tell(services, transaction, address, new)
    told.update(new)
    return len(new)


def _readers(services: Services, transaction: Transaction) -> tuple[str, ...]:
    if services.identity.admin_address is not None:
        return (services.identity.admin_address,)
    played = (game for game in transaction.games() if game.status is not GameStatus.FINISHED)
    return tuple({address_key(game.gm_address): game.gm_address for game in played}.values())


def _tell(
    services: Services, transaction: Transaction, address: str, faults: Sequence[str]
) -> None:
    digest = hashlib.sha256("\n".join(faults).encode()).hexdigest()[:12]
    view = NoticeView(
        "A template of your own cannot be used",
        (
            "What is wrong:",
            *faults,
            (
                "Mails are written by the template that gm comes with; nothing is lost. Mend the "
                "file and start the server again: templates are read when it starts. `gm doctor` "
                "finds what cannot be read."
            ),
        ),
    )
    key = f"template {services.clock.now():%F} {digest}"
    notify(services, transaction, address, key, view)
