// Timing of a kernel itself: one task that calls it many times, so that the
// cost of a task is not in the figure.
#pragma once

#include <cstddef>
#include <cstring>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

/// What submit_timed() measures, and where its figures go.
struct Timing {
    int repetitions;      ///< figures wanted
    int calls;            ///< of the kernel for each figure
    double* seconds;      ///< (repetitions) per call [s]; outlives the task
    bool warm_up = true;  ///< with a call that is not counted
};

namespace detail {

struct TimedCall {
    static constexpr std::size_t kMostBytes = 608;
    TaskHeader header;
    Entry cpu, gpu;
    Timing timing;
    alignas(16) std::byte packed[kMostBytes];
};

/// The kernel that makes a TimedCall, with the functions that `timed` has.
KernelRecord timed_record(const KernelRecord& timed);

/// Submits it.  A simulation, in which no kernel could be timed, submits
/// nothing and writes what its model says at once.
/// @param record  a timed_record()
void submit_timed_call(Session& session, const KernelRecord& record,
                       const TimedCall& call, std::span<const Buffer> buffers,
                       const SubmitOptions& options);

}  // namespace detail

/// Submits one task that calls the kernel on `options.worker` once to warm up,
/// if asked, and then `timing.repetitions * timing.calls` times; the kernel's
/// output is that of one call.
/// @throws as submit()
template <class K, class... Given>
requires ArraysOf<K, Given...>
void submit_timed(Context& context, const typename K::Args& args,
                  const SubmitOptions& options, const Timing& timing,
                  Given&... arrays) {
    detail::Packed<K> packed{{}, args};
    const detail::Buffers<typename detail::Contract<K>::Slots> buffers{
        K::name, packed.header, arrays...};
    static_assert(sizeof packed <= detail::TimedCall::kMostBytes);
    static const detail::KernelRecord record =
        detail::timed_record(detail::record<K>());
    detail::TimedCall call{
        {}, detail::record<K>().cpu, detail::record<K>().gpu, timing, {}};
    std::memcpy(call.packed, &packed, sizeof packed);
    detail::submit_timed_call(context.session(), record, call, buffers.span(),
                              options);
}

}  // namespace tasuki::runtime
