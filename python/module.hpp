// What the parts of the module add to it.
#pragma once

#include <nanobind/nanobind.h>

namespace tasuki::python {

void add_errors(nanobind::module_& m);
void add_sht(nanobind::module_& m);
void add_nbody(nanobind::module_& m);
void add_lattice(nanobind::module_& m);
void add_wilson(nanobind::module_& m);
void add_graph(nanobind::module_& m);

}  // namespace tasuki::python
