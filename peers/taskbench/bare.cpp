// bare: the tasks of `tasuki` on the same workers, by StarPU's C interface: the
// difference in time is what our layer over StarPU costs.
#include <starpu.h>

#include "peers/bare/vector.hpp"
#include "peers/taskbench/host_results.hpp"
#include "peers/taskbench/options.hpp"
#include "runtime/core/codelet.hpp"

namespace tasuki::peers::taskbench {

namespace {

std::uint64_t* value_of(void* buffer) {
    return reinterpret_cast<std::uint64_t*>(STARPU_VECTOR_GET_PTR(buffer));
}

struct TaskArgs {
    stream::grain::Args grain;
    int inputs;
};

TaskArgs args_of(void* packed) {
    TaskArgs args;
    starpu_codelet_unpack_args(packed, &args);
    return args;
}

void compute(void* buffers[], void* packed) {
    const TaskArgs args = args_of(packed);
    auto hash = stream::grain::seed(args.grain);
    for (int k = 1; k <= args.inputs; ++k)
        hash = stream::grain::with_input(hash, *value_of(buffers[k]));
    *value_of(buffers[0]) = stream::grain::compute(hash, args.grain.iterations);
}

#if defined(TASUKI_HAS_GPU)
void launch(void* buffers[], void* packed) {
    const TaskArgs args = args_of(packed);
    const std::uint64_t* inputs[kMostColumns];
    for (int k = 0; k < args.inputs; ++k) inputs[k] = value_of(buffers[k + 1]);
    stream::grain::launch(args.grain, value_of(buffers[0]), inputs, args.inputs,
                          runtime::worker_stream());
}
#else
constexpr runtime::detail::Entry launch = nullptr;
#endif

/// Never destroyed: StarPU may look at it until the process ends.
starpu_codelet& codelet() {
    static auto& the_codelet = *[] {
        auto* const made = new starpu_codelet;
        starpu_codelet_init(made);
        made->name = "bare_grain";
        made->cpu_funcs[0] = compute;
        runtime::set_gpu_entry(*made, launch);
        made->nbuffers = STARPU_VARIABLE_NBUFFERS;
        return made;
    }();
    return the_codelet;
}

class Bare : public Engine {
  public:
    explicit Bare(const runtime::ContextOptions& options) : context_{options} {}

    void load(const Graph& graph) override {
        graph_ = &graph;
        values_.clear();
        for (int task = 0; task < graph.tasks(); ++task)
            values_.emplace_back(1);
    }

    double run(int iterations) override {
        return timed([&] {
            for (int task = 0; task < graph_->tasks(); ++task)
                insert(task, iterations);
            runtime::check(starpu_task_wait_for_all(),
                           "starpu_task_wait_for_all");
        });
    }

    std::vector<std::uint64_t> results() override {
        std::vector<std::uint64_t> results;
        for (const auto& value : values_)
            value.on_host(STARPU_R, [&](auto v) { results.push_back(v[0]); });
        return results;
    }

  private:
    void insert(int task, int iterations) {
        const auto inputs = graph_->inputs(task);
        const TaskArgs args{{static_cast<std::uint64_t>(task), iterations},
                            static_cast<int>(inputs.size())};
        buffers_.assign(1, {values_[task].handle(), STARPU_W});
        for (const int input : inputs)
            buffers_.push_back({values_[input].handle(), STARPU_R});
        runtime::check(starpu_task_insert(&codelet(), STARPU_DATA_MODE_ARRAY,
                                          buffers_.data(),
                                          static_cast<int>(buffers_.size()),
                                          STARPU_VALUE, &args, sizeof args, 0),
                       "starpu_task_insert");
    }

    runtime::Context context_;
    const Graph* graph_ = nullptr;
    std::vector<bare::Vector<std::uint64_t>> values_;  // (tasks)
    std::vector<starpu_data_descr> buffers_;  // of the task that is inserted
};

}  // namespace

std::unique_ptr<Engine> make_bare(On on, int cpus) {
    return std::make_unique<Bare>(options_on(on, cpus));
}

}  // namespace tasuki::peers::taskbench
