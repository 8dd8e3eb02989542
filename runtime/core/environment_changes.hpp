// Variables of the environment for as long as StarPU needs them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tasuki::runtime {

/// Changes variables, and gives them back their values when it ends.  Some of
/// what StarPU does is decided by its environment alone.  Other threads may
/// call getenv() meanwhile, as those of MPI do, but not setenv().
class EnvironmentChanges {
  public:
    EnvironmentChanges() = default;
    ~EnvironmentChanges();
    EnvironmentChanges(const EnvironmentChanges&) = delete;
    EnvironmentChanges& operator=(const EnvironmentChanges&) = delete;

    /// Also where the user has set it.
    void set(const char* name, const std::string& value);
    /// Unless the user has set it.
    void set_default(const char* name, const std::string& value);
    /// The user's value comes back at the end, too.
    void unset(const char* name);

  private:
    void remember(const char* name);

    std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

}  // namespace tasuki::runtime
