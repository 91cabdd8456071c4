"""What the tools keep is whole at any moment."""

from pathlib import Path

import pytest

from lab import keeping


def test_a_file_is_put_with_its_folder_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "bots" / "faults.json"
    keeping.replace_file(path, "one")
    keeping.replace_file(path, "two")
    assert [(file.name, file.read_text()) for file in path.parent.iterdir()] == [("faults.json", "two")]


def test_a_tool_that_is_ended_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ratings.json"
    keeping.replace_file(path, "old")

    def write_half(file: Path, text: str, encoding: str) -> None:
        file.write_bytes(text.encode(encoding)[: len(text) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", write_half)
    with pytest.raises(KeyboardInterrupt):
        keeping.replace_file(path, "new")

    assert path.read_text() == "old"
