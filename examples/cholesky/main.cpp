// cholesky [n] [side of a tile]: factorizes a random symmetric positive
// definite matrix in double, in place, and checks it.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <tasuki/runtime.hpp>
#include <thread>

#include "cholesky.hpp"

using namespace tasuki::runtime;
using namespace cholesky;

/// OpenBLAS would start threads of its own in each of our workers.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

/// The tiles of the lower triangle of a (n, n), over its memory.
struct Tiles {
    Tiles(Context& context, std::vector<double>& a, int n, int side)
        : count{(n + side - 1) / side} {
        for (int j = 0; j < count; ++j)
            for (int i = j; i < count; ++i)
                all.emplace_back(context, &a[(i + std::size_t(n) * j) * side],
                                 std::min(side, n - i * side),
                                 std::min(side, n - j * side), n);
    }
    Matrix<double>& operator()(int i, int j) {
        return all[j * (2 * count - j - 1) / 2 + i];
    }
    int count;
    std::vector<Matrix<double>> all;  // by columns
};

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
    const int panel = 3 * l.count;
    for (int k = 0; k < l.count; ++k) {
        submit<Potrf>(context, {}, {.priority = panel - 3 * k}, l(k, k));
        for (int i = k + 1; i < l.count; ++i)
            submit<Trsm>(context, {}, {.priority = panel - i - 2 * k}, l(k, k),
                         l(i, k));
        for (int j = k + 1; j < l.count; ++j)
            for (int i = j; i < l.count; ++i)
                submit_update(context, -i - j - k, l(i, k), l(j, k), l(i, j));
    }
}

double norm(const std::vector<double>& a, int n) {  // of the lower triangle
    double sum = 0;
    for (std::size_t j = 0; j < std::size_t(n); ++j)
        for (std::size_t i = j; i < std::size_t(n); ++i)
            sum += a[i + n * j] * a[i + n * j];
    return std::sqrt(sum);
}

int main(int argc, char** argv) try {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
    const int side = argc > 2 ? std::atoi(argv[2]) : 128;
    if (n < 1 || side < 1) throw UsageError("expected sizes above 0");
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    std::mt19937_64 random{1};
    std::uniform_real_distribution<double> uniform{-1, 1};
    // Nothing reads or writes what is above the diagonal.
    std::vector<double> a(std::size_t(n) * n);
    for (std::size_t j = 0; j < std::size_t(n); ++j) {
        a[j + n * j] = n;  // above the sum of its row, so A is definite
        for (std::size_t i = j + 1; i < std::size_t(n); ++i)
            a[i + n * j] = uniform(random);
    }
    const double size = norm(a, n);
    std::vector<double> l = a;

    Context context{{.cpu_workers = int(std::thread::hardware_concurrency())}};
#if defined(TASUKI_HAS_GPU)
    if (context.count(Worker::Kind::gpu) > 0) pin(l.data(), l.size());
#endif
    double seconds = 0;
    {
        Tiles tiles{context, l, n, side};
        const auto start = std::chrono::steady_clock::now();
        submit_cholesky(context, tiles);
        context.wait();
        const auto end = std::chrono::steady_clock::now();
        seconds = std::chrono::duration<double>(end - start).count();
    }  // brings the tiles home
    const double gflop = 1e-9 * n * n * n / 3;
    std::printf("cholesky: n %d, tiles of %d: %.3f s, %.1f GFLOP/s", n, side,
                seconds, gflop / seconds);
#if defined(TASUKI_HAS_GPU)
    if (context.count(Worker::Kind::gpu) > 0) {
        unpin(l.data());
        const double library = time_on_gpu(n, a.data());
        std::printf(" (GPU library: %.3f s, %.1f GFLOP/s)", library,
                    gflop / library);
    }
#endif
    // The check is a task graph too: A - L L^T, tile by tile.
    {
        Tiles rest{context, a, n, side}, factor{context, l, n, side};
        for (int j = 0; j < rest.count; ++j)
            for (int i = j; i < rest.count; ++i)
                for (int k = 0; k <= j; ++k)
                    submit_update(context, 0, factor(i, k), factor(j, k),
                                  rest(i, j));
    }
    const double error = norm(a, n) / size;
    std::printf(", error %.0e\n", error);
    return error < 1e-15 * n ? 0 : 1;
} catch (const Error& e) {
    std::fprintf(stderr, "cholesky: %s\n", e.what());
    return int(e.exit_code());
}
