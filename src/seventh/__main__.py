"""`python -m seventh` is the command line."""

from seventh.cli import main

if __name__ == "__main__":
    main()
