#include "codelets/sphere/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere {

namespace {

using Real = long double;
constexpr Real kPi = std::numbers::pi_v<Real>;

struct Entry {
    Latitudes kind;
    const char* text;
};
constexpr std::array kEntries{
    Entry{Latitudes::gauss, "gauss"},
    Entry{Latitudes::regular, "regular"},
    Entry{Latitudes::poles, "poles"},
    Entry{Latitudes::inner, "inner"},
};

/// Colatitude [rad] and weight.
struct Angle {
    Real theta, weight;
};

/// The k-th of n roots of the Legendre polynomial from the north: Newton's
/// method in the colatitude, in which roots are nearly equidistant.
Angle gauss_angle(int n, int k) {
    Real theta = kPi * (4 * k + 3) / (4 * n + 2);
    theta += 1 / (8 * static_cast<Real>(n) * n * std::tan(theta));
    Real slope = 0;
    for (int step = 0; step < 10; ++step) {
        const Real x = std::cos(theta);
        Real before = 0, p = 1;
        for (int l = 0; l < n; ++l) {
            const Real next = ((2 * l + 1) * x * p - l * before) / (l + 1);
            before = p;
            p = next;
        }
        const Real sine = std::sin(theta);
        slope = n * (x * p - before) / sine;  // dP/dtheta
        const Real change = p / slope;
        theta -= change;
        if (std::abs(change) < 1e-17L * theta) break;
    }
    return {theta, 2 / (slope * slope)};
}

/// Weight of colatitude theta in a rule with moments of cosines up to degree
/// `most`; with poles the last cosine counts half.
Real cosine_weight(Real theta, int most, bool halve_last) {
    Real sum = 1;
    for (int k = 1; 2 * k <= most; ++k) {
        const Real half = halve_last && 2 * k == most ? 1 : 2;
        sum -=
            half * std::cos(2 * k * theta) / (4 * static_cast<Real>(k) * k - 1);
    }
    return sum;
}

Angle regular_angle(int n, int k) {
    const Real theta = kPi * (2 * k + 1) / (2 * static_cast<Real>(n));
    return {theta, 2 * cosine_weight(theta, n - 1, false) / n};
}

Angle poles_angle(int n, int k) {
    const int intervals = n - 1;
    const Real theta = kPi * k / intervals;
    const Real whole = 2 * cosine_weight(theta, intervals, true) / intervals;
    return {theta, k == 0 ? whole / 2 : whole};
}

Angle inner_angle(int n, int k) {
    const int intervals = n + 1;
    const Real theta = kPi * (k + 1) / intervals;
    Real sum = 0;
    for (int j = 1; j <= intervals; j += 2) sum += std::sin(j * theta) / j;
    return {theta, 4 * std::sin(theta) * sum / intervals};
}

Node node_of(const Angle& angle) {
    const Real sine = std::sin(angle.theta);
    const auto cosine = static_cast<double>(sine);
    return {static_cast<double>(std::cos(angle.theta)), cosine,
            static_cast<double>(angle.weight),
            static_cast<double>(sine - static_cast<Real>(cosine))};
}

bool has_small_factors(int n) {
    for (const int factor : {2, 3, 5, 7})
        while (n % factor == 0) n /= factor;
    return n == 1;
}

}  // namespace

Latitudes parse_latitudes(std::string_view text) {
    for (const Entry& entry : kEntries)
        if (text == entry.text) return entry.kind;
    throw runtime::UsageError(fmt::format(
        "unknown grid '{}': expected gauss, regular, poles, inner", text));
}

const char* latitudes_name(Latitudes kind) {
    for (const Entry& entry : kEntries)
        if (kind == entry.kind) return entry.text;
    return "";
}

int least_latitudes(Latitudes kind, int degrees) {
    // The rule of Gauss is exact to degree 2 J - 1, the others are to J - 1,
    // for the square of a polynomial.
    if (kind == Latitudes::gauss) return degrees + 1;
    return std::max(2 * degrees + 1, kind == Latitudes::poles ? 2 : 1);
}

int least_longitudes(int orders) {
    return 2 * orders + 1;
}

Grid quadratic_grid(Latitudes kind, int degrees) {
    int longitudes = std::max(2, 3 * degrees + 1);
    while (longitudes % 4 != 0 || !has_small_factors(longitudes)) ++longitudes;
    const int exact =
        kind == Latitudes::gauss ? longitudes / 2 : 3 * degrees + 1;
    return {kind, std::max(exact + exact % 2, least_latitudes(kind, degrees)),
            longitudes};
}

void check_grid(const Grid& grid, const Truncation& t) {
    if (t.orders < 0 || t.degrees < t.orders)
        throw runtime::UsageError(
            fmt::format("truncation: expected 0 <= orders <= degrees, found "
                        "{} and {}",
                        t.orders, t.degrees));
    const int rows = least_latitudes(grid.kind, t.degrees);
    if (grid.latitudes < rows)
        throw runtime::UsageError(fmt::format(
            "{} latitudes ({}) are too few for degree {}: expected {} or more",
            grid.latitudes, latitudes_name(grid.kind), t.degrees, rows));
    const int columns = least_longitudes(t.orders);
    if (grid.longitudes < columns)
        throw runtime::UsageError(fmt::format(
            "{} longitudes are too few for order {}: expected {} or more",
            grid.longitudes, t.orders, columns));
}

std::vector<Node> nodes_of(Latitudes kind, int latitudes) {
    const int least = kind == Latitudes::poles ? 2 : 1;
    if (latitudes < least)
        throw runtime::UsageError(
            fmt::format("{} latitudes ({}): expected {} or more", latitudes,
                        latitudes_name(kind), least));
    const auto angle = [&](int k) {
        switch (kind) {
            case Latitudes::gauss:
                return gauss_angle(latitudes, k);
            case Latitudes::regular:
                return regular_angle(latitudes, k);
            case Latitudes::poles:
                return poles_angle(latitudes, k);
            default:
                return inner_angle(latitudes, k);
        }
    };
    std::vector<Node> nodes(static_cast<std::size_t>(latitudes));
    const int half = (latitudes + 1) / 2;
    const auto pair = [&](std::size_t i) {
        const int k = static_cast<int>(i);
        Node north = node_of(angle(k));
        if (2 * k + 1 == latitudes) north.mu = 0;
        Node south = north;
        south.mu = -north.mu;
        nodes[static_cast<std::size_t>(latitudes - 1 - k)] = south;
        nodes[i] = north;
    };
    runtime::parallel_items(static_cast<std::size_t>(half), pair);
    return nodes;
}

}  // namespace tasuki::sphere
