#include "views/traces/picture_rows.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace tasuki::trace {

std::vector<PictureRow> picture_rows(const Timeline& t) {
    using Kind = PictureRow::Kind;
    // Rank, then workers before ways; a worker's number or the way's two ends.
    std::map<std::tuple<int, Kind, int, int>, PictureRow> rows;
    for (int k = 0; k < static_cast<int>(t.lanes.size()); ++k) {
        const Lane& lane = t.lanes[k];
        rows[{lane.rank, Kind::lane, k, 0}] = {
            Kind::lane, lane.rank, lane.name, k, {}};
    }
    for (std::size_t k = 0; k < t.tasks.size(); ++k) {
        const int lane = t.tasks[k].lane;
        rows.at({t.lanes[lane].rank, Kind::lane, lane, 0})
            .items.push_back(static_cast<int>(k));
    }
    const auto add = [&rows](Kind kind, int rank, int source, int target,
                             const std::string& name, std::size_t item) {
        auto& row = rows[{rank, kind, source, target}];
        row.kind = kind;
        row.rank = rank;
        row.name = name;
        row.items.push_back(static_cast<int>(item));
    };
    for (std::size_t k = 0; k < t.transfers.size(); ++k) {
        const int source = t.transfers[k].source,
                  target = t.transfers[k].target;
        add(Kind::transfers, t.nodes[target].rank, source, target,
            fmt::format("{} to {}", t.nodes[source].name, t.nodes[target].name),
            k);
    }
    for (std::size_t k = 0; k < t.messages.size(); ++k) {
        const int source = t.messages[k].source;
        add(Kind::messages, t.messages[k].target, source, 0,
            fmt::format("from rank {}", source), k);
    }
    std::vector<PictureRow> found;
    for (auto& [key, row] : rows) found.push_back(std::move(row));
    return found;
}

}  // namespace tasuki::trace
