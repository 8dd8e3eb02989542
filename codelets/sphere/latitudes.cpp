#include "codelets/sphere/latitudes.hpp"

#include <numbers>

namespace tasuki::sphere {

LatitudeBlock::LatitudeBlock(const Grid& grid, const std::vector<Node>& nodes,
                             int begin_, int end)
    : begin{begin_},
      pairs{end - begin_},
      groups{(pairs + kGroup - 1) / kGroup},
      pair(static_cast<std::size_t>(groups * kGroup)),
      cosine(pair.size()) {
    for (int k = 0; k < pairs; ++k) {
        const int j = begin + k;
        const Node& node = nodes[static_cast<std::size_t>(j)];
        const bool equator = 2 * j + 1 == grid.latitudes;
        const bool pole = grid.kind == Latitudes::poles && j == 0;
        const double area =
            node.weight * 2 * std::numbers::pi / grid.longitudes;
        pair[static_cast<std::size_t>(k)] = {node.mu, node.mu * node.mu,
                                             equator ? area / 2 : area,
                                             pole ? 0 : 1 / node.cosine};
        cosine[static_cast<std::size_t>(k)] = {pole ? 0 : node.cosine,
                                               pole ? 0 : node.cosine_rest};
    }
}

}  // namespace tasuki::sphere
