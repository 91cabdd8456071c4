"""The makers' tools for Taluva's bots. The site needs none of them and imports nothing from here.

    python -m lab match A B     two bots: pairs of games with the same draw and the seats swapped
    python -m lab ladder        every level against the one below; writes the published ratings
    python -m lab train         self-play and regression: the weights of the evaluation
    python -m lab fuzz          the bots' core against the rules on random games
    python -m lab faults        faults seeded in the core, all of which `fuzz` has to find

`arena` plays games between two sides, `matches` many of them on several cores, and `ladder` those of all neighbours;
`fuzz` is one compared game, `fuzzing` a hundred thousand. The games behind the ratings are in `ladder_games/`, what was
compared in `fuzzed.json`. docs/bots.md says how the tools are used and what they found.
"""
