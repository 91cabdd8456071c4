"""Entries: what each says as a value, how it is written, and the form of its clauses."""
