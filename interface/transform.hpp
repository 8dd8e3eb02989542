// Spherical harmonic transforms of a caller's arrays, in the caller's
// conventions: what Python and C have of graphs/sphere.
//
// Spectra are (fields, coefficients), in the order of Coefficients; maps are
// (fields, latitudes, longitudes), north first.  The last index is the fastest.
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "graphs/share.hpp"
#include "graphs/sphere/flow/winds.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "interface/coefficients.hpp"

namespace tasuki::interface {

using Complex = std::complex<double>;

/// What a caller asks for.
struct TransformSpec {
    int lmax = 0;  ///< largest degree and order
    /// Of the grid; nothing: enough for products of two fields.
    std::optional<int> nlat{}, nlon{};
    sphere::Latitudes grid = sphere::Latitudes::gauss;
    io::Convention convention{io::Normalization::orthonormal, true};
    int fields = 1;  ///< transformed together
};

/// The sizes of a transform, which exist without a Context.
class TransformPlan {
  public:
    /// @throws UsageError  a size that does not fit
    explicit TransformPlan(const TransformSpec& spec);

    const sphere::Grid& grid() const { return grid_; }
    const Coefficients& coefficients() const { return coefficients_; }
    std::size_t fields() const { return fields_; }
    /// Latitudes from north to south [rad], (latitudes).
    std::vector<double> latitudes() const;
    /// Longitudes from 0 eastward [rad], (longitudes).
    std::vector<double> longitudes() const;
    /// Options of the transform of these sizes.
    graphs::sphere::TransformOptions options(graphs::Share share) const;

  private:
    sphere::Grid grid_;
    Coefficients coefficients_;
    std::size_t fields_;
};

/// All functions wait.
class Transform {
  public:
    /// @throws UnavailableError  the share needs a worker that is not here
    Transform(runtime::Context& context, const TransformPlan& plan,
              graphs::Share share);
    ~Transform();

    /// The maps of spectra.
    void synthesis(std::span<const Complex> alm, std::span<double> map);
    /// The spectra of maps, by the quadrature of the grid.
    void analysis(std::span<const double> map, std::span<Complex> alm);

    /// Called after each field of those that are not transformed together; it
    /// may throw.
    using AfterEach = std::function<void()>;
    /// The wind of vorticity and divergence on the sphere of radius 1, u
    /// eastward and v northward.  Both means are taken as 0.
    /// @throws UsageError  the grid has no room for the degree lmax + 1
    void winds(std::span<const Complex> vorticity,
               std::span<const Complex> divergence, std::span<double> u,
               std::span<double> v, const AfterEach& after_each = {});
    /// Vorticity and divergence of a wind.
    /// @throws UsageError  as winds()
    void vordiv(std::span<const double> u, std::span<const double> v,
                std::span<Complex> vorticity, std::span<Complex> divergence,
                const AfterEach& after_each = {});

  private:
    struct Winds;
    /// Made when they are first wanted.
    Winds& made_winds();
    /// Spectrum k of all, for a transform of this truncation or a larger one.
    std::vector<Complex> inner(std::span<const Complex> all, std::size_t k,
                               const graphs::sphere::Transform& of) const;
    void outer(const std::vector<Complex>& from,
               const graphs::sphere::Transform& of, std::span<Complex> all,
               std::size_t k) const;

    TransformPlan plan_;
    graphs::sphere::Transform transform_;
    graphs::sphere::Spectra spectra_;
    graphs::sphere::Fields maps_;
    std::unique_ptr<Winds> winds_;
};

}  // namespace tasuki::interface
