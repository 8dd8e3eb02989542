#include "drivers/compare/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/progress.hpp"
#include "drivers/compare/cell_run.hpp"
#include "json/json.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers::compare {

RunEnd run_matrix(const Matrix& matrix, Store& store, int seconds,
                  const std::string& traces) {
    std::vector<Cell> missing;
    std::ranges::copy_if(matrix.cells, std::back_inserter(missing),
                         [&](const Cell& cell) { return !store.has(cell); });
    if (const auto kept = matrix.cells.size() - missing.size(); kept > 0)
        runtime::logger().warn("{} of {} cells are there already", kept,
                               matrix.cells.size());
    ProgressLine progress{"cell", missing.size(), {}};  // in a log one each
    std::size_t done = 0;
    RunEnd end{0, runtime::ExitCode::done};
    for (const auto& cell : missing) {
        ++done;
        const auto outcome = run_cell(
            cell, store.experiment().repetitions, store.running(cell), seconds,
            traces.empty() ? traces : traces + "/" + key(cell));
        if (const auto* failure = std::get_if<CellFailure>(&outcome)) {
            store.keep(*failure);
            ++end.failed;
            end.exit_code = std::max(end.exit_code, exit_code_of(*failure));
            progress.clear();
            runtime::logger().warn("cell {}/{} {}: {}: {}", done,
                                   missing.size(), key(cell),
                                   how_it_ended(*failure), failure->reason);
            continue;
        }
        const auto& kept = std::get<Json>(outcome);
        store.keep(cell, kept);
        const auto& subject = *cell.subject;
        const auto result = result_from_json(subject, kept, key(cell));
        progress.show(
            done, fmt::format("{}: {} {}", key(cell), speed_text(result.speed),
                              subject.unit));
    }
    return end;
}

}  // namespace tasuki::drivers::compare
