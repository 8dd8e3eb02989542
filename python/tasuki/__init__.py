"""Task graphs for scientific kernels on CPUs and GPUs together.

`tasuki.sht` has spherical harmonic transforms, `tasuki.nbody` gravity of
bodies, and `tasuki.lattice` gauge configurations and the Wilson-Dirac operator.
Arrays are those of numpy. Other threads of Python run while these compute.

The runtime starts when something is computed for the first time; `configure`
says before that which CPUs and GPUs it uses.
"""

from ._tasuki import (
    Error,
    InputError,
    NumericsError,
    UnavailableError,
    UsageError,
    __version__,
    configure,
    version,
    workers,
)

# Tracebacks name them as programs do.
for _error in (Error, InputError, NumericsError, UnavailableError, UsageError):
    _error.__module__ = __name__

from . import lattice, nbody, sht

__all__ = [
    "Error",
    "InputError",
    "NumericsError",
    "UnavailableError",
    "UsageError",
    "__version__",
    "configure",
    "lattice",
    "nbody",
    "sht",
    "version",
    "workers",
]
