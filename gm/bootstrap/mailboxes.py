"""The mailboxes that the settings name."""

from __future__ import annotations

from gm.adapters.post.imap_in import ImapAccount
from gm.adapters.post.maildir_in import maildir_name
from gm.config import Settings


def account_of(settings: Settings) -> ImapAccount | None:
    """Return the mailbox at a provider that the settings name, if they do."""
    if settings.imap_host is None:
        return None
    secret = settings.imap_password
    return ImapAccount(
        settings.imap_host,
        settings.imap_port,
        settings.imap_tls,
        settings.imap_user or "",
        secret.get_secret_value() if secret else "",
        settings.imap_folder,
        settings.imap_done_folder,
        settings.imap_poll_seconds,
    )


def sources_of(settings: Settings) -> tuple[str, ...]:
    """Return the names of the mailboxes that mail is fetched from."""
    account, folder = account_of(settings), settings.maildir_inbox
    names = (account.name if account else "", maildir_name(folder) if folder else "")
    return tuple(name for name in names if name)
