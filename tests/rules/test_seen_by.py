"""What a viewer's own copy of a game knows: the draw so far, and with a preview the waiting tile of that seat alone."""

import pytest

from games.taluva.rules import Game, Options

DRAW = ["JC", "SJ", "CL", "RJ", "JS", "CJ"]


@pytest.mark.parametrize(
    ("preview", "viewer", "known"),
    [
        ("off", None, ["JC"]),
        ("off", 1, ["JC"]),
        ("on", None, ["JC"]),
        ("on", 0, ["JC"]),
        ("on", 1, ["JC", "SJ"]),
        ("on", 2, ["JC", None, "CL"]),
    ],
)
def test_a_viewers_copy_knows_what_the_viewer_may_see(
    preview: str, viewer: int | None, known: list[str | None]
) -> None:
    game = Game(Options.from_settings({"players": 3, "preview": preview}), DRAW)

    seen = game.seen_by(viewer)

    assert list(seen.tiles) == known + [None] * (36 - len(known))
    assert seen.to_record(viewer) == game.to_record(viewer)
    assert game.tiles[:6] == tuple(DRAW)
