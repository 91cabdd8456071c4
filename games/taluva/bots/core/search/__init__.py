"""The search for a turn, and the games from which the evaluation learns."""
