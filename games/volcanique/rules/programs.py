"""What a program has to know to play Volcanique: how an entry is written, and what a position has."""

from collections.abc import Mapping

NOTATION = (
    "One action each, its parts separated by single spaces (V-23). Hexes are q,r, sectors q,r:L with the colour "
    "L, M or D, tiles a kind and a rotation as in LM3, payments $ and sorted letters as in $LLM. “S L0@0,0 "
    "LM2@1,0 LMD4@0,1 D” builds an island, “G LM” takes the bonus, “M 0,0:L>1,0:L” moves (+ joins, *2 takes two),"
    " “F” flies, “B LD2@1,0 $LLL” buys a tile, “V 1,0/3 $LLLLL P=L1a” a volcano (then super or winter, arc=2, "
    "slide=0,1), “VR 2,-1/4” turns a second tile, “I” summons an island, “X 0,2” erodes, “C 1,0:D” claims, “U "
    "0,0:L $LLMM” makes a colossal, “W+”, “W~” and “W>” move at sea, “K 0,1:D”, “K$ $LLLMM” and “K!” sacrifice, "
    "“Q $LMD” buys points, “R -LM” discards, “R +L” picks, “E” ends the turn. “T 4,0>00” and “Z 0 2,0;3,0” are "
    "Plates and Rift. Answers are “m”, “e”, “v” and “c” with two sectors (“e 0,0:L>1,0:L $L”, “e 0,0:L>-” "
    "declines), “d y” and “b n”. “D 4” is a die and “O 0,0/3” a tile that comes out, both by the rules. “undo” "
    "takes back. In a log there are also “resign” and “timeout”."
)
STATE: Mapping[str, str] = {
    "turn": "how many entries there are",
    "round": "the number of the turn, counted for all seats together",
    "active": "whose turn it is",
    "stage": "“setup”, “normal”, “final”, “eruption”, “cool” or “over”",
    "step": "the step of the turn: “lava”, “move”, “buy”, “claim”, “sacrifice” or “collect”",
    "awaited": "the seats that are awaited",
    "wait": "what is waited for but for an action: “roll”, “uncover”, “found”, “bonus”, “rotate”, “relief”, “discard”, "
    "“answer”, or null",
    "due": "the sides of the die, or how many resources are to be chosen",
    "asked": "for each question the seat, the letter of its answer and the sector",
    "bought": "what was bought in this turn: s on soil, t elsewhere, v a volcano, i an island",
    "moves": "how many moves were made in this turn",
    "hexes": "for each land hex q, r and the stack from bottom to top; LM? is a secret rotation",
    "units": "for each unit the seat, q, r, colour, pieces and kind (“single”, “group”, “colossal”)",
    "sea": "sea critters as q, r, seat",
    "flows": "for each flow its number, seat, state, q, r and the hexes it has visited",
    "frost": "the winter's centre and radius as q, r, radius, or null",
    "grid": "the power on each slot",
    "tiles": "how many land tiles of each kind are left",
    "resources": "the resources of the supply as letters",
    "seats": "for each seat hand, crater, resources, slots, powers, track, volcanoes, bought points, points by item, "
    "total, whether it has left, and which limited powers are used up",
    "trigger": "what has set off the end, or null",
    "idle": "how many turns in a row nothing happened",
    "over": "whether the game is over",
    "places": "each seat's place, or null",
    "reason": "why the game is over, or null",
}
