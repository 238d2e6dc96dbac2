"""Settings: where they come from, which wins, and what is said about a broken one."""

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from gm.config import AddressStyle, Creators, Settings, Transport, load_settings, sample_config
from gm.errors import ConfigError


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: Path, text: str) -> Path:
    """Write a settings file and hand its path back."""
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_need_no_file() -> None:
    """A server with no settings at all listens on loopback and sends nothing out."""
    settings = load_settings()
    assert (settings.listen_host, settings.listen_port) == ("127.0.0.1", 8025)
    assert settings.transport is Transport.MAILDIR
    assert settings.mailbox_path == settings.data_dir / "mailbox"
    assert settings.overdue_hold == timedelta(minutes=15)


def test_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The named file wins over GM_CONFIG, that over ./gm.toml, that over the user's own."""
    user = tmp_path / "xdg" / "gm" / "gm.toml"
    user.parent.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    write(user, "listen_port = 1001")
    assert load_settings().listen_port == 1001
    write(tmp_path / "gm.toml", "listen_port = 1002")
    assert load_settings().listen_port == 1002
    monkeypatch.setenv("GM_CONFIG", str(write(tmp_path / "env.toml", "listen_port = 1003")))
    assert load_settings().listen_port == 1003
    named = write(tmp_path / "named.toml", "listen_port = 1004")
    assert load_settings(named).listen_port == 1004


def test_environment_wins_over_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable beats the key of the same name, and only that key."""
    write(tmp_path / "gm.toml", 'listen_port = 1002\ntimezone = "Europe/Dublin"')
    monkeypatch.setenv("GM_LISTEN_PORT", "1005")
    settings = load_settings()
    assert (settings.listen_port, settings.timezone) == (1005, "Europe/Dublin")


def test_relative_folders_are_meant_from_the_file(tmp_path: Path) -> None:
    """Where the command is run does not move the database."""
    (tmp_path / "etc").mkdir()
    settings = load_settings(write(tmp_path / "etc" / "gm.toml", 'data_dir = "games"'))
    assert settings.database_path == tmp_path / "etc" / "games" / "gm.sqlite3"


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ('imap_done_folder = "INBOX"', "imap_done_folder", "name another"),
        ('imap_done_folder = "Inbox"', "imap_done_folder", "name another"),
        ("listen_prt = 25", "listen_prt", "did you mean listen_port"),
        ("listen_port = 70000", "listen_port", "65535"),
        ('timezone = "Europe/Dublyn"', "timezone", "did you mean Europe/Dublin"),
        ('admin_address = "Tara <t@example.org>"', "admin_address", "bare mail address"),
        ('mail_domain = "games..org"', "mail_domain", "domain name"),
        ('transport = "pigeon"', "transport", "maildir"),
        ('create_games = "friends"', "create_games", "neither one of nobody, gms, anybody"),
        ('create_games = "a@example.org ann@"', "create_games", "bare mail address"),
        ("listen_port = [", "", "cannot be read"),
    ],
)
def test_broken_file_is_named(tmp_path: Path, text: str, key: str, reason: str) -> None:
    """The complaint names the file, the key and the reason."""
    path = write(tmp_path / "gm.toml", text)
    with pytest.raises(ConfigError) as caught:
        load_settings(path)
    assert (caught.value.source, caught.value.key) == (str(path), key)
    assert reason in caught.value.reason


def test_who_may_create_games_is_a_kind_of_people_or_addresses(tmp_path: Path) -> None:
    """By default the GMs of the server; addresses are kept as they were written."""
    assert load_settings().creators is Creators.GMS
    chosen = write(tmp_path / "gm.toml", 'create_games = "Ann@example.org  bob@example.org"')
    assert load_settings(chosen).creators == {"Ann@example.org", "bob@example.org"}


def test_broken_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bad value from the environment is not blamed on a file."""
    monkeypatch.setenv("GM_TICK_SECONDS", "soon")
    with pytest.raises(ConfigError, match="environment variable GM_TICK_SECONDS"):
        load_settings()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("listen_port", "abc", "listen_port: must be a whole number"),
        ("listen_port", "70000", "must be 65535 or less"),
        ("settle_seconds", "-1", "must be 0 or more"),
        ("tick_seconds", "soon", "must be a number"),
        ("tick_seconds", "0", "must be more than 0"),
        ("check_dkim", "maybe", "must be true or false"),
        ("transport", "pigeon", "must be one of maildir, smtp or sendmail"),
        ("listen_host", "", "must not be empty"),
        ("log_level", "loud", "How much is logged: debug, info, warning or error."),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(
    monkeypatch: pytest.MonkeyPatch, key: str, value: str, words: str
) -> None:
    """Whoever reads it knows settings, and not what checks them."""
    monkeypatch.setenv(f"GM_{key.upper()}", value)
    with pytest.raises(ConfigError) as told:
        load_settings()
    assert words in str(told.value)


def test_missing_named_file_is_refused(tmp_path: Path) -> None:
    """A file asked for by name is never silently replaced by the defaults."""
    with pytest.raises(ConfigError, match="there is no such file"):
        load_settings(tmp_path / "nowhere.toml")


def test_password_stays_out_of_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing the settings, as a log might, does not show the relay's password."""
    monkeypatch.setenv("GM_RELAY_PASSWORD", "brian-boru")
    settings = load_settings()
    assert "brian-boru" not in f"{settings!r}{settings}"
    assert settings.relay_password is not None
    assert settings.relay_password.get_secret_value() == "brian-boru"


def test_game_address_in_both_styles() -> None:
    """A game's address follows the style; the server's own does not."""
    plus = Settings(mail_domain="games.example.org")
    name = plus.model_copy(update={"address_style": AddressStyle.NAME})
    assert plus.game_address("tara") == "gm+tara@games.example.org"
    assert name.game_address("tara") == "tara@games.example.org"
    assert plus.server_address == name.server_address == "gm@games.example.org"


def test_every_setting_has_a_sentence() -> None:
    """The sample file is the reference, so no setting goes without help."""
    for key, field in Settings.model_fields.items():
        assert field.description, key
        assert field.description.endswith("."), key


def test_the_sample_reads_well() -> None:
    """No comment runs off the screen, and an example is not taken for a default."""
    lines = sample_config().splitlines()
    assert [line for line in lines if line.startswith("# ") and len(line) > 79] == []
    assert lines[lines.index('# imap_host = "imap.example.org"') - 1] == "# For example:"
    assert lines[lines.index("# listen_port = 8025") - 1] != "# For example:"


def test_sample_is_read_back(tmp_path: Path) -> None:
    """With every # taken away before a key, the sample is still a valid settings file."""
    sample = sample_config({"data_dir": Path("/srv/gm"), "listen_port": 2525})
    assert tomllib.loads(sample) == {"data_dir": "/srv/gm", "listen_port": 2525}
    keys = tuple(f"# {key} = " for key in Settings.model_fields)
    opened = "\n".join(
        line.removeprefix("# ") if line.startswith(keys) else line for line in sample.splitlines()
    )
    settings = load_settings(write(tmp_path / "all.toml", opened))
    assert set(tomllib.loads(opened)) == set(Settings.model_fields)
    assert settings.listen_port == 2525
