// Streams, events, and the graphs that streams capture.
#pragma once

#include <cuda_runtime_api.h>

#include <thread>

#include "tests/imitated/cuda/machine.hpp"

namespace tasuki::imitated {

struct Steps;

/// The value that a conditional node goes by.
struct Condition {
    unsigned at_launch, now;
};

/// What a call queues, or a graph keeps for each launch.
struct Step {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<void()> work{};
    cudaEvent_t event = nullptr;  ///< to record
    std::shared_ptr<const Steps> child = nullptr;
    std::function<bool()> may_run{};  ///< as of Operation
    /// Of a loop: it repeats the graph while the condition is not 0.
    Condition* repeats = nullptr;
    cudaGraph_t body = nullptr;
};

/// The content of a graph when it was copied.
struct Steps {
    std::vector<Step> steps;
    std::vector<std::vector<std::size_t>> after;  ///< of each: those before it
};

/// What a stream does between cudaStreamBeginCapture and EndCapture.
struct Capture {
    cudaGraph_t graph;
    cudaStream_t origin;
    cudaStreamCaptureMode mode;
    std::thread::id thread;
    unsigned long long id;
    std::vector<cudaStream_t> streams{};
    bool invalid = false, ended = false;
};

/// Of this thread.
int current_device();
/// Keeps it as the last error of this thread.
cudaError_t failed(cudaError_t error);

/// Of the current device where it is null.
CUstream_st& stream_of(const Lock&, cudaStream_t handle);
CUevent_st& event_of(const Lock&, cudaEvent_t handle);

/// Runs after what the stream has, or becomes a node of the graph that it
/// captures.
cudaError_t queue(const Lock&, CUstream_st& stream, const Step& step);
/// Ops of a step after `begin`.  @return the last one
Op expand(const Lock&, const Step& step, const Op& begin);
Op expand(const Lock&, const Steps& steps, const Op& begin);

/// A kernel whose arguments the imitation knows, as it runs: the one that ends
/// a loop of ours.
std::function<void()> end_of_run(const cudaKernelNodeParams& kernel);

/// A call that no capture of this thread allows: it spoils those that there
/// are.  @return whether there is one
bool forbidden_in_capture(const Lock&);
void wait_for_device(Lock& lock, int device);
/// What a device that is reset forgets.
void forget_streams(const Lock&, int device);

/// The content of a graph as it is now.
Steps content(const CUgraph_st& graph);

}  // namespace tasuki::imitated

/// Handles live until the process ends, so that a late use is found.
struct CUstream_st {
    int device;
    bool blocking, legacy = false;
    int priority = 0;
    tasuki::imitated::Op tail{};
    bool destroyed = false;
    std::shared_ptr<tasuki::imitated::Capture> capture{};
    std::vector<cudaGraphNode_t> captured{};  ///< its last nodes
};

struct CUevent_st {
    int device;
    bool timing, destroyed = false;
    tasuki::imitated::Op op{};  ///< null: not recorded
    std::shared_ptr<tasuki::imitated::Capture> capture{};
    std::vector<cudaGraphNode_t> captured{};
};

struct CUgraphNode_st {
    cudaGraph_t graph;
    tasuki::imitated::Step step;
    std::vector<cudaGraphNode_t> after;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes{};
    bool destroyed = false;
    cudaGraphNode_t add(tasuki::imitated::Step step,
                        std::vector<cudaGraphNode_t> after) {
        return nodes
            .emplace_back(
                new CUgraphNode_st{this, std::move(step), std::move(after)})
            .get();
    }
};
