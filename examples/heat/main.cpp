// heat: how the unit square cools, with its boundary at 0; on all ranks.
#include <cmath>
#include <numbers>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/mpi/message.hpp>
#include <tasuki/runtime/mpi/ranks.hpp>

#include "heat.hpp"

using namespace tasuki::runtime;

struct Block {
    Array<double> u, next, edges;
};

int main(int argc, char** argv) {
    int n = 256, blocks = 4, steps = 10;
    const auto run = [&](Context& context, program::Run& run) {
        const int rank = context.ranks().rank(), size = context.ranks().size();
        const int first = blocks * rank / size, points = n * blocks;
        const int rows = blocks * (rank + 1) / size - first;
        if (blocks < size) throw UsageError("--blocks: expected one per rank");

        // The rank's blocks, from [1][1], in a frame of others.  Of these only
        // edges are used: the boundary's, or those of other ranks.
        std::vector<std::vector<Block>> at(rows + 2);
        const std::size_t area = std::size_t(n) * n, edges = 4 * n;
        for (auto& row : at)
            for (int c = 0; c < blocks + 2; ++c)
                row.push_back(
                    {{context, area}, {context, area}, {context, edges, 0}});
        const auto each_block = [&](const auto& visit) {
            for (int r = 1; r <= rows; ++r)
                for (int c = 1; c <= blocks; ++c) visit(at[r][c], r, c);
        };
        // Half a wave from north to south, a whole one from west to east.
        const double angle = std::numbers::pi / (points + 1);
        std::vector<double> half(points), whole(points);
        for (int k = 0; k < points; ++k) {
            half[k] = std::sin(angle * (k + 1));
            whole[k] = std::sin(2 * angle * (k + 1));
        }
        const auto start = [&](int r, int c, int k) {
            return half[(first + r - 1) * n + k / n] *
                   whole[(c - 1) * n + k % n];
        };
        each_block([&](Block& b, int r, int c) {
            const auto u = b.u.write();
            for (int k = 0; k < n * n; ++k) u[k] = start(r, c, k);
        });

        const auto submit_step = [&] {
            each_block([&](Block& b, int, int) {
                submit<Edges>(context, {}, {.priority = 1}, b.u, b.edges);
            });
            for (int c = 1; c <= blocks; ++c)
                for (const int other : {rank - 1, rank + 1}) {
                    if (other < 0 || other == size) continue;
                    const int own = other < rank ? 1 : rows;
                    const int theirs = other < rank ? 0 : rows + 1;
                    submit_send(at[own][c].edges, other, c, 1);
                    submit_receive(at[theirs][c].edges, other, c, 1);
                }
            each_block([&](Block& b, int r, int c) {
                submit<Step>(context, {}, b.next, b.u, at[r - 1][c].edges,
                             at[r + 1][c].edges, at[r][c - 1].edges,
                             at[r][c + 1].edges);
                std::swap(b.u, b.next);
            });
        };
        // Two steps leave each array of a block in its place.
        Graph pair = record(context, [&] { submit_step(), submit_step(); });
        steps += steps % 2;
        int done = 0;
        run.time([&] { pair.run(steps / 2), done += steps; }, [] {}, {pair});
        run.add_rate("points_per_second", double(points) * points * steps);

        // Each step multiplies the waves by the same factor.
        const double factor =
            1 + 2 * kRatio * (std::cos(angle) + std::cos(2 * angle) - 2);
        const double left = std::pow(factor, done);
        double error = 0;
        each_block([&](Block& b, int r, int c) {
            const auto u = b.u.read();
            for (int k = 0; k < n * n; ++k)
                error = std::max(error, std::abs(u[k] - left * start(r, c, k)));
        });
        run.check("relative_error", error, 1e-12);
    };
    return program::run_program(
        argc, argv,
        {.name = "heat",
         .options = {{"--n", &n, "points along the side of a block"},
                     {"--blocks", &blocks, "blocks along the side"},
                     {"--steps", &steps, "steps of a repetition"}},
         .ranks = mpi_ranks},
        run);
}
