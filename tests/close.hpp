// Comparisons of floating-point numbers, for CHECK: close() is purely relative,
// near() purely absolute.
//
// doctest has a comparison of its own, which adds 1 to the size of both
// numbers before it takes their part: it holds 0 for 1e-7 and 0.8 for 1, so
// that no test uses it.
#pragma once

#include <cmath>
#include <iomanip>
#include <ostream>

namespace tasuki::test {

/// True where |found - expected| <= allowed; prints all of it.
struct Comparison {
    double found, expected;
    double allowed;  ///< [as the numbers]

    explicit operator bool() const {
        // Two equal infinities differ by NaN; a NaN is close to nothing.
        return found == expected || std::abs(found - expected) <= allowed;
    }
};

inline std::ostream& operator<<(std::ostream& out, const Comparison& c) {
    return out << std::setprecision(17) << c.found << " is expected to be "
               << c.expected << " within " << std::setprecision(3) << c.allowed
               << "; they differ by " << std::abs(c.found - c.expected);
}

/// |found - expected| <= relative * |expected|.  Of what should be 0 it asks
/// for 0; where that is too much, near() says how far from it is near.
inline Comparison close(double found, double expected, double relative) {
    return {found, expected, relative * std::abs(expected)};
}

/// |found - expected| <= absolute.
inline Comparison near(double found, double expected, double absolute) {
    return {found, expected, absolute};
}

}  // namespace tasuki::test
