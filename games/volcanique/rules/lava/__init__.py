"""Volcanoes and lava: what an activation sets off, where lava flows, how it ends (V-13, V-14)."""
