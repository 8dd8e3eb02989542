#include "views/traces/picture_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace tasuki::trace {

namespace {

using Kind = PictureRow::Kind;

template <class Items>
void order_by_start(PictureRow& row, const Items& items) {
    std::ranges::stable_sort(row.items, {},
                             [&items](int k) { return items[k].start; });
}

}  // namespace

std::vector<PictureRow> picture_rows(const Timeline& t) {
    // Rank, then workers before ways; a worker's number or the way's two ends.
    std::map<std::tuple<int, Kind, int, int>, PictureRow> rows;
    for (std::size_t k = 0; k < t.lanes.size(); ++k)
        rows[{t.lanes[k].rank, Kind::lane, static_cast<int>(k), 0}] = {
            Kind::lane,
            t.lanes[k].rank,
            t.lanes[k].name,
            static_cast<int>(k),
            {}};
    for (std::size_t k = 0; k < t.tasks.size(); ++k) {
        const int lane = t.tasks[k].lane;
        rows.at({t.lanes[lane].rank, Kind::lane, lane, 0})
            .items.push_back(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < t.transfers.size(); ++k) {
        const auto [source, target] =
            std::pair{t.transfers[k].source, t.transfers[k].target};
        const int rank = t.nodes[target].rank;
        auto& row = rows[{rank, Kind::transfers, source, target}];
        row.kind = Kind::transfers;
        row.rank = rank;
        row.name =
            fmt::format("{} to {}", t.nodes[source].name, t.nodes[target].name);
        row.items.push_back(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < t.messages.size(); ++k) {
        const Message& message = t.messages[k];
        auto& row = rows[{message.target, Kind::messages, message.source, 0}];
        row.kind = Kind::messages;
        row.rank = message.target;
        row.name = fmt::format("from rank {}", message.source);
        row.items.push_back(static_cast<int>(k));
    }
    std::vector<PictureRow> found;
    for (auto& [key, row] : rows) {
        if (row.kind == Kind::lane)
            order_by_start(row, t.tasks);
        else if (row.kind == Kind::transfers)
            order_by_start(row, t.transfers);
        else
            order_by_start(row, t.messages);
        found.push_back(std::move(row));
    }
    return found;
}

}  // namespace tasuki::trace
