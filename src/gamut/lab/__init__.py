"""Simulations, benchmarks, and the training of value networks."""
