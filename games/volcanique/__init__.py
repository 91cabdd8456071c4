"""Volcanique by Alex Barnes-Keoghan: everything that only this game needs (CC BY-NC-SA 4.0, see rules/RULES.md)."""
