"""The game of Pinnacola: pure rules without I/O, clock, logging or platform."""
