"""Benchmarks: how fast, how large, beside others in the same run. `make bench` runs them all."""
