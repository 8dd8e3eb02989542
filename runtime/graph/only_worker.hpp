// For runtime/ alone.
#pragma once

#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// The worker that can run a submission, if there is one only, or kAnyWorker.
int only_worker(const Session& session, const Submission& submission);

/// Whether both kinds of workers can run a submission, and there are both.
bool can_move(const Session& session, const Submission& submission);

/// Whether a task is for GPUs, whichever.
bool is_for_any_gpu(const Session& session, const KernelRecord& kernel,
                    const SubmitOptions& options);

/// Whether a submission can be in a list of that worker (kAnyWorker: of none).
bool may_be_listed(const Submission& submission, int only);

}  // namespace tasuki::runtime::detail
