"""Bundles: one script from many modules, with the same code and without the comments."""

from __future__ import annotations

import re

import pytest

from seventh.web import bundles
from seventh.web.bundles import STARTS, NotBundled, bundled, order, stripped

SOURCES = sorted(path.relative_to(bundles.SCRIPTS).as_posix() for path in bundles.SCRIPTS.rglob("*.js"))


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("const a = 1; // why\nconst b = 2;\n", "const a = 1;\nconst b = 2;\n"),
        ("/** What it does.\n * @type {any} */\n  let a;\n\n\n  let b;", "let a;\nlet b;"),
        ("const a = /** @type {any} */ (b);", "const a =  (b);"),
        ('const a = "// not a comment";', 'const a = "// not a comment";'),
        ("const a = 'it\\'s /* not */ one';", "const a = 'it\\'s /* not */ one';"),
        ("const a = `// text\n    ${b /* why */}\n    /* text */`;", "const a = `// text\n    ${b }\n    /* text */`;"),
        ("`${a ? `// ${b({ c: 1 })} /*` : {}}`; // why", "`${a ? `// ${b({ c: 1 })} /*` : {}}`; "),
        ('const a = /[/*]\\/"/.test(b); // why', 'const a = /[/*]\\/"/.test(b); '),
        ("return /'/; // why", "return /'/; "),
        ("const a = b / c; // d / e", "const a = b / c; "),
        ("`\\` $ ${a}`; // why", "`\\` $ ${a}`; "),
    ],
)
def test_comments_and_indentation_go_and_nothing_else(source, served):
    assert stripped(source) == served


@pytest.mark.parametrize("path", SOURCES)
def test_what_is_stripped_stays_as_it_is(path):
    once = stripped((bundles.SCRIPTS / path).read_text(encoding="utf-8"))
    assert stripped(once) == once
    assert "@param" not in once
    assert not re.search(r"^\s|^//|\n\n", once, re.MULTILINE)


@pytest.mark.parametrize("name", STARTS)
def test_a_bundle_has_every_module_once_after_what_it_imports(name):
    text = bundled(name, STARTS[name])
    assert text is not None
    modules = order(STARTS[name])
    made = re.findall(r"^const \$(\w+) = \(\(\) => \{$", text, re.MULTILINE)
    assert made == [module.removesuffix(".js").replace("-", "_").replace("/", "_") for module in modules]
    assert len(set(made)) == len(made)
    assert not re.search(r"^(import|export) ", text.rpartition("export {")[0], re.MULTILINE)


def test_modules_that_are_loaded_later_share_the_modules_of_the_bundle():
    assert "walkthrough.js" not in order("table.js")
    assert 'from "./dom.js"' in (bundled("table", "walkthrough.js") or "")
    assert bundled("table", "sound.js") == ('import { $sound } from "./table.js";\nexport const { play } = $sound;\n')
    assert bundled("table", "no-such.js") is None
    assert bundled("table", "../app.py") is None


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}, "a.js imports itself"),
        ({"a.js": "export default 1;"}, "a.js: export default 1;"),
        ({"a.js": 'import * as b from "./b.js";', "b.js": ""}, "a.js: import"),
        ({"a.js": "const a = `never closed"}, "a template without an end"),
    ],
)
def test_what_cannot_be_bundled_is_refused(files, why, tmp_path, monkeypatch):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(bundles, "SCRIPTS", tmp_path)
    monkeypatch.setitem(STARTS, "own", "a.js")
    caches = (bundles._scripts, bundles._text, bundles.order)
    try:
        for cache in caches:
            cache.cache_clear()
        with pytest.raises(NotBundled, match=re.escape(why)):
            bundled("own", "a.js")
    finally:
        for cache in caches:
            cache.cache_clear()
