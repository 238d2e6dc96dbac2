"""The Jinja2 environment: shipped templates, a GM's own before them, and their two dresses.

A GM's folder holds files of the same names as `templates/`; a file that is there is used in place
of the shipped one. Every template is compiled when the program starts. The templates of a game lie
in a folder named after its room. Before they did, they had no such folder around them; a GM's own
are still found there, and may still name others so.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import css_inline
import jinja2
from markupsafe import Markup, escape

from gm import languages
from gm.errors import TemplateError
from gm.languages.speaking import joined
from gm.report.wording.text import breakable, columns, fit
from gm.resources import templates_dir

_TYPED: Final = re.compile(r"`([^`]++)`")
_AS_TYPED: Final = Markup('<span class="short">{}</span>')

_JOINED: Final = re.compile(r"(?<![\w-])(\d{1,2}-\d{1,2}|\d{1,3} %)(?![\w-])")
_WHOLE: Final = Markup('<span class="whole">{}</span>')

_log = logging.getLogger(__name__)


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
        own_folders = [] if folder is None else [_OwnFolder(folder)]
        self._environment = _environment([*own_folders, jinja2.FileSystemLoader(templates_dir())])
        self._inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
        for name in self._environment.list_templates(extensions=["j2"]):
            self._try_out(name)

    def _try_out(self, name: str) -> None:
        """Compile a template, as the program starts."""
        self._load(name)

    def text(self, name: str, **values: object) -> str:
        """Return a mail's plain text, 72 columns wide; `name` is without its ending.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return fit(self.rendered(f"{name}.txt.j2", values))

    def html(self, name: str, **values: object) -> str:
        """Return a mail's HTML with its styles inline, everything in it escaped.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return self._inliner.inline(self.rendered(f"{name}.html.j2", values)) + "\n"

    def page(self, name: str, **values: object) -> str:
        """Return a page of the archive as it stands; `name` has its ending, `site/feed.xml`.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        return self.rendered(f"{name}.j2", values)

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

    def rendered(self, name: str, values: dict[str, object]) -> str:
        """Return what a template makes of values, as it stands; `name` is whole.

        Raises:
            TemplateError: the template asks for a value nobody gives it.
        """
        try:
            return self._load(name).render(values)
        except (jinja2.TemplateError, TypeError, AttributeError) as fault:
            raise TemplateError(f"{name}: {fault}") from fault


class _OwnFolder(jinja2.FileSystemLoader):
    """A GM's own templates; those of a game also where they lay before it had a folder of its own."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template; TemplateNotFound."""
        try:
            return super().get_source(environment, template)
        except jinja2.TemplateNotFound:
            before = template.partition("/")[2]
            shipped = templates_dir()
            if not (shipped / template).is_file() or (shipped / before).exists():
                raise
            return super().get_source(environment, before)


class _Moved(jinja2.BaseLoader):
    """Finds a game's template by the name it had before its game had a folder of its own."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return a template; TemplateNotFound."""
        for folder in sorted(templates_dir().iterdir()):
            loader = environment.loader
            if loader is not None and (folder / template).is_file():
                return loader.get_source(environment, f"{folder.name}/{template}")
        raise jinja2.TemplateNotFound(template)

    def list_templates(self) -> list[str]:
        """Return nothing: what it finds is listed by its name of now."""
        return []


def _environment(loaders: Sequence[jinja2.BaseLoader]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([*loaders, _Moved()]),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(["html.j2", "xml.j2"], default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters["upper"] = lambda text: languages.capitals(str(text))
    environment.filters["breakable"] = lambda text: breakable(str(text))
    environment.filters["coded"] = coded
    environment.filters["unbroken"] = unbroken
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


def coded(text: object) -> Markup:
    """Return words for HTML; what stands in `backticks`, as something to send, is set as it is typed."""
    pieces = enumerate(_TYPED.split(str(text)))
    return Markup("").join(
        _AS_TYPED.format(piece) if at % 2 else unbroken(piece) for at, piece in pieces
    )


def unbroken(text: object) -> Markup:
    """Return words for HTML in which what belongs to a figure stands on its line: `4-5`, `61 %`."""
    pieces = enumerate(_JOINED.split(str(text)))
    return Markup("").join(_WHOLE.format(piece) if at % 2 else piece for at, piece in pieces)


def _told(say: Callable[..., str]) -> Callable[..., str]:
    """Return gettext or one of its kin for templates: what goes into a place is escaped in HTML.

    So a place may hold markup that is marked as such, for instance a name in bold.
    """

    @jinja2.pass_eval_context
    def translated(context: jinja2.nodes.EvalContext, *message: object, **values: object) -> str:
        if not context.autoescape:
            return say(*message, **values)
        said = escape(joined(languages.spoken(), say(*message), values))
        try:
            return said.format(**values) if values else said
        except (KeyError, IndexError, ValueError):
            # A slip in a translation must not cost a player his mail.
            with languages.speaking(languages.ENGLISH):
                return escape(say(*message)).format(**values)

    return translated


@lru_cache(maxsize=1)
def shipped() -> Templates:
    """Return the templates gm comes with."""
    return Templates()


class OwnTemplates(Templates):
    """A GM's own templates, which cost nobody a mail: for one that is broken the shipped one stands in.

    Args:
        folder: where they are.

    Raises:
        TemplateError: the folder is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._faults: dict[str, str] = {}
        super().__init__(folder)

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with those that were not used, a sentence for each."""
        return tuple(self._faults.values())

    def _try_out(self, name: str) -> None:
        try:
            self._load(name)
        except TemplateError as fault:
            self._faults[name] = str(fault)

    def rendered(self, name: str, values: dict[str, object]) -> str:
        """Return what a template makes of values, or the shipped one where it cannot be used."""
        try:
            return super().rendered(name, values)
        except Exception as fault:
            # Whatever a GM's own template does wrong, the report goes out.
            reason = str(fault) if isinstance(fault, TemplateError) else f"{name}: {fault!r}"
            self._faults[name] = reason
            _log.warning("%s; the shipped template is used", reason)
            return shipped().rendered(name, values)


_own: list[Templates] = []


@contextmanager
def using(folder: Path | None) -> Iterator[None]:
    """Write all mails of this process by a GM's own templates inside a `with`.

    Args:
        folder: of his; None for those that were in force.

    Raises:
        TemplateError: the folder is not there.
    """
    if folder is None:
        yield
        return
    _own.append(OwnTemplates(folder))
    try:
        yield
    finally:
        _own.pop()


def current() -> Templates:
    """Return the templates that mails are written by."""
    return _own[-1] if _own else shipped()
