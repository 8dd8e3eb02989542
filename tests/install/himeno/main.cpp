// Whether an iteration of examples/himeno has all terms of the benchmark: its
// kernels on a domain in blocks have the bits of one loop over the domain,
// where every coefficient differs from point to point.
#include <cstdio>
#include <random>
#include <tasuki/runtime.hpp>
#include <vector>

#include "himeno.hpp"

namespace {

constexpr int kI = 7, kJ = 9, kK = 12;
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

/// By the kernels, in so many blocks.
Result blocks(runtime::Context& context, const Domain& d, int count) {
    using runtime::Blocks;
    const int i = kI - 2, j = kJ - 2, k = kK - 2;  // inner points
    Blocks<float, 3> p{context,
                       {k, j, i},
                       {.blocks = {count, 1, 1}, .halo = 1, .corners = true}};
    Blocks<float, 3> next = p.like();
    Blocks<float, 4> c{
        context, {kCoefficients, k, j, i}, {.blocks = {1, count, 1, 1}}};
    Blocks<float, 2> gosa{context, {k, j}, {.blocks = {count, 1}}};
    const auto of_p = [&](int k, int j, int i) {
        return d.p[at(i + 1, j + 1, k + 1)];
    };
    p.set(of_p);
    p.set_boundary(of_p);
    c.set([&](int n, int k, int j, int i) {
        return d.c[n][at(i + 1, j + 1, k + 1)];
    });
    runtime::sweep<Step>(context, {}, next, gosa, p, c);
    Result result{d.p, {}};
    next.each([&](int k, int j, int i, float value) {
        result.next[at(i + 1, j + 1, k + 1)] = value;
    });
    gosa.each([&](int, int, float row) { result.gosa.push_back(row); });
    return result;
}

}  // namespace

int main() {
    runtime::Context context{{.gpus = 0}};
    const Domain domain = random_domain();
    const Result expected = loop(domain);
    for (const int count : {1, 2, 3, 10})
        if (blocks(context, domain, count) != expected) {
            std::printf("%d blocks: another result\n", count);
            return 1;
        }
}
