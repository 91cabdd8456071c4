"""Records as text and back, and the engine lines in them (V-23)."""
