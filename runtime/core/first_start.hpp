// StarPU measures the links of a machine when it starts there first.
#pragma once

#include <filesystem>

namespace tasuki::runtime {

/// Lives while StarPU starts.  The first process of a machine measures its
/// links then, for seconds: others that start wait until it has.  At the same
/// time they would measure each other's transfers too, and take files that are
/// being written for damaged.
class FirstStart {
  public:
    /// Sets damaged measurements aside (measurements.hpp).
    /// @param home  in which StarPU keeps them; without locks there it goes on
    explicit FirstStart(const std::filesystem::path& home);
    FirstStart(const FirstStart&) = delete;
    FirstStart& operator=(const FirstStart&) = delete;
    ~FirstStart() { end(); }

    /// StarPU has started.
    void end();

  private:
    int lock_ = -1;  // a file
};

}  // namespace tasuki::runtime
