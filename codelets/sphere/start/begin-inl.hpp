// Where one order begins on one group of latitudes.
#pragma once

#include <cmath>

#include "codelets/sphere/start/start.hpp"

namespace tasuki::sphere::start {

/// value 2^exponent
struct Scaled {
    double value;
    int exponent;
};

/// (value + rest)^m, by repeated squaring with twice the digits.
TASUKI_HD Scaled power(double value, double rest, int m) {
    double high = 1, low = 0;
    int exponent = 0;
    double square = value, square_low = rest;
    int square_exponent = 0;
    const auto times = [](double& a, double& a_low, double b, double b_low) {
        const double p = a * b;
        a_low = std::fma(a, b, -p) + (a * b_low + a_low * b);
        a = p + a_low;
        a_low = (p - a) + a_low;
    };
    const auto normalize = [](double& a, double& a_low, int& e) {
        if (a == 0) return;
        int shift = 0;
        a = std::frexp(a, &shift);
        a_low = std::ldexp(a_low, -shift);
        e += shift;
    };
    normalize(square, square_low, square_exponent);
    for (; m > 0; m /= 2) {
        if (m % 2 == 1) {
            times(high, low, square, square_low);
            exponent += square_exponent;
            normalize(high, low, exponent);
        }
        times(square, square_low, square, square_low);
        square_exponent *= 2;
        normalize(square, square_low, square_exponent);
    }
    return {high, exponent};
}

/// Functions of terms l and l + 1 of one order on one latitude.
class Walk {
  public:
    TASUKI_HD Walk(const Order& order, const Lead& lead, const Step* step,
                   const Pair& pair, const Cosine& cosine)
        : step_{step + order.series}, mu2_{pair.mu2} {
        const Scaled s = power(cosine.value, cosine.rest, order.m);
        exponent_ = s.exponent;
        q0_ = lead.value * s.value;
        q1_ = std::fma(lead.a, mu2_, lead.b) * q0_;
    }

    /// kTermStep terms further.  @return whether one of them matters
    TASUKI_HD bool advance() {
        double largest = 0;
        for (int k = 0; k < kTermStep; ++k) {
            largest = std::fmax(largest, std::fabs(q0_));
            const Step s = step_[l_ + k];
            const double next = std::fma(std::fma(s.a, mu2_, s.b), q1_, -q0_);
            q0_ = q1_;
            q1_ = next;
        }
        l_ += kTermStep;
        const bool matters =
            largest > 0 && std::ilogb(largest) + exponent_ >= kLeastExponent;
        constexpr int room = 256;
        if (std::fabs(q0_) > std::ldexp(1.0, room)) {
            q0_ = std::ldexp(q0_, -room);
            q1_ = std::ldexp(q1_, -room);
            exponent_ += room;
        }
        return matters;
    }

    TASUKI_HD int term() const { return l_; }
    TASUKI_HD Seed seed() const {
        return {std::ldexp(q0_, exponent_), std::ldexp(q1_, exponent_)};
    }

  private:
    const Step* step_;
    double mu2_, q0_, q1_;
    int exponent_, l_ = 0;
};

/// Of order r and group g.
TASUKI_HD void begin(const Args& args, const Fields& f, std::uint32_t r,
                     std::uint32_t g) {
    const Order order = f.order[r];
    Start& start = f.start[std::size_t{r} * args.groups + g];
    const auto walk = [&](int lane) {
        const std::size_t k = std::size_t{g} * kGroup + lane;
        return Walk{order, f.lead[r], f.step, f.pair[k], f.cosine[k]};
    };
    int first = order.terms;
    for (int lane = 0; lane < kGroup; ++lane) {
        if (f.pair[std::size_t{g} * kGroup + lane].weight == 0) continue;
        auto at = walk(lane);
        while (at.term() < first) {
            const int here = at.term();
            if (at.advance()) first = here;
        }
    }
    start.first = first;
    for (int lane = 0; lane < kGroup; ++lane) {
        start.seed[lane] = {0, 0};
        if (first == order.terms ||
            f.pair[std::size_t{g} * kGroup + lane].weight == 0)
            continue;
        auto at = walk(lane);
        while (at.term() < first) at.advance();
        start.seed[lane] = at.seed();
    }
}

}  // namespace tasuki::sphere::start
