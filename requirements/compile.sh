#!/bin/sh
# Pins every requirement with hashes for all platforms and Pythons we support, and without naming a registry.
# Run it after changing an .in file: requirements/compile.sh [--upgrade]
set -eu
cd "$(dirname "$0")/.."
uv=.seventh/uv/bin/uv
compile() {
    in=$1; shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --custom-compile-command requirements/compile.sh \
        "requirements/$in.in" --output-file "requirements/$in.txt" "$@"
}
compile uv "$@"
compile runtime "$@"
compile dev -c requirements/runtime.txt "$@"
compile plots -c requirements/runtime.txt "$@"
compile bench -c requirements/runtime.txt -c requirements/dev.txt "$@"
