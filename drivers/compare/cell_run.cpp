#include "drivers/compare/cell_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "drivers/common/own_program.hpp"
#include "io/input_error.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

namespace fs = std::filesystem;
using runtime::ExitCode;

std::vector<std::string> launcher(const Cell& cell) {
    if (!is_launched(cell)) return {};
    // The ranks share out the CPUs by themselves; bound, each had one core.
    std::vector<std::string> words{"mpirun",    "--oversubscribe",
                                   "--bind-to", "none",
                                   "-np",       std::to_string(cell.ranks)};
    // Open MPI refuses root otherwise, as containers have it.
    if (::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    return words;
}

CellFailure failed(const Cell& cell, int repetitions, const ChildEnd& end,
                   std::string reason) {
    return {cell,
            command_line(cell, repetitions),
            end.exit_code,
            end.signal,
            std::move(reason),
            end.said};
}

CellFailure failed(const Cell& cell, int repetitions, ExitCode code,
                   std::string reason) {
    return failed(cell, repetitions, {static_cast<int>(code), 0, false, ""},
                  std::move(reason));
}

int ranks_of(const Json& result) {
    int ranks = 1;
    if (!result.contains("ranks")) return ranks;  // it knows of none
    const auto& j = result.at("ranks");
    if (!j.is_array()) return j.get<int>();
    for (const auto& along : j) ranks *= along.get<int>();
    return ranks;
}

/// Where a cell writes its outputs, as long as it runs.
class OutputFolder {
  public:
    /// @param file  of the cell's result, which has a neighbour of that name
    OutputFolder(const Cell& cell, const std::string& file) {
        if (!cell.has_outputs()) return;
        path_ = fs::absolute(file).replace_extension("outputs");
        std::error_code error;
        fs::create_directories(path_, error);
        if (error)
            throw runtime::UnavailableError(fmt::format(
                "{}: cannot be made: {}", path_.string(), error.message()));
    }
    ~OutputFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    std::string path() const { return path_.string(); }

  private:
    fs::path path_;
};

std::string why(const ChildEnd& end, int seconds) {
    if (end.over_time)
        return fmt::format("stopped after {} s (--limit)", seconds);
    const auto words = last_words(end.said);
    return words.empty() ? "it said nothing on stderr" : words;
}

}  // namespace

std::variant<Json, CellFailure> run_cell(const Cell& cell, int repetitions,
                                         const std::string& file, int seconds,
                                         const std::string& trace) {
    const bool is_program = cell.subject->is_program();
    // A wrong result of ours is a fault; of somebody's program it is input.
    const auto wrong = is_program ? ExitCode::bad_input : ExitCode::fault;
    try {
        const OutputFolder outputs{cell, file};
        auto words = arguments(cell, repetitions, outputs.path());
        if (!trace.empty()) words.insert(words.end(), {"--trace", trace});
        const auto answer =
            is_program ? ask_program(words, file, seconds)
                       : ask_tasuki(launcher(cell), words, file, seconds);
        if (answer.end.exit_code != 0)
            return failed(cell, repetitions, answer.end,
                          why(answer.end, seconds));
        // An mpirun of another MPI starts so many single ranks.
        if (const int ranks = is_program ? cell.ranks : ranks_of(answer.json);
            ranks != cell.ranks)
            return failed(
                cell, repetitions, ExitCode::unavailable,
                fmt::format("expected a result of {} ranks, found one "
                            "of {}: is mpirun that of the Open MPI "
                            "which tasuki was built with?",
                            cell.ranks, ranks));
        auto kept =
            kept_json(cell, command_line(cell, repetitions), answer.json);
        result_from_json(*cell.subject, kept, key(cell));
        return kept;
    } catch (const runtime::UnavailableError& e) {
        const char* const needs =
            is_launched(cell)
                ? " (several ranks need Open MPI's mpirun in PATH)"
                : "";
        return failed(cell, repetitions, ExitCode::unavailable,
                      e.what() + std::string{needs});
    } catch (const io::InputError& e) {
        return failed(cell, repetitions, wrong, e.what());
    } catch (const Json::Error& e) {
        return failed(cell, repetitions, wrong, e.what());
    }
}

ExitCode exit_code_of(const CellFailure& failure) {
    // By somebody else, or by the machine for want of memory.
    if (failure.signal == SIGKILL) return ExitCode::unavailable;
    const auto code = static_cast<ExitCode>(failure.exit_code);
    switch (code) {
        case ExitCode::bad_input:
        case ExitCode::unavailable:
        case ExitCode::numerics:
            return code;
        default:
            return ExitCode::fault;
    }
}

}  // namespace tasuki::drivers::compare
