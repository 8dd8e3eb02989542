// `tasuki bench team`: how soon all CPUs of a worker compute a task.
#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <thread>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/own_program.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::drivers {

namespace {

using Clock = std::chrono::steady_clock;

/// The threads of runtime/core/team.hpp, and those of OpenMP with each value
/// of OMP_WAIT_POLICY, which its library reads when the process starts.
const std::vector<std::string> kWays{"team", "passive", "active"};

struct Options {
    std::vector<std::string> ways{kWays};
    std::vector<int> pauses{20, 5000};  // [us]
    int cpus = -1, repetitions = 200;
    std::string json{};
};

/// A loop lasts this long on each thread, in as many calls as a team makes.
constexpr int kCalls = 16;
constexpr std::chrono::microseconds kCall{20};

void compute_for(Clock::duration time) {
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
    }
}

/// When each thread began with its first call of a loop.
class Starts {
  public:
    explicit Starts(std::size_t threads) : of_thread_(threads) {}
    void reset() {
        for (auto& start : of_thread_) start.seconds = kNone;
        begin_ = Clock::now();
    }
    void note() {
        thread_local const std::size_t number = threads_++;
        if (number >= of_thread_.size()) return;
        double& start = of_thread_[number].seconds;
        if (start == kNone)
            start =
                std::chrono::duration<double>(Clock::now() - begin_).count();
    }
    /// Of the last thread that began [s].
    double last() const {
        double last = 0;
        for (const auto& start : of_thread_)
            if (start.seconds != kNone) last = std::max(last, start.seconds);
        return last;
    }
    double count() const {
        return static_cast<double>(std::ranges::count_if(
            of_thread_, [](const auto& s) { return s.seconds != kNone; }));
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    struct alignas(64) Start {
        double seconds = kNone;
    };
    std::vector<Start> of_thread_;
    std::atomic<std::size_t> threads_{0};
    Clock::time_point begin_;
};

/// Calls body() kCalls times on each thread.
template <class Body>
void on_team(int threads, const Body& body) {
    const auto calls = static_cast<std::size_t>(kCalls * threads);
    runtime::parallel_ranges(calls, 1, [&](std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) body();
    });
}

template <class Body>
void on_openmp(const std::vector<int>& cpus, const Body& body) {
#pragma omp parallel num_threads(static_cast <int>(cpus.size()))
    {
        thread_local int bound = -1;
        const int cpu = cpus[static_cast<std::size_t>(omp_get_thread_num())];
        if (std::exchange(bound, cpu) != cpu) {
            cpu_set_t set;
            CPU_ZERO(&set);
            CPU_SET(cpu, &set);
            sched_setaffinity(0, sizeof set, &set);
        }
        for (int call = 0; call < kCalls; ++call) body();
    }
}

Json summary(const std::vector<double>& samples) {
    const auto [least, greatest] = std::ranges::minmax(samples);
    return {{"min", least},
            {"median", runtime::median(samples)},
            {"max", greatest}};
}

/// Loops with a pause before each, on this thread and others.
/// @param run  calls a function kCalls times on each thread
template <class Run>
Json measure(const std::string& way, int threads, int pause, int repetitions,
             const Run& run) {
    Starts starts{static_cast<std::size_t>(threads)};
    std::vector<double> last, started, empty;
    const auto rest = [pause] {
        // As a task graph that makes the next task, or as one that is idle.
        const std::chrono::microseconds time{pause};
        if (time < std::chrono::milliseconds{1})
            compute_for(time);
        else
            std::this_thread::sleep_for(time);
    };
    for (int r = -2; r < repetitions; ++r) {
        rest();
        starts.reset();
        run([&] {
            starts.note();
            compute_for(kCall);
        });
        if (r < 0) continue;  // the threads have just been made
        last.push_back(starts.last());
        started.push_back(starts.count());
    }
    for (int r = -2; r < repetitions; ++r) {
        rest();
        const auto begin = Clock::now();
        run([] {});
        const std::chrono::duration<double> time = Clock::now() - begin;
        if (r >= 0) empty.push_back(time.count());
    }
    return {{"way", way},
            {"cpus", threads},
            {"pause", 1e-6 * pause},
            {"started", runtime::median(started)},
            {"start_of_last", summary(last)},
            {"empty_loop", summary(empty)}};
}

Json measure_here(const std::string& way, const std::vector<int>& cpus,
                  int pause, int repetitions) {
    Json row;
    const int threads = static_cast<int>(cpus.size());
    // On a thread of its own, which is bound to a CPU.
    std::thread{[&] {
        runtime::use_team(cpus);
        if (way == "team")
            row = measure(way, threads, pause, repetitions,
                          [&](const auto& body) { on_team(threads, body); });
        else
            row = measure(way, threads, pause, repetitions,
                          [&](const auto& body) { on_openmp(cpus, body); });
    }}.join();
    return row;
}

Json measure_in_child(const std::string& way, int cpus, int pause,
                      int repetitions) {
    const auto answer =
        ask_tasuki({},
                   {"bench", "team", "--ways", way, "--pauses",
                    std::to_string(pause), "--cpus", std::to_string(cpus),
                    "--repetitions", std::to_string(repetitions)},
                   (runtime::private_folder() / "team.json").string(), 600,
                   {"OMP_WAIT_POLICY=" + way});
    if (answer.end.exit_code != 0)
        throw_as(answer.end.exit_code,
                 fmt::format("bench team --ways {}: {}", way,
                             last_words(answer.end.said)));
    return answer.json.at(0);
}

void print_head() {
    io::print("{:31}  {:^26}  {:^26}\n", "", "start of last thread [us]",
              "empty loop [us]");
    io::print("{:7} {:>4} {:>7} {:>10}", "way", "CPUs", "started",
              "pause [us]");
    for (int k = 0; k < 2; ++k)
        io::print("  {:>8} {:>8} {:>8}", "min", "median", "max");
    io::print("\n");
}

void print_row(const Json& row) {
    io::print("{:7} {:>4} {:>7.0f} {:>10.0f}", row["way"].get<std::string>(),
              row["cpus"].get<int>(), row["started"].get<double>(),
              1e6 * row["pause"].get<double>());
    for (const char* what : {"start_of_last", "empty_loop"})
        io::print("  {:>8.2f} {:>8.2f} {:>8.2f}",
                  1e6 * row[what]["min"].get<double>(),
                  1e6 * row[what]["median"].get<double>(),
                  1e6 * row[what]["max"].get<double>());
    io::print("\n");
}

void run(const Options& o) {
    auto cpus = runtime::allowed_cpus();
    cpus.resize(static_cast<std::size_t>(
        runtime::find_resources({.cpus = o.cpus, .gpus = 0}).cpus));
    const int threads = static_cast<int>(cpus.size());
    const char* policy = std::getenv("OMP_WAIT_POLICY");
    ProgressLine progress{"case", o.ways.size() * o.pauses.size()};
    auto json = Json::array();
    for (const int pause : o.pauses)
        for (const auto& way : o.ways) {
            const bool here =
                way == "team" || (policy != nullptr && policy == way);
            const auto row =
                here ? measure_here(way, cpus, pause, o.repetitions)
                     : measure_in_child(way, threads, pause, o.repetitions);
            progress.clear();
            if (o.json != "-") {
                if (json.size() == 0) print_head();
                print_row(row);
                io::flush_stdout();
            }
            json.push_back(row);
            progress.show(json.size());
        }
    if (!o.json.empty()) io::write_json(o.json, json);
}

}  // namespace

void add_bench_team(CLI::App& bench) {
    auto [command, o] = add_command(bench, "team", run);
    add_option(command, "--ways", o.ways, kWays,
               "ways to share a loop, separated by commas: team (Tasuki's "
               "threads), passive and active (OpenMP's, by OMP_WAIT_POLICY)");
    add_option(command, "--pauses", o.pauses, Range{0, 1'000'000},
               "times before each loop [us], separated by commas");
    add_option(command, "--cpus", o.cpus, Range{1, 4096},
               "number of logical CPUs to compute with (default: all that "
               "affinity, OMP_NUM_THREADS and control groups leave)");
    add_option(command, "--repetitions", o.repetitions, Range{1, 100'000},
               "number of loops of each kind");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
