#include "drivers/common/run_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "drivers/common/install_prefix.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/own_program.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/version.hpp"
#include "simulation/own_words.hpp"

namespace tasuki::drivers {

namespace {

/// What was typed, without the folder of the program.
std::string command_line() {
    auto words = runtime::own_words();
    if (!words.empty())
        words[0] = std::filesystem::path{words[0]}.filename().string();
    return fmt::format("{}", fmt::join(words, " "));
}

std::map<std::uint32_t, std::string> names_of_parts(
    const std::vector<runtime::RankRecord>& records,
    const trace::NameOfPart& name_of_part) {
    std::map<std::uint32_t, std::string> names;
    for (const auto& record : records)
        for (const auto& task : record.tasks) {
            const auto part = task.label.of_part;
            if (task.label.part < 0 || names.contains(part)) continue;
            names[part] = name_of_part(part);
        }
    return names;
}

/// What `tasuki trace VERB FOLDER` prints.
/// @throws Error  as RunTrace::finish()
std::string ask_trace(const char* verb, const std::string& folder) {
    constexpr int most_seconds = 600;
    std::string printed;
    ChildEnd end{};
    try {
        // It is no rank, whoever launched this process.
        end = run_child(
            {tasuki_path().string(), "trace", verb, folder}, most_seconds,
            &printed,
            {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
    } catch (const runtime::UnavailableError& e) {
        end.exit_code = static_cast<int>(e.exit_code());
        end.said = e.what();
    }
    if (end.exit_code == 0) return printed;
    if (end.signal != 0)
        end.said =
            fmt::format("signal {} ({})", end.signal, ::strsignal(end.signal));
    // No bug: a system without memory kills.
    if (end.signal == SIGKILL)
        end.exit_code = static_cast<int>(runtime::ExitCode::unavailable);
    const auto what = fmt::format(
        "{} holds the trace, but its views could not be made ({}): `tasuki "
        "trace report {}` makes them",
        folder, last_words(end.said), folder);
    throw_as(end.exit_code, what);
}

}  // namespace

void add_trace_options(CLI::App& command, TraceOptions& options,
                       const std::string& iterations) {
    add_option(command, "--trace", options.folder,
               fmt::format("folder for a trace of {}: timeline of every worker "
                           "as a page, for ViTE and Perfetto, and as tables",
                           iterations))
        .fills();
    add_option(
        command, "--trace-iterations",
        "first and last recorded iteration A:B, counted from 0 (default 2:6; "
        "the two before and after are recorded too, but not counted)",
        [&options](const std::string& text) {
            options.window = parse_window(text);
        })
        .needs("--trace");
}

void check_window(const TraceOptions& options, std::uint64_t steps) {
    const auto& window = options.window;
    if (options.wanted() && static_cast<std::uint64_t>(window.last) >= steps)
        throw runtime::UsageError(
            fmt::format("--trace-iterations: expected steps below the {} of "
                        "this run, found {}:{}",
                        steps, window.first, window.last));
}

RunTrace::RunTrace(const TraceOptions& options, const runtime::Ranks& ranks)
    : path_{options.folder},
      window_{options.window},
      ranks_{ranks},
      recorder_{ranks, runtime::private_folder()} {
    if (ranks.is_first()) folder_.emplace(options.folder);
}

void RunTrace::finish(const std::string& title, const trace::Cost& cost,
                      const trace::NameOfPart& name_of_part, bool prints) {
    {
        // Their memory is free again when the other process reads them.
        const auto records = trace::read_all(recorder_, ranks_);
        if (!ranks_.is_first()) return;
        folder_->write({title, command_line(), runtime::version(), window_,
                        cost, names_of_parts(records, name_of_part)},
                       records);
    }
    ask_trace("report", path_);
    if (!prints) return;
    const auto tables = ask_trace("summary", path_);
    io::print("\n");
    io::print_text(stdout, tables);
}

}  // namespace tasuki::drivers
