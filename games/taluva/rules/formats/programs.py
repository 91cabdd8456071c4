"""What a program has to know to play Taluva: how a turn is written, and what a position has."""

from collections.abc import Mapping

NOTATION = (
    "A placement and a build with a space between them, as in “SJ@2,-1SW H@1,-1” (T-10.2). The placement is the tile, "
    "“@”, the cell of its volcano as q,r, and the direction in which its first field lies: E, SE, SW, W, NW or NE. The "
    "build is “H@q,r” for a hut, “W@q,r” for a temple, “T@q,r” for a tower, “X@q,r:J” for the expansion of the "
    "settlement at q,r over the fields of a terrain (J jungle, C clearing, S sand, R rocks, L lake), or “-” where "
    "nothing can be built. In a log there are also “resign”, “resign:1” by seat 1, and “timeout”."
)
STATE: Mapping[str, str] = {
    "turn": "how many turns have been played",
    "to_move": "the seat that is to move, or null",
    "tile": "the tile to be placed: its two terrains, as in “JC”",
    "tiles_left": "how many tiles are not on the table yet, with the one to be placed",
    "over": "whether the game is over",
    "places": "each seat's place, or null while it has none",
    "reason": "why the game is over: “early”, “tiles” or “last-standing”, or null",
    "seats": "for each seat huts, temples and towers that it has left, built_huts, built_temples and built_towers, and "
    "its status: “in”, “out” or “placed”",
    "cells": "the island: for each cell q, r, level, terrain (V is a volcano), the direction of a volcano, the owner's "
    "seat, the piece (“hut”, “temple”, “tower”), the number of huts, and the number of the tile on top, from 0",
}
