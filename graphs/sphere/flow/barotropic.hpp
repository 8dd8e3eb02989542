// The barotropic vorticity equation on a rotating sphere of radius 1:
//   d zeta / dt = - div ((zeta + f) v) - damping,  f = 2 Omega sin(phi),
//   u = - d psi / d phi,  v = (1 / cos(phi)) d psi / d lambda,
//   zeta = lap psi.
//
// One evaluation of the right side, products being taken on a grid on which
// those of two fields of T<M> have no aliases:
//
//   wind -> synthesis (U, V, zeta) -> flux(b) -> analysis -> divergence
//
// and four of them a step (advance).  With exact products the truncated
// equation conserves energy, enstrophy and angular momentum; their drift
// without damping is the error of the Runge-Kutta method, as dt^5 per step.
//
// What the host wants to know of a state is kept beside it, and later steps run
// while the host reads it:
//
//   flow.keep_fields();
//   flow.submit_step(dt);
//   show(flow.kept_sums());  // before the step
//
// Source: Orszag, J. Atmos. Sci. 27 (1970) 890 (transform method).
#pragma once

#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "codelets/sphere/damping.hpp"
#include "codelets/sphere/flow_sums.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::graphs::sphere {

struct BarotropicOptions {
    int degrees = 85;  ///< M of T<M>, 2 at least
    /// Omega [1 / time]; of the default the unit of time is a rotation.
    double rotation = 2 * std::numbers::pi;
    tasuki::sphere::Damping damping{};
    Share share = Share::Name::dynamic;
};

using tasuki::sphere::FlowSums;

/// The Gauss grid on which products have no aliases.
tasuki::sphere::Grid barotropic_grid(int degrees);

/// Every rank makes it with the same options and calls the same functions in
/// the same order.
class Barotropic {
  public:
    /// At rest.  May wait; see Transform.
    /// @throws UsageError        degrees below 2, or a damping below 0
    /// @throws UnavailableError  the share needs a worker that is not here
    Barotropic(runtime::Context& context, const BarotropicOptions& options);

    /// All coefficients, order by order, of T<M>; those of order 0 are real,
    /// and the mean of a vorticity is 0.
    /// @throws UsageError  another number of them
    void set_vorticity(std::span<const tasuki::sphere::Complex> coefficients);
    /// Waits; every rank has all.
    std::vector<tasuki::sphere::Complex> vorticity() const;

    /// Returns at once.
    void submit_step(double dt);

    /// Submits what keeps the vorticity of the state that all steps so far lead
    /// to, in place of all that was kept before; returns at once.
    void keep_vorticity();
    /// The same, and keeps its sums and its fields on the grid too.
    void keep_fields();
    /// This and those below wait for what is kept, and for no step behind it;
    /// every rank calls them and has the result, as of vorticity().
    std::vector<tasuki::sphere::Complex> kept_vorticity() const;
    /// This and those below are of keep_fields().
    FlowSums kept_sums() const;
    std::vector<double> kept_vorticity_on_grid()
        const;                           ///< (J, I), north first
    double kept_strongest_wind() const;  ///< max |v| on the grid

    /// Those of now: these keep the fields, and wait.
    FlowSums sums();
    std::vector<double> vorticity_on_grid();  ///< (J, I), north first
    double strongest_wind();                  ///< max |v| on the grid

    const tasuki::sphere::Grid& grid() const {
        return transform_.options().grid;
    }
    int degrees() const { return options_.degrees; }
    double cpu_fraction() const {
        return transform_.cpu_fraction(Direction::synthesis);
    }

  private:
    struct PartData {
        runtime::Array<tasuki::sphere::Pair> pair;
        runtime::Array<double> gust;
    };

    std::vector<tasuki::sphere::Complex> collected(const Spectra& from,
                                                   int k) const;
    void submit_tendency(const Spectra& of);
    void submit_stages(double dt);
    const runtime::Array<double>& damping_over(double half_step);

    runtime::Context& context_;
    BarotropicOptions options_;
    Transform transform_;
    Spectra state_, stage_, sum_, tendency_;
    Spectra winds_;        // U, V, zeta
    Spectra transported_;  // (u, v) (zeta + f)
    Fields wind_fields_, flux_fields_;
    std::vector<PartData> part_;  // (parts)
    // Of the state that is kept, as winds_ and wind_fields_.
    Spectra kept_winds_;
    Fields kept_fields_;
    runtime::Array<double> power_;
    /// exp(-rate time) of each degree, by time: the last step of a run may
    /// be shorter.
    std::map<double, runtime::Array<double>> damping_;
    runtime::Graphs<double> steps_{context_};  // by their length
};

}  // namespace tasuki::graphs::sphere
