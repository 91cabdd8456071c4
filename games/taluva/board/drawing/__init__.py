"""What is drawn of a position: where things lie, and the layers of the drawing as values."""
