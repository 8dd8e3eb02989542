// Timing of a kernel itself: one task that calls it many times, so that the
// cost of a task is not in the figure.
#pragma once

#include <cstddef>
#include <cstring>

#include "runtime/codelet.hpp"

namespace tasuki::runtime {

struct Timing {
    int repetitions;      ///< figures wanted
    int calls;            ///< of the kernel for each figure
    double* seconds;      ///< (repetitions) per call [s]; outlives the task
    bool warm_up = true;  ///< with a call that is not counted
};

namespace detail {

struct TimedCall {
    static constexpr std::size_t kMostArgs = 512;
    Entry cpu, gpu;
    Timing timing;
    alignas(16) std::byte args[kMostArgs];
};

/// A codelet with the accesses of `timed` that makes a TimedCall.
Codelet& timed_codelet(const Codelet& timed);

}  // namespace detail

/// Submits one task that calls the kernel of `codelet` on `options.worker`
/// once to warm up, if asked, and then `timing.repetitions * timing.calls`
/// times; the kernel's output is that of one call.
/// @throws as submit()
template <class Args, class... Arrays>
void submit_timed(const Codelet& codelet, const Args& args,
                  const SubmitOptions& options, const Timing& timing,
                  const Arrays&... arrays) {
    static_assert(sizeof(Args) <= detail::TimedCall::kMostArgs);
    detail::TimedCall call{codelet.spec().cpu, codelet.spec().gpu, timing, {}};
    std::memcpy(call.args, &args, sizeof args);
    submit(detail::timed_codelet(codelet), call, options, arrays...);
}

}  // namespace tasuki::runtime
