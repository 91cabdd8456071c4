"""The fast core: the rules of Taluva on flat arrays, and the search on top of them.

Every function in this package runs in two ways. Compiled by numba it is the bots' engine; left as plain Python, on
lists, it needs nothing but Python. `games.taluva.bots.engine` loads it in either way; nothing else imports it.
"""
