// The pair (vorticity, divergence) and the wind (u, v), of each from the other.
//
//   submit_winds:                wind -> synthesis
//   submit_vorticity_divergence: analysis -> divergence (twice)
//
// u eastward, v northward, on the sphere of radius 1:
//   u = -d psi / d phi + (1 / cos phi) d chi / d lambda,
//   v = (1 / cos phi) d psi / d lambda + d chi / d phi,
// vorticity = lap psi, divergence = lap chi.  No derivative is taken on the
// grid; see codelets/sphere/{wind,divergence}.
#pragma once

#include "codelets/sphere/coefficient.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

class WindTransform {
  public:
    /// @param transform  outlives this; fields of degrees up to n - 1 have
    ///                   winds with n: T<M> needs Truncation{M, M + 1}
    explicit WindTransform(Transform& transform);

    /// Returns at once.  The mean of both is taken as 0, and so are their
    /// coefficients of the largest degree of the transform.
    /// @param vorticity, divergence  one spectrum each
    /// @param winds                  two fields: u, v
    /// @throws UsageError  other numbers of spectra or fields
    void submit_winds(const Spectra& vorticity, const Spectra& divergence,
                      Fields& winds);
    /// The wind of a flow without divergence.
    void submit_winds(const Spectra& vorticity, Fields& winds);

    /// Returns at once.  Coefficients of the largest degree become 0.
    /// @throws UsageError  see submit_winds
    void submit_vorticity_divergence(const Fields& winds, Spectra& vorticity,
                                     Spectra& divergence);

  private:
    void submit(const Spectra& vorticity, const Spectra* divergence,
                Fields& winds);

    Transform& transform_;
    Spectra work_;  // of U, V or of u / cos(phi), v / cos(phi)
};

/// Of the orders of this rank.
tasuki::sphere::SpectrumShape spectrum_shape(const Transform& transform);

/// Spectra of U = u cos(phi) and V, and with three of them the vorticity.
/// Returns at once.
/// @param divergence  null: there is none
void submit_wind_spectra(const Transform& transform, const Spectra& vorticity,
                         const Spectra* divergence, Spectra& winds);

}  // namespace tasuki::graphs::sphere
