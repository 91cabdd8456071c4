"""What a command says while it works."""

import sys


def progress(text: str) -> None:
    """A line that the next one overwrites."""
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
