"""What positions and turns are worth."""
