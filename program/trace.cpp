#include "program/trace.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "program/result_file.hpp"
#include "program/run_record.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/version.hpp"

namespace tasuki::program {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;

void make_folder(const std::string& folder) {
    std::error_code error;
    if (fs::exists(fs::path{folder} / trace::kRunFile, error)) return;
    fs::create_directory(folder, error);
    if (!error && !fs::is_empty(folder, error) && !error)
        throw UsageError(
            fmt::format("--trace {}: expected a new or empty folder, or an "
                        "earlier trace, which is replaced; found other files",
                        folder));
    if (error)
        throw UsageError(
            fmt::format("--trace {}: {}", folder, error.message()));
}

}  // namespace

Trace::Trace(const Options& options, const runtime::ContextOptions& program)
    : options_{options}, context_{options.context(program)} {
    if (options.trace.empty()) return;
    const auto& ranks = runtime::ranks_of(context_);
    if (ranks.is_first()) make_folder(options.trace);
    recorder_.emplace(ranks, fs::absolute(options.trace).string());
    context_.recorder = &*recorder_;
}

void Trace::set_cost(double plain, double recorded) {
    plain_ = plain / kRecorded;
    recorded_ = recorded / kRecorded;
}

void Trace::write(const std::string& title) {
    if (!recorder_) return;
    const auto& ranks = runtime::ranks_of(context_);
    const auto records = trace::read_all(*recorder_, ranks);
    if (!ranks.is_first()) return;
    if (recorded_ == 0)
        throw UsageError(
            "--trace: expected repetitions to record, found none: call "
            "Run::time() of a Run that has the Trace");
    auto text = to_text(trace::RunRecord{.title = title,
                                         .command = {},
                                         .version = runtime::version(),
                                         .window = {kFirst, kLast},
                                         .cost = {{plain_}, {recorded_}},
                                         .parts = {}}) +
                '\n';
    for (const auto& record : records) text += trace::to_text(record) + '\n';
    const fs::path folder{options_.trace};
    write_result("--trace", (folder / trace::kRunFile).string(),
                 trace::kNoTablesYet);
    write_result("--trace", (folder / trace::kRecordsFile).string(), text);
}

}  // namespace tasuki::program
