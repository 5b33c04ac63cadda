#!/bin/sh
# Pins every requirement with hashes for all supported platforms and versions of Python, without naming a registry. The
# package's own requirements come from pyproject.toml: `core` without extras, `runtime` with all of them. Run it after
# changing that file or an .in file: requirements/compile.sh [--upgrade]
set -eu
cd "$(dirname "$0")/.."
uv=.seventh/uv/bin/uv
compile() {
    out=$1; shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --custom-compile-command requirements/compile.sh --output-file "requirements/$out.txt" "$@"
}
compile uv requirements/uv.in "$@"
compile runtime pyproject.toml --extra all "$@"
compile core pyproject.toml -c requirements/runtime.txt "$@"
for extra in dev plots; do
    compile "$extra" "requirements/$extra.in" -c requirements/runtime.txt "$@"
done
compile bench requirements/bench.in -c requirements/runtime.txt -c requirements/dev.txt "$@"
