// Carries what a kernel in Python raises through the runtime.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <memory>

#include "runtime/core/error.hpp"

namespace tasuki::python {

/// Its message is "ValueError: ...", as Python prints it.
class KernelRaised : public runtime::Error {
  public:
    /// The caller has the lock of Python.
    explicit KernelRaised(const nanobind::object& value);
    /// Returns the exception of Python.
    nanobind::handle value() const { return value_.get(); }

  private:
    std::shared_ptr<PyObject> value_;
};

/// Takes the object that was raised out of the error.
nanobind::object exception_of(nanobind::python_error& error);

/// Returns what a kernel in Python raised; nothing if `cause` is another error.
nanobind::object raised_by(const std::exception_ptr& cause);

}  // namespace tasuki::python
