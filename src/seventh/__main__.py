"""Entry point of `seventh` and `python -m seventh`; prints one line if a required extra is missing."""

from __future__ import annotations

import sys

from seventh.extras import missing_extra


def main() -> None:
    try:
        from seventh.cli import main as run

        run()
    except ModuleNotFoundError as error:
        said = missing_extra(" ".join(["seventh", *sys.argv[1:2]]), error.name)
        if said is None:
            raise
        sys.stderr.write(f"seventh: {said}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
