// The density of a King model (Astron. J. 71 (1966) 64): a lowered isothermal
// sphere, cut off where bodies would escape into a tidal field,
//   f(v) ~ exp(W - v^2 / (2 sigma^2)) - 1   for v^2 < 2 W sigma^2,
// where W(r) = -(phi(r) - phi(r_t)) / sigma^2 falls from W0 to 0 at the tidal
// radius r_t.  With x = r / r_c and King's core radius
// r_c^2 = 9 sigma^2 / (4 pi G rho_0), Poisson's equation is
//   W'' + 2/x W' = -9 rho(W) / rho(W0),
//   rho(W) ~ exp(W) erf(sqrt(W)) - sqrt(4 W / pi) (1 + 2 W / 3)
// (Binney & Tremaine, Galactic Dynamics, 2nd ed., eqs. 4.110 to 4.112).
#pragma once

#include <vector>

namespace tasuki::drivers {

class KingProfile {
  public:
    /// Integrates outwards, by Runge and Kutta's method of fourth order.
    /// @param w0  depth of the potential, 0.05 to 16
    explicit KingProfile(double w0);

    /// In N-body units: G = M = 1, E = -1/4.
    double tidal_radius() const { return core_radius_ * x_.back(); }
    double sigma() const { return sigma_; }
    /// log10(r_t / r_c)
    double concentration() const;

    struct Shell {
        double radius;  ///< N-body units
        double w;       ///< W there
    };
    /// Where the mass inside is this fraction of all.
    Shell shell(double mass_fraction) const;

  private:
    void integrate(double w0);
    void scale();

    // At the nodes, from the centre to the tidal radius.
    std::vector<double> x_, w_;
    std::vector<double> mass_;  ///< -x^2 W' / 9, then over that of all
    std::vector<double> work_;  ///< integral of rho / rho_0 W x^2
    double core_radius_ = 0, sigma_ = 0;
};

}  // namespace tasuki::drivers
