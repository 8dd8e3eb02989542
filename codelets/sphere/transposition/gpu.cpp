// transposition on the GPU: a thread for each row and order.
#include "codelets/sphere/transposition/transposition.hpp"

namespace tasuki::sphere::transposition {

namespace {

/// std::complex has no assignment on devices.
struct Move {
    Args args;
    double2* to;
    const double2* from;
    const Order* order;
    bool join;

    TASUKI_DEVICE void operator()(int k) const {
        const auto row = static_cast<std::uint32_t>(k) / args.orders;
        const auto r = static_cast<std::uint32_t>(k) % args.orders;
        const std::size_t whole = std::size_t{row} * args.pitch +
                                  static_cast<std::uint32_t>(order[r].m);
        to[join ? whole : k] = from[join ? k : whole];
    }
};

void move(const Args& args, Complex* to, const Complex* from,
          const Order* order, bool join, gpu::Stream stream, const char* name) {
    gpu::for_each<256>(
        stream, static_cast<int>(args.rows * args.orders),
        Move{args, reinterpret_cast<double2*>(to),
             reinterpret_cast<const double2*>(from), order, join},
        name);
}

}  // namespace

void join_gpu(const Args& args, const Join& f, gpu::Stream stream) {
    move(args, f.fourier, f.part, f.order, true, stream, "join");
}

void split_gpu(const Args& args, const Split& f, gpu::Stream stream) {
    move(args, f.part, f.fourier, f.order, false, stream, "split");
}

}  // namespace tasuki::sphere::transposition
