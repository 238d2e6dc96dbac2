"""What lies in deploy/ and what docs/deploy.md says, held against the programs they are for."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from gm.adapters.serving.watching import metrics_text
from gm.app.keeping.health import Health
from gm.app.mail_records import Tally
from gm.cli.app import command_tree
from gm.config import Settings
from gm.testing.clock import FakeClock
from tests.peers.postgres import Postgres
from tests.peers.programs import find

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def said(*command: str | Path) -> str:
    """Run a program that must end well, and return everything it says."""
    done = subprocess.run(
        [str(one) for one in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.server("systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """Every key and value is known; only the program to run is not installed here."""
    units = []
    for unit in sorted((DEPLOY / "systemd").iterdir()):
        text = re.sub(r"/opt/gm/\S+", "/bin/true", unit.read_text(encoding="utf-8"))
        text = text.replace("User=gm", "User=daemon").replace("Group=gm", "Group=daemon")
        copy = tmp_path / unit.name.replace("@.", "@work.")
        copy.write_text(text, encoding="utf-8")
        units.append(copy)
    assert len(units) == 4
    assert said("systemd-analyze", "verify", *units) == ""
    (tmp_path / "gm.service").write_text(
        units[0]
        .read_text(encoding="utf-8")
        .replace("NoNewPrivileges=yes", "NoNewPriviledges=yes"),
        encoding="utf-8",
    )
    assert "NoNewPriviledges" in said("systemd-analyze", "verify", tmp_path / "gm.service")


def test_the_units_run_what_the_guide_installs() -> None:
    """Program, settings and scripts stand where docs/deploy.md puts them."""
    for name in ("gm.service", "gm@.service"):
        unit = (DEPLOY / "systemd" / name).read_text(encoding="utf-8")
        assert "ExecStart=/opt/gm/bin/gm serve" in unit
        assert "GM_CONFIG=/etc/gm/gm.toml" in unit
    backup = (DEPLOY / "systemd" / "gm-backup.service").read_text(encoding="utf-8")
    assert "ExecStart=/opt/gm/share/backup.sh /var/lib/gm/gm.sqlite3 /var/backups/gm" in backup
    assert "python3 -m venv /opt/gm" in GUIDE
    assert "install -m 755 deploy/backup.sh deploy/restore.sh /opt/gm/share/" in GUIDE
    assert "install -m 644 deploy/gm.toml /etc/gm/gm.toml" in GUIDE


@pytest.mark.server("postfix")
def test_postfix_understands_its_fragment(tmp_path: Path) -> None:
    """Every parameter is one of Postfix's, and the header check takes off forged results only."""
    etc = tmp_path / "etc"
    etc.mkdir()
    shutil.copy(DEPLOY / "postfix" / "main.cf", etc / "main.cf")
    (etc / "master.cf").write_text("", encoding="utf-8")
    known = said(find("postconf"), "-c", etc, "-n")
    assert "warning" not in known
    assert "lmtp:inet:127.0.0.1:8025" in known
    table = f"regexp:{DEPLOY / 'postfix' / 'gm_header_checks'}"
    for header, taken_off in (
        ("Authentication-Results: mx.example.org; dkim=pass", True),
        ("authentication-results:   mx.example.org 1; dmarc=pass", True),
        ("Authentication-Results: mx.example.org.evil.example; dkim=pass", False),
        ("Authentication-Results: mx.elsewhere.example; dkim=pass", False),
        ("Subject: Authentication-Results: mx.example.org", False),
    ):
        asked = subprocess.run(
            [find("postmap"), "-c", str(etc), "-q", header, table],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (asked.stdout.strip() == "IGNORE") == taken_off, (header, asked)


@pytest.mark.server("dovecot")
def test_dovecot_understands_its_fragment() -> None:
    """Its own checker reads it, and the secret part of an address stays for us to see."""
    read = said(find("doveconf"), "-c", DEPLOY / "dovecot" / "gm.conf", "-n")
    assert "lmtp_hdr_delivery_address = original" in said(
        find("doveconf"), "-c", DEPLOY / "dovecot" / "gm.conf", "-a"
    )
    assert "mailbox Processed" in read


@pytest.mark.server("logrotate")
def test_logrotate_understands_its_fragment(tmp_path: Path) -> None:
    """It is parsed without a complaint; nothing is rotated."""
    text = (DEPLOY / "logrotate" / "gm").read_text(encoding="utf-8").replace("su gm gm", "")
    copy = tmp_path / "gm"
    copy.write_text(text, encoding="utf-8")
    copy.chmod(0o644)
    read = said(find("logrotate"), "--debug", "--state", tmp_path / "state", copy)
    assert "error" not in read
    assert "/var/log/gm/*.log" in read


def test_the_containers_have_settings_that_there_are() -> None:
    """Each GM_ variable names a setting with a value it takes; each part has its role."""
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text(encoding="utf-8"))
    parts = {name: one for name, one in compose["services"].items() if name != "database"}
    assert {one["command"][-1] for one in parts.values()} == {"receive", "work", "send"}
    settings = Settings(
        **{
            name.removeprefix("GM_").lower(): value
            for one in parts.values()
            for name, value in one["environment"].items()
        }
    )
    assert settings.mail_domain == "games.example.org"
    image = (DEPLOY / "container" / "Containerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\bGM_([A-Z_]+)=", image)) <= {
        name.upper() for name in Settings.model_fields
    }
    context = DEPLOY / "container" / parts["work"]["build"]["context"]
    assert (context.resolve() / parts["work"]["build"]["dockerfile"]).is_file()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (named,) = re.findall(r"'\.\[([a-z,]+)\]'", image)
    assert set(named.split(",")) <= set(extras["project"]["optional-dependencies"])


def test_the_alerts_ask_for_figures_that_there_are() -> None:
    """Each expression names a figure of /metrics."""
    now = FakeClock().now()
    states = {"new": 1, "shunted": 1}
    health = Health(now, Tally(states, {"sent": 1}, {}, {}), {}, (), ())
    figures = set(re.findall(r"^(gm_\w+)", metrics_text(health).decode(), re.MULTILINE))
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8"))
    wanted = {
        name
        for rule in rules["groups"][0]["rules"]
        for name in re.findall(r"\bgm_\w+", rule["expr"])
    }
    assert len(wanted) >= 4
    assert wanted <= figures
    scrape = yaml.safe_load((DEPLOY / "prometheus" / "gm.yml").read_text(encoding="utf-8"))
    assert scrape["scrape_configs"][0]["job_name"] == "gm"


@pytest.mark.slow
@pytest.mark.server("postgres")
def test_a_postgresql_backup_comes_back(
    postgres: Postgres, postgres_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A copy of a database in use is restored over what came later."""
    name = postgres_url.rpartition("/")[2]
    postgres.psql(name, "CREATE TABLE games (name text); INSERT INTO games VALUES ('tara')")
    script = DEPLOY / "backup-postgres.sh"
    copies = tmp_path / "copies"
    made = [said(script, postgres_url, copies, "2").strip() for _ in range(3)]
    assert sorted(str(one) for one in copies.iterdir()) == sorted(made[1:])
    postgres.psql(name, "UPDATE games SET name = 'changed'")
    command = re.search(
        r"pg_restore (--clean.*?) -d URL COPY", script.read_text().replace("\\\n#", " ")
    )
    assert command is not None
    said(find("pg_restore"), *command[1].split(), "-d", postgres_url, made[-1])
    assert "tara" in postgres.psql(name, "SELECT name FROM games")


@pytest.mark.server("postgres")
def test_a_database_without_games_is_no_backup(postgres_url: str, tmp_path: Path) -> None:
    """A wrong URL leaves no copy of nothing behind."""
    for url in (postgres_url, postgres_url + "x"):
        done = subprocess.run(
            [DEPLOY / "backup-postgres.sh", url, tmp_path / "copies"],
            capture_output=True,
            check=False,
        )
        assert done.returncode != 0
        assert list((tmp_path / "copies").iterdir()) == []


def test_the_guide_names_settings_commands_and_files_that_there_are() -> None:
    """Nothing in docs/deploy.md is out of date."""
    blocks = re.findall(r"(?:^    .*\n)+", GUIDE, re.MULTILINE)
    keys = {
        key for block in blocks for key in re.findall(r"^    ([a-z_]+) = ", block, re.MULTILINE)
    }
    assert len(keys) >= 15
    assert keys <= set(Settings.model_fields)
    variables = set(re.findall(r"\bGM_([A-Z_]+)", GUIDE)) - {"CONFIG", "DATABASE_URL"}
    assert variables <= {name.upper() for name in Settings.model_fields}
    commands = set(command_tree().commands)
    named = set(re.findall(r"(?:^    |`|bin/)gm ([a-z]+)", GUIDE, re.MULTILINE))
    assert {"serve", "doctor", "audit", "inbox", "receive"} <= named
    assert named <= commands
    for path in re.findall(r"\bdeploy/[\w./@*-]+[\w*]", GUIDE):
        assert list(ROOT.glob(path)), path
    for path in re.findall(r"^\| `([^`]+)`", (DEPLOY / "README.md").read_text(), re.MULTILINE):
        assert (DEPLOY / path).exists(), path


def test_the_interpreter_of_the_containers_is_one_we_run_on() -> None:
    """The image's Python is within what pyproject.toml asks for."""
    image = (DEPLOY / "container" / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for version in re.findall(r"python:3\.(\d+)-", image):
        assert f"Programming Language :: Python :: 3.{version}" in project["classifiers"]
    assert sys.version_info >= (3, 11)
