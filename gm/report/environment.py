"""The Jinja2 environment: shipped templates, a GM's own before them, and their two dresses.

A GM's folder holds files of the same names as `templates/`; a file that is there is used in place
of the shipped one. Every template is compiled when the program starts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

import css_inline
import jinja2
from markupsafe import escape

from gm import languages
from gm.errors import TemplateError
from gm.report.wording.text import columns, fit
from gm.resources import templates_dir


class Templates:
    """The templates in force.

    Args:
        folder: a GM's own templates, if any.

    Raises:
        TemplateError: a template does not compile, or the folder is not there.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is not None and not folder.is_dir():
            raise TemplateError(f"{folder}: there is no such folder of templates")
        folders = [templates_dir()] if folder is None else [folder, templates_dir()]
        self._environment = _environment(folders)
        self._inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
        for name in self._environment.list_templates(extensions=["j2"]):
            self._load(name)

    def text(self, name: str, **values: object) -> str:
        """Return a mail's plain text, 72 columns wide; `name` is without its ending.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return fit(self._render(f"{name}.txt.j2", values))

    def html(self, name: str, **values: object) -> str:
        """Return a mail's HTML with its styles inline, everything in it escaped.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return self._inliner.inline(self._render(f"{name}.html.j2", values)) + "\n"

    def page(self, name: str, **values: object) -> str:
        """Return a page of the archive as it stands; `name` has its ending, `site/feed.xml`.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return self._render(f"{name}.j2", values)

    @cached_property
    def digest(self) -> str:
        """What changes with any file of the folders."""
        every = hashlib.sha256()
        for name in sorted(self._environment.list_templates()):
            every.update(f"{name}\0{self.source(name)}\0".encode())
        return every.hexdigest()

    def source(self, name: str) -> str:
        """Return a file of the folders that is no template: a style sheet, a script.

        Raises:
            TemplateError: there is none of that name.
        """
        loader = self._environment.loader
        assert loader is not None  # noqa: S101 - every environment of ours has one
        try:
            return loader.get_source(self._environment, name)[0]
        except jinja2.TemplateNotFound as fault:
            raise TemplateError(f"{name}: there is no such file") from fault

    def _load(self, name: str) -> jinja2.Template:
        try:
            return self._environment.get_template(name)
        except jinja2.TemplateSyntaxError as fault:
            place = f"{fault.filename or name}, line {fault.lineno}"
            raise TemplateError(f"{place}: {fault.message}") from fault
        except jinja2.TemplateError as fault:
            raise TemplateError(f"{name}: {fault}") from fault

    def _render(self, name: str, values: dict[str, object]) -> str:
        try:
            return self._load(name).render(values)
        except (jinja2.TemplateError, TypeError, AttributeError) as fault:
            raise TemplateError(f"{name}: {fault}") from fault


def _environment(folders: list[Path]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.FileSystemLoader(folder) for folder in folders]),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(["html.j2", "xml.j2"], default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters["columns"] = lambda rows: "\n".join(columns(rows))
    environment.globals.update(
        {
            "_": _told(languages.gettext),
            "ngettext": _told(languages.ngettext),
            "pgettext": _told(languages.pgettext),
            "language": languages.spoken,
        }
    )
    return environment


def _told(say: Callable[..., str]) -> Callable[..., str]:
    """Return gettext or one of its kin for templates: what goes into a place is escaped in HTML.

    So a place may hold markup that is marked as such, for instance a name in bold.
    """

    @jinja2.pass_eval_context
    def told(context: jinja2.nodes.EvalContext, *message: object, **values: object) -> str:
        if not context.autoescape:
            return say(*message, **values)
        found = escape(say(*message))
        return found.format(**values) if values else found

    return told


@lru_cache(maxsize=1)
def shipped() -> Templates:
    """Return the templates gm comes with."""
    return Templates()
