"""Builders of screens: what a person reads and taps, from the table to lines and buttons."""
