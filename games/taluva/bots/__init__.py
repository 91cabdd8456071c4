"""The bots that play Taluva. Pure: the randomness comes in, and the game stays as it was. Their face is `TaluvaBots`.

Nothing here imports numba. The levels that need the fast core load it when they first choose a turn, and so do the
tools; the others play in plain Python, or on the core where it is loaded already.
"""

from games.taluva.bots.taluva_bots import TaluvaBots

__all__ = ["TaluvaBots"]
