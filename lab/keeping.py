"""What the tools keep in files."""

from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Write the text to the file, at once: a tool that is ended meanwhile leaves the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_name(f"{path.name}.new")
    whole.write_text(text, encoding="utf-8")
    whole.replace(path)
