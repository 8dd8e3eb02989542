// cudastf: tasks of CUDASTF (cudax of CCCL), which finds dependencies from the
// data that each names, as `tasuki` does, and chooses streams; cudastf-graph:
// the same calls made once, inside a graph that each run launches, as
// `recorded` and `graph` do; cudastf-loop: a graph whose one launch runs them
// many times.
//
// All launch the kernel of the other engines, and their data are in one array
// on the device, so that no time goes into copies or allocations.
#include <array>
#include <cuda/experimental/stf.cuh>
#include <optional>

#include "peers/streams/device.hpp"
#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

namespace stf = cuda::experimental::stf;
using Value = stf::slice<std::uint64_t>;
using Input = stf::slice<const std::uint64_t>;

/// Runs of one launch of cudastf-loop.
constexpr int kRuns = 10;

void wait_for(gpu::Stream stream) {
    gpu::check(TASUKI_GPU_API(StreamSynchronize)(stream), "wait for a stream");
}

/// A context of CUDASTF, and what it knows of each task's result.
template <class Context>
struct Tasks {
    using Data = decltype(std::declval<Context&>().logical_data(
        std::declval<Value>(), stf::data_place::device(0)));

    Context context;
    std::vector<Data> data;  // (tasks)

    /// @param values  (tasks), on the device
    Tasks(std::uint64_t* values, int tasks) {
        for (int task = 0; task < tasks; ++task)
            data.push_back(context.logical_data(
                stf::make_slice(values + task, 1), stf::data_place::device(0)));
    }
    ~Tasks() { context.finalize(); }
    Tasks(const Tasks&) = delete;
    Tasks& operator=(const Tasks&) = delete;

    void submit_all(const Graph& graph, int iterations) {
        for (int task = 0; task < graph.tasks(); ++task) {
            const auto inputs = graph.inputs(task);
            const int count = static_cast<int>(inputs.size());
            auto its = context.task();
            its.add_deps(data[task].write());
            for (const int input : inputs) its.add_deps(data[input].read());
            its->*[&](gpu::Stream stream) {
                std::array<const std::uint64_t*, kMostColumns> read;
                for (int k = 0; k < count; ++k)
                    read[k] = its.template get<Input>(k + 1).data_handle();
                stream::grain::launch(
                    {static_cast<std::uint64_t>(task), iterations},
                    its.template get<Value>(0).data_handle(), read.data(),
                    count, stream);
            };
        }
    }
};

/// What the engines share: the results, in memory of the device.
class OnDevice : public Engine {
  public:
    void load(const Graph& graph) override {
        graph_ = &graph;
        values_ = {0, static_cast<std::size_t>(graph.tasks())};
    }
    std::vector<std::uint64_t> results() override {
        std::vector<std::uint64_t> results(
            static_cast<std::size_t>(graph_->tasks()));
        values_.read(results);
        return results;
    }

  protected:
    const Graph* graph_ = nullptr;
    streams::DeviceArray<std::uint64_t> values_;  // (tasks)
};

class Submitted final : public OnDevice {
  public:
    void load(const Graph& graph) override {
        tasks_.reset();
        OnDevice::load(graph);
        tasks_.emplace(values_.data(), graph.tasks());
        run(1);
    }

    double run(int iterations) override {
        return timed([&] {
            tasks_->submit_all(*graph_, iterations);
            wait_for(tasks_->context.fence());
        });
    }

  private:
    std::optional<Tasks<stf::stream_ctx>> tasks_;
};

/// A graph inside a context: the tasks of one run, or a loop over them.
struct Launchable {
    Tasks<stf::stackable_ctx> tasks;
    stf::launchable_graph_handle graph;

    Launchable(const Graph& its, std::uint64_t* values, int iterations,
               int runs)
        : tasks{values, its.tasks()} {
        tasks.context.push();
        if (runs == 1) {
            tasks.submit_all(its, iterations);
        } else {
            const auto loop = tasks.context.repeat_graph_scope(
                static_cast<std::size_t>(runs));
            tasks.submit_all(its, iterations);
        }
        graph = tasks.context.pop_prologue();
    }
    ~Launchable() { tasks.context.pop_epilogue(); }
    Launchable(const Launchable&) = delete;
    Launchable& operator=(const Launchable&) = delete;

    void launch_and_wait() {
        graph.launch();
        wait_for(graph.stream());
    }
};

class Launched final : public OnDevice {
  public:
    explicit Launched(int runs) : runs_{runs} {}

    void load(const Graph& graph) override {
        graph_of_.reset();
        OnDevice::load(graph);
    }

    /// Builds outside of the time, if the iterations are others.
    double run(int iterations) override {
        if (!graph_of_ || iterations != iterations_) {
            graph_of_.reset();
            graph_of_.emplace(*graph_, values_.data(), iterations, runs_);
            iterations_ = iterations;
            graph_of_->launch_and_wait();
        }
        return timed([&] { graph_of_->launch_and_wait(); }) / runs_;
    }

  private:
    int runs_;  // of one launch
    std::optional<Launchable> graph_of_;
    int iterations_ = 0;  // of the graph
};

}  // namespace

Maker cudastf_maker() {
    return [](On, int) -> std::unique_ptr<Engine> {
        return std::make_unique<Submitted>();
    };
}

Maker cudastf_graph_maker() {
    return [](On, int) -> std::unique_ptr<Engine> {
        return std::make_unique<Launched>(1);
    };
}

Maker cudastf_loop_maker() {
    return [](On, int) -> std::unique_ptr<Engine> {
        return std::make_unique<Launched>(kRuns);
    };
}

}  // namespace tasuki::peers::taskbench
