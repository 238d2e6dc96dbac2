"""`gm doctor` and `gm audit` as a GM types them: what works, what does not, and what to do then."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from gm import diagnosis
from gm.adapters import probe_workers, worker
from gm.adapters.post.reader_wire import READING_BYTES
from gm.adapters.post.reader_worker import WorkerReader
from gm.adapters.post.smtp_in import Listener, SmtpServer
from gm.adapters.post.smtp_talk import Certificate
from gm.adapters.probe_exposure import examine_network, examine_secrets
from gm.adapters.worker import Bounds, Worker
from gm.app.keeping.doctor import Finding, Level
from gm.app.mail_in.intake import accept
from gm.app.mail_records import Beat, Suspension
from gm.app.records import InboxState
from gm.app.services import Services
from gm.bootstrap.services import open_services
from gm.config import Settings, load_settings
from gm.mail.reading import read_mail
from tests.cli.test_game import _server, as_json, begin, run
from tests.mail.reading.letters import letter
from tests.peers.certificates import make_certificate
from tests.peers.dovecot import PASSWORD, Dovecot

EVERYWHERE = "0.0.0.0"  # noqa: S104 - the doctor is to warn of it

_ = _server  # the settings of an empty server, for every test here


@pytest.fixture(autouse=True)
def _any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test hangs on what listens on this machine."""
    monkeypatch.setenv("GM_LISTEN_PORT", "0")


@pytest.fixture
def processes(request: pytest.FixtureRequest) -> None:
    """Ask for the tries at the processes, which take a second or two: the other tests do without."""


@pytest.fixture(autouse=True)
def _without_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "processes" not in request.fixturenames:
        monkeypatch.setattr(diagnosis, "examine_workers", lambda settings: iter(()))


@contextmanager
def opened() -> Iterator[Services]:
    """Open the services of the configured server."""
    with open_services(load_settings(Path(os.environ["GM_CONFIG"]))) as services:
        yield services


def found(subject: str) -> list[tuple[str, str, str]]:
    """Return what the doctor finds of a thing: level, words and remedy."""
    told = json.loads(run("doctor", "--json").stdout)
    return [
        (one["level"], one["words"], one["remedy"]) for one in told if one["subject"] == subject
    ]


def test_a_fresh_server_has_nothing_that_fails() -> None:
    """Everything is told, what is to be looked at with what to do, and the exit code is 0."""
    begin()
    ran = run("doctor")
    assert ran.exit_code == 0, ran.stdout
    assert "FAIL" not in ran.stdout
    for subject in ("settings", "zones", "templates", "database", "rows", "clock", "disk", "maps"):
        assert any(line.startswith(f"ok   {subject}") for line in ran.stdout.splitlines())
    assert "-> gm serve" in ran.stdout


def test_a_broken_setting_is_told(tmp_path: Path) -> None:
    """The doctor does not stumble over what it is to find."""
    Path(os.environ["GM_CONFIG"]).write_text("tick_seconds = 'many'\n", encoding="utf-8")
    ran = run("doctor")
    assert ran.exit_code == 1
    assert "FAIL settings" in ran.stdout
    assert "tick_seconds" in ran.stdout


def test_a_database_that_is_none_is_told(tmp_path: Path) -> None:
    """What can be tried without it is tried all the same."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "gm.sqlite3").write_bytes(b"this is no database of anybody" * 100)
    (level, _, _) = found("database")[0]
    assert level == "fail"
    assert found("listener")[0][0] == "ok"


def test_a_disk_without_room_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """More is wanted than any disk has."""
    begin()
    monkeypatch.setenv("GM_FREE_SPACE_MB", "1000000000")
    ((level, words, _),) = found("disk")
    assert level == "fail"
    assert "are wanted" in words


def test_a_folder_open_to_everybody_is_told(tmp_path: Path) -> None:
    """Orders lie in it."""
    begin()
    (tmp_path / "data").chmod(0o755)
    ((level, _, remedy),) = found("folder")
    assert (level, remedy.split()[0]) == ("warn", "chmod")


def test_a_folder_for_the_web_that_cannot_be_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where a file stands in its place; one that is to be made is well."""
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    for place, level in (("www", "ok"), ("file/www", "fail")):
        monkeypatch.setenv("GM_PUBLISH_TO", str(tmp_path / place))
        ((said, _, _),) = found("archive")
        assert said == level, place


def test_a_map_that_changed_under_a_game_fails() -> None:
    """The server would not start; the doctor says so first."""
    begin()
    with opened() as services, services.store.write() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
        assert phase is not None
        transaction.change_phase(phase, board_digest="0" * 64)
    ((level, words, _),) = found("maps")
    assert level == "fail"
    assert "tara" in words


def test_a_clock_behind_the_last_sign_of_life_fails_until_it_is_believed() -> None:
    """The GM's word mends it, and no restart is needed."""
    begin()
    with opened() as services, services.store.write() as transaction:
        now = services.clock.now()
        transaction.beat(Beat(0, "all there 1", "all", now, now + timedelta(hours=1)))
    ((level, words, remedy),) = found("clock")
    assert level == "fail"
    assert "behind the last sign of life" in words
    assert "--clock-is-right" in remedy
    ran = run("doctor", "--clock-is-right")
    assert ran.exit_code == 0
    assert "1 signs of life" in ran.stdout
    assert found("clock")[0][0] == "ok"


def test_mail_that_waits_for_the_gm_is_told() -> None:
    """Set aside, held, and addresses that nothing is sent to: each with its number or name."""
    begin()
    with opened() as services:
        (mail,) = accept(
            services.store,
            services.clock,
            b"From: a@b\n\nx\n",
            "a@b",
            ["gm@gm.example.org"],
            "pipe",
        )
        with services.store.write() as transaction:
            now = services.clock.now()
            transaction.settle_inbox(mail.id, InboxState.SHUNTED, now, note="odd")
            transaction.suspend(Suspension(0, "una@example.org", now, "it came back"))
    told = found("mail")
    assert {level for level, _, _ in told} == {"warn"}
    assert any("una@example.org" in words for _, words, _ in told)
    assert any(words == f"1 mail set aside: {mail.id}" for _, words, _ in told)


def test_a_server_that_runs_is_told() -> None:
    """Its role and since when; one that stopped is missed."""
    begin()
    with opened() as services, services.store.write() as transaction:
        now = services.clock.now()
        transaction.beat(Beat(0, "all here 1", "all", now, now))
    assert any("running: all since" in words for _, words, _ in found("server"))


def test_a_port_that_another_program_has_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing could be taken in."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("GM_LISTEN_PORT", str(taken.getsockname()[1]))
        ((level, words, _),) = found("listener")
    assert level == "fail"
    assert "taken by another program" in words


def test_a_relay_is_tried_without_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers and takes us; it is not there; it does not know our password."""
    taken: list[bytes] = []
    server = SmtpServer(Listener(), lambda raw, _from, _to: taken.append(raw), lambda _to: True)
    server.start()
    try:
        monkeypatch.setenv("GM_TRANSPORT", "smtp")
        monkeypatch.setenv("GM_RELAY_PORT", str(server.port))
        ((level, words, _),) = found("relay")
        assert (level, "has us" in words) == ("ok", True)
        monkeypatch.setenv("GM_RELAY_USER", "gm")
        monkeypatch.setenv("GM_RELAY_PASSWORD", "wrong-and-secret")
        ((level, words, remedy),) = found("relay")
        assert level == "fail"
        assert "wrong-and-secret" not in words + remedy
    finally:
        server.stop()
    ((level, words, remedy),) = found("relay")
    assert (level, "check relay_host and relay_port" in remedy) == ("fail", True)
    assert taken == []


@pytest.mark.server("openssl")
def test_a_relay_whose_certificate_is_not_believed_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The password is not what is wrong, so it is not spoken of; once it is believed all is well."""
    made = make_certificate(tmp_path)
    server = SmtpServer(
        Listener(certificate=Certificate(made.chain, made.key)), lambda *_: None, lambda _to: True
    )
    server.start()
    try:
        monkeypatch.setenv("GM_TRANSPORT", "smtp")
        monkeypatch.setenv("GM_RELAY_HOST", "localhost")
        monkeypatch.setenv("GM_RELAY_PORT", str(server.port))
        monkeypatch.setenv("GM_RELAY_TLS", "starttls")
        ((level, words, remedy),) = found("relay")
        assert (level, "password" in remedy) == ("fail", False)
        assert "certificate" in words
        assert "Set relay_host to the name that the certificate is for" in remedy
        monkeypatch.setenv("SSL_CERT_FILE", str(made.chain))
        assert found("relay")[0][0] == "ok"
        monkeypatch.setenv("GM_RELAY_TLS", "tls")
        ((level, words, remedy),) = found("relay")
        assert (level, "relay_tls must be" in remedy) == ("fail", True)
    finally:
        server.stop()


def test_a_maildir_that_is_not_there_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Once the program that delivers has made it, it is well; read-only it is not."""
    box = tmp_path / "box"
    monkeypatch.setenv("GM_MAILDIR_INBOX", str(box))
    assert found("maildir")[0][0] == "fail"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    assert found("maildir")[0][0] == "ok"


def test_a_program_that_cannot_be_run_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A sendmail that is there and may be run is well."""
    program = tmp_path / "sendmail"
    monkeypatch.setenv("GM_TRANSPORT", "sendmail")
    monkeypatch.setenv("GM_SENDMAIL_PATH", str(program))
    assert found("sendmail")[0][0] == "fail"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert found("sendmail")[0][0] == "ok"


@pytest.mark.server("openssl")
def test_a_certificate_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that ends in two days is told; one whose key is another's fails."""
    made = make_certificate(tmp_path)
    monkeypatch.setenv("GM_TLS_CERTIFICATE", str(made.chain))
    monkeypatch.setenv("GM_TLS_KEY", str(made.key))
    ((level, words, _),) = found("certificate")
    assert level == "warn"
    assert "is good until" in words
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setenv("GM_TLS_KEY", str(make_certificate(other).key))
    assert found("certificate")[0][0] == "fail"


def test_a_mailbox_at_a_provider_is_opened(
    monkeypatch: pytest.MonkeyPatch, dovecot: Dovecot
) -> None:
    """A real server: the login works, a folder is missing, a password is wrong."""
    for name, value in {
        "HOST": "127.0.0.1",
        "PORT": str(dovecot.imap),
        "TLS": "none",
        "USER": "doctor",
        "PASSWORD": PASSWORD,
        "DONE_FOLDER": "Done",
    }.items():
        monkeypatch.setenv(f"GM_IMAP_{name}", value)
    told = found("imap")
    assert told[0] == ("ok", "imap doctor@127.0.0.1 INBOX opens", "")
    assert any("the folder Done is not there yet" in words for _, words, _ in told)
    assert any("has never been read to its end" in words for _, words, _ in found("mailbox"))
    monkeypatch.setenv("GM_IMAP_PASSWORD", "wrong-and-secret")
    ((level, words, remedy),) = found("imap")
    assert (level, "check imap_user and the password" in remedy) == ("fail", True)
    assert "wrong-and-secret" not in words + remedy
    monkeypatch.setenv("GM_IMAP_TLS", "starttls")
    ((level, words, remedy),) = found("imap")
    assert (level, "Set imap_host to the name" in remedy) == ("fail", True)
    assert "password" not in remedy


def test_the_audit_of_a_sound_server_ends_with_0() -> None:
    """Text for people, JSON for programs."""
    begin()
    ran = run("audit")
    assert ran.exit_code == 0, ran.stdout
    assert ran.stdout.count("ok  ") == 6
    assert as_json("audit")[0]["check"] == "kept"


def test_the_audit_of_a_broken_server_ends_with_1() -> None:
    """It names what is broken, in text and in JSON."""
    begin()
    with opened() as services:
        (mail,) = accept(
            services.store,
            services.clock,
            b"From: a@b\n\nx\n",
            "a@b",
            ["gm@gm.example.org"],
            "pipe",
        )
        with services.store.write() as transaction:
            transaction.settle_inbox(mail.id, InboxState.HELD, services.clock.now())
    ran = run("audit")
    assert ran.exit_code == 1
    assert f"mail {mail.id} is held, and nobody is asked about it" in ran.stdout
    told = json.loads(run("audit", "--json").stdout)
    assert [one["check"] for one in told if one["broken"]] == ["ends"]


def seen(examine: Callable[[Settings], Iterator[Finding]]) -> list[tuple[str, str, str]]:
    """Return what one look at the settings finds: level, words and remedy."""
    told = examine(load_settings(Path(os.environ["GM_CONFIG"])))
    return [(one.level.value.lower(), one.words, one.remedy) for one in told]


def secrets() -> list[tuple[str, str, str]]:
    """Return what the doctor finds of secrets."""
    return seen(partial(examine_secrets, file=Path(os.environ["GM_CONFIG"])))


def settle(more: str, mode: int = 0o600) -> Path:
    """Add lines to the settings file, and return it with a mode."""
    config = Path(os.environ["GM_CONFIG"])
    with config.open("a", encoding="utf-8") as file:
        file.write(more)
    config.chmod(mode)
    return config


@pytest.mark.parametrize(
    ("more", "mode", "level", "words"),
    [
        ("", 0o644, "ok", "nobody else"),
        ('relay_password = "x"\n', 0o600, "ok", "nobody else"),
        ('relay_password = "x"\n', 0o640, "ok", "nobody else"),
        ('relay_password = "x"\n', 0o604, "warn", "may read"),
        ('imap_password = "x"\n', 0o644, "warn", "holds imap_password"),
        ('relay_password = ""\n', 0o644, "ok", "nobody else"),
        ("", 0o666, "warn", "may change"),
        ("", 0o660, "warn", "may change"),
    ],
)
def test_a_secret_that_others_can_read_is_told(
    more: str, mode: int, level: str, words: str
) -> None:
    """A settings file is anybody's to read only without secrets, and to change never."""
    config = settle(more, mode)
    ((told, said, remedy),) = secrets()
    assert told == level
    assert words in said
    assert (str(config) in remedy) == (level == "warn")


def test_a_password_of_the_database_is_a_secret() -> None:
    """It is one in a URL, and there is none where the URL names only a user."""
    settle('database_url = "postgresql://gm@127.0.0.1:1/gm"\n', 0o644)
    assert [level for level, _, _ in secrets()] == ["ok"]
    config = Path(os.environ["GM_CONFIG"])
    text = config.read_text(encoding="utf-8").replace("gm@127.0.0.1", "gm:wordless@127.0.0.1")
    config.write_text(text, encoding="utf-8")
    ((level, words, remedy),) = secrets()
    assert level == "warn"
    assert "database_url" in words
    assert "GM_DATABASE_URL" in remedy
    assert "wordless" not in words


def test_what_lies_open_is_told_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database, mails and keys: each with the command that closes it."""
    begin()
    assert [level for level, _, _ in found("secrets") + found("network")] == ["ok", "ok"]
    places = [tmp_path / "data" / "gm.sqlite3", tmp_path / "copies", tmp_path / "key.pem"]
    places[1].mkdir()
    places[2].touch()
    monkeypatch.setenv("GM_MAIL_COPY", str(places[1]))
    monkeypatch.setenv("GM_TLS_KEY", str(places[2]))
    for place in places:
        place.chmod(0o705)
    assert {remedy for _, _, remedy in secrets()} == {f"chmod o-rwx {one}" for one in places}
    for place in places:
        place.chmod(0o700)
    assert [level for level, _, _ in secrets()] == ["ok"]


@pytest.mark.parametrize(
    ("environment", "warned"),
    [
        ({}, []),
        ({"LISTEN_HOST": "::1", "HEALTH_HOST": "localhost", "HEALTH_PORT": "1"}, []),
        ({"LISTEN_HOST": EVERYWHERE}, ["listen_host"]),
        ({"LISTEN_HOST": "::"}, ["listen_host"]),
        ({"LISTEN_HOST": "192.0.2.1"}, []),
        ({"HEALTH_HOST": EVERYWHERE}, []),
        ({"HEALTH_HOST": EVERYWHERE, "HEALTH_PORT": "1"}, ["health_host"]),
        ({"HEALTH_HOST": "::", "HEALTH_PORT": "1"}, ["health_host"]),
        ({"AUTH_RESULTS_FROM": "mx.x.org"}, []),
        ({"AUTH_RESULTS_FROM": "mx.x.org", "LISTEN_HOST": "192.0.2.1"}, ["auth_results_from"]),
        (
            {"AUTH_RESULTS_FROM": "mx.x.org", "LISTEN_HOST": EVERYWHERE},
            ["listen_host", "auth_results_from"],
        ),
        (
            {"AUTH_RESULTS_FROM": "mx.x.org", "LISTEN_HOST": "::", "LISTEN_SOCKET": "/nowhere/s"},
            [],
        ),
    ],
)
def test_doors_that_are_open_too_wide_are_told(
    environment: dict[str, str], warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listening on all addresses, and believing what anybody who connects could have written."""
    for name, value in environment.items():
        monkeypatch.setenv(f"GM_{name}", value)
    told = seen(examine_network)
    assert [words.split()[0] for level, words, _ in told if level == "warn"] == warned
    assert all(remedy for level, _, remedy in told if level == "warn")
    assert (len(told) == 1 and told[0][0] == "ok") == (not warned)


@pytest.mark.slow
@pytest.mark.usefixtures("processes")
def test_a_mail_is_read_and_a_map_is_drawn() -> None:
    """By the processes of the server, with its own settings."""
    told = json.loads(run("doctor", "--json").stdout)
    said = {one["subject"]: (one["level"], one["words"]) for one in told}
    assert said["reader"] == ("ok", "a sample mail was read by the process that reads mails")
    level, words = said["pictures"]
    assert level == "ok"
    assert re.search(r"a sample map of \d\d+ kB", words)


@pytest.mark.usefixtures("processes")
def test_processes_that_cannot_start_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a Python that does not run nothing is read; it is told, with how to see why."""
    monkeypatch.setattr(worker.sys, "executable", "/bin/false")
    ran = run("doctor")
    assert ran.exit_code == 1
    text = " ".join(ran.stdout.split())
    assert "FAIL reader mails cannot be read: it ended with 1 before it was ready" in text
    assert "FAIL pictures maps cannot be drawn" in text
    assert "/bin/false -P -m gm.adapters.post.reader_process" in text


def test_a_limit_that_no_mail_keeps_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it is the time is said; the setting with it is the GM's."""
    costly = letter("On 5 Mar 2030 21:04 x\n" * 45_000)
    monkeypatch.setattr(probe_workers, "SAMPLE", costly)
    reader = WorkerReader(0.01)
    (finding,) = probe_workers.examine_reader(reader)
    reader.close()
    assert finding.level is Level.FAIL
    assert finding.words.startswith("mails cannot be read: it took too much of a processor's time")
    assert "reader_seconds" in finding.remedy


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("parrot_worker", "mails cannot be read: an answer of"),
        ("odd_worker", "mails cannot be read: that is no MailReading"),
        ("mute_worker", "mails cannot be read: its first words: an answer of"),
    ],
)
def test_a_process_that_answers_something_else_fails(module: str, words: str) -> None:
    """A Python in which readings do not come through is found by the doctor, not by players."""
    reader = WorkerReader(60)
    bounds = Bounds(seconds=60, patience=60, answer=READING_BYTES)
    reader.worker = Worker(f"tests.adapters.{module}", bounds)
    (finding,) = probe_workers.examine_reader(reader)
    reader.close()
    assert finding.level is Level.FAIL
    assert finding.words.startswith(words)


def test_a_reading_that_arrives_otherwise_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Understood is not enough: it must be what was read."""
    reader = WorkerReader(60)
    monkeypatch.setattr(reader, "attempt", lambda raw: replace(read_mail(raw), lines=()))
    (finding,) = probe_workers.examine_reader(reader)
    assert (finding.level, "otherwise" in finding.words) == (Level.FAIL, True)
