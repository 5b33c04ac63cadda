"""What MkDocs calls while it builds the site: pages made from the program itself, and links to its source.

A comment such as `<!-- rules: GAME -->` in a page is replaced by what the program says, so it is never out of date.
Links that leave `docs/`, to source files and tests, lead to highlighted copies of them within the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

from seventh.cli.common import app
from seventh.games import GAMES, rules_of
from seventh.house.rules.document import Clause, Table

ROOT = Path(__file__).resolve().parent.parent
ROOT_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
STATIC = ROOT / "src" / "seventh" / "web" / "static"
READABLE = {".ipynb", ".json", ".md", ".phh", ".py", ".sql", ".toml", ".txt"}
LINK = re.compile(r"(?<!!)(\[[^\]\[]*\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
QUOTED = re.compile(r"^<!-- (\S+/\S+\.(py|toml)) -->\n```$", re.MULTILINE)
GENERATED = re.compile(r"^<!-- (rules|command line)(?:: (\S+))? -->$", re.MULTILINE)
CLAUSE_ROW = re.compile(r"^\| ([A-Z]\d+) \| (\w+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)
TABLE_HEAD = re.compile(r"^\| clause \|.*\n\| --- .*\n", re.MULTILINE)


# What MkDocs calls.


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the root folder, the fonts, and a copy of every source file that a page links to."""
    for name, page in ROOT_PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for path in [STATIC / "img" / "icon.svg", *sorted((STATIC / "fonts").iterdir())]:
        files.append(File.generated(config, f"site/{path.name}", abs_src_path=str(path)))
    sources = {
        found
        for file in files.documentation_pages()
        for target in LINK.findall(file.content_string)
        if (found := _source(file.src_uri, target[1]))
    }
    for path in sorted({path for source in sources for path in _with_contents(source)}):
        content = _listing(path) if path.is_dir() else _highlighted(path)
        files.append(File.generated(config, _copy_of(path), content=content))
    files.append(File.generated(config, "source/source.css", content=STYLE))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fill in what the program says, and turn links out of `docs/` into links to the copies."""
    here = page.file.src_uri
    markdown = GENERATED.sub(lambda found: PARTS[found[1]](found[2] or ""), markdown)
    markdown = QUOTED.sub(lambda found: f'```{found[2]} title="{found[1]}"', markdown)
    if here == "rules.md":
        markdown = CLAUSE_ROW.sub(_clause_block, TABLE_HEAD.sub("", markdown))

    def moved(found: re.Match[str]) -> str:
        return f"{_named(here, found[1], found[2])}{_target(here, found[2])}{found[3]}"

    return LINK.sub(moved, markdown)


# Links to source files.


def _resolved(page: str, target: str) -> Path | None:
    """The file that a link means, for a page of `docs/` or of the root folder."""
    if ":" in target:
        return None
    folder = ROOT if page in ROOT_PAGES.values() else (ROOT / "docs" / page).parent
    return Path(posixpath.normpath(folder / target))


def _source(page: str, target: str) -> Path | None:
    """The source file or folder that a link means, None if it means a page."""
    path = _resolved(page, target)
    if path is None or not path.exists() or path.is_relative_to(ROOT / "docs") or path.name in ROOT_PAGES:
        return None
    return path


def _target(page: str, target: str) -> str:
    """The link as it has to be within the site."""
    path = _resolved(page, target)
    if path is None:
        return target
    if _source(page, target):
        place = _copy_of(path)
    elif path.name in ROOT_PAGES:
        place = ROOT_PAGES[path.name]
    elif page in ROOT_PAGES.values():
        place = path.relative_to(ROOT / "docs").as_posix()
    else:
        return target
    return posixpath.relpath(place, posixpath.dirname(page) or ".")


def _named(page: str, text: str, target: str) -> str:
    """The beginning of a link: one that says `rules.md` says the page's title instead."""
    path = _resolved(page, target)
    if path is None or not text.endswith(".md](") or _source(page, target):
        return text
    title = re.match(r"# (.*)", path.read_text(encoding="utf-8"))
    return f"[{title[1]}](" if title else text


def _copy_of(path: Path) -> str:
    name = path.relative_to(ROOT).as_posix()
    if path.suffix == ".ipynb":
        return f"source/{name}"
    return f"source/{name}/index.html" if path.is_dir() else f"source/{name}.html"


def _with_contents(path: Path) -> Iterator[Path]:
    """A file, or a folder with everything readable in it."""
    yield path
    if path.is_dir():
        for inner in path.iterdir():
            if inner.suffix in READABLE or (inner.is_dir() and not inner.name.startswith(("_", "."))):
                yield from _with_contents(inner)


_light, _dark = (HtmlFormatter(style=style) for style in ("default", "github-dark"))
STYLE = f"""body {{ margin: 2rem; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark }}
pre {{ font-size: 14px; overflow-x: auto }} .linenos {{ opacity: .5; padding-right: 1em; user-select: none }}
{_light.get_style_defs()}
@media (prefers-color-scheme: dark) {{ {_dark.get_style_defs()} }}
.highlight {{ background: none }}"""


def _page(path: Path, body: str) -> str:
    """A page with a file or a listing; its path leads back to the site."""
    name = path.relative_to(ROOT).as_posix()
    home, style = (
        posixpath.relpath(to, posixpath.dirname(_copy_of(path))) for to in ("index.html", "source/source.css")
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{style}"></head>\n'
        f'<body><p><a href="{home}">Seventh Street</a> / <code>{escape(name)}</code></p>\n{body}</body></html>\n'
    )


def _lexer(path: Path) -> Any:
    try:
        return get_lexer_for_filename(path.name)
    except ClassNotFound:
        return TextLexer()


def _highlighted(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return text
    if path.suffix in (".json", ".phh", ".txt"):
        return _page(path, f"<pre>{escape(text)}</pre>")
    return _page(path, str(highlight(text, _lexer(path), HtmlFormatter(linenos="inline"))))


def _listing(path: Path) -> str:
    inner = sorted({found for found in _with_contents(path) if found.parent == path})
    links = [(posixpath.relpath(_copy_of(found), posixpath.dirname(_copy_of(path))), found.name) for found in inner]
    items = "".join(f'<li><a href="{escape(link)}">{escape(name)}</a></li>' for link, name in links)
    return _page(path, f"<ul>{items}</ul>")


# Pages made from the program.


def _clause_block(found: re.Match[str]) -> str:
    """A row of the table of clauses, which is too wide for a page, as a block with its tests folded away."""
    clause, source, rule, settings, code, tests = found.groups()
    game = next(name for name, game in GAMES.items() if clause in game.clauses)
    number = len(re.findall(r"`test_", tests))
    lines = [
        f'<div class="clause" id="{clause}" markdown="block">',
        f'<div class="clause-number" markdown="block">\n[{clause}](rules/{game}.md#{clause}){{ .clause-id }}\n</div>',
        f'<div markdown="block">\n{rule} *({source})*\n',
        *([f"Settings: {settings.replace('<br>', ', ')}\n"] if settings else []),
        f"Code: {code.replace('<br>', ', ')}\n",
        f'<details markdown="block"><summary>{number} test{"s" * (number != 1)}</summary>\n\n{tests}\n\n</details>',
        "</div>\n</div>\n",
    ]
    return "\n".join(lines)


def rules_markdown(game: str) -> str:
    """The book's rules of a game, as `seventh rules GAME` prints them; every clause id is an anchor."""
    rules = rules_of(GAMES[game].book)
    seen: set[str] = set()
    lines = [f"Rules hash: `{rules.hash}`", ""]
    for section in rules.sections:
        if section.parts:
            lines += [f"## {section.title}", ""]
            lines += [_part(part, seen) for part in section.parts]
    return "\n".join(lines)


def _part(part: Clause | Table, seen: set[str]) -> str:
    """A clause or a table. A clause with several parts has its anchor at the first."""
    anchor = f' id="{part.id}"' if part.id and part.id not in seen else ""
    seen.add(part.id)
    proof = f' title="Code and tests of {part.id}"'
    number = f'<a class="clause-id" href="../rules.html#{part.id}"{proof}>{part.id}</a>' if part.id else ""
    if isinstance(part, Clause):
        body = "<p>" + " ".join(_passage(one.text, one.source) for one in part.passages) + "</p>"
    else:
        head = "".join(f"<th>{escape(column)}</th>" for column in part.columns)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in part.rows)
        body = f"<p>{_passage(part.title, part.source)}</p><table><tr>{head}</tr>{rows}</table>"
    return f'<div class="clause"{anchor}><div class="clause-number">{number}</div><div>{body}</div></div>\n'


def _passage(text: str, source: str) -> str:
    return f'<span class="reading" title="A reading">{escape(text)}</span>' if source == "reading" else escape(text)


def command_line_markdown(_: str) -> str:
    """Every command with its options, from the same definitions as `seventh --help`."""
    text = app.generate_docs(heading_level=1)
    text = text[text.index("\n## seventh ") + 1 :]  # without the title and the two lists of commands
    text = re.sub(r"^(seventh .*?) -m \w+", r"\1", text, flags=re.MULTILINE)  # how this process was started
    text = re.sub(r"\s*\*\[default: (False|\"\"|\(\))\]\*", "", text)
    return re.sub(r", --empty-[\w-]+", "", text)


PARTS: dict[str, Callable[[str], str]] = {
    "rules": rules_markdown,
    "command line": command_line_markdown,
}
