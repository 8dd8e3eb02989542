// Pictures and files that a run with time steps makes beside its steps.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "drivers/common/progress.hpp"
#include "runtime/core/background.hpp"

namespace tasuki::drivers {

class Outputs {
  public:
    /// @param at_once   outputs that are drawn and written at the same time, of
    ///                  which one more may wait, then add() does; 0: it makes
    ///                  them itself
    /// @param progress  says what is waited for; outlives it
    Outputs(runtime::Context& context, std::size_t at_once,
            ProgressLine& progress);

    /// Whether they are made beside the steps.
    bool are_beside() const { return at_once_ > 0; }

    /// One output: what draws and what writes it, each on any thread, beside
    /// the other and those of other outputs.  An empty function is nothing to
    /// do.
    struct Work {
        std::function<void()> picture{}, files{};
    };
    /// @throws as Background::add()
    void add(Work work);
    /// Waits for all.
    /// @throws as Background::wait()
    void wait();

    /// How long add() and wait() have waited [s].
    double waited() const {
        return pictures_.background.waited() + files_.background.waited();
    }
    /// For what they waited last: "pictures", "files", or "outputs" where they
    /// have not.
    std::string_view waited_for() const { return waited_for_; }

  private:
    /// A picture takes the time of a CPU, a file that of a disk: neither waits
    /// for the other.
    struct Part {
        std::string_view what;
        runtime::Background background;
    };
    void add(Part& part, std::function<void()> function);
    template <class Do>
    void wait_for(Part& part, const Do& what_may_wait);

    std::size_t at_once_;
    ProgressLine& progress_;
    std::string_view waited_for_ = "outputs";
    Part pictures_, files_;
};

}  // namespace tasuki::drivers
