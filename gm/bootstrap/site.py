"""The public archive, strung together: the store, the shapes of the boards, and a folder."""

from __future__ import annotations

from pathlib import Path

from gm import __version__
from gm.adapters.site_folder import FilesWritten, WebFolder
from gm.app.publishing.publish import Published, publish
from gm.app.services import Services
from gm.bootstrap.games import drawing_in
from gm.config import Settings


def publish_site(
    settings: Settings, services: Services, root: Path, url: str, *, anew: bool = False
) -> tuple[Published, FilesWritten]:
    """Write the archive into a folder, as far as it changed.

    Args:
        settings, services: the server's.
        root: the folder. url: where it will be found, ending in "/", or "".
        anew: draw and write everything again.

    Raises:
        NotAllowed: the folder holds what is not of the archive.
        AlreadyThere: another run writes there now.
        InputError: it cannot be written to.
    """
    draw = drawing_in(settings.maps)
    with WebFolder(root, anew=anew) as folder:
        done = publish(services, folder, draw, url, __version__)
        return done, folder.finish()
