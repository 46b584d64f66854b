"""What the house needs to look after itself; not part of the bot."""
