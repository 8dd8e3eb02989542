#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drivers/compare/html_report.hpp"
#include "views/pages/html_table.hpp"
#include "views/pages/page.hpp"

namespace tasuki::drivers::compare {

namespace {

using page::HtmlTable;
using enum page::Column;

/// "interior 360 CPU, matvec 20 CPU + 340 GPU": where each phase ran.
std::string places(const CellResult& r) {
    std::vector<std::string> parts;
    for (const auto& p : r.phases)
        parts.push_back(p.name +
                        (p.on_cpu > 0 ? fmt::format(" {} CPU", p.on_cpu) : "") +
                        (p.on_cpu > 0 && p.on_gpu > 0 ? " +" : "") +
                        (p.on_gpu > 0 ? fmt::format(" {} GPU", p.on_gpu) : ""));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<HtmlTable::Head> cell_heads(const Subject& s) {
    std::vector<HtmlTable::Head> heads;
    for (const auto& axis : s.axes)
        heads.push_back({axis.name, axis.is_number() ? number : word});
    heads.insert(heads.end(), {{"ranks", number}, {"GPUs", number}});
    if (s.outputs) heads.push_back({"outputs", word});
    if (s.has_blocks()) heads.push_back({"blocks", word});
    heads.insert(heads.end(), {{"policy", word},
                               {"placement", word},
                               {"median [ms]", number},
                               {"min", number},
                               {"max", number},
                               {s.unit, number}});
    for (const auto& column : s.columns)
        if (!column.title.empty()) heads.push_back({column.title, number});
    if (!s.phases.empty() || s.is_program()) heads.push_back({"tasks", text});
    return heads;
}

std::vector<std::string> cell_fields(const CellResult& r) {
    const Subject& s = *r.cell.subject;
    auto fields = r.cell.problem;
    fields.insert(fields.end(),
                  {std::to_string(r.cell.ranks), std::to_string(r.cell.gpus)});
    if (s.outputs) fields.push_back(r.cell.outputs);
    if (s.has_blocks()) fields.push_back(r.blocks);
    fields.insert(
        fields.end(),
        {r.policy, r.cell.placement, fmt::format("{:.4g}", 1e3 * r.seconds),
         fmt::format("{:.4g}", 1e3 * r.seconds_min),
         fmt::format("{:.4g}", 1e3 * r.seconds_max), speed_text(r.speed)});
    for (std::size_t k = 0; k < s.columns.size(); ++k)
        if (!s.columns[k].title.empty())
            fields.push_back(column_text(s.columns[k], r.columns[k]));
    if (!s.phases.empty() || s.is_program()) fields.push_back(places(r));
    return fields;
}

}  // namespace

std::string cell_table(const Subject& subject,
                       const std::vector<CellResult>& results) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& result : results) rows.push_back(cell_fields(result));
    auto heads = cell_heads(subject);
    std::string same;
    // Of the problem, ranks, GPUs and outputs, but for its size.
    for (std::size_t k = subject.axes.size() + (subject.outputs ? 3 : 2);
         k-- > 1;) {
        if (rows.empty() || std::ranges::any_of(rows, [&](const auto& row) {
                return row[k] != rows[0][k];
            }))
            continue;
        same = fmt::format(" {}: {}.", heads[k].title, rows[0][k]) + same;
        heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(k));
        for (auto& row : rows)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(k));
    }
    HtmlTable table{heads};
    for (const auto& row : rows) table.add(row);
    const bool writes = std::ranges::any_of(
        results,
        [](const CellResult& result) { return result.cell.has_outputs(); });
    const auto note =
        writes ? fmt::format(
                     " Outputs: {}; the time of such a cell is that of "
                     "all its work, until the last output is written.",
                     subject.outputs->what)
               : "";
    return page::paragraph(subject.columns_note + " GPUs: of each rank." +
                           note + (same.empty() ? "" : " All cells:" + same)) +
           table.html();
}

}  // namespace tasuki::drivers::compare
