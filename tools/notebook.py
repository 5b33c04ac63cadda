"""Runs the example notebook and saves its outputs: `python -m tools.notebook`.

Its cells are plain Python, so Jupyter is not needed; the tests run them the same way and compare.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "notebook.ipynb"


def outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The output of a cell: what it prints, and the value of its last expression."""
    tree = ast.parse(source)
    end = tree.body[-1] if tree.body else None
    last = end.value if isinstance(end, ast.Expr) else None
    if last is not None:
        tree.body.pop()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last), f"cell {number}", "eval"), names) if last else None
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = [value._repr_html_()]
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of a fresh run."""
    names: dict[str, Any] = {}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            shown = outputs("".join(cell["source"]), names, number)
            cell = {**cell, "execution_count": number, "outputs": shown}
        cells.append(cell)
    return {**notebook, "cells": cells}


def text(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    NOTEBOOK.write_text(text(run(json.loads(NOTEBOOK.read_text()))))


if __name__ == "__main__":
    main()
