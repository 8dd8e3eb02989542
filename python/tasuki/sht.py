"""Spherical harmonic transforms of fields and winds on the sphere."""

from ._tasuki import Transform

__all__ = ["Transform"]
