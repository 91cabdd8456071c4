"""Values: tiles, biomes, pieces, resources, the position of a game, and the changes that all else is made of."""
