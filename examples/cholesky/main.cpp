// cholesky: factorizes a symmetric positive definite matrix, and checks it.
#include <algorithm>
#include <cmath>
#include <map>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>

#include "cholesky.hpp"

using namespace tasuki::runtime;

/// OpenBLAS would start threads of its own in each of our workers.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

using Tiles = std::map<Fill::Args, Matrix<double>>;  // j <= i

/// c -= a b^T, for one tile of the lower triangle.
void submit_update(Context& context, int priority, Matrix<double>& a,
                   Matrix<double>& b, Matrix<double>& c) {
    const SubmitOptions options{.priority = priority};
    &a == &b ? submit<Syrk>(context, {}, options, a, c)
             : submit<Gemm>(context, {}, options, a, b, c);
}

/// The longest chain of tasks from step k on tile (i, j) to the end has
/// 3 count - i - j - k: what is longer goes first.  Tasks of the panel (j = k),
/// for which a whole column waits, are urgent: above 0, the others below.
void submit_cholesky(Context& context, int count, Tiles& l) {
    for (int k = 0; k < count; ++k) {
        submit<Potrf>(context, {}, {.priority = 3 * (count - k)}, l.at({k, k}));
        for (int i = k + 1; i < count; ++i)
            submit<Trsm>(context, {}, {.priority = 3 * count - i - 2 * k},
                         l.at({k, k}), l.at({i, k}));
        for (int j = k + 1; j < count; ++j)
            for (int i = j; i < count; ++i)
                submit_update(context, -i - j - k, l.at({i, k}), l.at({j, k}),
                              l.at({i, j}));
    }
}

int main(int argc, char** argv) {
    int count = 8, side = 128;
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    const auto run = [&](Context& context, program::Run& run) {
        Tiles a, l;
        for (int i = 0; i < count; ++i)
            for (int j = 0; j <= i; ++j)
                for (auto* tiles : {&a, &l})
                    tiles->try_emplace({i, j}, context, side, side);
        const auto fill = [&] {
            for (auto& [at, tile] : a)
                submit<Fill>(context, {at[0], at[1]}, {}, tile, l.at(at));
        };
        Graph g = record(context, [&] { submit_cholesky(context, count, l); });
        run.time([&] { g.run(); }, fill, {g});
        run.add_rate("gflops", 1e-9 * std::pow(1.0 * count * side, 3) / 3);

        // The check is a task graph too: A - L L^T.
        for (auto& [at, tile] : a)
            for (int k = 0; k <= at[1]; ++k)
                submit_update(context, 0, l.at({at[0], k}), l.at({at[1], k}),
                              tile);
        double error = 0;  // of an element; the largest one of A is 2
        for (auto& [at, tile] : a) {
            const auto difference = tile.read();
            for (int c = 0; c < side; ++c)
                for (int r = 0; r < side; ++r)
                    error = std::max(error, std::abs(difference(r, c)) / 2);
        }
        run.check("relative_error", error, 1e-14);
    };
    return program::run_program(
        argc, argv,
        {.name = "cholesky",
         .options = {{"--tiles", &count, "tiles along a side"},
                     {"--side", &side, "side of a tile"}},
         .context = {.cpu_workers = 0}},
        run);
}
