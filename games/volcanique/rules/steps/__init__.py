"""What players do: the setup, the steps of a turn (V-4.1), and the limited powers."""
