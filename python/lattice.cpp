// tasuki.lattice: gauge configurations as arrays.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>

#include <filesystem>
#include <string>

#include "io/gauge/gauge_file.hpp"
#include "python/lattice_arrays.hpp"
#include "python/module.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using lattice::GaugeField;

Output<Complex> read(const std::filesystem::path& path) {
    GaugeField field = [&] {
        const nb::gil_scoped_release release;
        return io::read_gauge(path.string()).field;
    }();
    const Shape shape = shape_of_field(field.extents(), kLinks);
    return output<Complex>(std::move(field), shape, [](GaugeField& f) {
        return f.links().data()->e.data();
    });
}

void write(const std::filesystem::path& path, const Input<Complex>& u,
           const std::string& format) {
    const nb::gil_scoped_release release;
    constexpr int bits = 64;
    const auto f = io::format_of(path.string(), format);
    io::write_gauge(path.string(), gauge_field(u),
                    {f, io::usual_encoding(f, bits), {}});
}

constexpr auto kRead =
    R"(Read a gauge configuration: NERSC, ILDG, SciDAC, MILC or openQCD.

The content decides which format it is. Its size, its checksum, that all links
are SU(3) matrices, plaquette and link trace are checked.

Returns
-------
links U_mu(n), (T, Z, Y, X, 4, 3, 3), complex128: mu = x, y, z, t; then row and
column

Raises
------
InputError : what is wrong with the file, and where)";

constexpr auto kWrite =
    R"(Write a gauge configuration, whole or not at all, in double precision (MILC:
single).

Parameters
----------
path : of the file, which is replaced
U : links, (T, Z, Y, X, 4, 3, 3), complex128
format : 'nersc', 'ildg', 'scidac', 'milc' or 'openqcd' (default: by the ending
    of the path: these names, .lime or .cnfg)

Raises
------
UsageError : the file cannot be written, or the ending names no format
NumericsError : a link is not an SU(3) matrix)";

}  // namespace

void add_lattice(nb::module_& m) {
    m.def("read", &read, "path"_a, kRead);
    m.def("write", &write, "path"_a, "U"_a, "format"_a = "", kWrite);
}

}  // namespace tasuki::python
