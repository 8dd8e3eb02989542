// transposition: between the rows of a block, which have all orders, and the
// part of them that belongs to the orders of one rank.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::sphere::transposition {

struct Args {
    std::uint32_t rows;    ///< of all fields
    std::uint32_t orders;  ///< R, of the part
    std::uint32_t pitch;   ///< C, of whole rows
};

/// Into the rows.
struct Join {
    Complex* fourier;     // update or write (rows, C)
    const Complex* part;  // read (rows, R)
    const Order* order;   // read (R)
};
/// Out of the rows.
struct Split {
    Complex* part;           // write (rows, R)
    const Complex* fourier;  // read (rows, C)
    const Order* order;      // read (R)
};

void join_cpu(const Args& args, const Join& fields) noexcept;
void split_cpu(const Args& args, const Split& fields) noexcept;
void join_gpu(const Args& args, const Join& fields,
              gpu::Stream stream) noexcept;
void split_gpu(const Args& args, const Split& fields,
               gpu::Stream stream) noexcept;

/// Buffers: fourier (update, or write with kFirst, after which the other orders
/// are undefined), part, order (read).
template <bool kFirst>
runtime::Codelet& join();
/// Buffers: part (write), fourier, order (read).
runtime::Codelet& split();

}  // namespace tasuki::sphere::transposition
