"""Gauge configurations of lattice QCD, and the Wilson-Dirac operator."""

from ._tasuki import SolveInfo, Wilson, read, write

__all__ = ["SolveInfo", "Wilson", "read", "write"]
