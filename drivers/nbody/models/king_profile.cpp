#include "drivers/nbody/models/king_profile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tasuki::drivers {

namespace {

/// rho(W), up to a constant; 0 from the tidal radius on.
double density(double w) {
    if (w <= 0) return 0;
    // The closed form cancels where W is small: its series begins so.
    if (w < 0.01)
        return 8 / (15 * std::sqrt(std::numbers::pi)) * std::pow(w, 2.5) *
               (1 + 2 * w / 7);
    return std::exp(w) * std::erf(std::sqrt(w)) -
           std::sqrt(4 * w / std::numbers::pi) * (1 + 2 * w / 3);
}

struct State {
    double w, slope;  ///< W, W'
    double work;      ///< integral of rho / rho_0 W x^2

    State operator+(const State& s) const {
        return {w + s.w, slope + s.slope, work + s.work};
    }
    State operator*(double f) const { return {f * w, f * slope, f * work}; }
};

class Poisson {
  public:
    explicit Poisson(double w0) : centre_{density(w0)} {}

    State step(double x, const State& s, double h) const {
        const auto a = derivative(x, s);
        const auto b = derivative(x + h / 2, s + a * (h / 2));
        const auto c = derivative(x + h / 2, s + b * (h / 2));
        const auto d = derivative(x + h, s + c * h);
        return s + (a + b * 2 + c * 2 + d) * (h / 6);
    }

  private:
    State derivative(double x, const State& s) const {
        const double rho = density(s.w) / centre_;
        // 2/x W' is 2 W'' at the centre.
        const double curvature = x > 0 ? -9 * rho - 2 * s.slope / x : -3 * rho;
        return {s.slope, curvature, rho * s.w * x * x};
    }
    double centre_;
};

}  // namespace

KingProfile::KingProfile(double w0) {
    integrate(w0);
    scale();
}

void KingProfile::integrate(double w0) {
    constexpr double kStep = 1e-3;  // of the radius, or of the core
    const Poisson poisson{w0};
    State s{w0, 0, 0};
    double x = 0;
    const auto keep = [&] {
        x_.push_back(x);
        w_.push_back(std::max(s.w, 0.0));
        mass_.push_back(-x * x * s.slope / 9);
        work_.push_back(s.work);
    };
    for (keep(); s.w > 0; keep()) {
        double h = kStep * std::max(x, std::min(w0, 1.0));
        // Newton's method ends at the tidal radius: there W is a straight line.
        const double left = s.slope < 0 ? -s.w / s.slope : INFINITY;
        const bool last = left <= h;
        if (last) h = left;
        s = poisson.step(x, s, h);
        x += h;
        if (last) s.w = 0;
    }
}

void KingProfile::scale() {
    // phi = -sigma^2 W - G M / r_t and 4 pi rho_0 r_c^3 mu = M: the potential
    // energy is -(work / (9 mu^2) + 1 / x_t) G M^2 / (2 r_c), and -1/2 in
    // equilibrium.
    const double mu = mass_.back();
    core_radius_ = work_.back() / (9 * mu * mu) + 1 / x_.back();
    sigma_ = 1 / std::sqrt(9 * mu * core_radius_);
    for (double& mass : mass_) mass /= mu;
}

double KingProfile::concentration() const {
    return std::log10(x_.back());
}

KingProfile::Shell KingProfile::shell(double mass_fraction) const {
    const auto above = std::ranges::upper_bound(mass_, mass_fraction);
    const auto k = std::clamp<std::ptrdiff_t>(above - mass_.begin(), 1,
                                              std::ssize(mass_) - 1);
    // The volume grows as the mass, at the centre and between near nodes.
    const double part =
        (mass_fraction - mass_[k - 1]) / (mass_[k] - mass_[k - 1]);
    const double inner = std::pow(x_[k - 1], 3), outer = std::pow(x_[k], 3);
    const double x = std::cbrt(inner + part * (outer - inner));
    const double between = std::min((x - x_[k - 1]) / (x_[k] - x_[k - 1]), 1.0);
    return {core_radius_ * x, w_[k - 1] + between * (w_[k] - w_[k - 1])};
}

}  // namespace tasuki::drivers
