// tasuki.lattice: gauge configurations and the Wilson-Dirac operator.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <filesystem>
#include <memory>
#include <string>
#include <tuple>

#include "graphs/wilson/operator.hpp"
#include "interface/fields.hpp"
#include "io/gauge/gauge_file.hpp"
#include "python/arrays.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using graphs::wilson::BlockField, graphs::wilson::Decomposition;
using lattice::Extents, lattice::GaugeField, lattice::SpinorField;
using runtime::UsageError;

/// (T, Z, Y, X, inner...)
Shape shape_of_field(const Extents& extents, const Shape& inner) {
    Shape shape;
    for (int mu = lattice::kDimensions - 1; mu >= 0; --mu)
        shape.push_back(static_cast<std::size_t>(extents[mu]));
    shape.insert(shape.end(), inner.begin(), inner.end());
    return shape;
}
const Shape kLinks{4, 3, 3}, kSpinor{4, 3};

/// @throws UsageError  another number of axes, or another end of the shape
Extents extents_of(const Input<Complex>& array, const char* name) {
    constexpr std::size_t most = interface::kMostSites;
    const Shape shape = shape_of(array);
    const bool fits =
        shape.size() == 7 && Shape(shape.begin() + 4, shape.end()) == kLinks &&
        std::all_of(shape.begin(), shape.begin() + 4,
                    [](std::size_t n) { return n >= 1 && n <= most; });
    if (!fits)
        throw UsageError(fmt::format(
            "{}: expected an array of shape (T, Z, Y, X, 4, 3, 3), with 1 to "
            "{} sites along each axis, found {}",
            name, most, text_of(shape)));
    const auto n = [&](std::size_t axis) {
        return static_cast<int>(shape[axis]);
    };
    return {{n(3), n(2), n(1), n(0)}};
}

GaugeField gauge_field(const Input<Complex>& u) {
    return interface::gauge_field(extents_of(u, "U"), u.data());
}

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

using Operator = graphs::wilson::WilsonOperator<double, 18>;

struct WilsonState {
    WilsonState(runtime::Context& context, const Decomposition& decomposition,
                const GaugeField& u,
                const graphs::wilson::OperatorOptions& options)
        : d{context, decomposition, u, options},
          psi{context, decomposition},
          out{context, decomposition} {}

    Operator d;
    BlockField<double> psi, out;
};

int sign_of(const std::string& bc_t) {
    if (bc_t == "antiperiodic") return -1;
    if (bc_t == "periodic") return 1;
    throw UsageError(fmt::format(
        "bc_t: expected antiperiodic or periodic, found '{}'", bc_t));
}

using BlockGrid = std::tuple<int, int, int, int>;

std::shared_ptr<WilsonState> make_wilson(const Computing& computing,
                                         const Input<Complex>& u, double kappa,
                                         const std::string& bc_t,
                                         const BlockGrid& blocks) {
    interface::check_finite("kappa", kappa);
    const int sign = sign_of(bc_t);
    const auto [x, y, z, t] = blocks;
    const Decomposition decomposition{extents_of(u, "U"), {{x, y, z, t}}};
    auto& context = computing.context();
    const auto placement = interface::measured_placement(context, decomposition,
                                                         computing.placement());
    return std::make_shared<WilsonState>(
        context, decomposition, gauge_field(u),
        graphs::wilson::OperatorOptions{kappa, sign, placement});
}

class Wilson {
  public:
    Wilson(const Input<Complex>& u, double kappa, const std::string& bc_t,
           const BlockGrid& blocks)
        : extents_{extents_of(u, "U")},
          kappa_{kappa},
          state_{[&](const Computing& computing) {
              return make_wilson(computing, u, kappa, bc_t, blocks);
          }} {}

    Output<Complex> apply(const Input<Complex>& psi) const {
        const Shape shape = shape_of_field(extents_, kSpinor);
        const auto from = elements(psi, "psi", shape);
        SpinorField field = [&] {
            const Computing computing;
            WilsonState& s = state_.get(computing);
            s.psi.write(interface::spinor_field(extents_, from.data()));
            s.d.submit_apply(s.psi, s.out);
            return s.out.read();
        }();
        return output<Complex>(std::move(field), shape, [](SpinorField& f) {
            return f.sites.data()->data();
        });
    }

    double kappa() const { return kappa_; }

  private:
    Extents extents_;
    double kappa_;
    Held<WilsonState> state_;
};

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

constexpr auto kWilson = R"(The Wilson-Dirac operator

    (D psi)(n) = psi(n) - kappa sum_mu [(1 - g_mu) U_mu(n) psi(n + mu)
                              + (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu)]

with a = 1 and gamma matrices of DeGrand and Rossi, whose g_t is diagonal:

    g_x = [[0, 0, 0, -i], [0, 0, -i, 0], [0, i, 0, 0], [i, 0, 0, 0]]
    g_y = [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]]
    g_z = [[0, 0, -i, 0], [0, 0, 0, i], [i, 0, 0, 0], [0, -i, 0, 0]]
    g_t = diag(1, 1, -1, -1)

Parameters
----------
U : links, (T, Z, Y, X, 4, 3, 3), complex128, mu = x, y, z, t; they are copied
kappa : hopping parameter
bc_t : boundary condition in T, 'antiperiodic' or 'periodic'
blocks : numbers of blocks along (X, Y, Z, T), which workers share; their
    extents are even

Raises
------
UsageError : another shape, or blocks that do not divide the lattice evenly)";

}  // namespace

void add_lattice(nb::module_& m) {
    m.def("read", &read, "path"_a, kRead);
    m.def("write", &write, "path"_a, "U"_a, "format"_a = "", kWrite);
    nb::class_<Wilson>(m, "Wilson", kWilson)
        .def(nb::init<const Input<Complex>&, double, const std::string&,
                      const BlockGrid&>(),
             "U"_a, "kappa"_a, nb::kw_only(), "bc_t"_a = "antiperiodic",
             "blocks"_a = std::tuple{1, 1, 1, 1})
        .def("apply", &Wilson::apply, "psi"_a,
             "D psi of a spinor field (T, Z, Y, X, 4, 3): spin, then colour.")
        .def_prop_ro("kappa", &Wilson::kappa, "Hopping parameter.");
}

}  // namespace tasuki::python
