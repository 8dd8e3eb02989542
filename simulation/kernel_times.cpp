#include "runtime/core/kernel_times.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "json/json.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/session.hpp"
#include "runtime/policy/worker_mutex.hpp"
#include "simulation/task_work.hpp"

namespace tasuki::runtime::detail {

namespace {

constexpr const char* kVariable = "TASUKI_KERNEL_TIMES";

class TimesInFile final : public KernelTimes {
  public:
    explicit TimesInFile(const std::string& path) : path_{path}, file_{path} {
        if (!file_)
            throw UsageError(
                fmt::format("{}: expected a file that can be written, found {}",
                            kVariable, path));
    }

#if defined(TASUKI_HAS_GPU)
    void begin(gpu::Stream stream) override {
        gpu_.lock();
        watch_ = std::make_unique<gpu::Stopwatch>();
        watch_->start(stream);
    }

    void end(gpu::Stream stream) override {
        const double seconds = watch_->stop(stream);
        watch_.reset();
        gpu_.unlock();
        // None where StarPU itself clears the memory of a reduction.
        const starpu_task* const task = starpu_task_get_current();
        TaskHeader* const header = task != nullptr ? header_of(*task) : nullptr;
        if (header != nullptr)
            header->end =
                header->begin + static_cast<std::int64_t>(1e9 * seconds);
    }
#endif

    void see_end(starpu_task& task, int worker) override {
        const TaskHeader& header = *header_of(task);
        const TaskWork work = work_of(task, &header);
        const auto team = session().teams[worker].size();
        const std::lock_guard lock{mutex_};
        seconds_[{kernel_names(task, work).front(), team == 0,
                  team == 0 ? 1 : team, work}]
            .push_back(1e-9 * static_cast<double>(header.end - header.begin));
    }

    /// A JSON list: `kernel`, `worker` ("cpu" or "gpu"), `threads`,
    /// `number_bytes`, `bytes` and `flops` of a task, `tasks`, and `seconds`,
    /// the median.
    void write() override {
        auto list = Json::array();
        for (const auto& [key, seconds] : seconds_) {
            const auto& [kernel, on_gpu, threads, work] = key;
            list.push_back({{"kernel", kernel},
                            {"worker", on_gpu ? "gpu" : "cpu"},
                            {"threads", threads},
                            {"number_bytes", work.number_bytes},
                            {"bytes", work.bytes},
                            {"flops", work.flops},
                            {"tasks", seconds.size()},
                            {"seconds", median(seconds)}});
        }
        file_ << list.dump(1) << '\n';
        file_.close();
        if (!file_)
            logger().error("{}: {} could not be written", kVariable, path_);
    }

  private:
    /// Kernel, whether on a GPU, threads.
    using Key = std::tuple<std::string, bool, std::size_t, TaskWork>;

    std::string path_;
    std::ofstream file_;
    WorkerMutex mutex_;
    std::map<Key, std::vector<double>> seconds_;
#if defined(TASUKI_HAS_GPU)
    WorkerMutex gpu_;                        // held from begin() to end()
    std::unique_ptr<gpu::Stopwatch> watch_;  // on the GPU of that worker
#endif
};

}  // namespace

std::unique_ptr<KernelTimes> KernelTimes::wanted(bool several) {
    const char* const path = std::getenv(kVariable);
    if (path == nullptr) return nullptr;
    if (several)
        throw UsageError(fmt::format(
            "{}: expected one rank, found several: kernels are timed alone",
            kVariable));
    return std::make_unique<TimesInFile>(path);
}

}  // namespace tasuki::runtime::detail
