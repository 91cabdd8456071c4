"""What the bots of every game share: whole games between levels, the line protocol, and a bot that visits a club."""
