// Errors of Tasuki as exceptions of Python, with the same messages.
#include "python/module.hpp"
#include "runtime/core/error.hpp"

namespace nb = nanobind;

namespace tasuki::python {

namespace {

/// An error is also the exception that Python has for its kind.
template <class E>
void add(nb::module_& m, const char* name, nb::handle base, nb::handle kind,
         const char* what) {
    const nb::exception<E> added{m, name, nb::make_tuple(base, kind)};
    nb::setattr(added, "__doc__", nb::str(what));
}

}  // namespace

void add_errors(nb::module_& m) {
    using namespace runtime;
    // Those that are added later are looked at first.
    const nb::exception<Error> error{m, "Error", PyExc_RuntimeError};
    nb::setattr(error, "__doc__",
                nb::str("Base of all errors that Tasuki raises on purpose."));
    add<UsageError>(m, "UsageError", error, PyExc_ValueError,
                    "An argument breaks a documented rule.");
    add<InputError>(m, "InputError", error, PyExc_ValueError,
                    "A file has wrong or missing content.");
    add<NumericsError>(m, "NumericsError", error, PyExc_ArithmeticError,
                       "The numerics failed: NaN, or no SU(3) matrix.");
    const nb::exception<UnavailableError> unavailable{m, "UnavailableError",
                                                      error};
    nb::setattr(unavailable, "__doc__",
                nb::str("A device or feature that was asked for is missing."));
}

}  // namespace tasuki::python
