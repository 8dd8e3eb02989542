// cholesky: factorizes a symmetric positive definite matrix, and checks it.
#include <cmath>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>

#include "cholesky.hpp"

/// OpenBLAS would start threads of its own in each of our workers.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

using Tiles = LowerTiles<double>;

/// c -= a b^T, for one tile of the lower triangle.
void submit_update(Context& context, int priority, Matrix<double>& a,
                   Matrix<double>& b, Matrix<double>& c) {
    const SubmitOptions options{.priority = priority};
    &a == &b ? submit<Syrk>(context, {}, options, a, c)
             : submit<Gemm>(context, {}, options, a, b, c);
}

/// The longest chain of tasks from step k on tile (i, j) to the end has
/// 3 n - i - j - k: what is longer goes first.  Tasks of the panel (j = k), for
/// which a whole column waits, are urgent: above 0, the others below.
void submit_cholesky(Context& context, Tiles& l) {
    const int n = l.count();
    for (int k = 0; k < n; ++k) {
        submit<Potrf>(context, {}, {.priority = 3 * (n - k)}, l(k, k));
        for (int i = k + 1; i < n; ++i)
            submit<Trsm>(context, {}, {.priority = 3 * n - i - 2 * k}, l(k, k),
                         l(i, k));
        for (int j = k + 1; j < n; ++j)
            for (int i = j; i < n; ++i)
                submit_update(context, -i - j - k, l(i, k), l(j, k), l(i, j));
    }
}

int main(int argc, char** argv) {
    int count = 8, side = 128, diagonal = 1;
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    const auto run = [&](Context& context, tasuki::program::Run& run) {
        Tiles a{context, count, side}, l{context, count, side};
        const auto fill = [&] {
            a.each([&](int i, int j, Matrix<double>& tile) {
                submit<Fill>(context, {i, j, diagonal}, {}, tile, l(i, j));
            });
        };
        run.time([&] { submit_cholesky(context, l); }, fill);
        run.add_rate("gflops", 1e-9 * std::pow(1.0 * count * side, 3) / 3);

        // The check is a task graph too: A - L L^T.
        a.each([&](int i, int j, Matrix<double>& tile) {
            for (int k = 0; k <= j; ++k)
                submit_update(context, 0, l(i, k), l(j, k), tile);
        });
        double error = 0;  // of an element; the largest one of A is 2
        a.each([&](int, int, Matrix<double>& tile) {
            const auto difference = tile.read();
            for (int c = 0; c < side; ++c)
                for (int r = 0; r < side; ++r) {
                    const double d = std::abs(difference(r, c)) / 2;
                    error = d > error || std::isnan(d) ? d : error;
                }
        });
        run.check("relative_error", error, 1e-14);
    };
    return tasuki::program::run_program(
        argc, argv,
        {.name = "cholesky",
         .options =
             {{"--tiles", &count, "tiles along a side"},
              {"--side", &side, "side of a tile"},
              {"--diagonal", &diagonal,
               "what is added to the diagonal; 0: too little for a\n"
               "                    large matrix to be positive definite",
               0}},
         .context = {.cpu_workers = 0}},
        run);
}
