// How a grid is cut into blocks, which rank has which, and the arrays of their
// faces.  For runtime/grid/ alone; Blocks (blocks.hpp) has the cells.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/core/array.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/messages.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/grid/faces.hpp"
#include "runtime/grid/view.hpp"

namespace tasuki::runtime::detail {

/// As Cut of blocks.hpp, in the directions of Frame.
struct Layout {
    int dims;
    std::array<int, kDirections> cells, blocks, ranks;
    std::array<bool, kDirections> periodic;
    int halo;
    bool corners;
};

/// Blocks of one rank.  Their number on the rank counts from 0, in the order of
/// the whole grid, the last direction fastest.
///
/// The halo is filled in phases: with corners one for each joined direction, as
/// the faces of the next one have cells of the halo; else all in one.  Own
/// faces of phase 0 for blocks of the same rank are copied by each task that
/// writes a block, all others by tasks of their own when an exchange begins.
class BlockGrid {
  public:
    /// Faces for which blocks.
    enum class To { own_blocks, other_ranks, all };

    /// Every rank makes it.
    /// @throws UsageError  as Blocks
    BlockGrid(Context& context, const Layout& layout,
              std::size_t element_bytes);

    const Layout& layout() const { return layout_; }
    Context& context() const { return *context_; }
    /// Blocks of this rank.
    int count() const { return static_cast<int>(blocks_.size()); }
    /// One of these, without faces.
    const Frame& frame(int block) const { return blocks_[block].frame; }
    /// The same, with the faces that a task has.
    Frame frame(int block, FaceMask comes, FaceMask leaves) const;
    /// Blocks of all ranks, in the order of the grid.
    int blocks() const { return static_cast<int>(owners_.size()); }
    /// The rank that has one of these.
    int owner(int number) const { return owners_[number]; }
    /// Its cells in the whole grid.
    Box cells_of(int number) const;
    /// Elements of a block with its halo.
    std::size_t elements(int block) const;
    /// Whether both have as many blocks, on the same ranks.
    /// @param has_its_cells  and of the same cells
    bool is_cut_as(const BlockGrid& other, bool has_its_cells) const;

    int phases() const { return phases_; }
    /// Faces of a block in one phase that have a neighbour.
    FaceMask faces(int block, int phase, To to = To::all) const;
    /// Adds the neighbours' faces next to these, in the order of their bits.
    void add_coming(int block, FaceMask faces,
                    List<Read<std::byte>>& list) const;
    void add_leaving(int block, FaceMask faces, List<Write<std::byte>>& list);

    /// The array of one of these.
    Array<std::byte>& leaving(int block, int face);

    // Messages of a phase, in this order: open(), tasks that write faces for
    // other ranks, send(), receive(), tasks that read, release().
    void open(int phase) { submit_halves(Half::Call::open, phase); }
    void send(int phase) { submit_halves(Half::Call::send, phase); }
    void receive(int phase) { submit_halves(Half::Call::receive, phase); }
    void release(int phase) { submit_halves(Half::Call::release, phase); }

  private:
    struct Face {
        int number;  // bit of a FaceMask
        int phase;
        int block = -1;  // of this rank; -1: of another rank
        int rank = -1;   // that one
        MessageTag sent = 0, received = 0;
        std::optional<Array<std::byte>> leaves{};
        std::optional<Array<std::byte>> comes{};  // from another rank
    };
    struct Block {
        Frame frame;
        std::vector<Face> faces;  // by number
    };
    using Place = std::array<int, kDirections>;

    void check(const Ranks& ranks) const;
    int owner_of(const Place& block) const;
    Place place_of(int number) const;
    int number_of(const Place& block) const;
    void add_block(int number);
    void add_faces(Block& block, int own);
    void make_arrays(std::size_t element_bytes);
    const Array<std::byte>& coming(const Face& its) const;
    /// For each face that goes to another rank, or comes from one.
    void submit_halves(Half::Call call, int phase);

    Context* context_;
    Layout layout_;
    int phases_ = 1;
    MessageTag first_tag_ = 0;
    std::vector<Block> blocks_;
    std::vector<int> owners_;   // of all blocks
    std::vector<int> of_rank_;  // number on its rank of every block
};

/// @throws UsageError  fields that a sweep cannot have together
/// @param reads_halo   by field
/// @param alike        whether blocks must have the same cells
void check_fields(const char* kernel, std::span<const BlockGrid* const> fields,
                  std::span<const bool> reads_halo, bool alike);

}  // namespace tasuki::runtime::detail
