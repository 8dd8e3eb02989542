#include "runtime/graph/leases.hpp"

#include <algorithm>

#include "runtime/core/error.hpp"
#include "runtime/graph/segment.hpp"

namespace tasuki::runtime::detail {

namespace {

starpu_data_access_mode mode_of(Access access) {
    return static_cast<starpu_data_access_mode>(access);
}

}  // namespace

bool Leases::has_room(std::span<const Buffer> buffers,
                      std::span<const int> nodes,
                      std::span<const std::size_t> wanted, std::size_t most) {
    std::map<int, std::size_t> more;
    for (const auto k : wanted)
        if (!all_.contains(buffers[k].handle))
            more[nodes[k]] += starpu_data_get_size(buffers[k].handle);
    return std::ranges::all_of(more, [&](const auto& its) {
        const auto& [node, bytes] = its;
        return starpu_node_get_kind(node) == STARPU_CPU_RAM ||
               bytes_[node] + bytes <= most;
    });
}

std::optional<starpu_task*> Leases::take(int worker,
                                         std::span<const Buffer> buffers,
                                         std::span<const int> nodes,
                                         std::size_t most) {
    if (!may_take_) return std::nullopt;
    std::vector<Due> now;
    std::vector<std::size_t> wanted;  // that the worker has not
    Acquisition* its = nullptr;
    {
        const std::lock_guard lock{mutex_};
        for (std::size_t k = 0; k < buffers.size(); ++k) {
            const auto known = all_.find(buffers[k].handle);
            if (known == all_.end() || known->second.worker != worker ||
                known->second.node != nodes[k] ||
                (writes(buffers[k].access) && !known->second.writes))
                wanted.push_back(k);
        }
        if (!has_room(buffers, nodes, wanted, most)) return std::nullopt;
        Line& line = lines_[worker];
        for (const auto k : wanted) {
            const auto& [handle, access] = buffers[k];
            if (const auto known = all_.find(handle); known != all_.end())
                give_back(known, now);
            const std::size_t bytes = starpu_data_get_size(handle);
            all_[handle] = {worker, nodes[k], writes(access), bytes};
            bytes_[nodes[k]] += bytes;
        }
        count_ = all_.size();
        ++line.taken;
        if (wanted.empty() && line.acquisitions.empty() && !line.opens)
            return nullptr;
        starpu_task* const gate = starpu_task_create();
        gate->name = "gate";
        line.acquisitions.push_back(std::make_unique<Acquisition>(Acquisition{
            this, worker, gate, static_cast<int>(wanted.size()) + 1}));
        its = line.acquisitions.back().get();
    }
    release(now);
    starpu_task* const gate = its->gate;
    for (const auto k : wanted)
        check(starpu_data_acquire_on_node_cb(buffers[k].handle, nodes[k],
                                             mode_of(buffers[k].access),
                                             see_acquired, its),
              "starpu_data_acquire_on_node_cb");
    return gate;
}

/// StarPU calls who waits for them, so without the mutex.
void Leases::release(std::span<const Due> now) {
    for (const Due& due : now)
        starpu_data_release_on_node(due.handle, due.node);
}

void Leases::see_acquired(void* acquisition) {
    auto& its = *static_cast<Acquisition*>(acquisition);
    its.leases->arrive(its);
}

void Leases::arrive(Acquisition& acquisition) {
    std::unique_lock lock{mutex_};
    --acquisition.left;
    open(lines_[acquisition.worker], lock);
}

/// That of the task which was taken last.
void Leases::open_later(int worker) {
    std::unique_lock lock{mutex_};
    Line& line = lines_[worker];
    --line.acquisitions.back()->left;
    open(line, lock);
}

/// One thread submits them, one after the other: tasks start in that order.
void Leases::open(Line& line, std::unique_lock<std::mutex>& lock) {
    if (line.opens) return;
    line.opens = true;
    while (!line.acquisitions.empty() && line.acquisitions.front()->left == 0) {
        starpu_task* const gate = line.acquisitions.front()->gate;
        line.acquisitions.pop_front();
        lock.unlock();
        check(starpu_task_submit(gate), "gate of a list");
        lock.lock();
    }
    line.opens = false;
}

void Leases::see_end(int worker) {
    std::vector<Due> now;
    {
        const std::lock_guard lock{mutex_};
        Line& line = lines_[worker];
        ++line.ended;
        for (; !line.due.empty() && line.due.front().after <= line.ended;
             line.due.pop_front())
            now.push_back(line.due.front());
    }
    release(now);
}

/// @param now  gets it if no task has it any more
/// @return  the next one
Leases::Found Leases::give_back(Found lease, std::vector<Due>& now) {
    const auto& [handle, its] = *lease;
    Line& line = lines_[its.worker];
    const Due due{line.taken, handle, its.node};
    if (line.ended == line.taken)
        now.push_back(due);
    else
        line.due.push_back(due);
    bytes_[its.node] -= its.bytes;
    const auto next = all_.erase(lease);
    count_ = all_.size();
    return next;
}

void Leases::give_back(std::span<const Buffer> buffers) {
    if (count_ == 0) return;
    std::vector<Due> now;
    {
        const std::lock_guard lock{mutex_};
        for (const auto& [handle, access] : buffers)
            if (const auto known = all_.find(handle);
                known != all_.end() &&
                (known->second.writes || access != Access::read))
                give_back(known, now);
    }
    release(now);
}

void Leases::give_back_all() {
    std::vector<Due> now;
    {
        const std::lock_guard lock{mutex_};
        for (auto it = all_.begin(); it != all_.end();) it = give_back(it, now);
    }
    release(now);
}

}  // namespace tasuki::runtime::detail
