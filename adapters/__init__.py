"""The platforms. An adapter translates, it decides nothing."""
