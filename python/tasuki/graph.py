"""Task graphs of kernels that are written in Python.

    @tasuki.kernel
    def axpy(y, x, a):
        y += a * x

    with tasuki.Context() as context:
        x, y = context.array(np.arange(5.0)), context.array(np.ones(5))
        context.submit(axpy, update(y), read(x), 2)
        print(y.read())
"""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._tasuki import Graph, UsageError, _Context

__all__ = ["Access", "Array", "Context", "Graph", "Kernel"]
__all__ += ["kernel", "read", "update", "write"]


class Kernel:
    """A function of Python as what a task computes; `kernel` makes it.

    It gets arrays of numpy for what `read`, `write` and `update` mark, and
    other arguments as they are. It returns nothing. Called by itself it is the
    function.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        self.signature = inspect.signature(function)
        self.name: str = getattr(function, "__name__", type(function).__name__)
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any, **named: Any) -> None:
        return self.function(*arguments, **named)

    def _compute(self, *arguments: Any, **named: Any) -> None:
        if self.function(*arguments, **named) is not None:
            raise TypeError(
                f"kernel {self.name} returned a value: expected one that writes "
                "to its arrays, as in y[:] = x"
            )


def kernel(function: Callable[..., None]) -> Kernel:
    """Make a function what tasks compute (a decorator).

    Tasks call it on CPUs, on threads of the runtime. One that spends its time
    in numpy, which lets other threads run, overlaps with others.
    """
    return Kernel(function)


class _How(enum.Enum):
    READ = "read"
    WRITE = "write"
    UPDATE = "update"


class Access(NamedTuple):
    """An array, and what a task does with it."""

    array: Array
    how: _How


def read(array: Array) -> Access:
    """The task reads the array, which it gets read-only."""
    return Access(array, _How.READ)


def write(array: Array) -> Access:
    """The task writes all of the array, and reads nothing of it."""
    return Access(array, _How.WRITE)


def update(array: Array) -> Access:
    """The task reads and changes the array."""
    return Access(array, _How.UPDATE)


class Array:
    """An array that tasks share; `Context.array` makes it."""

    def __init__(self, context: Context, values: NDArray[Any]) -> None:
        if values.dtype.hasobject or values.nbytes == 0:
            raise UsageError(
                "values: expected numbers, and one or more of them, found shape "
                f"{values.shape} of {values.dtype}"
            )
        memory = np.zeros(-(-values.nbytes // 8), np.uint64)
        own = memory.view(np.uint8)[: values.nbytes].view(values.dtype)
        self._own: NDArray[Any] = own.reshape(values.shape)
        self._own[...] = values
        self._read_only = self._own.view()
        self._read_only.flags.writeable = False
        self._context = context
        self._data = context._array(memory)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of elements along each axis."""
        return self._own.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the elements."""
        return self._own.dtype

    def read(self) -> NDArray[Any]:
        """Wait for the tasks that were submitted; a copy of the elements.

        Raises
        ------
        TaskFailed : a kernel has raised an exception
        """
        copy: NDArray[Any] = self._context._on_host(
            self._data, self._own.copy, False
        )
        return copy

    def write(self, values: ArrayLike) -> None:
        """Wait for the tasks that were submitted, and replace the elements.

        Raises
        ------
        ValueError : the values have another shape
        TaskFailed : a kernel has raised an exception
        """
        given = np.asarray(values)
        if given.shape != self.shape:
            raise UsageError(
                f"values: expected an array of shape {self.shape}, found {given.shape}"
            )
        change = functools.partial(np.copyto, self._own, given, casting="same_kind")
        self._context._on_host(self._data, change, True)

    def __repr__(self) -> str:
        return f"<tasuki.Array of shape {self.shape}, {self.dtype}>"


class Context(_Context):
    """The runtime as what tasks of kernels in Python run on.

    There is one at a time, the one that computes for the other parts of the
    package too. `close`, or the end of a `with` block, ends it, and all
    objects that were made with it. Once a task has failed, all calls raise
    TaskFailed; the next Context is a new one.

    Parameters
    ----------
    cpus : number of logical CPUs (default: as `configure` says)
    gpus : number of GPUs (default: as `configure` says)
    workers : number of tasks that run on CPUs at once (default: 1, as kernels of
        the package use all CPUs for one task)

    Raises
    ------
    UsageError : a number is given, and the runtime has started
    UnavailableError : there are not as many
    """

    def array(self, values: ArrayLike) -> Array:
        """An array that tasks share, with a copy of the values.

        Parameters
        ----------
        values : one or more numbers, of any shape and type
        """
        return Array(self, np.asarray(values))

    def submit(self, kernel: Kernel, *arguments: Any, **named: Any) -> None:
        """Submit a task, and return at once.

        Tasks that share an array run in the order in which they were
        submitted, unless both only read it.

        Parameters
        ----------
        kernel : a function with @tasuki.kernel
        arguments : of the function: `read(a)`, `write(a)` or `update(a)` for
            arrays of this Context, other things as they are

        Raises
        ------
        TypeError : the kernel takes other arguments
        UsageError : an array without what is done with it, or one that has ended
        TaskFailed : a task before has failed
        """
        if not isinstance(kernel, Kernel):
            raise TypeError(
                f"submit: expected a function with @tasuki.kernel, found {kernel!r}"
            )
        kernel.signature.bind(*arguments, **named)
        accesses: dict[Array, set[_How]] = {}

        def given(name: Any, argument: Any) -> Any:
            if isinstance(argument, Array):
                raise UsageError(
                    f"argument {name} of {kernel.name} is an array: say read(), "
                    "write() or update() of it"
                )
            if not isinstance(argument, Access):
                return argument
            array, how = argument
            if not isinstance(array, Array):
                raise UsageError(
                    f"argument {name} of {kernel.name}: expected {how.value}() of "
                    f"an array of a Context, found {type(array).__name__}"
                )
            accesses.setdefault(array, set()).add(how)
            return array._read_only if how is _How.READ else array._own

        call = functools.partial(
            kernel._compute,
            *(given(k, a) for k, a in enumerate(arguments, 1)),
            **{name: given(name, a) for name, a in named.items()},
        )
        # The task keeps the arrays, and so does a graph.
        call.arrays = tuple(accesses)  # type: ignore[attr-defined]

        lists: dict[_How, list[Any]] = {how: [] for how in _How}
        for array, hows in accesses.items():
            how = next(iter(hows)) if len(hows) == 1 else _How.UPDATE
            lists[how].append(array._data)
        self._submit(
            kernel.name, call, lists[_How.WRITE], lists[_How.UPDATE], lists[_How.READ]
        )

    def close(self) -> None:
        """Wait for all tasks, and end the runtime; what is computed next starts it."""
        self._close(False)

    def __enter__(self) -> Context:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wait for all tasks, or cancel them if an exception leaves; and close."""
        try:
            if kind is None and not self.closed:
                self.wait()
        finally:
            self._close(kind is not None)
