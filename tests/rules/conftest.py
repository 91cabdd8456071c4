"""Hypothesis with the same examples at each run: a test that fails once fails again."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("rules")
