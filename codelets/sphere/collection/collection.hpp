// collection: the coefficients of each order from sums over the latitudes,
//   s_(m+2l) = alpha even_l,
//   s_(m+2l+1) = g y_l, y_l = odd_l - h_(l-1) y_(l-1);
// the transpose of expansion.
#pragma once

#include <cstdint>

#include "codelets/sphere/expansion/expansion.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::collection {

/// Sums that one task adds: one for each worker that analyzes.
inline constexpr int kMostSums = 16;

struct Args {
    std::uint32_t fields;        ///< K
    std::uint32_t orders;        ///< R
    std::uint32_t coefficients;  ///< S, of one field
    std::int32_t degrees;        ///< largest n
    /// T' of each of the sums: those of the first orders, the others are zero.
    std::uint32_t terms[kMostSums];
};

struct Fields {
    runtime::Write<Complex> spectrum;      // (K, S)
    runtime::Read<Order> order;            // (R)
    runtime::Read<Conversion> conversion;  // (T)
    runtime::Each<runtime::Read<Term>, kMostSums>
        sums;  // (K, T'), as many as there are
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "collection";
    using Args = collection::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::collection
