// StarPU-MPI beside a Context.
#pragma once

#include <memory>

namespace tasuki::peers::bare {

/// Runs while an operator of several ranks lives; all ranks make and destroy
/// it.
class StarpuMpi {
  public:
    /// That of this process.
    static std::shared_ptr<StarpuMpi> shared();

    StarpuMpi();
    ~StarpuMpi();
    StarpuMpi(const StarpuMpi&) = delete;
    StarpuMpi& operator=(const StarpuMpi&) = delete;
};

}  // namespace tasuki::peers::bare
