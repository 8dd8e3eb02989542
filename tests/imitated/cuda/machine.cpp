#include "tests/imitated/cuda/machine.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>

namespace tasuki::imitated {

namespace {

std::size_t from_environment(const char* name, std::size_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

/// Of the process: the thread that makes the first call may be bound to one.
cpu_set_t first_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}
const cpu_set_t kCpus = first_cpus();

}  // namespace

void broken(const std::string& what) {
    std::fprintf(stderr, "imitated GPU: %s\n", what.c_str());
    std::abort();
}

Machine& Machine::instance() {
    // Never destroyed: its thread runs until the process ends.
    static auto* const machine = new Machine;
    return *machine;
}

Machine::Machine()
    : random_{static_cast<unsigned>(
          from_environment("TASUKI_IMITATED_SEED", 1))},
      devices_{static_cast<int>(from_environment("TASUKI_IMITATED_GPUS", 1))},
      taken_{static_cast<int>(from_environment("TASUKI_IMITATED_TAKEN", 0))},
      memory_{from_environment("TASUKI_IMITATED_MEMORY", 256) << 20},
      serial_{from_environment("TASUKI_IMITATED_SERIAL", 0)},
      lends_{from_environment("TASUKI_IMITATED_LENDS", 1) != 0},
      peers_{from_environment("TASUKI_IMITATED_PEERS", 1) != 0} {
    std::thread{[this] { run(); }}.detach();
}

bool Machine::has_loops() {
    return from_environment("TASUKI_IMITATED_LOOPS", 1) != 0;
}

void Machine::link(const Op& earlier, const Op& later) {
    if (earlier == nullptr || earlier->done) return;
    earlier->next.push_back(later);
    ++later->waits_for;
}

void Machine::release(const Op& op) {
    if (--op->waits_for > 0) return;
    ready_.push_back(op);
    queued_.notify_one();
}

std::vector<std::pair<std::size_t, std::size_t>> Machine::order(
    const std::vector<std::vector<std::size_t>>& after) {
    std::vector<bool> done(after.size());
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::optional<std::size_t> last;
    for (std::size_t n = 0; n < after.size(); ++n) {
        std::vector<std::size_t> next;
        for (std::size_t k = 0; k < after.size(); ++k)
            if (!done[k] && std::ranges::all_of(after[k], [&](std::size_t b) {
                    return bool{done[b]};
                }))
                next.push_back(k);
        const std::size_t chosen = next[random_() % next.size()];
        done[chosen] = true;
        if (last) pairs.emplace_back(*last, chosen);
        last = chosen;
    }
    return pairs;
}

void Machine::wait(Lock& lock, const Op& op) {
    ended_.wait(lock, [&op] { return op == nullptr || op->done; });
}

void Machine::run() {
    sched_setaffinity(0, sizeof kCpus, &kCpus);
    Lock lock{mutex_};
    std::size_t refused = 0;  // in a row
    for (;;) {
        queued_.wait(lock, [this] { return !ready_.empty(); });
        // Late now and then, so that more is there to choose from.
        if (random_() % 8 == 0) {
            const std::chrono::microseconds delay{random_() % 100};
            lock.unlock();
            std::this_thread::sleep_for(delay);
            lock.lock();
        }
        std::swap(ready_[random_() % ready_.size()], ready_.back());
        const Op op = std::move(ready_.back());
        ready_.pop_back();
        if (op->may_run && !op->may_run()) {
            ready_.push_back(op);
            if (++refused <= 2 * ready_.size()) continue;
            refused = 0;
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::microseconds{20});
            lock.lock();
            continue;
        }
        refused = 0;
        lock.unlock();
        try {
            if (op->work && !broken_) op->work();
        } catch (...) {
            broken_ = true;
        }
        op->work = nullptr;
        lock.lock();
        op->done = true;
        op->ended = Clock::now();
        for (const Op& later : op->next) release(later);
        op->next.clear();
        ended_.notify_all();
    }
}

}  // namespace tasuki::imitated
