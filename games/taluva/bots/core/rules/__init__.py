"""The rules on flat arrays: laying a tile, building, the end, all turns, and turns drawn at random."""
