// self: kernels that send by themselves.
#include <fmt/format.h>

#include <algorithm>

#include "peers/self/way.hpp"

namespace tasuki::peers::self {

void Stores::choose_one_block(std::size_t bytes, Wait wait) {
    shape_ = {
        1, std::clamp(static_cast<int>(bytes / 16 + 31) / 32 * 32, 32, 1024)};
    wait_ = wait;
    tunes_ = false;
}

void Stores::prepare(std::size_t bytes) {
    if (tunes_) tune(bytes);
    // Every word of every message, of which none may have been left by another.
    clear(bytes);
    run(bytes, 10, true);
}

void Stores::tune(std::size_t bytes) {
    const int all = pair_.blocks();
    // On one GPU, kernels of two processes take turns for milliseconds.
    const bool in_turns = pair_.setting().one_gpu && pair_.ranks().several();
    const int rounds = in_turns || bytes > (1u << 20) ? 4 : 100;
    double fastest = 0;
    Shape best = shape_;
    for (const Shape shape :
         {Shape{1, 32}, Shape{1, 256}, Shape{1, 1024}, Shape{4, 512},
          Shape{16, 512}, Shape{all / 2, 512}, Shape{all, 512},
          Shape{all, 1024}}) {
        const std::size_t at_once =  // [B]
            std::size_t{16} * shape.blocks * shape.threads;
        if (bytes / 1024 > at_once ||
            at_once > std::max(bytes, std::size_t{512}))
            continue;
        shape_ = shape;
        run(bytes, 2);
        const double seconds = run(bytes, rounds);
        if (fastest == 0 || seconds < fastest) {
            fastest = seconds;
            best = shape;
        }
    }
    shape_ = best;
}

double Stores::run(std::size_t bytes, int rounds) {
    return run(bytes, rounds, false);
}

double Stores::run(std::size_t bytes, int rounds, bool checked) {
    const std::uint32_t base = pair_.take_numbers(rounds);
    const double seconds = pair_.timed([&] {
        for (const auto& end : pair_.ends())
            launch_ping_pong(end->ping_pong(bytes, rounds, base), shape_, wait_,
                             checked, end->stream.get());
        for (const auto& end : pair_.ends()) end->stream.wait();
    });
    pair_.check_found(fmt::format("self, messages of {} bytes", bytes));
    return seconds;
}

}  // namespace tasuki::peers::self
