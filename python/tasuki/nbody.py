"""Gravity of bodies on each other, summed over all pairs."""

from ._tasuki import Simulation, accelerations

__all__ = ["Simulation", "accelerations"]
