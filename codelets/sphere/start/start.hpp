// start: for each order and group of latitudes the first term that matters,
// and the functions of that term and the next.  Below it they may be smaller
// than any number of double precision, so they are computed here once, with
// separate exponents.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere {

/// Functions q of two terms that follow each other.
struct Seed {
    double q0, q1;
};

/// Of one order and one group.
struct Start {
    Seed seed[kGroup];
    std::int32_t first;  ///< a multiple of kTermStep; the order's `terms` if
                         ///< none matters
    std::int32_t unused[3];
};

}  // namespace tasuki::sphere

namespace tasuki::sphere::start {

/// Terms below that, of functions of size 1, are left out.
inline constexpr int kLeastExponent = -70;

struct Args {
    std::uint32_t orders;  ///< R
    std::uint32_t groups;  ///< G
};

struct Fields {
    runtime::Write<Start> start;   // (R, G)
    runtime::Read<Order> order;    // (R)
    runtime::Read<Lead> lead;      // (R)
    runtime::Read<Step> step;      // (T)
    runtime::Read<Pair> pair;      // (G * kGroup)
    runtime::Read<Cosine> cosine;  // (G * kGroup)
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "start";
    using Args = start::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::start
