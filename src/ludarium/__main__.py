"""`python -m ludarium` is the command `ludarium`."""

from ludarium.ui.cli import main

if __name__ == "__main__":
    main()
