"""Questions to players, and the answers that are given for whoever leaves them to the rules (V-22)."""
