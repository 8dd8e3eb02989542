// For runtime/ alone.
#pragma once

#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// The worker that can run a submission, if there is one only, or kAnyWorker.
int only_worker(const Session& session, const Submission& submission);

/// Whether a submission can be in a list of that worker, or of the one that the
/// policy gives it (kAnyWorker).
bool may_be_listed(const Submission& submission, int only);

}  // namespace tasuki::runtime::detail
