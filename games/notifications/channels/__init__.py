"""The ways to reach a person, a folder or module each, behind one interface (`channel.py`)."""
