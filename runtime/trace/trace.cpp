#include "runtime/trace/trace.hpp"

#include <fmt/format.h>
#include <starpu.h>
#include <starpu_fxt.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/environment_changes.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime {

namespace {

/// Of StarPU's kinds of events the one with the transfers; see trace.hpp.
constexpr const char* kEvents = "DSM";

/// Of the file that StarPU writes, to which it adds the rank.
constexpr const char* kSuffix = "events";

// 1.4.7 has no text among the events that are always recorded; 1.4.10 has it.
#if defined(STARPU_USE_FXT) && STARPU_RELEASE_VERSION >= 10
constexpr bool kHasFxt = true;

void record_text(const std::string& text) {
    starpu_fxt_trace_user_meta_string(text.c_str());
}

/// What StarPU makes of its events.
std::string convert(std::string file) {
    starpu_fxt_options options;
    starpu_fxt_options_init(&options);
    for (char** path :
         {&options.dag_path, &options.tasks_path, &options.comms_path,
          &options.data_path, &options.papi_path, &options.anim_path,
          &options.states_path, &options.distrib_time_path,
          &options.activity_path, &options.sched_tasks_path}) {
        std::free(*path);
        *path = nullptr;
    }
    // A file that is only in memory.
    const int paje = ::memfd_create("tasuki-trace", MFD_CLOEXEC);
    if (paje < 0)
        throw FaultError("memfd_create", -errno,
                         std::source_location::current());
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> owner{
        ::fdopen(paje, "r"), std::fclose};
    const auto path = fmt::format("/proc/self/fd/{}", paje);
    std::free(options.out_paje_path);
    options.out_paje_path = strdup(path.c_str());
    options.ninputfiles = 1;
    options.filenames[0] = file.data();
    starpu_fxt_generate_trace(&options);
    starpu_fxt_options_shutdown(&options);
    std::ifstream text{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{text}, {}};
}
#else
constexpr bool kHasFxt = false;
void record_text(const std::string&) {}
std::string convert(const std::string&) {
    return {};
}
#endif

bool asked_by_user() {
    const char* value = std::getenv("STARPU_FXT_TRACE");
    return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

Recorder::Recorder(const Ranks& ranks, std::string folder)
    : ranks_{ranks},
      folder_{std::move(folder)},
      log_{std::make_unique<TraceLog>()} {
    own_.before = ranks_.read_clock();
}

Recorder::~Recorder() = default;

std::string Recorder::file() const {
    return fmt::format("{}/{}_{}", folder_, kSuffix, ranks_.rank());
}

void Recorder::prepare(bool gpus, EnvironmentChanges& changes) {
    has_events_ = gpus || asked_by_user();
    if (!has_events_) return;
    if (!kHasFxt)
        throw UnavailableError(
            "a trace: the StarPU of this build cannot record what moves "
            "between memories, it was configured without FxT or is older than "
            "1.4.10; build StarPU with libfxt-dev, or run without GPUs");
    changes.set("STARPU_FXT_TRACE", "1");
    changes.set("STARPU_FXT_PREFIX", folder_);
    changes.set("STARPU_FXT_SUFFIX", kSuffix);
    const char* const more = std::getenv("STARPU_FXT_EVENTS");
    changes.set("STARPU_FXT_EVENTS", more == nullptr
                                         ? kEvents
                                         : fmt::format("{}|{}", more, kEvents));
    // StarPU's reader works once in a process.
    changes.set("STARPU_GENERATE_TRACE", "0");
    starpu_fxt_autostart_profiling(0);
}

void Recorder::see_workers(const Context& context) {
    const auto add = [this](const Worker& worker, int id, bool urgent) {
        own_.lanes.push_back({id, worker.kind == Worker::Kind::gpu, urgent,
                              worker.device, worker.threads,
                              static_cast<int>(starpu_worker_get_memory_node(
                                  static_cast<unsigned>(id)))});
    };
    for (const Worker& worker : context.workers()) {
        add(worker, worker.id, false);
        const int urgent = urgent_worker(worker.id);
        if (urgent != worker.id) add(worker, urgent, true);
    }
}

void Recorder::mark(const char* what) {
    if (has_events_)
        record_text(
            fmt::format("{} {} {}", what, intervals_, machine_nanoseconds()));
}

void Recorder::start() {
    if (has_events_) starpu_fxt_start_profiling();
    mark(kBegin);
    log_->begin();
    own_.begin = machine_nanoseconds();
}

void Recorder::stop() {
    own_.end = machine_nanoseconds();
    log_->end();
    mark(kEnd);
    if (has_events_) starpu_fxt_stop_profiling();
    ++intervals_;
}

RankRecord Recorder::read() {
    own_.after = ranks_.read_clock();
    own_.tasks = log_->take_tasks();
    own_.messages = log_->take_messages();
    if (has_events_) {
        if (!std::filesystem::exists(file()))
            throw FaultError(
                fmt::format("{}: StarPU left no events there", file()));
        own_.events = convert(file());
        std::filesystem::remove(file());
    }
    return std::move(own_);
}

}  // namespace tasuki::runtime
