// Lists in tests of graphs, whatever the shared Context was made with.
#pragma once

#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::test {

/// Tasks of graphs that are recorded while it lives become lists, or do not.
class WithLists {
  public:
    explicit WithLists(runtime::Context& context, bool with = true)
        : session_{context.session()},
          before_{std::exchange(session_.captures, with)} {}
    ~WithLists() { session_.captures = before_; }
    WithLists(const WithLists&) = delete;
    WithLists& operator=(const WithLists&) = delete;

  private:
    runtime::Session& session_;
    bool before_;
};

}  // namespace tasuki::test
