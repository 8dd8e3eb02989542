// The module tasuki._tasuki; the files of python/tasuki/ give its parts their
// places in the package.
#include "python/module.hpp"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "python/runtime.hpp"
#include "runtime/core/version.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

std::vector<std::string> workers() {
    std::vector<std::string> names;
    const Computing computing;
    computing.end_failed_context();
    for (const auto& worker : computing.context().workers())
        names.push_back(worker.name);
    return names;
}

}  // namespace

}  // namespace tasuki::python

NB_MODULE(_tasuki, m) {
    using namespace tasuki::python;
    m.attr("__version__") =
        fmt::format("{}.{}.{}", TASUKI_VERSION_MAJOR, TASUKI_VERSION_MINOR,
                    TASUKI_VERSION_PATCH);
    m.def("version", &tasuki::runtime::version,
          "Versions of Tasuki, of StarPU and of the GPU toolkit.");
    m.def(
        "configure",
        [](std::optional<int> cpus, std::optional<int> gpus,
           const std::optional<std::string>& placement) {
            const Settings usual;
            const Computing computing;
            computing.configure({cpus.value_or(usual.cpus),
                                 gpus.value_or(usual.gpus), usual.cpu_workers,
                                 placement.value_or(usual.placement)});
        },
        nb::kw_only(), "cpus"_a = nb::none(), "gpus"_a = nb::none(),
        "placement"_a = nb::none(),
        R"(Say what the runtime uses, before anything is computed.

The runtime starts when something is computed for the first time, and ends with
the interpreter, or with a `tasuki.Context` that is closed.

Parameters
----------
cpus : number of logical CPUs (default: all)
gpus : number of GPUs (default: all; none in a build for CPUs)
placement : where to compute: 'dynamic' (default; CPUs and GPUs share the work
    by their measured speeds), 'cpu', 'gpu', 'split:F' (fraction F on the CPU)
    or 'split:auto'. `tasuki.lattice.Wilson` also knows 'host-t-minus',
    'host-t' and 'host-all'.

Raises
------
UsageError : the runtime has started, or a value is wrong)");
    m.def("workers", &workers,
          "Names of the workers that compute; starts the runtime.");
    add_errors(m);
    add_sht(m);
    add_nbody(m);
    add_lattice(m);
    add_wilson(m);
    add_graph(m);
}
