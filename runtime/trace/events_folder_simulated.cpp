// StarPU is told of the folder in the environment, of which the ranks of a
// simulation have one together: so they have one folder, in which each has its
// file.
#include "runtime/simulation/current.hpp"
#include "runtime/trace/events_folder.hpp"

namespace tasuki::runtime::detail {

std::string events_folder(const std::string& own) {
    const auto* ranks = rank_simulation();
    return ranks == nullptr ? own : ranks->folder.string();
}

}  // namespace tasuki::runtime::detail
