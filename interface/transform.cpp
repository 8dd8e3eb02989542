#include "interface/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/core/error.hpp"

namespace tasuki::interface {

namespace {

using graphs::sphere::Fields, graphs::sphere::Spectra;
using runtime::UsageError;
using sphere::Grid;

Grid grid_of(const TransformSpec& spec) {
    constexpr int most = 20000;
    if (spec.lmax < 0 || spec.lmax > most)
        throw UsageError(
            fmt::format("lmax: expected 0 to {}, found {}", most, spec.lmax));
    Grid grid = sphere::quadratic_grid(spec.grid, spec.lmax);
    grid.latitudes = spec.nlat.value_or(grid.latitudes);
    grid.longitudes = spec.nlon.value_or(grid.longitudes);
    sphere::check_grid(grid, sphere::triangle(spec.lmax));
    return grid;
}

std::size_t count_of(int fields) {
    if (fields < 1)
        throw UsageError(
            fmt::format("fields: expected 1 or more, found {}", fields));
    return static_cast<std::size_t>(fields);
}

/// Part k of all, of which each has `size` numbers.
template <class T>
std::span<T> part(std::span<T> all, std::size_t k, std::size_t size) {
    return all.subspan(k * size, size);
}

}  // namespace

TransformPlan::TransformPlan(const TransformSpec& spec)
    : grid_{grid_of(spec)},
      coefficients_{spec.lmax, spec.convention},
      fields_{count_of(spec.fields)} {}

std::vector<double> TransformPlan::latitudes() const {
    std::vector<double> all;
    for (const auto& node : sphere::nodes_of(grid_.kind, grid_.latitudes))
        all.push_back(std::atan2(node.mu, node.cosine));
    return all;
}

std::vector<double> TransformPlan::longitudes() const {
    std::vector<double> all(static_cast<std::size_t>(grid_.longitudes));
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] =
            2 * std::numbers::pi * static_cast<double>(i) / grid_.longitudes;
    return all;
}

graphs::sphere::TransformOptions TransformPlan::options(
    graphs::Share share) const {
    return {.truncation = coefficients_.truncation(),
            .grid = grid_,
            .share = share,
            .fields = static_cast<int>(fields_)};
}

/// Transforms of winds, whose functions have a degree more.
struct Transform::Winds {
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

Transform::Transform(runtime::Context& context, const TransformPlan& plan,
                     graphs::Share share)
    : plan_{plan},
      transform_{context, plan.options(share)},
      spectra_{transform_.make_spectra(static_cast<int>(plan.fields()))},
      maps_{transform_.make_fields(static_cast<int>(plan.fields()))} {}

Transform::~Transform() = default;

Transform::Winds& Transform::made_winds() {
    if (!winds_) {
        auto options = transform_.options();
        ++options.truncation.degrees;
        options.fields = 2;
        sphere::check_grid(options.grid, options.truncation);
        winds_ = std::make_unique<Winds>(transform_.context(), options);
    }
    return *winds_;
}

void Transform::synthesis(std::span<const Complex> alm, std::span<double> map) {
    for (std::size_t k = 0; k < plan_.fields(); ++k)
        transform_.assign(spectra_, static_cast<int>(k),
                          inner(alm, k, transform_));
    transform_.submit_synthesis(spectra_, maps_);
    for (std::size_t k = 0; k < plan_.fields(); ++k)
        std::ranges::copy(transform_.collect(maps_, static_cast<int>(k)),
                          part(map, k, plan_.grid().size()).begin());
}

void Transform::analysis(std::span<const double> map, std::span<Complex> alm) {
    for (std::size_t k = 0; k < plan_.fields(); ++k)
        transform_.assign(maps_, static_cast<int>(k),
                          part(map, k, plan_.grid().size()));
    transform_.submit_analysis(maps_, spectra_);
    for (std::size_t k = 0; k < plan_.fields(); ++k)
        outer(transform_.collect(spectra_, static_cast<int>(k)), transform_,
              alm, k);
}

void Transform::winds(std::span<const Complex> vorticity,
                      std::span<const Complex> divergence, std::span<double> u,
                      std::span<double> v, const AfterEach& after_each) {
    const std::size_t size = plan_.grid().size();
    Winds& w = made_winds();
    for (std::size_t k = 0; k < plan_.fields(); ++k) {
        w.transform.assign(w.vorticity, 0, inner(vorticity, k, w.transform));
        w.transform.assign(w.divergence, 0, inner(divergence, k, w.transform));
        w.winds.submit_winds(w.vorticity, w.divergence, w.wind);
        std::ranges::copy(w.transform.collect(w.wind, 0),
                          part(u, k, size).begin());
        std::ranges::copy(w.transform.collect(w.wind, 1),
                          part(v, k, size).begin());
        if (after_each) after_each();
    }
}

void Transform::vordiv(std::span<const double> u, std::span<const double> v,
                       std::span<Complex> vorticity,
                       std::span<Complex> divergence,
                       const AfterEach& after_each) {
    const std::size_t size = plan_.grid().size();
    Winds& w = made_winds();
    for (std::size_t k = 0; k < plan_.fields(); ++k) {
        w.transform.assign(w.wind, 0, part(u, k, size));
        w.transform.assign(w.wind, 1, part(v, k, size));
        w.winds.submit_vorticity_divergence(w.wind, w.vorticity, w.divergence);
        outer(w.transform.collect(w.vorticity, 0), w.transform, vorticity, k);
        outer(w.transform.collect(w.divergence, 0), w.transform, divergence, k);
        if (after_each) after_each();
    }
}

std::vector<Complex> Transform::inner(
    std::span<const Complex> all, std::size_t k,
    const graphs::sphere::Transform& of) const {
    return plan_.coefficients().inner(part(all, k, plan_.coefficients().size()),
                                      of.options().truncation);
}

void Transform::outer(const std::vector<Complex>& from,
                      const graphs::sphere::Transform& of,
                      std::span<Complex> all, std::size_t k) const {
    plan_.coefficients().outer(from, of.options().truncation,
                               part(all, k, plan_.coefficients().size()));
}

}  // namespace tasuki::interface
