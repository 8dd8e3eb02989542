// heat [side of a block] [blocks along a side] [steps]: the unit square with a
// cold boundary; writes the temperature at the end to heat.pgm.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/mpi/message.hpp>

#include "heat.hpp"

using namespace tasuki::runtime;

struct Block {
    Array<double> u, next, north, south, west, east;
    Block(Context& c, std::size_t n)
        : u{c, n * n},
          next{c, n * n},
          north{c, n},
          south{c, n},
          west{c, n},
          east{c, n} {
        for (auto* edge : {&north, &south, &west, &east})
            edge->assign(std::vector<double>(n));  // the boundary is at 0
    }
};

int main(int argc, char** argv) try {
    const int n = argc > 1 ? std::atoi(argv[1]) : 256;
    const int blocks = argc > 2 ? std::atoi(argv[2]) : 4;
    const int steps = argc > 3 ? std::atoi(argv[3]) : 100;
    Context context;
    const Ranks& ranks = context.ranks();
    const int rank = ranks.rank(), size = ranks.size(), points = n * blocks;
    const int first = blocks * rank / size;
    const int rows = blocks * (rank + 1) / size - first;
    if (n < 1 || steps < 0 || blocks < size)
        throw UsageError("expected points, and a row for each rank");

    // The rank's blocks in a frame of others, whose edges alone are used.
    std::vector<Block> all;
    for (int k = 0; k < (rows + 2) * (blocks + 2); ++k)
        all.emplace_back(context, n);
    const auto at = [&](int r, int c) -> Block& {
        return all[(r + 1) * (blocks + 2) + c + 1];
    };
    const auto each_block = [&](auto body) {
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < blocks; ++c) body(at(r, c), r, c);
    };
    // Half a wave along y and a whole one along x, so axes cannot be confused.
    const double angle = std::numbers::pi / (points + 1);
    const auto sine = [&](int r, int c, int k) {
        const int i = (first + r) * n + k / n + 1, j = c * n + k % n + 1;
        return std::sin(angle * i) * std::sin(2 * angle * j);
    };
    each_block([&](Block& b, int r, int c) {
        const auto u = b.u.write();
        for (int k = 0; k < n * n; ++k) u.span()[k] = sine(r, c, k);
    });

    const auto start = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; ++step) {
        each_block([&](Block& b, int, int) {
            submit<heat::Edges>(context, {}, {.priority = 1}, b.u, b.north,
                                b.south, b.west, b.east);
        });
        // A neighbour in a rank above or below: tags tell columns and ways.
        for (int c = 0; c < blocks && rank > 0; ++c) {
            submit_send(at(0, c).north, rank - 1, 2 * c, 1);
            submit_receive(at(-1, c).south, rank - 1, 2 * c + 1, 1);
        }
        for (int c = 0; c < blocks && rank + 1 < size; ++c) {
            submit_send(at(rows - 1, c).south, rank + 1, 2 * c + 1, 1);
            submit_receive(at(rows, c).north, rank + 1, 2 * c, 1);
        }
        each_block([&](Block& b, int r, int c) {
            submit<heat::Step>(context, {}, b.next, b.u, at(r - 1, c).south,
                               at(r + 1, c).north, at(r, c - 1).east,
                               at(r, c + 1).west);
            std::swap(b.u, b.next);
        });
    }
    context.wait();
    const std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;

    // The sines are an eigenvector of a step, so each has the same factor.
    const double s1 = std::sin(angle / 2), s2 = std::sin(angle);
    const double decay =
        std::pow(1 - 4 * heat::kRatio * (s1 * s1 + s2 * s2), steps);
    double error = 0;
    std::string grey(std::size_t(rows) * n * points, '\0');
    each_block([&](Block& b, int r, int c) {
        const auto u = b.u.read();
        for (int k = 0; k < n * n; ++k) {
            const double ratio = u.span()[k] / decay;
            error = std::max(error, std::abs(ratio - sine(r, c, k)));
            grey[std::size_t(r * n + k / n) * points + c * n + k % n] =
                char(std::lround(127.5 + 127 * ratio));
        }
    });
    error = ranks.largest(error);
    const double seconds = ranks.largest(time.count());
    const auto parts = ranks.collect(grey);
    if (!ranks.is_first()) return error < 1e-10 ? 0 : 1;
    std::ofstream picture{"heat.pgm", std::ios::binary};
    picture << "P5 " << points << ' ' << points << " 255\n";
    for (const auto& part : parts) picture << part;
    std::printf("heat: %d x %d, %d steps: %.3f s, %.3g points/s, error %.0e\n",
                points, points, steps, seconds,
                double(points) * points * steps / seconds, error);
    return error < 1e-10 && picture.flush() ? 0 : 1;
} catch (const Error& e) {
    std::fprintf(stderr, "heat: %s\n", e.what());
    return int(e.exit_code());
}
