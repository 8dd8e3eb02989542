// Which part of a configuration a rank reads, and how the parts are joined.
//
// A rank reads the sites that it computes, for which it answers in checksums
// and averages, and those around them.  What is verified is the whole field:
// the sums of all ranks are put together, and all of them see the same.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "codelets/lattice/region.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::io {

struct Part {
    lattice::Region own;   ///< every site of the lattice is one rank's own
    lattice::Region kept;  ///< with the neighbours of its sites
};

class Share {
  public:
    /// The whole, by this process alone.
    Share() = default;
    /// @param own  what is this rank's of a lattice of these extents
    Share(std::function<lattice::Region(const lattice::Extents&)> own,
          const runtime::Ranks& ranks)
        : own_{std::move(own)}, ranks_{&ranks} {}

    bool several() const { return ranks_ != nullptr && ranks_->several(); }
    bool is_first() const { return ranks_ == nullptr || ranks_->is_first(); }

    Part part_of(const lattice::Extents& extents) const {
        if (!own_) return {extents, extents};
        const auto own = own_(extents);
        return {own, own.with_neighbours()};
    }

    /// Of all ranks, in their order; every rank calls.
    std::vector<std::string> gather(const std::string& text) const {
        return several() ? ranks_->gather(text) : std::vector{text};
    }
    template <class T>
    requires std::is_trivially_copyable_v<T> std::vector<T> gather(
        const T& mine)
    const {
        std::vector<T> all;
        for (const std::string& bytes : gather(std::string{
                 reinterpret_cast<const char*>(&mine), sizeof mine})) {
            T one = mine;
            std::memcpy(&one, bytes.data(), sizeof one);
            all.push_back(one);
        }
        return all;
    }
    /// The checksum of all parts from that of this rank's own.
    template <class Checksum>
    Checksum merged(const Checksum& mine) const {
        auto all = gather(mine);
        for (std::size_t r = 1; r < all.size(); ++r) all[0].merge(all[r]);
        return all[0];
    }

  private:
    std::function<lattice::Region(const lattice::Extents&)> own_;
    const runtime::Ranks* ranks_ = nullptr;
};

}  // namespace tasuki::io
