// expansion: the series of each order from its coefficients,
//   even_l = alpha s_(m+2l),
//   odd_l = g s_(m+2l+1) - h odd_(l+1).
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::expansion {

struct Args {
    std::uint32_t fields;        ///< K
    std::uint32_t orders;        ///< R
    std::uint32_t terms;         ///< T, of one field
    std::uint32_t coefficients;  ///< S, of one field
    std::int32_t degrees;        ///< largest n
};

struct Fields {
    runtime::Write<Term> series;           // (K, T)
    runtime::Read<Order> order;            // (R)
    runtime::Read<Conversion> conversion;  // (T)
    runtime::Read<Complex> spectrum;       // (K, S)
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "expansion";
    using Args = expansion::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::expansion
