"""Turns, games and positions as text and as data."""
