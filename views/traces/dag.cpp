// The tasks of one iteration and what they depend on, as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "io/xml.hpp"
#include "views/traces/timeline/chains.hpp"
#include "views/traces/timeline/phases.hpp"
#include "views/traces/timeline/task_graph.hpp"
#include "views/traces/views.hpp"

namespace tasuki::trace {

namespace {

using io::xml_shown;

constexpr int kBoxWidth = 150, kBoxHeight = 40, kColumn = 220, kRow = 54;
constexpr int kLabels = 110, kHead = 64, kBand = 18;

struct Edge {
    int from, to;  ///< tasks
    int message;   ///< -1: on the same rank
};

class DagPicture {
  public:
    DagPicture(const Timeline& t, int iteration)
        : t_{t}, iteration_{iteration} {
        for (std::size_t k = 0; k < t.tasks.size(); ++k)
            if (t.tasks[k].iteration == iteration)
                nodes_.push_back(static_cast<int>(k));
        find_edges();
        find_depths();
        reduce();
        place();
        for (const Step& step : chains_of(t, iteration).path)
            if (step.is_task) path_.push_back(step.index);
    }

    std::string draw() const {
        const int width = kLabels + kColumn * (columns_ + 1), legend = 40;
        const int height = bottom_ + legend;
        std::string svg = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" "
            "width=\"{}\" height=\"{}\" font-family=\"system-ui, 'DejaVu "
            "Sans', sans-serif\" font-size=\"13\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
            "<text x=\"16\" y=\"28\" font-size=\"16\">{}</text>\n",
            width, height, width, height,
            xml_shown(fmt::format("Iteration {} of {}", iteration_, t_.title)));
        for (const auto& [block, band] : bands_)
            svg += fmt::format(
                "<rect x=\"8\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" "
                "fill=\"#f3f5f7\"/>\n<text x=\"18\" y=\"{}\">{}</text>\n",
                band.top, width - 16, band.height,
                band.top + band.height / 2 + 5,
                block < 0 ? "no block" : fmt::format("block {}", block));
        for (const Edge& edge : edges_) svg += line(edge);
        for (const int k : nodes_) svg += box(k);
        return svg + key(height - 14) + "</svg>\n";
    }

  private:
    struct Band {
        int top, height;
    };
    struct Place {
        int x, y;
    };

    bool is_in(int task) const {
        return t_.tasks[task].iteration == iteration_;
    }

    void find_edges() {
        for (const int to : nodes_) {
            for (const int from : t_.tasks[to].after)
                if (is_in(from)) edges_.push_back({from, to, -1});
            for (const int m : t_.tasks[to].after_messages)
                for (const int from : t_.messages[m].after)
                    if (is_in(from)) edges_.push_back({from, to, m});
        }
        for (const Edge& edge : edges_) before_[edge.to].push_back(edge.from);
    }

    void find_depths() {
        for (const int k : graph_of(t_).order)
            if (k < static_cast<int>(t_.tasks.size()) && is_in(k)) {
                order_.push_back(k);
                for (const int from : before_[k])
                    depth_[k] = std::max(depth_[k], depth_[from] + 1);
            }
    }

    /// Leaves out an edge where a longer way leads to the same task.
    void reduce() {
        std::map<int, std::set<int>> above;  // all that come before a task
        for (const int k : order_)
            for (const int from : before_[k]) {
                above[k].insert(from);
                above[k].insert(above[from].begin(), above[from].end());
            }
        std::erase_if(edges_, [&](const Edge& edge) {
            return edge.message < 0 &&
                   std::ranges::any_of(before_[edge.to], [&](int other) {
                       return other != edge.from &&
                              above[other].contains(edge.from);
                   });
        });
    }

    void place() {
        std::map<int, std::map<int, std::vector<int>>> cells;  // block, depth
        for (const int k : nodes_) {
            cells[t_.tasks[k].block][depth_[k]].push_back(k);
            columns_ = std::max(columns_, depth_[k]);
        }
        int top = kHead;
        for (auto& [block, row] : cells) {
            std::size_t rows = 1;
            for (auto& [column, tasks] : row) {
                std::ranges::sort(tasks, {}, [this](int k) {
                    const Task& task = t_.tasks[k];
                    return std::tuple{place_of(task.phase), task.faces, k};
                });
                rows = std::max(rows, tasks.size());
                for (std::size_t k = 0; k < tasks.size(); ++k)
                    at_[tasks[k]] = {
                        kLabels + kColumn * column,
                        top + kBand / 2 + kRow * static_cast<int>(k)};
            }
            const int height = kRow * static_cast<int>(rows) + kBand / 2;
            bands_[block] = {top, height};
            top += height + kBand / 2;
        }
        bottom_ = top;
    }

    std::string line(const Edge& edge) const {
        const Place from = at_.at(edge.from), to = at_.at(edge.to);
        const int x = from.x + kBoxWidth, y = from.y + kBoxHeight / 2;
        const int end = to.y + kBoxHeight / 2, bend = (to.x - x) / 2;
        const auto at = std::ranges::find(path_, edge.from);
        const bool on_path =
            at != path_.end() && at + 1 != path_.end() && *(at + 1) == edge.to;
        return fmt::format(
            "<path d=\"M{} {} C{} {} {} {} {} {}\" fill=\"none\" "
            "stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
            x, y, x + bend, y, to.x - bend, end, to.x, end,
            edge.message >= 0 ? hex(style_of("exchange").colour)
            : on_path         ? "#1a1a1a"
                              : "#8a9099",
            on_path ? 3 : 1.4,
            edge.message >= 0 ? " stroke-dasharray=\"6 3\"" : "");
    }

    std::string box(int k) const {
        const Task& task = t_.tasks[k];
        const Lane& lane = t_.lanes[task.lane];
        const Place at = at_.at(k);
        const bool on_path = std::ranges::find(path_, k) != path_.end();
        return fmt::format(
            "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" "
            "height=\"{}\" rx=\"4\" fill=\"{}\" stroke=\"#1a1a1a\" "
            "stroke-width=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text><text "
            "x=\"{}\" y=\"{}\" font-size=\"11\">{:.1f} us, {}</text></g>\n",
            xml_shown(fmt::format("{} {}, rank {} {}: {:.3f} us", task.phase,
                                  task.faces, lane.rank, lane.name,
                                  us(task.duration()))),
            at.x, at.y, kBoxWidth, kBoxHeight, hex(style_of(task.phase).colour),
            on_path ? 3 : 1, at.x + 8, at.y + 16,
            xml_shown(task.phase +
                      (task.faces.empty() ? "" : ' ' + task.faces)),
            at.x + 8, at.y + 32, us(task.duration()),
            xml_shown(t_.ranks > 1 ? fmt::format("rank {}", lane.rank)
                                   : lane.name));
    }

    std::string key(int y) const {
        return fmt::format(
            "<text x=\"16\" y=\"{}\" font-size=\"12\">from left to right: what "
            "waits for what; thick: the longest chain; dashed: a message "
            "between ranks</text>\n",
            y);
    }

    const Timeline& t_;
    int iteration_;
    std::vector<int> nodes_;
    std::vector<int> order_;  // each behind those before it
    std::vector<Edge> edges_;
    std::map<int, std::vector<int>> before_;
    std::map<int, int> depth_;
    std::map<int, Band> bands_;
    std::map<int, Place> at_;
    std::vector<int> path_;
    int columns_ = 0, bottom_ = kHead;
};

}  // namespace

std::string to_dag(const Timeline& timeline, int iteration) {
    return DagPicture{timeline, iteration}.draw();
}

}  // namespace tasuki::trace
