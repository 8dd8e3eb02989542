#include "drivers/lattice/block_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "codelets/wilson/hop.hpp"
#include "drivers/common/options.hpp"
#include "drivers/lattice/gauge_input.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

int take_ranks(BlockInput& input) {
    if (input.ranks.empty()) return 1;
    if (input.ranks.find('x') != std::string::npos) {
        const auto ranks =
            lattice::parse_extents(input.ranks, "--ranks").volume();
        return static_cast<int>(
            std::min<std::size_t>(ranks, std::numeric_limits<int>::max()));
    }
    std::array<int, 1> number{};
    if (!parse_numbers(input.ranks, number) || number[0] < 1)
        throw runtime::UsageError(fmt::format(
            "--ranks: expected a number of ranks or their grid XxYxZxT, found "
            "'{}'",
            input.ranks));
    input.ranks.clear();
    return number[0];
}

void add_block_options(CLI::App& command, BlockInput& input,
                       const std::string& by_default) {
    add_option(command, "--blocks", input.blocks,
               "blocks XxYxZxT of the lattice (default: " + by_default + ")");
    add_option(command, "--ranks", input.ranks,
               "grid XxYxZxT of ranks (default: all along T); start them with "
               "mpirun -np N. In a simulation also their number");
}

void add_block_placement(CLI::App& command, ExperimentOptions& options) {
    add_option(
        command, "--placement", options.placement,
        "where phases may run: gpu, cpu, host-t-minus, host-t, host-all (faces "
        "multiplied on the CPU), split:F (fraction F of the blocks on the CPU; "
        "split:auto measures it), or dynamic (the policy decides)");
}

int count_gpus_each(const ExperimentOptions& options,
                    const runtime::Ranks& ranks) {
    int gpus = 0;
    if (graphs::wilson::Placement::parse(options.placement).bulk() !=
        runtime::Where::cpu)
        gpus = static_cast<int>(
            runtime::find_resources(
                {.cpus = options.cpus, .gpus = options.gpus, .ranks = &ranks})
                .gpus.size());
    return -static_cast<int>(ranks.largest(-gpus));
}

graphs::wilson::Decomposition make_decomposition(
    const BlockInput& input, const lattice::Extents& extents,
    const runtime::Ranks& ranks, const std::function<int(int)>& t_blocks) {
    graphs::wilson::RankGrid grid{lattice::Extents{{1, 1, 1, ranks.size()}},
                                  ranks.rank()};
    if (!input.ranks.empty())
        grid.ranks = lattice::parse_extents(input.ranks, "--ranks");
    if (grid.ranks.volume() != static_cast<std::size_t>(ranks.size()))
        throw runtime::UsageError(fmt::format(
            "--ranks {}: {} ranks, but {} run (start {} with mpirun -np)",
            input.ranks, grid.ranks.volume(), ranks.size(),
            grid.ranks.volume()));
    if (!input.blocks.empty())
        return {extents, lattice::parse_extents(input.blocks, "--blocks"),
                grid};
    auto blocks = grid.ranks;
    blocks.n[3] *= t_blocks(extents[3] / grid.ranks[3]);
    return {extents, blocks, grid};
}

double share_of_fullest(int on_gpus, int blocks, int gpus) {
    const int each = (blocks + gpus - 1) / gpus;
    return std::min(1.0, static_cast<double>(on_gpus) / each);
}

double share_on_gpus(const graphs::wilson::Placement& placement,
                     const graphs::wilson::Decomposition& d, std::size_t gpus) {
    const int blocks = static_cast<int>(d.local_blocks().size());
    int on_gpus = 0;
    for (int k = 0; k < blocks; ++k)
        if (!placement.is_measured() ||
            placement.block(k, blocks) != runtime::Where::cpu)
            ++on_gpus;
    return share_of_fullest(on_gpus, blocks,
                            std::max(1, static_cast<int>(gpus)));
}

std::string name_faces(std::uint32_t mask) {
    std::vector<std::string> names;
    for (int mu = 0; mu < 4; ++mu)
        for (const auto hop : {wilson::Hop::forward, wilson::Hop::backward})
            if ((mask >> (2 * mu + static_cast<int>(hop)) & 1) != 0)
                names.push_back(
                    fmt::format("{}{}", "XYZT"[mu],
                                hop == wilson::Hop::forward ? '+' : '-'));
    return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace tasuki::drivers
