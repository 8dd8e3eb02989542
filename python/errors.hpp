// What kernels of Python raise, on its way through the runtime.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <memory>

#include "runtime/core/error.hpp"

namespace tasuki::python {

/// "ValueError: what it says".
class KernelRaised : public runtime::Error {
  public:
    /// With the lock of Python.
    explicit KernelRaised(const nanobind::object& value);
    /// The exception of Python.
    nanobind::handle value() const { return value_.get(); }

  private:
    std::shared_ptr<PyObject> value_;
};

/// The object that was raised, taken out of the error.
nanobind::object exception_of(nanobind::python_error& error);

/// What a kernel of Python raised; nothing if it is another error.
nanobind::object raised_by(const std::exception_ptr& cause);

}  // namespace tasuki::python
