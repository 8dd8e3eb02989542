// Where the tasks of a recorded graph run that can run on CPUs and on GPUs.
#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <bit>
#include <map>
#include <sstream>
#include <utility>

#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/graph/only_worker.hpp"
#include "runtime/graph/recorded_graph.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Placements whose lists are kept: the fastest one, and the one that is tried.
constexpr std::size_t kMostPlaced = 2;

/// Numbers of the parts of a class, by the first array that their tasks write.
/// Parts of several classes come in the order of the blocks of a field, so
/// those with the same number have data in common.
using Parts = std::map<Handle, int>;
int part_of(Parts& parts, std::span<const Buffer> buffers) {
    const auto written = std::ranges::find_if(buffers, writes, &Buffer::access);
    const Handle handle = written == buffers.end() ? nullptr : written->handle;
    return parts.try_emplace(handle, static_cast<int>(parts.size()))
        .first->second;
}

using Class = PlacementSearch::Class;

/// Of an array between the host and GPUs, which have a link each that may be
/// busy in both directions [s]; 0 where links were not measured.
double least_travel(const Session& session, Handle array) {
    const unsigned node = starpu_worker_get_memory_node(
        static_cast<unsigned>(session.gpu_workers.front()));
    const double bandwidth =  // [MB/s]
        std::max(starpu_transfer_bandwidth(STARPU_MAIN_RAM, node),
                 starpu_transfer_bandwidth(node, STARPU_MAIN_RAM));
    const auto bytes = static_cast<double>(starpu_data_get_size(array));
    const auto ways = 2 * static_cast<double>(session.gpu_workers.size());
    return bandwidth > 0 ? 1e-6 * bytes / bandwidth / ways : 0;
}

std::string to_text(std::span<const Class> classes) {
    std::string text;
    for (const Class& its : classes)
        text += fmt::format("{} {} {}\n", its.bits, its.parts, its.kernel);
    return text;
}

/// Adds those of a rank.
void join_classes(std::vector<Class>& classes, const std::string& text) {
    std::istringstream lines{text};
    for (Class its; lines >> its.bits >> its.parts;) {
        std::getline(lines >> std::ws, its.kernel);
        const auto known = std::ranges::find_if(classes, [&](const Class& c) {
            return c.bits == its.bits && c.kernel == its.kernel;
        });
        if (known == classes.end())
            classes.push_back(its);
        else
            known->parts = std::max(known->parts, its.parts);
    }
}

}  // namespace

/// Otherwise the policy places each task by itself: where data leave the GPU
/// all the time, it matters what is there at the moment.
bool RecordedGraph::fits_on_gpus() const {
    std::size_t bytes = 0;
    for (const Handle array : arrays_) bytes += starpu_data_get_size(array);
    return bytes <= session_.gpu_memory * session_.gpu_workers.size();
}

/// Blocks of a field go to the GPUs in their order, unless the tasks say where.
void RecordedGraph::spread_over_gpus() {
    const auto has_choice = [this](const Recorded& task) {
        return task.is_free ||
               is_for_any_gpu(session_, *task.kernel, task.options);
    };
    std::map<const KernelRecord*, Parts> parts;
    for (const Recorded& task : tasks_)
        if (has_choice(task)) part_of(parts[task.kernel], task.buffers);
    const auto& gpus = session_.gpu_workers;
    for (Recorded& task : tasks_) {
        if (task.options.near >= 0 || !has_choice(task)) continue;
        Parts& its = parts[task.kernel];
        const auto part = static_cast<std::size_t>(part_of(its, task.buffers));
        task.options.near = gpus[part * gpus.size() / its.size()];
    }
}

/// Those of all ranks, which search by the same schedule.
void RecordedGraph::find_classes() {
    std::map<std::pair<std::string, int>, Parts> parts;
    for (Recorded& task : tasks_)
        if (task.is_free)
            task.part = part_of(parts[{task.kernel->name, bits_of(task)}],
                                task.buffers);
    std::vector<Class> own;
    for (const auto& [key, its] : parts)
        own.push_back({key.first, key.second, static_cast<int>(its.size())});
    for (const auto& text : ranks_.gather(to_text(own)))
        join_classes(classes_, text);
    for (const Class& c : classes_)
        parts_.push_back(static_cast<int>(parts[{c.kernel, c.bits}].size()));
    for (Recorded& task : tasks_)
        if (task.is_free)
            task.its_class = static_cast<std::size_t>(
                std::ranges::find_if(classes_,
                                     [&](const Class& c) {
                                         return c.kernel == task.kernel->name &&
                                                c.bits == bits_of(task);
                                     }) -
                classes_.begin());
}

/// On several ranks they would have to agree what is too slow.
void RecordedGraph::find_shared_arrays() {
    using Shared = PlacementSearch::Shared;
    std::map<Handle, Shared> all;
    for (const Recorded& task : tasks_) {
        if (task.message.submit) continue;
        const auto its = static_cast<std::size_t>(&task - tasks_.data());
        const bool is_on_gpus =
            is_for_any_gpu(session_, *task.kernel, task.options) ||
            is_gpu_worker(only_worker(session_, submission(its)));
        for (const Buffer& buffer : task.buffers)
            all[buffer.handle].users.push_back(
                {task.is_free ? task.its_class : Shared::kFixed,
                 task.is_free || is_on_gpus ? task.part : -1,
                 task.is_free ? parts_[task.its_class] : 1,
                 buffer.access != Access::write,
                 detail::writes(buffer.access)});
    }
    for (auto& [array, its] : all) {
        its.bytes = static_cast<double>(starpu_data_get_size(array));
        its.seconds = least_travel(session_, array);
        shared_arrays_.push_back(std::move(its));
    }
}

/// Data of the task, to a power of two: blocks need not be equally large.
int RecordedGraph::bits_of(const Recorded& task) {
    std::size_t bytes = 0;
    for (const Buffer& buffer : task.buffers)
        bytes += starpu_data_get_size(buffer.handle);
    return static_cast<int>(std::bit_width(bytes));
}

void RecordedGraph::join(const RecordedGraph& other) {
    if (shared_ == other.shared_) return;
    shared_ = other.shared_;
    numbers_ = shared_->search.add(classes_, shared_arrays_);
}

bool RecordedGraph::is_settled() const {
    return shared_->search.is_settled();
}

/// Runs of a trace have the same places; and a worker, whose task runs a graph,
/// cannot wait for others.
bool RecordedGraph::is_searching() const {
    const TraceLog* const log = session_.log;
    return (log == nullptr || !log->has_begun()) && starpu_worker_get_id() < 0;
}

/// What the next runs have.  While the search goes on, it waits for the runs
/// whose time decides what comes next.
void RecordedGraph::place() {
    auto& [search, times, begun] = *shared_;
    if (!is_searching()) return use(search.best());
    if (search.is_settled()) {
        // Ranks would have to agree that they have become slower.
        if (ranks_.several() || times->ended() < search.runs() ||
            !search.has_choice())
            return use(search.placement());
        search.watch(times->take());
        begun = 0;
    } else if (begun >= search.runs()) {
        session_.batches->meet_all();
        times->wait();
        session_.check();
        search.see(ranks_.largest(times->take()));
        begun = 0;
    }
    use(search.placement());
}

void RecordedGraph::use(const PlacementSearch::Placement& placement) {
    std::vector<int> on_cpus;
    for (std::size_t c = 0; c < numbers_.size(); ++c) {
        const int all = shared_->search.parts(numbers_[c]);
        on_cpus.push_back((placement[numbers_[c]] * parts_[c] + all - 1) / all);
    }
    if (!placed_.empty() && placed_.back().on_cpus == on_cpus) return;
    for (Recorded& task : tasks_)
        if (task.is_free)
            task.options.where =
                task.part < on_cpus[task.its_class] ? Where::cpu : Where::gpu;
    const auto known = std::ranges::find(placed_, on_cpus, &Placed::on_cpus);
    if (known != placed_.end()) {
        std::rotate(known, known + 1, placed_.end());
        return;
    }
    if (placed_.size() == kMostPlaced) placed_.erase(placed_.begin());
    placed_.push_back(make_lists(std::move(on_cpus)));
}

GraphRunPtr RecordedGraph::begin_run(std::int64_t times) {
    if (!shared_->search.has_choice()) return nullptr;
    shared_->begun += times;
    return GraphRunPtr{new GraphRun{shared_->times}};
}

}  // namespace tasuki::runtime::detail
