"""The course of the game: turns, what may be played, how an entry is judged, orders and departures (V-22, V-24)."""
