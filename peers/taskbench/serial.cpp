// serial: one CPU, in the order of the numbers.
#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

class Serial : public HostEngine {
  public:
    double run(int iterations) override {
        return timed([&] {
            for (int task = 0; task < graph_->tasks(); ++task)
                compute(task, iterations);
        });
    }
};

}  // namespace

std::unique_ptr<Engine> make_serial() {
    return std::make_unique<Serial>();
}

}  // namespace tasuki::peers::taskbench
