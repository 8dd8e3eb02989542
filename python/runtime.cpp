#include "python/runtime.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <set>

#include "graphs/share.hpp"
#include "graphs/wilson/placement.hpp"
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
    pid_t process = 0;  // that made the Context; 0: none
};

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

/// Called by Python's atexit, when no thread that it waits for is left.
void end() {
    Module& m = shared();
    if (is_forked()) return;
    const nb::gil_scoped_release release;
    const std::lock_guard lock{m.mutex};
    m.ended = true;
    m.states.clear();
    m.context.reset();
}

void call_at_exit() {
    const nb::gil_scoped_acquire acquire;
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(end));
}

/// The operator knows more placements than what is cut by shares.
void check_placement(const std::string& text) {
    (void)graphs::wilson::Placement::parse(text);
}

void check_number(const char* name, int found) {
    if (found < -1)
        throw UsageError(fmt::format(
            "configure: {} = {}: expected a number of 0 or more, or None", name,
            found));
}

}  // namespace

Computing::Computing() : lock_{shared().mutex, std::defer_lock} {
    if (is_forked())
        throw UsageError(
            "the runtime of tasuki was started before this process was forked "
            "from another: start processes by multiprocessing's 'spawn'");
    lock_.lock();
}

runtime::Context& Computing::context() const {
    Module& m = shared();
    if (m.context) return *m.context;
    if (m.ended)
        throw UsageError("the runtime has ended, as the interpreter does");
    m.context.emplace(runtime::ContextOptions{.cpus = m.settings.cpus,
                                              .gpus = m.settings.gpus});
    m.process = ::getpid();
    call_at_exit();
    return *m.context;
}

const std::string& Computing::placement() const {
    return shared().settings.placement;
}

void Computing::check_signals() const {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void configure(const Settings& settings) {
    const Computing computing;
    Module& m = shared();
    if (m.context)
        throw UsageError(
            "configure: the runtime has started; call it before anything is "
            "computed");
    check_number("cpus", settings.cpus);
    check_number("gpus", settings.gpus);
    check_placement(settings.placement);
    m.settings = settings;
}

void hold(const std::shared_ptr<void>& state) {
    shared().states.insert(state);
}

void drop(const std::weak_ptr<void>& state) noexcept {
    if (state.expired() || is_forked()) return;
    const Computing computing;
    if (const auto found = state.lock()) shared().states.erase(found);
}

void refuse_without_state() {
    throw UsageError("the runtime has ended, and this object with it");
}

}  // namespace tasuki::python
