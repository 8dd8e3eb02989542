// Tells the user that StarPU measures task times now: its model-based policies
// try every kind of task ten times on every kind of worker before they choose.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

struct starpu_codelet;
struct starpu_task;

namespace tasuki::runtime {

/// Whether a policy decides by performance models; dm*, heft, heteroprio and
/// their modular forms do.
bool uses_models(std::string_view policy);

/// What becomes of the times that earlier runs measured.
enum class Models { kept, measured_anew };

/// Of a Context.
class ModelWatch {
  public:
    /// Makes see() watch.  With measured_anew it prints the message at once.
    /// @param speaks  whether it prints messages
    void start(const std::string& policy, Models models, bool speaks);

    /// Prints the message, once, if a kind of task without a time is submitted
    /// often.  Called before a task is submitted, by any thread.
    void see(starpu_task* task);

  private:
    std::atomic<int> left_{0};  // tasks to look at
    std::mutex mutex_;          // of what is below
    std::string policy_;
    bool speaks_ = true;
    std::map<const starpu_codelet*, int> unmeasured_;  // submitted
};

}  // namespace tasuki::runtime
