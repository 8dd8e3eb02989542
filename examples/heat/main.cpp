// heat: how the unit square cools, with its boundary at 0; on all ranks.
//   du/dt = d2u/dx2 + d2u/dy2, by explicit steps, stable for dt / h^2 <= 1/4
#include <cmath>
#include <numbers>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/grid/grid.hpp>
#include <tasuki/runtime/mpi/ranks.hpp>

using namespace tasuki::runtime;

using Old = ReadHalo<double, 2>;
using New = WriteGrid<double, 2>;
struct Ratio {
    double r;  ///< dt / h^2
};
struct Step : Stencil<Step, Ratio, New, Old> {
    static constexpr auto name = "step";
    TASUKI_HD static void at(int i, int j, Ratio a, New next, Old u) {
        next(i, j) = u(i, j) + a.r * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) +
                                      u(i, j + 1) - 4 * u(i, j));
    }
};

int main(int argc, char** argv) {
    int n = 256, blocks = 4, steps = 10;
    const auto run = [&](Context& context, tasuki::program::Run& run) {
        const int points = n * blocks;
        const Ratio ratio{0.2};
        const Cut<2> cut{.blocks = {blocks, blocks}, .halo = 1};
        Blocks<double, 2> u{context, {points, points}, cut}, next = u.like();

        // Half a wave from north to south, a whole one from west to east.
        const double angle = std::numbers::pi / (points + 1);
        std::vector<double> half(points), whole(points);
        for (int k = 0; k < points; ++k) {
            half[k] = std::sin(angle * (k + 1));
            whole[k] = std::sin(2 * angle * (k + 1));
        }
        u.set([&](int i, int j) { return half[i] * whole[j]; });

        // Two steps leave the temperature in u.
        Graph pair = record(context, [&] {
            sweep<Step>(context, ratio, next, u);
            sweep<Step>(context, ratio, u, next);
        });
        steps += steps % 2;
        int done = 0;
        run.time([&] { pair.run(steps / 2), done += steps; }, [] {}, {pair});
        run.add_rate("points_per_second", double(points) * points * steps);

        // Each step multiplies the waves by the same factor.
        const double factor =
            1 + 2 * ratio.r * (std::cos(angle) + std::cos(2 * angle) - 2);
        const double left = std::pow(factor, done);
        double error = 0;
        u.each([&](int i, int j, double value) {
            const double exact = left * (half[i] * whole[j]);
            error = std::max(error, std::abs(value - exact));
        });
        run.check("relative_error", error, 1e-12);
    };
    return tasuki::program::run_program(
        argc, argv,
        {.name = "heat",
         .options = {{"--n", &n, "points along the side of a block"},
                     {"--blocks", &blocks, "blocks along the side"},
                     {"--steps", &steps, "steps of a repetition"}},
         .ranks = mpi_ranks},
        run);
}
