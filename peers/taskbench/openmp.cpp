// openmp: one thread makes all tasks; `depend` orders them by the results that
// they read and write.
#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

class OpenMp : public HostEngine {
  public:
    explicit OpenMp(int cpus) : cpus_{cpus} {}

    double run(int iterations) override {
        return timed([&] {
#pragma omp parallel num_threads(cpus_)
#pragma omp single
            for (int task = 0; task < graph_->tasks(); ++task)
                make_task(task, iterations);
        });
    }

  private:
    void make_task(int task, int iterations) {
        // gcc does not see that `depend` uses it.
        [[maybe_unused]] std::uint64_t* const results = results_.data();
        const int* const inputs = graph_->inputs(task).data();
        const auto count = static_cast<int>(graph_->inputs(task).size());
        // It would break the clauses at their colons.
        // clang-format off
#pragma omp task depend(out : results[task]) \
    depend(iterator(int k = 0 : count), in : results[inputs[k]])
        // clang-format on
        compute(task, iterations);
    }

    int cpus_;
};

}  // namespace

std::unique_ptr<Engine> make_openmp(On, int cpus) {
    return std::make_unique<OpenMp>(cpus);
}

}  // namespace tasuki::peers::taskbench
