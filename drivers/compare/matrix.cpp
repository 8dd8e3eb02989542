#include "drivers/compare/matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "drivers/compare/patterns.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/context.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers::compare {

namespace {

using graphs::wilson::Placement;
using lattice::Extents;
using runtime::UsageError;
using Words = std::vector<std::string>;

/// More are a slip: at two seconds each they would take half a day.
constexpr std::size_t kMostCells = 20000;

Words words_of(const std::string& text, const char* option,
               const Words& known) {
    auto words = expand_patterns(text, option);
    for (const auto& word : words)
        if (std::ranges::find(known, word) == known.end())
            throw UsageError(fmt::format("{}: expected some of {}, found '{}'",
                                         option, fmt::join(known, ", "), word));
    return words;
}

Words placements_of(const std::string& text) {
    auto words = expand_patterns(text, "--placements");
    for (const auto& word : words) {
        try {
            Placement::parse(word);
        } catch (const UsageError& e) {
            throw UsageError(fmt::format("--placements: {}", e.what()));
        }
    }
    return words;
}

std::vector<int> numbers_of(const std::string& text, const char* option,
                            int least, int most) {
    std::vector<int> numbers;
    for (const auto& word : expand_patterns(text, option)) {
        int number = 0;
        const char* const end = word.data() + word.size();
        const auto [at, error] = std::from_chars(word.data(), end, number);
        if (error != std::errc{} || at != end || number < least ||
            number > most)
            throw UsageError(fmt::format(
                "{}: expected whole numbers of {} to {}, found '{}'", option,
                least, most, word));
        numbers.push_back(number);
    }
    return numbers;
}

std::vector<Extents> lattices_of(const std::string& text) {
    std::vector<Extents> lattices;
    for (const auto& word : expand_patterns(text, "--lattices")) {
        lattices.push_back(lattice::parse_extents(word, "--lattices"));
        try {
            graphs::wilson::Decomposition{lattices.back(), {{1, 1, 1, 1}}};
        } catch (const UsageError& e) {
            throw UsageError(fmt::format("--lattices {}: {}", word, e.what()));
        }
    }
    return lattices;
}

Words blocks_of(const std::string& text) {
    Words blocks;
    for (const auto& word : expand_patterns(text, "--blocks"))
        blocks.push_back(
            word == kAutomatic
                ? word
                : lattice::to_string(lattice::parse_extents(word, "--blocks")));
    return blocks;
}

/// Why a lattice cannot be cut so; empty if it can.
std::string misfit(const Extents& whole, int ranks, const std::string& blocks) {
    const Extents along_t{{1, 1, 1, ranks}};
    const auto grid = blocks == kAutomatic
                          ? along_t
                          : lattice::parse_extents(blocks, "--blocks");
    try {
        graphs::wilson::Decomposition{whole, grid, {along_t, 0}};
    } catch (const UsageError& e) {
        return e.what();
    }
    return {};
}

/// A value that fits no lattice is a slip, not a cell to be left out.
void check_fits_some(const std::vector<Extents>& lattices, int ranks,
                     const std::string& blocks, const char* option) {
    std::string why;
    for (const auto& whole : lattices) {
        why = misfit(whole, ranks, blocks);
        if (why.empty()) return;
    }
    throw UsageError(
        fmt::format("{}: fits none of the lattices: {}", option, why));
}

/// All values of the axes within one lattice.
struct Values {
    Words precisions;
    std::vector<int> reconstructs, ranks, gpus;
    Words blocks, policies, placements;
};

void add_placements(const Values& values, Cell cell,
                    std::set<std::string>& seen, Matrix& matrix) {
    const int gpus = cell.gpus;
    for (const auto& policy : values.policies)
        for (const auto& placement : values.placements) {
            cell.policy = policy;
            cell.placement = placement;
            cell.gpus = placement == "cpu" ? 0 : gpus;
            if (!seen.insert(key(cell)).second) continue;
            if (matrix.cells.size() == kMostCells)
                throw UsageError(fmt::format(
                    "these lists make more than {} cells", kMostCells));
            matrix.cells.push_back(cell);
        }
}

void add_lattice(const Extents& whole, const Values& values,
                 std::set<std::string>& seen, Matrix& matrix) {
    for (const auto& precision : values.precisions)
        for (const int reconstruct : values.reconstructs)
            for (const int ranks : values.ranks)
                for (const int gpus : values.gpus)
                    for (const auto& blocks : values.blocks) {
                        if (const auto why = misfit(whole, ranks, blocks);
                            !why.empty()) {
                            auto text = fmt::format(
                                "{} over {} rank(s) in blocks {}: {}",
                                lattice::to_string(whole), ranks, blocks, why);
                            if (seen.insert(text).second)
                                matrix.left_out.push_back(std::move(text));
                            continue;
                        }
                        add_placements(values,
                                       {whole, precision, reconstruct, ranks,
                                        gpus, blocks, "", ""},
                                       seen, matrix);
                    }
}

}  // namespace

Axes with_defaults(Axes axes, int gpus) {
    const auto fill = [gpus](std::string& axis, std::string on_cpu,
                             std::string on_gpu) {
        if (axis.empty()) axis = gpus == 0 ? on_cpu : on_gpu;
    };
    const bool several = !axes.ranks.empty() && axes.ranks != "1";
    fill(axes.lattices, "8x8x8x{16,32},16x16x16x{16,32}",
         "16x16x16x{16..128},32x32x32x{16..64}");
    fill(axes.precisions, "single,double", "single,double");
    fill(axes.reconstructs, "18", "18");
    fill(axes.ranks, "1", "1");
    fill(axes.gpus, "0", several ? "1" : std::to_string(gpus));
    // Ranks need a block each at least, however many they are.
    fill(axes.blocks, several ? kAutomatic : "1x1x1x1,1x1x1x2", kAutomatic);
    fill(axes.policies, "lws,dmdas", "dmdas,feedback");
    fill(axes.placements, "cpu,dynamic",
         "gpu,host-t-minus,host-t,host-all,dynamic");
    return axes;
}

Matrix make_matrix(const Axes& axes) {
    const auto lattices = lattices_of(axes.lattices);
    const Values values{
        words_of(axes.precisions, "--precisions", {"single", "double"}),
        numbers_of(axes.reconstructs, "--reconstruct", 8, 18),
        numbers_of(axes.ranks, "--ranks", 1, 1024),
        numbers_of(axes.gpus, "--gpus", 0, 64),
        blocks_of(axes.blocks),
        words_of(axes.policies, "--scheds", runtime::policy_names()),
        placements_of(axes.placements)};
    for (const int reals : values.reconstructs)
        if (reals != 18 && reals != 12 && reals != 8)
            throw UsageError(fmt::format(
                "--reconstruct: expected some of 18, 12, 8, found '{}'",
                reals));
    for (const int ranks : values.ranks)
        check_fits_some(lattices, ranks, kAutomatic, "--ranks");
    for (const auto& blocks : values.blocks)
        check_fits_some(lattices, 1, blocks, "--blocks");
    Matrix matrix;
    std::set<std::string> seen;
    for (const auto& whole : lattices) add_lattice(whole, values, seen, matrix);
    if (matrix.cells.empty())
        throw UsageError(
            fmt::format("no cell is left: {}", matrix.left_out.front()));
    return matrix;
}

}  // namespace tasuki::drivers::compare
