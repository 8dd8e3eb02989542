// Handles of BLAS and LAPACK, one for each stream of a worker.
#define TASUKI_GPU_BLAS_HEADER "tests/imitated/blas.hpp"
#include "codelets/device/blas.hpp"

#include <array>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;

/// x = reverse(a x).
struct ScaleAndReverse : runtime::WithoutModel {
    static constexpr auto name = "scale_and_reverse";
    struct Args {
        double a;
    };
    static void gpu(const Args& args, runtime::Update<double> x,
                    gpu::Stream stream) {
        const int n = static_cast<int>(x.size());
        gpu::Blas& blas = gpu::Blas::on(stream);
        blas.call(TASUKI_BLAS(Scale), n, args.a, x.data());
        blas.call_lapack(TASUKI_SOLVER(ReverseSize), TASUKI_SOLVER(Reverse), n,
                         x.data());
    }
};

/// Memory of the first device that is used [B].
std::size_t used_bytes() {
    std::size_t free = 0, total = 0;
    gpu::check(TASUKI_GPU_API(SetDevice)(0), "select device");
    gpu::check(TASUKI_GPU_API(MemGetInfo)(&free, &total), "memory info");
    return total - free;
}

}  // namespace

TEST_CASE(
    "handles of BLAS and their memory are gone when a Context has ended") {
    std::array<std::size_t, 3> used{};
    for (std::size_t& bytes : used) {
        const int before = BlasHandle::made;
        {
            Context context;
            Array<double> x{context, 3};
            for (int i = 0; i < 3; ++i) x.write()[i] = i;
            // As tasks of one worker, which may have a second stream.
            for (int k = 0; k < 20; ++k)
                runtime::submit<ScaleAndReverse>(context, {2},
                                                 {.priority = k % 2}, x);
            runtime::submit<ScaleAndReverse>(context, {3}, x);
            const double scale = 3 << 20;
            for (int i = 0; i < 3; ++i) CHECK(x.read()[i] == scale * (2 - i));
            // Of both libraries, for each stream of each worker at most.
            CHECK(BlasHandle::there >= 2);
            CHECK(BlasHandle::there <=
                  4 * context.count(runtime::Worker::Kind::gpu));
        }
        CHECK(BlasHandle::made > before);
        CHECK(BlasHandle::there == 0);
        bytes = used_bytes();
    }
    CHECK(used[2] == used[0]);
}
