// A way for messages between the two ends, there and back.  For peers/self/
// alone.
#pragma once

#include <memory>
#include <string>

#include "peers/self/pair.hpp"

namespace tasuki::peers::self {

class Way {
  public:
    explicit Way(Pair& pair) : pair_{pair} {}
    virtual ~Way() = default;
    Way(const Way&) = delete;
    Way& operator=(const Way&) = delete;

    // All of these are collective.

    /// For messages of this size, before the others.
    virtual void prepare(std::size_t /*bytes*/) {}
    /// Of `rounds` messages there and as many back; at most most_rounds().
    /// @return  seconds, of the slowest rank
    virtual double run(std::size_t bytes, int rounds) = 0;
    virtual int most_rounds() const { return 2000; }
    /// Removes what has come.
    virtual void clear(std::size_t bytes);
    /// @throws FaultError  what has come last is not the message of `round`
    virtual void check(std::size_t bytes, int round, const std::string& what);
    /// Of kernels that send, if some do.
    virtual Shape shape() const { return {0, 0}; }

  protected:
    Pair& pair_;
};

/// Checks, then times.
/// @return  with seconds of a message one way
Row measure_way(Way& way, const std::string& experiment,
                const std::string& name, std::size_t bytes, int repetitions);

/// A kernel at each end stores and raises a flag.
class Stores : public Way {
  public:
    using Way::Way;

    /// Of one block, as large as the message wants.
    void choose_one_block(std::size_t bytes, Wait wait);
    /// Finds the fastest shape.
    void prepare(std::size_t bytes) override;
    double run(std::size_t bytes, int rounds) override;
    Shape shape() const override { return shape_; }

  private:
    void tune(std::size_t bytes);
    double run(std::size_t bytes, int rounds, bool checked);

    Shape shape_{1, 32};
    Wait wait_ = Wait::poll;
    bool tunes_ = true;
};

/// The copy engine; streams wait for each other.
/// @param why_not  set where they cannot; then null
std::unique_ptr<Way> make_copy(Pair& pair, std::string& why_not);
/// The copy engine, with many copies in a row: nobody waits for one.
std::unique_ptr<Way> make_copy_alone(Pair& pair);
/// MPI between two ranks, from pinned memory.
/// @param copies  to that from GPU memory, and from it
std::unique_ptr<Way> make_mpi(Pair& pair, bool copies);
/// @param why_not  set where NCCL is not here, or does not begin; then null
std::unique_ptr<Way> make_nccl(Pair& pair, std::string& why_not);

}  // namespace tasuki::peers::self
