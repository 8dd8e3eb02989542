// himeno: the Himeno benchmark, on all ranks.
#include <cmath>
#include <cstdio>
#include <numeric>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/mpi/message.hpp>
#include <tasuki/runtime/mpi/ranks.hpp>

#include "plain.hpp"

using namespace tasuki::runtime;

struct Block {
    int k;  ///< of its first plane
    Array<float> p, next, coefficients, gosa, low, high;
};

/// Points along i, j and k.
std::array<int, 3> extents(const std::string& size) {
    int i = 0, j = 0, k = 0, end = 0;
    for (int n = 32; const char* name : {"XS", "S", "M", "L", "XL"}) {
        if (size == name) return {n, n, 2 * n};
        n *= 2;
    }
    std::sscanf(size.c_str(), "%4dx%4dx%4d%n", &i, &j, &k, &end);
    if (end != std::ssize(size) || std::min({i, j, k}) < 3)
        throw UsageError("--size: expected XS to XL or from 3x3x3 on, found " +
                         size);
    return {i, j, k};
}

int main(int argc, char** argv) {
    std::string size = "S";
    int blocks = 4, steps = 10, check = 1;
    const auto run = [&](Context& context, program::Run& run) {
        const auto [ni, nj, nk] = extents(size);
        const Plane plane{ni, nj};
        const int rank = context.ranks().rank(), ranks = context.ranks().size();
        if (blocks < ranks || blocks > nk - 2)
            throw UsageError("--blocks: expected " + std::to_string(ranks) +
                             " (ranks) to " + std::to_string(nk - 2) +
                             " (inner planes)");
        const int first = blocks * rank / ranks;
        const int count = blocks * (rank + 1) / ranks - first;

        // The rank's blocks, from [1], between two others.  Of each of these
        // only a face is used: the boundary's, or that of another rank.
        std::vector<Block> at;
        const std::size_t area = std::size_t(ni) * nj;
        for (int b = first - 1; b <= first + count; ++b) {
            const int k = 1 + (nk - 2) * b / blocks;
            const std::size_t planes = 1 + (nk - 2) * (b + 1) / blocks - k;
            at.push_back({k,
                          {context, planes * area},
                          {context, planes * area},
                          {context, kCoefficients * (planes * area + kPadding)},
                          {context, planes * (nj - 2)},
                          {context, area},
                          {context, area}});
        }
        const auto own = std::span{at}.subspan(1, count);
        for (auto& b : own) {
            const auto c = b.coefficients.write();
            for (float* to = c.begin(); float value : kValues)
                to = std::fill_n(to, b.p.size() + kPadding, value);
        }
        const auto start = [&] {
            for (auto& b : own)
                for (auto* p : {&b.p, &b.next})
                    submit<Start>(context, plane, *p);
            if (rank == 0) submit<Start>(context, plane, at[0].high);
            if (rank == ranks - 1)
                submit<Start>(context, plane, at[count + 1].low);
        };

        // Faces that are sent to other ranks, and received from them.
        struct Side {
            int rank;
            Array<float>&sent, &received;
        };
        std::vector<Side> sides;
        if (rank > 0) sides.push_back({rank - 1, at[1].low, at[0].high});
        if (rank < ranks - 1)
            sides.push_back({rank + 1, at[count].high, at[count + 1].low});
        for (auto& [other, sent, received] : sides)
            received = array_from<float>(context, area, other, 1);
        for (auto& [other, sent, received] : sides)
            sent = array_to<float>(context, area, other, 1);

        const auto submit_step = [&] {
            for (auto& [other, sent, received] : sides)
                submit_open(sent, other, 1, 1);
            for (auto& b : own)
                submit<Faces>(context, plane, {.priority = 1}, b.low, b.high,
                              b.p);
            for (auto& [other, sent, received] : sides)
                submit_send(sent, other, 1, 1);
            for (auto& [other, sent, received] : sides)
                submit_receive(received, other, 1, 1);
            for (int b = 1; b <= count; ++b) {
                submit<Step>(context, plane, at[b].next, at[b].gosa, at[b].p,
                             at[b - 1].high, at[b + 1].low, at[b].coefficients);
                std::swap(at[b].p, at[b].next);
            }
            for (auto& [other, sent, received] : sides)
                submit_release(received, other, 1, 1);
        };
        Graph even = record(context, submit_step);
        Graph odd = record(context, submit_step);
        run.time([&] { runtime::run({even, odd}, steps); }, start, {even, odd});
        if (steps % 2 == 1)
            for (auto& b : own) std::swap(b.p, b.next);
        const double points = (ni - 2.) * (nj - 2) * (nk - 2);
        run.add_rate("mflops", 34e-6 * points * steps);

        // The sum has one order for any blocks and ranks: plane by plane.
        std::vector<double> sums(nk);
        for (auto& b : own)
            for (int n = 0; float row : b.gosa.read())
                sums[b.k + n++ / (nj - 2)] += row;
        context.ranks().sum(sums);
        const double gosa = std::accumulate(sums.begin(), sums.end(), 0.0);
        run.add("gosa", gosa);
        if (check == 0) return;

        std::vector<float> p(area * nk);
        const double expected = iterate(plane, steps, p);
        double error = 0;
        for (auto& b : own)
            for (auto* n = &p[b.k * area]; float value : b.p.read())
                error = std::max<double>(error, std::abs(value - *n++));
        run.check("error", error, 4e-7 * steps);  // rounding; p is at most 1
        const double difference = std::sqrt(gosa) - std::sqrt(expected);
        run.check("rms_error", std::abs(difference / std::sqrt(points)), 1e-6);
    };
    return program::run_program(
        argc, argv,
        {.name = "himeno",
         .options = {{"--size", &size,
                      "XS, S, M, L, XL or points as 64x64x128"},
                     {"--blocks", &blocks, "blocks along the longest axis"},
                     {"--steps", &steps, "iterations of a repetition"},
                     {"--check", &check, "1: against a plain loop; 0: not", 0}},
         .ranks = mpi_ranks},
        run);
}
