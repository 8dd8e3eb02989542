#include "python/runtime.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "graphs/share.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"

namespace nb = nanobind;

namespace tasuki::python {

namespace {

using runtime::UsageError;

/// Of the process.
struct Module {
    std::recursive_mutex mutex;  // a handler of signals may compute, too
    Settings settings;
    std::optional<runtime::Context> context;
    std::set<std::shared_ptr<void>> states;  // that use it
    bool ended = false;
    bool is_called_at_exit = false;
    pid_t process = 0;  // that made the Context; 0: none
    std::mutex dropping;
    std::vector<std::weak_ptr<void>> dropped;  // states that are to end
};

thread_local auto inside = Inside::What::nothing;

/// It is never destroyed: objects of Python may live longer than any static
/// one.
Module& shared() {
    static auto* const instance = new Module;
    return *instance;
}

/// StarPU's workers stay behind in the parent.
bool is_forked() {
    return shared().process != 0 && shared().process != ::getpid();
}

/// Arrays may end before graphs that have them, and these before arrays.
void end_context_of(Module& m) {
    std::exchange(m.states, {}).clear();
    m.context.reset();
    m.process = 0;
}

/// Called by Python's atexit, when no thread that it waits for is left.
void end() {
    Module& m = shared();
    if (is_forked()) return;
    const nb::gil_scoped_release release;
    const std::lock_guard lock{m.mutex};
    m.ended = true;
    end_context_of(m);
}

void call_at_exit() {
    if (std::exchange(shared().is_called_at_exit, true)) return;
    const nb::gil_scoped_acquire acquire;
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(end));
}

/// What drop() has left.
void end_dropped() {
    Module& m = shared();
    std::vector<std::weak_ptr<void>> dropped;
    {
        const std::lock_guard lock{m.dropping};
        dropped.swap(m.dropped);
    }
    for (const auto& each : dropped)
        if (const auto state = each.lock()) m.states.erase(state);
}

/// The operator knows more placements than what is cut by shares.
void check_placement(const std::string& text) {
    (void)graphs::wilson::Placement::parse(text);
}

void check_number(const char* name, int found) {
    if (found < -1)
        throw UsageError(fmt::format(
            "{} = {}: expected a number of 0 or more, or None", name, found));
}

/// @throws UsageError  a wrong one, or there is a Context
void check(const Settings& settings) {
    if (shared().context)
        throw UsageError(
            "the runtime has started: say what it uses before anything is "
            "computed, or close() its Context first");
    check_number("cpus", settings.cpus);
    check_number("gpus", settings.gpus);
    if (settings.cpu_workers < 1)
        throw UsageError(
            fmt::format("workers = {}: expected a number of 1 or more, or None",
                        settings.cpu_workers));
    check_placement(settings.placement);
}

}  // namespace

Inside::Inside(What what) : before_{std::exchange(inside, what)} {}
Inside::~Inside() {
    inside = before_;
}
Inside::What Inside::what() {
    return inside;
}

Computing::Computing() : lock_{shared().mutex, std::defer_lock} {
    // Whoever waits for the kernel has the lock, so this would wait for ever.
    if (inside == Inside::What::kernel)
        throw UsageError(
            "a kernel has called tasuki: expected one that computes with its "
            "arrays alone");
    if (is_forked())
        throw UsageError(
            "the runtime of tasuki was started before this process was forked "
            "from another: start processes by multiprocessing's 'spawn'");
    lock_.lock();
    if (inside == Inside::What::nothing) end_dropped();
}

runtime::Context& Computing::context() const {
    if (!shared().context) start(settings());
    return *shared().context;
}

void Computing::start(const Settings& settings) const {
    Module& m = shared();
    check(settings);
    if (m.ended)
        throw UsageError("the runtime has ended, as the interpreter does");
    m.context.emplace(
        runtime::ContextOptions{.cpus = settings.cpus,
                                .cpu_workers = settings.cpu_workers,
                                .gpus = settings.gpus});
    m.process = ::getpid();
    call_at_exit();
}

const Settings& Computing::settings() const {
    return shared().settings;
}

void Computing::check_signals() const {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void Computing::repeat(std::int64_t n,
                       const std::function<void(std::int64_t)>& work) const {
    constexpr std::int64_t most = 256;  // their tasks take memory
    constexpr double worth = 0.05;      // [s]
    for (std::int64_t batch = 1; n > 0;) {
        const std::int64_t count = std::min(n, batch);
        const auto begin = runtime::machine_nanoseconds();
        work(count);
        const auto end = runtime::machine_nanoseconds();
        n -= count;
        if (1e-9 * static_cast<double>(end - begin) < worth)
            batch = std::min(2 * batch, most);
        check_signals();
    }
}

void Computing::end_context() const {
    end_context_of(shared());
}

void Computing::end_failed_context() const {
    const Module& m = shared();
    if (m.context && m.context->has_failed()) end_context();
}

void Computing::configure(const Settings& settings) const {
    check(settings);
    shared().settings = settings;
}

void hold(const std::shared_ptr<void>& state) {
    shared().states.insert(state);
}

void drop(const std::weak_ptr<void>& state) noexcept {
    if (state.expired() || is_forked()) return;
    if (inside != Inside::What::nothing) {
        Module& m = shared();
        const std::lock_guard lock{m.dropping};
        m.dropped.push_back(state);
        return;
    }
    const Computing computing;
    if (const auto found = state.lock()) shared().states.erase(found);
}

void refuse_without_state() {
    throw UsageError("the runtime has ended, and this object with it");
}

}  // namespace tasuki::python
