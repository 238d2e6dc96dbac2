"""The settings of a server: one TOML file and ``GM_`` environment variables, read once.

``load_settings`` is called by ``gm.bootstrap`` alone; everything below receives values. The file
is looked for in this order: the one named on the command line, ``$GM_CONFIG``, ``./gm.toml``, the
user's configuration folder. A variable ``GM_LISTEN_PORT`` wins over the key ``listen_port``.

It never opens a database, makes a folder or starts a log.
"""

from gm.config.kinds import AddressStyle, Creators, LogFormat, Proof, Protocol, Tls, Transport
from gm.config.server import checked_pattern, web_folder
from gm.config.settings import FILE_NAME, Settings, find_config, load_settings, sample_config

__all__ = [
    "FILE_NAME",
    "AddressStyle",
    "Creators",
    "LogFormat",
    "Proof",
    "Protocol",
    "Settings",
    "Tls",
    "Transport",
    "checked_pattern",
    "find_config",
    "load_settings",
    "sample_config",
    "web_folder",
]
