"""The host: what a chat does with the game, on any platform."""
