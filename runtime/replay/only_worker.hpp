// For runtime/ alone.
#pragma once

#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// The worker that can run a submission, if there is one only, or kAnyWorker.
int only_worker(const Session& session, const Submission& submission);

}  // namespace tasuki::runtime::detail
