// tasuki.sht: spherical harmonic transforms.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include "codelets/sphere/grid.hpp"
#include "graphs/sphere/flow/winds.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "python/arrays.hpp"
#include "python/coefficients.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using graphs::sphere::Fields, graphs::sphere::Spectra;
using runtime::UsageError;
using sphere::Grid;

/// Transforms of winds, whose functions have a degree more.
struct Winds {
    Winds(runtime::Context& context,
          const graphs::sphere::TransformOptions& options)
        : transform{context, options},
          winds{transform},
          vorticity{transform.make_spectra(1)},
          divergence{transform.make_spectra(1)},
          wind{transform.make_fields(2)} {}

    graphs::sphere::Transform transform;
    graphs::sphere::WindTransform winds;
    Spectra vorticity, divergence;
    Fields wind;
};

struct ShtState {
    ShtState(const Computing& computing,
             const graphs::sphere::TransformOptions& options)
        : transform{computing.context(), options},
          spectra{transform.make_spectra(options.fields)},
          fields{transform.make_fields(options.fields)} {}

    Winds& winds() {
        if (!winds_) {
            auto options = transform.options();
            ++options.truncation.degrees;
            options.fields = 2;
            sphere::check_grid(options.grid, options.truncation);
            winds_ = std::make_unique<Winds>(transform.context(), options);
        }
        return *winds_;
    }

    graphs::sphere::Transform transform;
    Spectra spectra;
    Fields fields;

  private:
    std::unique_ptr<Winds> winds_;  // when they are first wanted
};

Grid grid_of(int lmax, std::optional<int> nlat, std::optional<int> nlon,
             const std::string& name) {
    constexpr int most = 20000;
    if (lmax < 0 || lmax > most)
        throw UsageError(
            fmt::format("lmax: expected 0 to {}, found {}", most, lmax));
    Grid grid = sphere::quadratic_grid(sphere::parse_latitudes(name), lmax);
    grid.latitudes = nlat.value_or(grid.latitudes);
    grid.longitudes = nlon.value_or(grid.longitudes);
    sphere::check_grid(grid, sphere::triangle(lmax));
    return grid;
}

std::size_t count_of(int fields) {
    if (fields < 1)
        throw UsageError(
            fmt::format("fields: expected 1 or more, found {}", fields));
    return static_cast<std::size_t>(fields);
}

class Transform {
  public:
    Transform(int lmax, std::optional<int> nlat, std::optional<int> nlon,
              const std::string& grid, const std::string& norm, int fields,
              bool condon_shortley)
        : grid_{grid_of(lmax, nlat, nlon, grid)},
          coefficients_{lmax, norm, condon_shortley},
          fields_{count_of(fields)},
          state_{[&](const Computing& computing) {
              return std::make_shared<ShtState>(
                  computing,
                  graphs::sphere::TransformOptions{
                      .truncation = coefficients_.truncation(),
                      .grid = grid_,
                      .share = graphs::Share::parse(computing.placement()),
                      .fields = fields});
          }} {}

    Output<double> synthesis(const Input<Complex>& alm) const {
        const auto from = elements(alm, "alm", spectra_shape());
        std::vector<double> map(fields_ * grid_.size());
        {
            const Computing computing;
            ShtState& s = state_.get(computing);
            for (std::size_t k = 0; k < fields_; ++k)
                s.transform.assign(s.spectra, static_cast<int>(k),
                                   inner(from, k, s.transform));
            s.transform.submit_synthesis(s.spectra, s.fields);
            collect(s.transform, s.fields, map);
        }
        return output(std::move(map), map_shape());
    }

    Output<Complex> analysis(const Input<double>& map) const {
        const auto from = elements(map, "map", map_shape());
        std::vector<Complex> alm(fields_ * coefficients_.size());
        {
            const Computing computing;
            ShtState& s = state_.get(computing);
            assign(s.transform, s.fields, from);
            s.transform.submit_analysis(s.fields, s.spectra);
            for (std::size_t k = 0; k < fields_; ++k)
                outer(s.transform.collect(s.spectra, static_cast<int>(k)),
                      s.transform, alm, k);
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
        const std::size_t size = grid_.size();
        std::vector<double> u(fields_ * size), v(fields_ * size);
        {
            const Computing computing;
            Winds& w = state_.get(computing).winds();
            for (std::size_t k = 0; k < fields_; ++k) {
                w.transform.assign(w.vorticity, 0,
                                   inner(vorticity_of, k, w.transform));
                w.transform.assign(w.divergence, 0,
                                   inner(divergence_of, k, w.transform));
                w.winds.submit_winds(w.vorticity, w.divergence, w.wind);
                for (auto* to : {&u, &v})
                    std::ranges::copy(
                        w.transform.collect(w.wind, to == &u ? 0 : 1),
                        to->data() + k * size);
                computing.check_signals();
            }
        }
        return {output(std::move(u), map_shape()),
                output(std::move(v), map_shape())};
    }

    std::pair<Output<Complex>, Output<Complex>> vordiv(
        const Input<double>& u, const Input<double>& v) const {
        const auto u_of = elements(u, "u", map_shape());
        const auto v_of = elements(v, "v", map_shape());
        const std::size_t size = grid_.size();
        std::vector<Complex> vorticity(fields_ * coefficients_.size());
        auto divergence = vorticity;
        {
            const Computing computing;
            Winds& w = state_.get(computing).winds();
            for (std::size_t k = 0; k < fields_; ++k) {
                w.transform.assign(w.wind, 0, u_of.subspan(k * size, size));
                w.transform.assign(w.wind, 1, v_of.subspan(k * size, size));
                w.winds.submit_vorticity_divergence(w.wind, w.vorticity,
                                                    w.divergence);
                outer(w.transform.collect(w.vorticity, 0), w.transform,
                      vorticity, k);
                outer(w.transform.collect(w.divergence, 0), w.transform,
                      divergence, k);
                computing.check_signals();
            }
        }
        return {output(std::move(vorticity), spectra_shape()),
                output(std::move(divergence), spectra_shape())};
    }

    Output<double> latitudes() const {
        std::vector<double> all;
        for (const auto& node : sphere::nodes_of(grid_.kind, grid_.latitudes))
            all.push_back(std::atan2(node.mu, node.cosine));
        return output(std::move(all), {all.size()});
    }
    Output<double> longitudes() const {
        std::vector<double> all(static_cast<std::size_t>(grid_.longitudes));
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = 2 * std::numbers::pi * static_cast<double>(i) /
                     grid_.longitudes;
        return output(std::move(all), {all.size()});
    }

    int lmax() const { return coefficients_.truncation().degrees; }
    int nlat() const { return grid_.latitudes; }
    int nlon() const { return grid_.longitudes; }
    std::size_t fields() const { return fields_; }
    std::string grid() const { return sphere::latitudes_name(grid_.kind); }
    std::size_t nalm() const { return coefficients_.size(); }

  private:
    Shape with_fields(Shape shape) const {
        if (fields_ > 1) shape.insert(shape.begin(), fields_);
        return shape;
    }
    Shape spectra_shape() const { return with_fields({coefficients_.size()}); }
    Shape map_shape() const {
        return with_fields({static_cast<std::size_t>(grid_.latitudes),
                            static_cast<std::size_t>(grid_.longitudes)});
    }

    /// Spectrum k of all, for a transform of this truncation or more.
    std::vector<Complex> inner(std::span<const Complex> all, std::size_t k,
                               const graphs::sphere::Transform& of) const {
        const std::size_t size = coefficients_.size();
        return coefficients_.inner(all.subspan(k * size, size),
                                   of.options().truncation);
    }
    void outer(const std::vector<Complex>& from,
               const graphs::sphere::Transform& of, std::span<Complex> all,
               std::size_t k) const {
        const std::size_t size = coefficients_.size();
        coefficients_.outer(from, of.options().truncation,
                            all.subspan(k * size, size));
    }
    void assign(const graphs::sphere::Transform& transform, Fields& fields,
                std::span<const double> from) const {
        const std::size_t size = grid_.size();
        for (std::size_t k = 0; k < fields_; ++k)
            transform.assign(fields, static_cast<int>(k),
                             from.subspan(k * size, size));
    }
    void collect(const graphs::sphere::Transform& transform,
                 const Fields& fields, std::span<double> to) const {
        for (std::size_t k = 0; k < fields_; ++k)
            std::ranges::copy(transform.collect(fields, static_cast<int>(k)),
                              to.data() + k * grid_.size());
    }

    Grid grid_;
    Coefficients coefficients_;
    std::size_t fields_;
    Held<ShtState> state_;
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
