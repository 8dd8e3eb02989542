// A simulation in one kind of numbers: its blocks, and the tasks of a step.
#pragma once

#include <utility>
#include <vector>

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/moments/moments.hpp"
#include "graphs/cut.hpp"
#include "graphs/nbody/simulation.hpp"
#include "graphs/nbody/units.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::graphs::nbody {

/// In the units of Units throughout, but for what it takes and gives as Bodies
/// and Sums.
class Solver {
  public:
    virtual ~Solver() = default;
    virtual void submit_step(double dt, Potential potential) = 0;
    virtual void balance() = 0;
    virtual bool may_move() const = 0;
    virtual void keep_sums() = 0;
    virtual Sums kept_sums() const = 0;
    virtual void keep_bodies() = 0;
    virtual tasuki::nbody::Bodies kept_bodies() const = 0;
    virtual std::vector<tasuki::nbody::Vector> accelerations() = 0;
    virtual std::string variant() const = 0;
    virtual double cpu_fraction() const = 0;
};

template <class N>
class NumberSolver : public Solver {
  public:
    NumberSolver(runtime::Context& context, tasuki::nbody::Bodies bodies,
                 const SimulationOptions& options);

    void submit_step(double dt, Potential potential) override;
    void balance() override;
    bool may_move() const override;
    void keep_sums() override;
    Sums kept_sums() const override;
    void keep_bodies() override;
    tasuki::nbody::Bodies kept_bodies() const override;
    std::vector<tasuki::nbody::Vector> accelerations() override;
    std::string variant() const override;
    double cpu_fraction() const override;

  private:
    using State = tasuki::nbody::Quad<typename N::State>;
    using Force = tasuki::nbody::Quad<typename N::Force>;

    /// A block on this rank; of another rank's block it has the positions only.
    struct Local {
        runtime::Array<State> position;
        runtime::Array<State> velocity;
        runtime::Array<Force> acceleration;
        runtime::Array<double> wells;  // where has_potential_
        // Kept for the host.
        runtime::Array<tasuki::nbody::moments::Moments> moments;
        runtime::Array<State> kept_position, kept_velocity;
    };

    bool is_local(std::size_t b) const {
        return blocks_[b].rank == context_.ranks().rank();
    }
    runtime::SubmitOptions options_of(std::size_t b, std::size_t from) const;
    tasuki::nbody::accelerate::Args pair_args(std::size_t b,
                                              std::size_t c) const;
    void cut(const std::vector<Speed>& speeds);
    /// Cuts by measured speeds, for the GPUs alone if a step is then as fast.
    void cut_and_fill(const std::vector<Speed>& speeds,
                      const tasuki::nbody::Bodies& bodies);
    double seconds_of_step();
    void fill(const tasuki::nbody::Bodies& bodies);
    void submit_tuning();
    void submit_exchange();
    /// Of positions that no step has led to, after tuning.
    void begin(Potential potential);
    void submit_accelerations(Potential potential);
    /// @param step  its length, in the units of the kernels
    void submit_leap_frog(double step, Potential potential);
    /// Calls task(c, first) for the sources of block b. On a CPU in their
    /// order, so that sums do not depend on the cut; for a GPU its own, which
    /// need no transfer, then the others around the ring of blocks, so that
    /// GPUs do not all wait for the same one.
    template <class Task>
    void for_sources(std::size_t b, const Task& task) const {
        const std::size_t begin =
            blocks_[b].kind == runtime::Worker::Kind::cpu ? 0 : b;
        for (std::size_t k = 0; k < blocks_.size(); ++k)
            task((begin + k) % blocks_.size(), k == 0);
    }

    runtime::Context& context_;
    SimulationOptions options_;
    tasuki::nbody::Wish wish_;
    Units units_;
    double eps2_;
    std::vector<double> mass_;      // (n) as the bodies have it
    tasuki::nbody::Vector origin_;  // of all positions
    std::vector<Block> blocks_;
    std::vector<Local> local_;    // (blocks_)
    bool accelerated_ = false;    ///< accelerations of the positions are there
    bool has_potential_ = false;  ///< and the potential
    // By their length, and whether they have it.
    runtime::Graphs<std::pair<double, Potential>> steps_{context_};
    bool gpus_alone_ = false;  ///< although the share has CPUs too
};

}  // namespace tasuki::graphs::nbody
