"""The way out for mail."""

from __future__ import annotations

from typing import assert_never

from gm.adapters.post.carriers import MaildirCarrier, SendmailCarrier
from gm.adapters.post.smtp_out import Relay, SmtpCarrier
from gm.app.ports import Carrier
from gm.config import Settings, Transport


def carrier_of(settings: Settings) -> Carrier:
    """Return the way out for mail that the settings choose."""
    match settings.transport:
        case Transport.MAILDIR:
            return MaildirCarrier(settings.mailbox_path)
        case Transport.SENDMAIL:
            return SendmailCarrier(settings.sendmail_path)
        case Transport.SMTP:
            return SmtpCarrier(relay_of(settings))
        case _ as never:
            assert_never(never)


def relay_of(settings: Settings) -> Relay:
    """Return the relay that the settings name."""
    secret = settings.relay_password
    return Relay(
        host=settings.relay_host,
        port=settings.relay_port,
        tls=settings.relay_tls,
        user=settings.relay_user,
        password=secret.get_secret_value() if secret else None,
        timeout=settings.relay_timeout_seconds,
        hello=settings.mail_domain,
    )
