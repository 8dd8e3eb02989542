"""Task graphs for scientific kernels on CPUs and GPUs together.

`tasuki.sht` has spherical harmonic transforms, `tasuki.nbody` gravity of
bodies, and `tasuki.lattice` gauge configurations, the Wilson-Dirac operator and
its solver. `tasuki.Context` runs tasks of kernels that are written in Python.
Arrays are those of numpy. Other threads of Python run while these compute.

The runtime starts when something is computed for the first time; `configure`
says before that which CPUs and GPUs it uses.
"""

from ._tasuki import (
    Error,
    InputError,
    NumericsError,
    TaskFailed,
    UnavailableError,
    UsageError,
    __version__,
    configure,
    version,
    workers,
)

# Tracebacks name them as programs do.
for _error in (
    Error,
    InputError,
    NumericsError,
    TaskFailed,
    UnavailableError,
    UsageError,
):
    _error.__module__ = __name__

from . import lattice, nbody, sht
from .graph import Array, Context, Graph, kernel, read, update, write

__all__ = [
    "Array",
    "Context",
    "Error",
    "Graph",
    "InputError",
    "NumericsError",
    "TaskFailed",
    "UnavailableError",
    "UsageError",
    "__version__",
    "configure",
    "kernel",
    "lattice",
    "nbody",
    "read",
    "sht",
    "update",
    "version",
    "workers",
    "write",
]
