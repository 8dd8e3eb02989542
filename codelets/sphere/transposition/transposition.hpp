// transposition: between the rows of a block, which have all orders, and the
// part of them that belongs to the orders of one rank.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::transposition {

struct Args {
    std::uint32_t rows;    ///< of all fields
    std::uint32_t orders;  ///< R, of the part
    std::uint32_t pitch;   ///< C, of whole rows
};

/// Into the rows.
struct Join {
    Complex* fourier;     // (rows, C)
    const Complex* part;  // (rows, R)
    const Order* order;   // (R)
};
/// Out of the rows.
struct Split {
    runtime::Write<Complex> part;    // (rows, R)
    runtime::Read<Complex> fourier;  // (rows, C)
    runtime::Read<Order> order;      // (R)
};

void join_cpu(const Args& args, const Join& fields) noexcept;
void split_cpu(const Args& args, const Split& fields) noexcept;
void join_gpu(const Args& args, const Join& fields, gpu::Stream stream);
void split_gpu(const Args& args, const Split& fields, gpu::Stream stream);

/// @tparam kAdd  to what other ranks' orders brought; otherwise the orders of
///               other ranks are undefined afterwards
template <bool kAdd>
struct JoinKernel : runtime::WithoutModel {
    static constexpr auto name = "join";
    using Args = transposition::Args;
    static void cpu(const Args& args,
                    runtime::WriteOrAdd<Complex, kAdd> fourier,
                    runtime::Read<Complex> part,
                    runtime::Read<Order> order) noexcept {
        join_cpu(args, {fourier, part, order});
    }
    static void gpu(const Args& args,
                    runtime::WriteOrAdd<Complex, kAdd> fourier,
                    runtime::Read<Complex> part, runtime::Read<Order> order,
                    gpu::Stream stream) {
        join_gpu(args, {fourier, part, order}, stream);
    }
};
struct SplitKernel : runtime::WithoutModel {
    static constexpr auto name = "split";
    using Args = transposition::Args;
    static constexpr auto cpu = split_cpu;
    static constexpr auto gpu = split_gpu;
};

}  // namespace tasuki::sphere::transposition
