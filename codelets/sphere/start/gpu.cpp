// start on the GPU: a thread for each order and group.
#include "codelets/sphere/start/begin-inl.hpp"

namespace tasuki::sphere::start {

namespace {

struct Body {
    Args args;
    Fields fields;
    TASUKI_HD void operator()(int k) const {
        const auto i = static_cast<std::uint32_t>(k);
        begin(args, fields, i / args.groups, i % args.groups);
    }
};

}  // namespace

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    gpu::for_each<64>(stream, static_cast<int>(args.orders * args.groups),
                      Body{args, fields}, "start");
}

}  // namespace tasuki::sphere::start
