// streams: kernels on a few streams of a GPU, with events between them; graph:
// the same, captured once as a graph of the toolkit.
#include <array>
#include <memory>
#include <optional>
#include <type_traits>

#include "peers/streams/device.hpp"
#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

using streams::DeviceArray, streams::Event, streams::Stream, streams::Urgency;

/// As many kernels at once; column i is on stream i mod kStreams.
constexpr int kStreams = 8;

class Streams : public Engine {
  public:
    void load(const Graph& graph) override {
        graph_ = &graph;
        values_ = {0, static_cast<std::size_t>(graph.tasks())};
        stream_of_.clear();
        for (int step = 0; step < graph.steps(); ++step)
            for (int column = 0; column < graph.columns(step); ++column)
                stream_of_.push_back(column % kStreams);
        // Only those that another stream waits for.
        ends_.clear();
        ends_.resize(static_cast<std::size_t>(graph.tasks()));
        for (int task = 0; task < graph.tasks(); ++task)
            for (const int input : graph.inputs(task))
                if (stream_of_[input] != stream_of_[task] && !ends_[input])
                    ends_[input].emplace(0);
    }

    double run(int iterations) override {
        return timed([&] {
            queue(iterations);
            streams_[0].wait();
        });
    }

    std::vector<std::uint64_t> results() override {
        std::vector<std::uint64_t> results(
            static_cast<std::size_t>(graph_->tasks()));
        values_.read(results);
        return results;
    }

  protected:
    /// All streams begin after the first, and it ends after all.
    void queue(int iterations) const {
        begin_.record(streams_[0].get());
        for (int k = 1; k < kStreams; ++k) begin_.hold(streams_[k].get());
        for (int task = 0; task < graph_->tasks(); ++task)
            launch(task, iterations);
        for (int k = 1; k < kStreams; ++k) {
            joins_[k].record(streams_[k].get());
            joins_[k].hold(streams_[0].get());
        }
    }

    gpu::Stream first() const { return streams_[0].get(); }

  private:
    void launch(int task, int iterations) const {
        const gpu::Stream stream = streams_[stream_of_[task]].get();
        std::array<const std::uint64_t*, kMostColumns> inputs;
        int count = 0;
        for (const int input : graph_->inputs(task)) {
            if (stream_of_[input] != stream_of_[task])
                ends_[input]->hold(stream);
            inputs[count++] = values_.data() + input;
        }
        stream::grain::launch({static_cast<std::uint64_t>(task), iterations},
                              values_.data() + task, inputs.data(), count,
                              stream);
        if (ends_[task]) ends_[task]->record(stream);
    }

    const Graph* graph_ = nullptr;
    DeviceArray<std::uint64_t> values_;       // (tasks)
    std::vector<int> stream_of_;              // (tasks)
    std::vector<std::optional<Event>> ends_;  // (tasks)
    std::vector<Stream> streams_ = make_all<Stream>(Urgency::least);
    std::vector<Event> joins_ = make_all<Event>();
    Event begin_{0};

    template <class T, class... A>
    static std::vector<T> make_all(A... options) {
        std::vector<T> all;
        for (int k = 0; k < kStreams; ++k) all.emplace_back(0, options...);
        return all;
    }
};

class Captured : public Streams {
  public:
    void load(const Graph& graph) override {
        Streams::load(graph);
        iterations_ = -1;
    }

    /// Captures outside of the time, if the iterations are others.
    double run(int iterations) override {
        if (iterations != iterations_) capture(iterations);
        return timed([&] {
            gpu::check(TASUKI_GPU_API(GraphLaunch)(graph_.get(), first()),
                       "launch graph");
            gpu::check(TASUKI_GPU_API(StreamSynchronize)(first()),
                       "wait for a stream");
        });
    }

  private:
    struct Destroy {
        void operator()(gpu::ExecutableGraph graph) const noexcept {
            gpu::check(TASUKI_GPU_API(GraphExecDestroy)(graph),
                       "destroy graph");
        }
    };

    void capture(int iterations) {
        gpu::check(TASUKI_GPU_API(StreamBeginCapture)(
                       first(), TASUKI_GPU_API(StreamCaptureModeRelaxed)),
                   "begin capture");
        queue(iterations);
        gpu::Graph captured = nullptr;
        gpu::check(TASUKI_GPU_API(StreamEndCapture)(first(), &captured),
                   "end capture");
        gpu::ExecutableGraph made = nullptr;
        gpu::check(
            TASUKI_GPU_API(GraphInstantiateWithFlags)(&made, captured, 0),
            "instantiate graph");
        graph_.reset(made);
        gpu::check(TASUKI_GPU_API(GraphDestroy)(captured), "destroy graph");
        iterations_ = iterations;
    }

    std::unique_ptr<std::remove_pointer_t<gpu::ExecutableGraph>, Destroy>
        graph_;
    int iterations_ = -1;  // of the graph
};

}  // namespace

Maker streams_maker() {
    return [](On, int) -> std::unique_ptr<Engine> {
        return std::make_unique<Streams>();
    };
}

Maker graph_maker() {
    return [](On, int) -> std::unique_ptr<Engine> {
        return std::make_unique<Captured>();
    };
}

}  // namespace tasuki::peers::taskbench
