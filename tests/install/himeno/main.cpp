// Whether an iteration of examples/himeno has all terms of the benchmark: its
// kernels on a domain in blocks have the bits of one loop over the domain,
// where every coefficient differs from point to point.
#include <cstdio>
#include <random>
#include <vector>

#include "himeno.hpp"

namespace {

constexpr int kI = 7, kJ = 9, kK = 12;
constexpr Plane kPlane{kI, kJ};
constexpr std::size_t kArea = kI * kJ;
using Values = std::vector<float>;

std::size_t at(int i, int j, int k) {
    return k * kArea + j * kI + i;
}

struct Domain {
    std::vector<Values> c;  // (kCoefficients) of (kK, kJ, kI)
    Values p;               // (kK, kJ, kI)
};

Domain random_domain() {
    std::mt19937 random{1};
    std::uniform_real_distribution<float> value{-1, 1};
    Domain d{{kCoefficients, Values(kArea * kK)}, Values(kArea * kK)};
    for (auto& field : d.c)
        for (float& x : field) x = value(random);
    for (float& x : d.p) x = value(random);
    return d;
}

struct Result {
    Values next;  // (kK, kJ, kI)
    Values gosa;  // (kK - 2, kJ - 2)
    bool operator==(const Result&) const = default;
};

/// Term by term, as the benchmark's text has them.
Result loop(const Domain& d) {
    const auto& [c, p] = d;
    Result result{p, {}};
    for (int k = 1; k < kK - 1; ++k)
        for (int j = 1; j < kJ - 1; ++j) {
            float gosa = 0;
            for (int i = 1; i < kI - 1; ++i) {
                const auto n = at(i, j, k);
                float s = c[0][n] * p[at(i + 1, j, k)];
                s += c[1][n] * p[at(i, j + 1, k)];
                s += c[2][n] * p[at(i, j, k + 1)];
                s +=
                    c[4][n] * (p[at(i + 1, j + 1, k)] - p[at(i + 1, j - 1, k)] -
                               p[at(i - 1, j + 1, k)] + p[at(i - 1, j - 1, k)]);
                s +=
                    c[5][n] * (p[at(i, j + 1, k + 1)] - p[at(i, j - 1, k + 1)] -
                               p[at(i, j + 1, k - 1)] + p[at(i, j - 1, k - 1)]);
                s +=
                    c[6][n] * (p[at(i + 1, j, k + 1)] - p[at(i - 1, j, k + 1)] -
                               p[at(i + 1, j, k - 1)] + p[at(i - 1, j, k - 1)]);
                s += c[7][n] * p[at(i - 1, j, k)];
                s += c[8][n] * p[at(i, j - 1, k)];
                s += c[9][n] * p[at(i, j, k - 1)];
                s += c[10][n];
                const float ss = (s * c[3][n] - p[n]) * c[11][n];
                gosa += ss * ss;
                result.next[n] = p[n] + 0.8F * ss;
            }
            result.gosa.push_back(gosa);
        }
    return result;
}

/// The planes [begin, end) of a field.
Values planes(const Values& field, int begin, int end) {
    return {field.begin() + begin * kArea, field.begin() + end * kArea};
}

/// By the kernels, for blocks that begin at these planes.
Result blocks(const Domain& d, std::vector<int> begins) {
    Result result{d.p, {}};
    begins.push_back(kK - 1);
    Values below = planes(d.p, 0, 1);
    for (std::size_t b = 0; b + 1 < begins.size(); ++b) {
        const int begin = begins[b], end = begins[b + 1];
        Values next = planes(d.p, begin, end), low(kArea), high(kArea), c;
        Values gosa((end - begin) * (kJ - 2));
        const Values p = next, above = planes(d.p, end, end + 1);
        for (const auto& field : d.c) {
            const Values part = planes(field, begin, end);
            c.insert(c.end(), part.begin(), part.end());
            c.resize(c.size() + kPadding);
        }
        Faces::cpu(kPlane, low, high, p);
        Step::cpu(kPlane, next, gosa, {p, below, above, c});
        std::copy(next.begin(), next.end(),
                  result.next.begin() + begin * kArea);
        result.gosa.insert(result.gosa.end(), gosa.begin(), gosa.end());
        if (low != planes(d.p, begin, begin + 1)) result.gosa.clear();
        below = high;
    }
    return result;
}

}  // namespace

int main() {
    const Domain domain = random_domain();
    const Result expected = loop(domain);
    for (const auto& begins : {std::vector{1}, {1, 2}, {1, 5, 6, 10}})
        if (blocks(domain, begins) != expected) {
            std::printf("%zu blocks: another result\n", begins.size());
            return 1;
        }
}
