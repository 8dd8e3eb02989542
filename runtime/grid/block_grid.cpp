#include "runtime/grid/block_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Above those that programs choose themselves.
constexpr MessageTag kFirstTag = MessageTag{1} << 40;
/// Another rank waits for it.
constexpr int kPriority = 1;

int opposite(int face) {
    return face ^ 1;
}

int product(const std::array<int, kDirections>& counts) {
    int n = 1;
    for (const int c : counts) n *= c;
    return n;
}

/// Where part `k` of `count` equal ones begins.
int begin_of(int cells, int k, int count) {
    return static_cast<int>(static_cast<std::int64_t>(cells) * k / count);
}

/// Slabs along the first direction that has a block for each rank.
std::array<int, kDirections> slabs(const Layout& layout, int ranks) {
    std::array<int, kDirections> result{1, 1, 1, 1};
    const auto d = std::ranges::find_if(layout.blocks,
                                        [ranks](int n) { return n >= ranks; });
    if (d != layout.blocks.end())
        result[static_cast<std::size_t>(d - layout.blocks.begin())] = ranks;
    return result;
}

}  // namespace

BlockGrid::BlockGrid(Context& context, const Layout& layout,
                     std::size_t element_bytes)
    : context_{&context}, layout_{layout} {
    const Ranks& ranks = context.ranks();
    if (product(layout_.ranks) == 0)
        layout_.ranks = slabs(layout_, ranks.size());
    check(ranks);
    const int all = product(layout_.blocks);
    std::vector<int> counts(static_cast<std::size_t>(ranks.size()));
    for (int n = 0; n < all; ++n) {
        owners_.push_back(owner_of(place_of(n)));
        of_rank_.push_back(counts[owners_.back()]++);
    }
    MessageTag& next_tag = context.session().faces;
    first_tag_ = kFirstTag + next_tag;
    next_tag += static_cast<MessageTag>(all) * kFaces;
    for (int n = 0; n < all; ++n)
        if (owners_[n] == ranks.rank()) add_block(n);
    make_arrays(element_bytes);
}

void BlockGrid::check(const Ranks& ranks) const {
    const auto& [dims, cells, blocks, parts, periodic, halo, corners] = layout_;
    if (halo < 0) throw UsageError("a grid: the halo is less than 0");
    for (int d = kDirections - dims; d < kDirections; ++d) {
        const int shown = d - (kDirections - dims);
        if (blocks[d] < 1 || cells[d] < blocks[d])
            throw UsageError(fmt::format(
                "a grid: expected 1 to {} blocks along direction {}, got {}",
                cells[d], shown, blocks[d]));
        const bool joined = blocks[d] > 1 || periodic[d];
        if (joined && cells[d] / blocks[d] < halo)
            throw UsageError(fmt::format(
                "a grid: blocks of {} cells along direction {} are thinner "
                "than the halo of {}",
                cells[d] / blocks[d], shown, halo));
    }
    if (product(parts) != ranks.size())
        throw UsageError(
            fmt::format("a grid: expected a part for each of {} ranks, got {}",
                        ranks.size(), product(parts)));
    for (int d = 0; d < kDirections; ++d)
        if (parts[d] < 1 || parts[d] > blocks[d])
            throw UsageError(fmt::format(
                "a grid: {} blocks along direction {} for {} ranks: expected a "
                "block for each",
                blocks[d], d - (kDirections - dims), parts[d]));
}

int BlockGrid::owner_of(const Place& block) const {
    int rank = 0;
    for (int d = 0; d < kDirections; ++d) {
        const int parts = layout_.ranks[d];
        rank = rank * parts + ((block[d] + 1) * parts - 1) / layout_.blocks[d];
    }
    return rank;
}

BlockGrid::Place BlockGrid::place_of(int number) const {
    Place place;
    for (int d = kDirections - 1; d >= 0; --d) {
        place[d] = number % layout_.blocks[d];
        number /= layout_.blocks[d];
    }
    return place;
}

int BlockGrid::number_of(const Place& block) const {
    int n = 0;
    for (int d = 0; d < kDirections; ++d) n = n * layout_.blocks[d] + block[d];
    return n;
}

Box BlockGrid::cells_of(int number) const {
    const Place place = place_of(number);
    Box box;
    for (int d = 0; d < kDirections; ++d) {
        const int cells = layout_.cells[d], count = layout_.blocks[d];
        box.begin[d] = begin_of(cells, place[d], count);
        box.extent[d] = begin_of(cells, place[d] + 1, count) - box.begin[d];
    }
    return box;
}

void BlockGrid::add_block(int number) {
    Frame f{};
    const Box box = cells_of(number);
    for (int d = 0; d < kDirections; ++d) {
        f.first[d] = box.begin[d];
        f.extent[d] = box.extent[d];
        if (layout_.blocks[d] > 1 || layout_.periodic[d])
            f.joined = static_cast<std::uint8_t>(f.joined | 1 << d);
    }
    f.halo = layout_.halo;
    f.dims = static_cast<std::uint8_t>(layout_.dims);
    f.corners = layout_.corners ? 1 : 0;
    phases_ = layout_.corners ? std::max(1, std::popcount(f.joined)) : 1;
    blocks_.push_back({f, {}});
    add_faces(blocks_.back(), number);
    // Kernels count the elements of a block in an int.
    const std::size_t most = std::numeric_limits<int>::max();
    const std::size_t n = elements(count() - 1);
    if (n > most)
        throw UsageError(
            fmt::format("a block of {} elements: one has at most {}; cut it "
                        "into more blocks",
                        n, most));
}

void BlockGrid::add_faces(Block& block, int own) {
    const Place place = place_of(own);
    const Frame& f = block.frame;
    if (f.halo == 0) return;
    for (int number = 0, phase = 0; number < kFaces; ++number) {
        const int d = number / 2, side = number % 2 == 0 ? -1 : 1;
        if ((f.joined >> d & 1) == 0) continue;
        const int count = layout_.blocks[d];
        Place other = place;
        other[d] = (place[d] + side + count) % count;
        Face its{number, layout_.corners ? phase : 0};
        if (side == 1) ++phase;
        if (!layout_.periodic[d] && other[d] != place[d] + side) continue;
        const int theirs = number_of(other);
        if (owners_[theirs] == owners_[own]) {
            its.block = of_rank_[theirs];
        } else {
            its.rank = owners_[theirs];
            its.sent = first_tag_ + own * kFaces + number;
            its.received = first_tag_ + theirs * kFaces + opposite(number);
        }
        block.faces.push_back(std::move(its));
    }
}

void BlockGrid::make_arrays(std::size_t element_bytes) {
    const auto make = [&](const WindowOfArray& window, std::size_t bytes) {
        return array_in<std::byte>(*context_, bytes, window);
    };
    const auto each = [&](const auto& use) {
        for (Block& block : blocks_)
            for (Face& its : block.faces)
                use(its, element_bytes *
                             static_cast<std::size_t>(
                                 block.frame.box_of(its.number, true).size()));
    };
    // What is received first: the sender waits for it.
    each([&](Face& its, std::size_t bytes) {
        if (its.block < 0)
            its.comes = make(
                messages().window_from(its.rank, its.received, bytes), bytes);
    });
    each([&](Face& its, std::size_t bytes) {
        its.leaves =
            its.block >= 0
                ? make({}, bytes)
                : make(messages().window_to(its.rank, its.sent, bytes), bytes);
    });
}

Frame BlockGrid::frame(int block, FaceMask comes, FaceMask leaves) const {
    Frame f = blocks_[block].frame;
    f.comes = comes;
    f.leaves = leaves;
    return f;
}

std::size_t BlockGrid::elements(int block) const {
    const Frame& f = blocks_[block].frame;
    std::size_t n = 1;
    for (int d = 0; d < kDirections; ++d)
        n *= static_cast<std::size_t>(f.extent[d] + 2 * f.halo_of(d));
    return n;
}

bool BlockGrid::is_cut_as(const BlockGrid& other, bool has_its_cells) const {
    return owners_ == other.owners_ &&
           (!has_its_cells || (layout_.cells == other.layout_.cells &&
                               layout_.blocks == other.layout_.blocks));
}

FaceMask BlockGrid::faces(int block, int phase, To to) const {
    unsigned mask = 0;
    for (const Face& its : blocks_[block].faces) {
        if (its.phase != phase) continue;
        if (to != To::all && (its.block >= 0) != (to == To::own_blocks))
            continue;
        mask |= mask_of(its.number);
    }
    return static_cast<FaceMask>(mask);
}

const Array<std::byte>& BlockGrid::coming(const Face& its) const {
    if (its.comes) return *its.comes;
    const auto& all = blocks_[its.block].faces;
    return *std::ranges::find(all, opposite(its.number), &Face::number)->leaves;
}

void BlockGrid::add_coming(int block, FaceMask faces,
                           List<Read<std::byte>>& list) const {
    for (const Face& its : blocks_[block].faces)
        if ((faces & mask_of(its.number)) != 0) list.add(coming(its));
}

void BlockGrid::add_leaving(int block, FaceMask faces,
                            List<Write<std::byte>>& list) {
    for (Face& its : blocks_[block].faces)
        if ((faces & mask_of(its.number)) != 0) list.add(*its.leaves);
}

Array<std::byte>& BlockGrid::leaving(int block, int face) {
    auto& all = blocks_[block].faces;
    return *std::ranges::find(all, face, &Face::number)->leaves;
}

void BlockGrid::submit_halves(Half::Call call, int phase) {
    for (Block& block : blocks_)
        for (Face& its : block.faces) {
            if (its.block >= 0 || its.phase != phase) continue;
            Half half{call, nullptr, its.rank, 0, kPriority};
            half.array = (half.sends() ? its.leaves : its.comes)->raw();
            half.tag = half.sends() ? its.sent : its.received;
            messages().submit(half);
        }
}

void check_fields(const char* kernel, std::span<const BlockGrid* const> fields,
                  std::span<const bool> reads_halo, bool alike) {
    for (std::size_t n = 0; n < fields.size(); ++n) {
        const BlockGrid& its = *fields[n];
        if (reads_halo[n] && its.layout().halo == 0)
            throw UsageError(
                fmt::format("{} reads the halo of field {}, which has none",
                            kernel, n + 1));
        if (std::ranges::find(fields.first(n), &its) != fields.first(n).end())
            throw UsageError(fmt::format(
                "{} is given field {} twice: one that is read with its halo "
                "and written is an UpdateHalo",
                kernel, n + 1));
        if (!its.is_cut_as(*fields[0], alike))
            throw UsageError(fmt::format(
                "{}: field {} is cut into other blocks than the first", kernel,
                n + 1));
    }
}

}  // namespace tasuki::runtime::detail
