"""A real server killed at every point between taking a mail and sending its answer.

Whatever the moment: a mail that was answered with 250 is answered by a letter, once, and a sender
that got no answer sends again and still gets one letter.
"""

import threading
import time
from pathlib import Path

import pytest

from gm.app.records import InboxState, OutboxState
from tests.integration import processes
from tests.integration.processes import HARNESS, delivered, inbox, mail_in, outbox

MAIL = b"From: ann@x.org\r\nMessage-ID: <1@x>\r\nSubject: orders\r\n\r\nA KkW-Wat\r\n"


def command(data_dir: Path) -> list[str]:
    """The command line of a harness server on a folder."""
    return [*HARNESS, str(data_dir), "0.2"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "failpoint", ["accept.before_insert", "accept.before_commit", "accept.before_reply"]
)
def test_killed_while_taking_a_mail(tmp_path: Path, failpoint: str) -> None:
    """Nobody is told 250 for a mail that could be lost; the mail sent again has one effect."""
    with processes.running(command(tmp_path), tmp_path, failpoint) as (process, port):
        assert mail_in(port, MAIL) == 0
        assert processes.killed(process)
    stored = inbox(tmp_path / "gm.sqlite3")
    assert len(stored) == (failpoint == "accept.before_reply")
    with processes.running(command(tmp_path), tmp_path) as (process, port):
        assert mail_in(port, MAIL) == 250
        processes.until(lambda: len(delivered(tmp_path / "mailbox")) == 1, "the letter")
        time.sleep(0.3)
        assert processes.stop(process) == 0
    assert len(delivered(tmp_path / "mailbox")) == 1
    assert sorted(mail.state.value for mail in inbox(tmp_path / "gm.sqlite3")) == (
        ["done", "duplicate"] if stored else ["done"]
    )


def test_a_loss_would_be_seen(tmp_path: Path) -> None:
    """A server that says 250 too early loses the mail, and the inbox shows it."""
    early = [*command(tmp_path), "early"]
    with processes.running(early, tmp_path, "accept.before_insert") as (process, port):
        assert mail_in(port, MAIL) == 250
        assert processes.killed(process)
    assert inbox(tmp_path / "gm.sqlite3") == ()


def test_a_repeat_would_be_seen(tmp_path: Path) -> None:
    """A server that does not know a mail again answers it twice, and the mailbox shows it."""
    keyless = [*command(tmp_path), "keyless"]
    with processes.running(keyless, tmp_path, "accept.before_reply") as (process, port):
        assert mail_in(port, MAIL) == 0
        assert processes.killed(process)
    with processes.running(keyless, tmp_path) as (process, port):
        assert mail_in(port, MAIL) == 250
        processes.until(lambda: len(delivered(tmp_path / "mailbox")) == 2, "the second letter")
        assert processes.stop(process) == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "failpoint",
    [
        "inbox.claimed",
        "inbox.before_commit",
        "inbox.after_commit",
        "outbox.before_send",
        "outbox.after_send",
    ],
)
def test_killed_between_taking_and_answering(tmp_path: Path, failpoint: str) -> None:
    """A mail that was taken is answered after the restart, with one letter."""
    with processes.running(command(tmp_path), tmp_path, failpoint) as (process, port):
        # The server may be dead before its 250 is through; the mail is stored all the same.
        assert mail_in(port, MAIL) in (0, 250)
        assert processes.killed(process)
    database = tmp_path / "gm.sqlite3"
    assert len(inbox(database)) == 1
    assert len(delivered(tmp_path / "mailbox")) == (failpoint == "outbox.after_send")
    with processes.running(command(tmp_path), tmp_path) as (process, _):
        processes.until(
            lambda: [mail.state for mail in outbox(database)] == [OutboxState.SENT], "the letter"
        )
        assert processes.stop(process) == 0
    assert [message["Subject"] for message in delivered(tmp_path / "mailbox")] == ["receipt 1"]
    assert [mail.state for mail in inbox(database)] == [InboxState.DONE]


@pytest.mark.slow
def test_killed_at_random_while_mails_stream_in(tmp_path: Path) -> None:
    """Mails sent until each is taken, the server killed again and again: one letter each."""
    total, database = 30, tmp_path / "gm.sqlite3"
    ports: list[int] = []
    done = threading.Event()

    def deliver() -> None:
        for number in range(total):
            text = MAIL.replace(b"<1@x>", f"<{number}@x>".encode())
            while not ports or mail_in(ports[-1], text, sender=f"p{number}@x.org") != 250:
                time.sleep(0.01)
        done.set()

    sender = threading.Thread(target=deliver, daemon=True)
    sender.start()
    kills = 0
    while not done.is_set() or kills < 3:
        with processes.running(command(tmp_path), tmp_path) as (process, port):
            ports.append(port)
            # From a tenth of a second on, always another moment.
            done.wait(0.1 + 0.037 * kills)
            process.kill()
            kills += 1
        assert kills < 100
    sender.join()
    with processes.running(command(tmp_path), tmp_path) as (process, _):
        processes.until(
            lambda: (
                {mail.state for mail in outbox(database)} == {OutboxState.SENT}
                and not any(mail.state is InboxState.NEW for mail in inbox(database))
            ),
            "every letter",
        )
        assert processes.stop(process) == 0
    letters = sorted(str(message["Delivered-To"]) for message in delivered(tmp_path / "mailbox"))
    assert letters == sorted(f"p{number}@x.org" for number in range(total))


def test_killed_while_the_database_is_made(tmp_path: Path) -> None:
    """A migration that is cut off leaves nothing half done: the next start makes it whole."""
    process = processes.start(command(tmp_path), "migrate.midway")
    assert processes.killed(process)
    with processes.running(command(tmp_path), tmp_path) as (process, port):
        assert mail_in(port, MAIL) == 250
        assert processes.stop(process) == 0


@pytest.mark.slow
def test_two_processes_make_a_new_database_together(tmp_path: Path) -> None:
    """Servers of two folders with one new database between them: both start, it is made once."""
    shared = tmp_path / "gm.sqlite3"
    program = (
        "import sys; from pathlib import Path; from gm.adapters.sql.store import SqlStore\n"
        "with SqlStore(Path(sys.argv[1])) as store, store.write() as transaction:\n"
        "    print(len(transaction.games()))"
    )
    started = [
        processes.start([HARNESS[0], "-W", "error", "-c", program, str(shared)]) for _ in range(3)
    ]
    assert [processes.death(process) for process in started] == [0, 0, 0]
    assert [process.words() for process in started] == ["0\n"] * 3


def test_second_server_on_a_folder_is_refused(tmp_path: Path) -> None:
    """It says who runs there and ends; the first goes on."""
    with processes.running(command(tmp_path), tmp_path) as (process, port):
        second = processes.start(command(tmp_path))
        assert processes.death(second) != 0
        assert f"already (process {process.pid})" in second.words()
        assert mail_in(port, MAIL) == 250
        assert processes.stop(process) == 0
    assert not (tmp_path / "serve.json").exists()
