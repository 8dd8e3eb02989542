// The HDF5 file of `tasuki solve --out`, written beside the solver.
#pragma once

#include <memory>
#include <string>

#include "io/propagator/propagator_file.hpp"
#include "runtime/core/background.hpp"

namespace tasuki::drivers {

class PropagatorOutput {
  public:
    /// @param propagator  what the file says of all solutions; outlives it
    /// @param count  of solutions
    /// @param beside  solutions that are written beside the solver: 1, or 0 for
    ///                none
    PropagatorOutput(runtime::Context& context, std::string path,
                     const io::Propagator& propagator, int count, int beside);

    /// The first begins the file.  Beside the solver one is written, one may
    /// wait, then this does; else this writes it.
    /// @throws as Background::add()
    void add(io::PropagatorColumn column);
    /// Whether add() would wait now, or write itself.
    bool is_full() const { return writing_.is_full() || to_disk_.is_full(); }
    /// Waits for all.
    /// @return the file, but for its end; null: there are no solutions
    std::shared_ptr<io::PropagatorFile> take();
    /// What add() and take() have waited [s].
    double waited() const { return writing_.waited() + to_disk_.waited(); }

  private:
    std::string path_;
    const io::Propagator& propagator_;
    std::size_t count_;
    std::shared_ptr<io::PropagatorFile> file_;
    runtime::Background writing_, to_disk_;
};

}  // namespace tasuki::drivers
