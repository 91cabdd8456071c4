"""A prepared turn in words: where its tile would lie and what it would build, as the island now is."""

from collections.abc import Sequence

from games.boards.translatable import Words, join_sentences, say
from games.taluva.board.ghosts import can_lie
from games.taluva.board.island import Island, island_of
from games.taluva.board.places import place_map
from games.taluva.board.story import built_words, tile_words
from games.taluva.board.text import TERRAINS
from games.taluva.rules import Game, building
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.formats.notation import TurnParts
from games.taluva.rules.placement import Placement, place_tile
from games.taluva.rules.turn_events import built_event

PIECES = {
    BuildKind.HUT: say("Then a hut."),
    BuildKind.TEMPLE: say("Then a temple."),
    BuildKind.TOWER: say("Then a tower."),
}


def prepared_words(game: Game, seat: int, turn: TurnParts, names: Sequence[str]) -> Words:
    """Return `Tile on the north shore, beside Mira's temple, towards NW. Hut on the new tile, in the jungle.`"""
    tile = tile_words(place_map(game.position, names), turn.placement, [], names)
    return join_sentences([tile, intended_words(island_of(game), game.options.founding, seat, turn, names)])


def intended_words(island: Island, founding: str, seat: int, turn: TurnParts, names: Sequence[str]) -> Words:
    """Return the build; of one that is not legal now, only its kind."""
    placed, build = turn
    if build is None:
        return say("Nothing built.")
    if not is_legal(island, founding, seat, placed, build):
        return PIECES.get(build.kind) or say(
            "Then an expansion over %(terrain)s.", terrain=TERRAINS[build.terrain or ""]
        )
    land = place_tile(island.position, placed, 0)
    return built_words(place_map(land, names), built_event(seat, build, land), placed)


def is_legal(island: Island, founding: str, seat: int, placed: Placement, build: Build) -> bool:
    if not can_lie(island, placed):
        return False
    land = place_tile(island.position, placed, 0)
    return building.first_violation(land, seat, build, founding) is None
