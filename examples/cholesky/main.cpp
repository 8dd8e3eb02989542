// cholesky: factorizes a symmetric positive definite matrix, and checks it.
#include <algorithm>
#include <cmath>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/program/program.hpp>

#include "cholesky.hpp"

using namespace tasuki::runtime;

/// OpenBLAS would start threads of its own in each of our workers.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

using Tiles = std::vector<std::vector<Matrix<double>>>;  // [i][j], j <= i

/// c -= a b^T, for one tile of the lower triangle.
void submit_update(Context& context, int priority, Matrix<double>& a,
                   Matrix<double>& b, Matrix<double>& c) {
    if (&a == &b)
        submit<Syrk>(context, {}, {.priority = priority}, a, c);
    else
        submit<Gemm>(context, {}, {.priority = priority}, a, b, c);
}

/// The longest chain of tasks from step k on tile (i, j) to the end has
/// 3 count - i - j - k: what is longer goes first.  Tasks of the panel (j = k),
/// for which a whole column waits, are urgent: above 0, the others below.
void submit_cholesky(Context& context, Tiles& l) {
    const int count = l.size();
    for (int k = 0; k < count; ++k) {
        submit<Potrf>(context, {}, {.priority = 3 * (count - k)}, l[k][k]);
        for (int i = k + 1; i < count; ++i)
            submit<Trsm>(context, {}, {.priority = 3 * count - i - 2 * k},
                         l[k][k], l[i][k]);
        for (int j = k + 1; j < count; ++j)
            for (int i = j; i < count; ++i)
                submit_update(context, -i - j - k, l[i][k], l[j][k], l[i][j]);
    }
}

int main(int argc, char** argv) {
    int count = 8, side = 128;
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    const auto run = [&](Context& context, program::Run& run) {
        const int n = count * side;  // also the diagonal, so A is definite
        const auto each_tile = [&](const auto& visit) {
            for (int i = 0; i < count; ++i)
                for (int j = 0; j <= i; ++j) visit(i, j);
        };
        Tiles a(count), l(count);
        each_tile([&](int i, int j) {
            l[i].emplace_back(context, side, side);
            const auto tile = a[i].emplace_back(context, side, side).write();
            for (int c = 0; c < side; ++c)
                for (int r = 0; r < side; ++r) {
                    const double down = (i - j) * side + r - c;
                    tile(r, c) = down < 0    ? 0
                                 : down == 0 ? n
                                             : std::cos(down * (j + r + 1));
                }
        });
        const auto copy = [&](int i, int j) {
            const auto from = a[i][j].read();
            const auto to = l[i][j].write();
            std::copy_n(&from(0, 0), side * side, &to(0, 0));
        };
        run.time([&] { submit_cholesky(context, l); },
                 [&] { each_tile(copy); });
        run.add_rate("gflops", 1e-9 * n * n * n / 3);

        // The check is a task graph too: A - L L^T.
        each_tile([&](int i, int j) {
            for (int k = 0; k <= j; ++k)
                submit_update(context, 0, l[i][k], l[j][k], a[i][j]);
        });
        double error = 0;  // of an element, by the largest one of A
        each_tile([&](int i, int j) {
            const auto tile = a[i][j].read();
            for (int k = 0; k < side * side; ++k)
                error = std::max(error, std::abs(tile(k % side, k / side)) / n);
        });
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
