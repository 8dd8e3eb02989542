#include "drivers/run_end.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <ios>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "io/interrupt.hpp"
#include "io/print.hpp"
#include "io/printable.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/mpi/launcher.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::drivers {

namespace {

namespace fs = std::filesystem;
using runtime::ExitCode;

/// The text of a message: it may quote a file.
class Shown : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&,
                spdlog::memory_buf_t& line) override {
        const auto text =
            io::printable({message.payload.data(), message.payload.size()});
        line.append(text.data(), text.data() + text.size());
    }
    std::unique_ptr<spdlog::custom_flag_formatter> clone() const override {
        return std::make_unique<Shown>();
    }
};

/// The rank that an error is of: what the first one says is mostly true of all,
/// but for a fault.
std::string whose(ExitCode code) {
    namespace rt = tasuki::runtime;
    if (rt::launched_ranks() == 1 ||
        (rt::launched_rank() == 0 && code != ExitCode::fault))
        return {};
    const std::string prefix = rt::rank_prefix();
    // It may have been refused before the ranks knew each other.
    return prefix.empty() ? fmt::format("rank {}: ", rt::launched_rank())
                          : prefix;
}

/// The code of an exception, and what it says: files and threads fail by
/// std::system_error wherever they are used.
std::pair<ExitCode, std::string> describe_failure(const std::exception& e) {
    if (dynamic_cast<const runtime::NoGpuError*>(&e) != nullptr)
        return {ExitCode::unavailable,
                fmt::format("{}; `./tasuki doctor` says what is missing",
                            e.what())};
    if (const auto* ours = dynamic_cast<const runtime::Error*>(&e))
        return {ours->exit_code(), e.what()};
    if (const auto* file = dynamic_cast<const fs::filesystem_error*>(&e))
        return {ExitCode::bad_input,
                fmt::format("{}: {}", file->path1().string(),
                            file->code().message())};
    if (dynamic_cast<const std::ios_base::failure*>(&e) != nullptr)
        return {ExitCode::bad_input, e.what()};
    if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr)
        return {ExitCode::unavailable,
                "not enough host memory for what was asked"};
    if (dynamic_cast<const std::system_error*>(&e) != nullptr)
        return {ExitCode::unavailable, e.what()};
    return {ExitCode::fault,
            fmt::format("{} (this is a bug in Tasuki)", e.what())};
}

}  // namespace

void set_up_log() {
    // That of the process, where this is a copy of the program for a rank.
    if (spdlog::get("tasuki")) return;
    auto logger = spdlog::stderr_color_mt("tasuki");
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    formatter->add_flag<Shown>('v').set_pattern("tasuki: %^%l%$: %v");
    logger->set_formatter(std::move(formatter));
    spdlog::set_default_logger(std::move(logger));
    spdlog::set_level(spdlog::level::warn);
}

int end_run(const std::exception& e) {
    if (const auto* asked = dynamic_cast<const io::Interrupted*>(&e)) {
        if (runtime::launched_rank() == 0)
            io::print(stderr, "tasuki: {}\n", e.what());
        // They could not end together.
        if (runtime::messages_were_abandoned())
            runtime::abort_ranks(asked->exit_code());
        return asked->exit_code();
    }
    const auto [code, what] = describe_failure(e);
    runtime::wait_for_first_rank();
    if (runtime::speaks_for_all())
        runtime::logger().error("{}{}", whose(code), what);
    runtime::abort_ranks(static_cast<int>(code));
    return static_cast<int>(code);
}

}  // namespace tasuki::drivers
