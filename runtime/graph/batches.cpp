#include "runtime/graph/batches.hpp"

#include <starpu.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/list_graph.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Of a batch: the end of the first comes with that of the last.
constexpr std::size_t kMostWaiting = 64;

/// Lists that are one graph: their tasks overlap where they can, and a GPU
/// needs some microseconds from one graph to the next.
constexpr std::size_t kChain = 8;
/// That begin with the same list.
constexpr std::size_t kMostChains = 4;

/// As profilers, statistics and StarPU's own tools show a batch.
constexpr const char* kName = "graph";

thread_local bool in_list = false;

void run(void* buffers[], void* batch) {
    in_list = true;
    auto& its = *static_cast<Batch*>(batch);
    attempt(kName, nullptr, [&] { its.run(buffers); });
    if (!may_compute()) its.lose_arrays();
    in_list = false;
}

void end(void* its) {
    const std::unique_ptr<Batch> batch{static_cast<Batch*>(its)};
    batch->see_end();
    session().batches->see_end(*batch);
}

int node_of(int worker) {
    return static_cast<int>(starpu_worker_get_memory_node(worker));
}

/// @param nodes  memory where each array is to be; empty: that of the worker
Codelet& codelet_of(const std::vector<int>& nodes) {
    // StarPU may look at it until the process ends.
    static auto& all = *new std::map<std::vector<int>, Codelet*>;
    static std::mutex mutex;
    const std::lock_guard lock{mutex};
    auto [found, is_new] = all.try_emplace(nodes, nullptr);
    auto& [key, codelet] = *found;
    if (is_new) {
        codelet = new Codelet{kName, "", detail::run, detail::run};
        if (!nodes.empty()) codelet->place_buffers(key);
    }
    return *codelet;
}

}  // namespace

bool is_in_list() noexcept {
    return in_list;
}

void Batch::add(std::unique_ptr<TaskList> list) {
    const Segment& segment = list->segment();
    priority_ = lists_.empty() ? segment.priority
                               : std::max(priority_, segment.priority);
    auto places = places_of(segment);
    lists_.push_back({std::move(list), std::move(places)});
}

/// Of its arrays, which become those of the batch too.
std::vector<std::uint32_t> Batch::places_of(const Segment& segment) {
    const auto same = std::ranges::find_if(lists_, [&](const Place& place) {
        return &place.list->segment() == &segment;
    });
    if (same != lists_.end()) {
        for (std::size_t k = 0; k < segment.buffers.size(); ++k)
            join_access(buffers_[same->buffers[k]], segment.buffers[k].access);
        return same->buffers;
    }
    std::vector<std::uint32_t> places;
    const bool first = lists_.empty();
    for (std::size_t k = 0; k < segment.buffers.size(); ++k) {
        const Buffer& buffer = segment.buffers[k];
        const std::size_t known = buffers_.size();
        // A list names each array once.
        if (first) buffers_.push_back(buffer);
        places.push_back(first ? static_cast<std::uint32_t>(known)
                               : join_to(buffers_, buffer));
        if (buffers_.size() == known) continue;
        nodes_.push_back(node_of(segment.homes[k]));
        bytes_ += starpu_data_get_size(buffer.handle);
    }
    return places;
}

bool Batch::fits(const Segment& segment) const {
    for (std::size_t k = 0; k < segment.buffers.size(); ++k) {
        const auto known = std::ranges::find(
            buffers_, segment.buffers[k].handle, &Buffer::handle);
        if (known != buffers_.end() &&
            nodes_[known - buffers_.begin()] != node_of(segment.homes[k]))
            return false;
    }
    return true;
}

bool Batch::meets(std::span<const Buffer> buffers) const {
    return std::ranges::any_of(buffers, [this](const Buffer& buffer) {
        const auto known =
            std::ranges::find(buffers_, buffer.handle, &Buffer::handle);
        return known != buffers_.end() &&
               (known->access != Access::read || buffer.access != Access::read);
    });
}

void Batch::submit(std::unique_ptr<Batch> batch, Leases& leases) {
    std::vector<starpu_task*> gates;
    std::vector<Crossing*> closed;
    for (const auto& place : batch->lists_)
        for (const auto& crossing : place.list->crossings())
            if (starpu_task* const gate = crossing->close_list()) {
                gates.push_back(gate);
                closed.push_back(crossing.get());
            }
    const int worker = batch->worker_;
    const Where where = is_gpu_worker(worker) ? Where::gpu : Where::cpu;
    const auto arrays_there =
        gates.empty() ? batch->take_arrays(leases) : std::nullopt;
    starpu_task* task = nullptr;
    if (arrays_there) {
        batch->keeps_arrays_ = true;
        task = make_task(codelet_of({}), kName, 0, where, {});
        if (*arrays_there != nullptr) gates.push_back(*arrays_there);
    } else {
        leases.give_back(batch->buffers_);
        const bool are_there = std::ranges::all_of(
            batch->nodes_,
            [own = node_of(worker)](int node) { return node == own; });
        task = make_task(
            codelet_of(are_there ? std::vector<int>{} : batch->nodes_), kName,
            batch->priority_, where, batch->buffers_);
    }
    task->cl_arg = batch.get();
    task->callback_func = end;
    task->execute_on_a_specific_worker = 1;
    task->workerid = static_cast<unsigned>(worker);
    if (!gates.empty())
        starpu_task_declare_deps_array(
            task, static_cast<unsigned>(gates.size()), gates.data());
    OpenTask& open = batch->open_;
    open.kernel = kName;
    open.crosses = !closed.empty();
    session().tasks.add(open);
    task->callback_arg = batch.release();
    check(starpu_task_submit(task), "starpu_task_submit");
    // The task waits for them, and has the crossings as long.
    for (std::size_t k = 0; k < closed.size(); ++k)
        closed[k]->open_later(gates[k]);
    if (arrays_there && *arrays_there != nullptr) leases.open_later(worker);
}

/// Where all lists keep theirs.  Memory of GPUs is little: other tasks need it.
std::optional<starpu_task*> Batch::take_arrays(Leases& leases) const {
    const bool keep = std::ranges::all_of(
        lists_, [](const Place& place) { return place.list->keeps_arrays(); });
    if (!keep) return std::nullopt;
    return leases.take(worker_, buffers_, nodes_, session().gpu_memory / 16);
}

void Batch::run(void* buffers[]) {
    begin_ = machine_nanoseconds();
    const bool on_gpu = is_gpu_worker(worker_);
    open_.set_state(on_gpu ? OpenTask::State::on_gpu : OpenTask::State::on_cpu);
    std::vector<void*> kept, own;
    if (keeps_arrays_) {
        for (std::size_t k = 0; k < buffers_.size(); ++k)
            kept.push_back(starpu_data_get_interface_on_node(
                buffers_[k].handle, static_cast<unsigned>(nodes_[k])));
        buffers = kept.data();
    }
    for (std::size_t k = 0; k < lists_.size() && may_compute();) {
        if (Segment::Chain* const chain = find_chain(k)) {
            run_chain(k, *chain, buffers);
            k += kChain;
            continue;
        }
        const auto& [list, places] = lists_[k++];
        own.clear();
        for (const auto place : places) own.push_back(buffers[place]);
        if (on_gpu)
            list->run_on_gpu(own.data());
        else
            list->run_on_cpu(own.data());
    }
    if (!on_gpu) open_.set_state(OpenTask::State::returned);
}

/// The list and those behind it as one; null: it is for itself.
Segment::Chain* Batch::find_chain(std::size_t first) const {
    const std::span rest = std::span{lists_}.subspan(first);
    if (!is_gpu_worker(worker_) || rest.size() < kChain) return nullptr;
    const auto its = rest.first(kChain);
    if (std::ranges::any_of(
            its, [](const Place& place) { return !place.list->is_plain(); }))
        return nullptr;
    std::vector<std::uint64_t> numbers;
    for (const auto& place : its)
        numbers.push_back(place.list->segment().number);
    auto& chains = its.front().list->segment().chains;
    const auto known =
        std::ranges::find(chains, numbers, &Segment::Chain::numbers);
    if (known != chains.end()) return &*known;
    if (chains.size() == kMostChains) return nullptr;
    SegmentBuilder joined{worker_};
    for (const auto& place : its) joined.append(place.list->segment());
    chains.push_back({std::move(numbers), joined.finish()});
    return &chains.back();
}

void Batch::run_chain(std::size_t first, Segment::Chain& chain,
                      void* buffers[]) {
    const std::span its = std::span{lists_}.subspan(first, kChain);
    const auto arguments_of = [](const Place& place) -> const Arguments& {
        return place.list->arguments();
    };
    if (!std::ranges::equal(chain.parts, its, {}, {}, arguments_of)) {
        chain.parts.clear();
        chain.arguments = allocate_arguments(chain.joined->bytes);
        std::byte* to = chain.arguments.get();
        for (const Place& place : its) {
            const std::size_t bytes = place.list->segment().bytes;
            std::memcpy(to, arguments_of(place).get(), bytes);
            chain.parts.push_back(arguments_of(place));
            to += bytes;
        }
    }
    std::vector<void*> own;
    for (const Buffer& buffer : chain.joined->buffers) {
        const auto known =
            std::ranges::find(buffers_, buffer.handle, &Buffer::handle);
        own.push_back(buffers[known - buffers_.begin()]);
    }
    run_graph(*chain.joined, own.data(), chain.arguments, nullptr);
}

/// Also those that StarPU does not know its task to have.
void Batch::lose_arrays() const noexcept {
    for (const Buffer& buffer : buffers_)
        if (buffer.access != Access::read)
            state_of(buffer.handle).is_lost = true;
}

void Batch::see_end() {
    session().tasks.remove(open_);
    if (is_gpu_worker(worker_))
        session().statistics.see_end(kName, worker_, begin_,
                                     static_cast<int>(size()));
    std::vector<TraceLog::Captured> times;
    for (const auto& [list, places] : lists_) {
        list->add_times(times);
        list->see_end();
    }
    if (!times.empty())
        session().log->see_end(*starpu_task_get_current(), times);
}

Batches::Batches()
    : may_wait_{std::getenv("STARPU_LIMIT_MAX_SUBMITTED_TASKS") == nullptr} {}

void Batches::submit(std::unique_ptr<TaskList> list) {
    const Segment& segment = list->segment();
    const std::lock_guard lock{mutex_};
    const int worker = segment.worker;
    submit_if([&](const Batch& batch) {
        return batch.worker() != worker && batch.meets(segment.buffers);
    });
    if (!is_gpu_worker(worker)) {
        auto batch = std::make_unique<Batch>(worker);
        batch->add(std::move(list));
        return Batch::submit(std::move(batch), leases_);
    }
    Line& line = lines_[worker];
    if (line.waiting != nullptr && !line.waiting->fits(segment)) submit(line);
    if (line.waiting == nullptr) {
        line.waiting = std::make_unique<Batch>(worker);
        ++waiting_;
    }
    line.waiting->add(std::move(list));
    // So that the data of the next batch can come while one computes.
    if (line.running == 0 || !may_wait_ ||
        line.waiting->size() == kMostWaiting ||
        line.waiting->bytes() > session().gpu_memory / 4)
        submit(line);
}

void Batches::submit(Line& line) {
    ++line.running;
    Batch::submit(std::exchange(line.waiting, nullptr), leases_);
    --waiting_;
}

template <class Meets>
void Batches::submit_if(const Meets& meets) {
    for (auto& [worker, line] : lines_)
        if (line.waiting != nullptr && meets(*line.waiting)) submit(line);
}

void Batches::meet(std::span<const Buffer> buffers) {
    if (waiting_ > 0) {
        const std::lock_guard lock{mutex_};
        submit_if([&](const Batch& batch) { return batch.meets(buffers); });
    }
    leases_.give_back(buffers);
}

void Batches::meet(Handle handle) {
    const Buffer buffer{handle, Access::update};
    meet({&buffer, 1});
}

void Batches::meet_all() {
    if (waiting_ == 0) return;
    const std::lock_guard lock{mutex_};
    submit_if([](const Batch&) { return true; });
}

void Batches::give_back_all() {
    meet_all();
    leases_.give_back_all();
}

void Batches::see_end(const Batch& batch) {
    if (batch.keeps_arrays()) leases_.see_end(batch.worker());
    if (!is_gpu_worker(batch.worker()) || !may_wait_) return;
    const std::lock_guard lock{mutex_};
    Line& line = lines_[batch.worker()];
    --line.running;
    if (line.waiting != nullptr) submit(line);
}

}  // namespace tasuki::runtime::detail
