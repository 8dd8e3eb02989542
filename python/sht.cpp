// tasuki.sht: spherical harmonic transforms.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <string>

#include "interface/transform.hpp"
#include "python/arrays.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using interface::TransformPlan;

interface::TransformSpec spec_of(int lmax, std::optional<int> nlat,
                                 std::optional<int> nlon,
                                 const std::string& grid,
                                 const std::string& norm, int fields,
                                 bool condon_shortley) {
    return {.lmax = lmax,
            .nlat = nlat,
            .nlon = nlon,
            .grid = sphere::parse_latitudes(grid),
            .convention = {io::parse_normalization(
                               norm == "ortho" ? "orthonormal" : norm),
                           condon_shortley},
            .fields = fields};
}

class Transform {
  public:
    Transform(int lmax, std::optional<int> nlat, std::optional<int> nlon,
              const std::string& grid, const std::string& norm, int fields,
              bool condon_shortley)
        : plan_{spec_of(lmax, nlat, nlon, grid, norm, fields, condon_shortley)},
          state_{[&](const Computing& computing) {
              return std::make_shared<interface::Transform>(
                  computing.context(), plan_,
                  graphs::Share::parse(computing.placement()));
          }} {}

    Output<double> synthesis(const Input<Complex>& alm) const {
        const auto from = elements(alm, "alm", spectra_shape());
        std::vector<double> map(product(map_shape()));
        {
            const Computing computing;
            state_.get(computing).synthesis(from, map);
        }
        return output(std::move(map), map_shape());
    }

    Output<Complex> analysis(const Input<double>& map) const {
        const auto from = elements(map, "map", map_shape());
        std::vector<Complex> alm(product(spectra_shape()));
        {
            const Computing computing;
            state_.get(computing).analysis(from, alm);
        }
        return output(std::move(alm), spectra_shape());
    }

    std::pair<Output<double>, Output<double>> winds(
        const Input<Complex>& vorticity,
        const Input<Complex>& divergence) const {
        const auto vorticity_of =
            elements(vorticity, "vorticity", spectra_shape());
        const auto divergence_of =
            elements(divergence, "divergence", spectra_shape());
        std::vector<double> u(product(map_shape())), v(u.size());
        {
            const Computing computing;
            state_.get(computing).winds(vorticity_of, divergence_of, u, v,
                                        [&] { computing.check_signals(); });
        }
        return {output(std::move(u), map_shape()),
                output(std::move(v), map_shape())};
    }

    std::pair<Output<Complex>, Output<Complex>> vordiv(
        const Input<double>& u, const Input<double>& v) const {
        const auto u_of = elements(u, "u", map_shape());
        const auto v_of = elements(v, "v", map_shape());
        std::vector<Complex> vorticity(product(spectra_shape()));
        auto divergence = vorticity;
        {
            const Computing computing;
            state_.get(computing).vordiv(u_of, v_of, vorticity, divergence,
                                         [&] { computing.check_signals(); });
        }
        return {output(std::move(vorticity), spectra_shape()),
                output(std::move(divergence), spectra_shape())};
    }

    Output<double> latitudes() const { return output_of(plan_.latitudes()); }
    Output<double> longitudes() const { return output_of(plan_.longitudes()); }

    int lmax() const { return plan_.coefficients().truncation().degrees; }
    int nlat() const { return plan_.grid().latitudes; }
    int nlon() const { return plan_.grid().longitudes; }
    std::size_t fields() const { return plan_.fields(); }
    std::string grid() const {
        return sphere::latitudes_name(plan_.grid().kind);
    }
    std::size_t nalm() const { return plan_.coefficients().size(); }

  private:
    Shape with_fields(Shape shape) const {
        if (fields() > 1) shape.insert(shape.begin(), fields());
        return shape;
    }
    Shape spectra_shape() const { return with_fields({nalm()}); }
    Shape map_shape() const {
        return with_fields({static_cast<std::size_t>(nlat()),
                            static_cast<std::size_t>(nlon())});
    }
    static Output<double> output_of(std::vector<double> values) {
        const Shape shape{values.size()};
        return output(std::move(values), shape);
    }

    TransformPlan plan_;
    Held<interface::Transform> state_;
};

constexpr auto kTransform = R"(Spherical harmonic transforms of real fields.

A field of degrees up to lmax is

    f(theta, phi) = sum_l a_l0 Y_l0
                    + 2 Re sum_(l, m > 0) a_lm Y_lm(theta, phi)

Coefficients a_lm have m >= 0 and the order of ducc0 and healpy: order m = 0
first, of each order the degrees l = m to lmax, so that a_lm is element
m (2 lmax + 1 - m) / 2 + l. Imaginary parts of m = 0 are ignored.

Maps have the shape (nlat, nlon): latitudes from north to south, longitudes
2 pi k / nlon eastward. With fields > 1, the arrays have a first axis of that
length.

Parameters
----------
lmax : largest degree and order
nlat, nlon : numbers of latitudes and longitudes (default: enough for products
    of two fields without aliases)
grid : latitudes: 'gauss' (ducc0: GL), 'regular' (F1), 'poles' (CC) or 'inner'
    (F2); nlat >= lmax + 1 with 'gauss' and 2 lmax + 1 else, nlon >= 2 lmax + 1
norm : 'ortho' (or 'orthonormal'): the integral of |Y_lm|^2 is 1; '4pi':
    it is 4 pi; 'schmidt': 4 pi / (2 l + 1)
fields : number of fields that are transformed together
condon_shortley : whether Y_lm have the phase (-1)^m

ducc0, healpy and SHTns (sht_orthonormal) have the defaults. Coefficients of
pyshtools, with csphase=1, are a_l0 = C_l0 and a_lm = (C_lm - i S_lm) / sqrt(2),
with condon_shortley=False.

Raises
------
UsageError : a size that does not fit, or an unknown name
UnavailableError : the placement needs a GPU, and there is none)";

}  // namespace

void add_sht(nb::module_& m) {
    nb::class_<Transform>(m, "Transform", kTransform)
        .def(nb::init<int, std::optional<int>, std::optional<int>,
                      const std::string&, const std::string&, int, bool>(),
             "lmax"_a, "nlat"_a = nb::none(), "nlon"_a = nb::none(),
             "grid"_a = "gauss", "norm"_a = "ortho", "fields"_a = 1,
             "condon_shortley"_a = true)
        .def("synthesis", &Transform::synthesis, "alm"_a,
             "The map of coefficients: alm of shape (nalm,) to (nlat, nlon).")
        .def("analysis", &Transform::analysis, "map"_a,
             "The coefficients of a map, by the quadrature of the grid: (nlat, "
             "nlon) to (nalm,).")
        .def("winds", &Transform::winds, "vorticity"_a, "divergence"_a,
             R"(The wind (u, v) of vorticity and divergence.

Both are coefficients, (nalm,); u is eastward and v northward, (nlat, nlon), on
the sphere of radius 1: on one of radius R, multiply them by R. The means of
both, l = 0, are taken as 0. The grid has to have room for the degree lmax + 1.)")
        .def(
            "vordiv", &Transform::vordiv, "u"_a, "v"_a,
            R"(Vorticity and divergence of the wind (u, v): the inverse of winds.

On a sphere of radius R, divide them by R.)")
        .def_prop_ro("lmax", &Transform::lmax, "Largest degree.")
        .def_prop_ro("nlat", &Transform::nlat, "Number of latitudes.")
        .def_prop_ro("nlon", &Transform::nlon, "Number of longitudes.")
        .def_prop_ro("nalm", &Transform::nalm,
                     "Number of coefficients: (lmax + 1) (lmax + 2) / 2.")
        .def_prop_ro("fields", &Transform::fields,
                     "Number of fields that are transformed together.")
        .def_prop_ro("grid", &Transform::grid, "Name of the grid.")
        .def_prop_ro("latitudes", &Transform::latitudes,
                     nb::rv_policy::automatic,
                     "Latitudes from north to south [rad], (nlat,).")
        .def_prop_ro("longitudes", &Transform::longitudes,
                     nb::rv_policy::automatic,
                     "Longitudes from 0 eastward [rad], (nlon,).");
}

}  // namespace tasuki::python
