// himeno: the Himeno benchmark, on all ranks.
#include <cmath>
#include <cstdio>
#include <numeric>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/mpi/ranks.hpp>

#include "plain.hpp"

using namespace tasuki::runtime;

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
        const int i = ni - 2, j = nj - 2, k = nk - 2;  // inner points
        const int ranks = context.ranks().size();
        if (blocks < ranks || blocks > k)
            throw UsageError("--blocks: expected " + std::to_string(ranks) +
                             " (ranks) to " + std::to_string(k) +
                             " (inner planes)");

        Blocks<float, 3> p{
            context,
            {k, j, i},
            {.blocks = {blocks, 1, 1}, .halo = 1, .corners = true}};
        Blocks<float, 3> next = p.like();
        Blocks<float, 4> c{
            context, {kCoefficients, k, j, i}, {.blocks = {1, blocks, 1, 1}}};
        Blocks<float, 2> gosa{context, {k, j}, {.blocks = {blocks, 1}}};
        const Line line{ni};
        for (auto* field : {&p, &next})
            field->set_boundary([&](int, int, int i) { return line.start(i); });
        c.set([](int n, int, int, int) { return kValues[n]; });
        const auto start = [&] { sweep<Start>(context, line, p); };

        Graph even = record(
            context, [&] { sweep<Step>(context, {}, next, gosa, p, c); });
        Graph odd = record(context,
                           [&] { sweep<Step>(context, {}, p, gosa, next, c); });
        run.time([&] { runtime::run({even, odd}, steps); }, start, {even, odd});
        run.add_rate("mflops", 34e-6 * k * j * i * steps);

        // The sum has one order for any blocks and ranks: plane by plane.
        std::vector<double> sums(k);
        gosa.each([&](int k, int, float row) { sums[k] += row; });
        context.ranks().sum(sums);
        const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
        run.add("gosa", sum);
        if (check == 0) return;

        const auto [values, expected] = iterate(ni, nj, nk, steps);
        double error = 0;
        (steps % 2 ? next : p).each([&](int k, int j, int i, float value) {
            const auto n = ((std::size_t(k) + 1) * nj + j + 1) * ni + i + 1;
            error = std::max<double>(error, std::abs(value - values[n]));
        });
        run.check("error", error, 4e-7 * steps);  // rounding; p is at most 1
        const double difference = std::sqrt(sum) - std::sqrt(expected);
        run.check("rms_error",
                  std::abs(difference / std::sqrt(double(k) * j * i)), 1e-6);
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
