// Replays in tests of graphs, whatever the shared Context was made with.
#pragma once

#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/session.hpp"
#include "runtime/replay/replay.hpp"

namespace tasuki::test {

/// Iterations are replayed while it lives.
class ReplaysOn {
  public:
    explicit ReplaysOn(runtime::Context& context)
        : replays_{context.session().replays},
          before_{std::exchange(replays_, true)} {}
    ~ReplaysOn() { replays_ = before_; }
    ReplaysOn(const ReplaysOn&) = delete;
    ReplaysOn& operator=(const ReplaysOn&) = delete;

  private:
    bool& replays_;
    bool before_;
};

}  // namespace tasuki::test
