"""What a seat may do in its turn: what can be tapped, the turn bar, and why something is not legal."""
