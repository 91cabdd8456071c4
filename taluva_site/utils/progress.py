"""What a command says while it works."""

import sys


def print_progress(text: str) -> None:
    """Print a line that the next one overwrites."""
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
