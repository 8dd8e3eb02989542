"""Gauge configurations of lattice QCD, and the Wilson-Dirac operator."""

from ._tasuki import Wilson, read, write

__all__ = ["Wilson", "read", "write"]
