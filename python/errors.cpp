// Errors of Tasuki as exceptions of Python, with the same messages.
#include "python/errors.hpp"

#include <nanobind/stl/string.h>

#include "io/input_error.hpp"
#include "python/module.hpp"

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

/// Where a kernel of Python has failed, with what it raised as its cause.
void add_task_failed(nb::module_& m, nb::handle base) {
    nb::object type = nb::exception<runtime::TaskFailed>{m, "TaskFailed", base};
    nb::setattr(type, "__doc__",
                nb::str("A task has failed, and all that were to come after it "
                        "do nothing; `kernel` is its name."));
    nb::register_exception_translator(
        [](const std::exception_ptr& error, void* its_type) {
            try {
                std::rethrow_exception(error);
            } catch (const runtime::TaskFailed& failed) {
                const nb::handle as{static_cast<PyObject*>(its_type)};
                const nb::object value = as(nb::str(failed.what()));
                nb::setattr(value, "kernel", nb::str(failed.kernel().c_str()));
                if (nb::object cause = raised_by(failed.cause()))
                    PyException_SetCause(value.ptr(), cause.release().ptr());
                PyErr_SetObject(as.ptr(), value.ptr());
            }
        },
        type.release().ptr());  // as long as the module, which never ends
}

}  // namespace

KernelRaised::KernelRaised(const nb::object& value)
    : Error{runtime::ExitCode::fault,
            nb::cast<std::string>(nb::str("{}: {}").attr("format")(
                value.type().attr("__name__"), value))},
      value_{nb::object{value}.release().ptr(), [](PyObject* its) {
                 const nb::gil_scoped_acquire acquire;
                 Py_DECREF(its);
             }} {}

nb::object exception_of(nb::python_error& error) {
    error.restore();
#if PY_VERSION_HEX >= 0x030C0000
    return nb::steal(PyErr_GetRaisedException());
#else
    // Functions in C may raise a type and a text: this makes an object of them.
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    const nb::object its_type = nb::steal(type), trace = nb::steal(traceback);
    if (trace.is_valid()) PyException_SetTraceback(value, trace.ptr());
    return nb::steal(value);
#endif
}

nb::object raised_by(const std::exception_ptr& cause) {
    try {
        std::rethrow_exception(cause);
    } catch (const KernelRaised& raised) {
        return nb::borrow(raised.value());
    } catch (...) {
        return {};
    }
}

void add_errors(nb::module_& m) {
    using namespace runtime;
    // Those that are added later are looked at first.
    const nb::exception<Error> error{m, "Error", PyExc_RuntimeError};
    nb::setattr(error, "__doc__",
                nb::str("Base of all errors that Tasuki raises on purpose."));
    add<UsageError>(m, "UsageError", error, PyExc_ValueError,
                    "An argument breaks a documented rule.");
    add<io::InputError>(m, "InputError", error, PyExc_ValueError,
                        "A file has wrong or missing content.");
    add<NumericsError>(m, "NumericsError", error, PyExc_ArithmeticError,
                       "The numerics failed: NaN, or no SU(3) matrix.");
    const nb::exception<UnavailableError> unavailable{m, "UnavailableError",
                                                      error};
    nb::setattr(unavailable, "__doc__",
                nb::str("A device or feature that was asked for is missing."));
    add_task_failed(m, error);
}

}  // namespace tasuki::python
