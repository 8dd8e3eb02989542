// Tests that end the runs of graphs by a value: run_while() of graph.hpp.
#pragma once

#include <concepts>
#include <functional>
#include <utility>

#include "runtime/graph/loop.hpp"
#if defined(TASUKI_GPU_CODE)
#include "runtime/graph/loop_end.hpp"
#endif

namespace tasuki::runtime {

/// Whether runs go on, by a value.
template <class T>
class LoopTest {
  public:
    /// Of any function; a worker may call it while the caller waits.
    template <std::predicate<const T&> Test>
    requires(!std::same_as<Test, LoopTest>)  //
        LoopTest(Test goes_on, const detail::LoopEnd& end = {})
        : goes_on_{std::move(goes_on)}, end_{end} {}

    /// On the host.
    bool operator()(const T& value) const { return goes_on_(value); }
    /// The same on a GPU, where that is known.
    const detail::LoopEnd& end() const { return end_; }

  private:
    std::function<bool(const T&)> goes_on_;
    detail::LoopEnd end_;
};

#if defined(TASUKI_GPU_CODE)
/// A test that GPUs can make, too, so that they need no host between runs: of a
/// type with `TASUKI_HD bool operator()(const T&) const`, in a source that is
/// compiled for GPUs.
template <class T, class Test>
LoopTest<T> gpu_test(const Test& goes_on) {
    return {goes_on, detail::loop_end<T>(goes_on)};
}
#elif !defined(TASUKI_HAS_GPU)
/// Without a toolkit there is the host.
template <class T, class Test>
LoopTest<T> gpu_test(const Test& goes_on) {
    return goes_on;
}
#endif

}  // namespace tasuki::runtime
