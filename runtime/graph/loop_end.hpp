// The kernel that ends a loop on a GPU.  For GPU code of runtime/ alone.
#pragma once

#include <cstring>
#include <type_traits>

#include "runtime/graph/loop.hpp"

#if defined(TASUKI_GPU_CODE)
namespace tasuki::runtime::detail {

/// Behind each run, by one thread.
template <class T, class Test>
__global__ void end_of_run(gpu::LoopHandle loop, unsigned* left, const T* value,
                           Test goes_on) {
    if (--*left == 0 || !goes_on(*value)) TASUKI_GPU_END_LOOP(loop);
}

/// @param goes_on  TASUKI_HD bool operator()(const T&) const
template <class T, class Test>
LoopEnd loop_end(const Test& goes_on) {
    static_assert(
        std::is_trivially_copyable_v<Test> && sizeof(Test) <= LoopEnd::kMost,
        "the test of a loop is copied to the GPU, of 64 bytes at most");
    LoopEnd end{reinterpret_cast<const void*>(&end_of_run<T, Test>)};
    if constexpr (!std::is_empty_v<Test>)
        std::memcpy(end.test.data(), &goes_on, sizeof goes_on);
    return end;
}

}  // namespace tasuki::runtime::detail
#endif
