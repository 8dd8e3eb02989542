// transposition on the CPU.
#include "codelets/sphere/transposition/transposition.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::transposition {

namespace {

/// Calls move(i, k) for each row and order: i of `fourier`, k of `part`.
template <class Move>
void for_each(const Args& args, const Order* order, const Move& move) {
    runtime::parallel_ranges(
        args.rows, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row)
                for (std::size_t r = 0; r < args.orders; ++r)
                    move(row * args.pitch + std::size_t(order[r].m),
                         row * args.orders + r);
        });
}

}  // namespace

void join_cpu(const Args& args, const Join& f) noexcept {
    for_each(args, f.order,
             [&](std::size_t i, std::size_t k) { f.fourier[i] = f.part[k]; });
}

void split_cpu(const Args& args, const Split& f) noexcept {
    for_each(args, f.order,
             [&](std::size_t i, std::size_t k) { f.part[k] = f.fourier[i]; });
}

}  // namespace tasuki::sphere::transposition
