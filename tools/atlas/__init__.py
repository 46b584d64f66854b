"""Draws the card faces of the pictures once, so that the bot only has to put them down."""
