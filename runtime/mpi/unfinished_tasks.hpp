// Messages that are tasks, until these have ended.  For runtime/mpi/ alone.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>

namespace tasuki::runtime::detail {

/// Any thread may call.
class UnfinishedTasks {
  public:
    /// @param place  of the message among all that this rank has submitted
    void add(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.insert(place);
    }
    void remove(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.erase(place);
    }
    bool has_before(std::uint64_t place) const {
        const std::lock_guard lock{mutex_};
        return !places_.empty() && *places_.begin() < place;
    }

  private:
    mutable std::mutex mutex_;
    std::set<std::uint64_t> places_;
};

}  // namespace tasuki::runtime::detail
