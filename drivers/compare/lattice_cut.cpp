#include "drivers/compare/lattice_cut.hpp"

#include "graphs/wilson/decomposition.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

std::string why_not_cut(const Cell& cell) {
    const lattice::Extents along_t{{1, 1, 1, cell.ranks}};
    try {
        graphs::wilson::Decomposition{
            lattice::parse_extents(cell.problem[0], "--lattices"),
            cell.blocks == kAutomatic
                ? along_t
                : lattice::parse_extents(cell.blocks, "--blocks"),
            {along_t, 0}};
    } catch (const runtime::UsageError& e) {
        return e.what();
    }
    return {};
}

}  // namespace tasuki::drivers::compare
