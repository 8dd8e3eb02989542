// A box of a periodic lattice: the part of a field that one process keeps.
#pragma once

#include "codelets/lattice/extents.hpp"

namespace tasuki::lattice {

class Region {
  public:
    /// The whole lattice; code written for it accepts boxes too.
    Region(const Extents& whole)  // NOLINT: extents are a region
        : Region{whole, {0, 0, 0, 0}, whole} {}

    /// @param first    its first site, inside the lattice
    /// @param extents  at most those of the lattice; behind the last site
    ///                 follows the first
    Region(const Extents& whole, const Coordinates& first,
           const Extents& extents)
        : whole_{whole}, first_{first}, extents_{extents} {}

    const Extents& whole() const { return whole_; }
    const Coordinates& first() const { return first_; }
    const Extents& extents() const { return extents_; }
    std::size_t volume() const { return extents_.volume(); }

    bool contains(const Coordinates& site) const {
        for (int mu = 0; mu < kDimensions; ++mu)
            if (offset(site, mu) >= extents_[mu]) return false;
        return true;
    }
    /// Place of a site of the lattice among those of the region, x fastest.
    std::size_t index(const Coordinates& site) const {
        return extents_.index({offset(site, 0), offset(site, 1),
                               offset(site, 2), offset(site, 3)});
    }
    /// The site of the lattice at that place.
    Coordinates site(std::size_t index) const {
        Coordinates c = extents_.coordinates(index);
        for (int mu = 0; mu < kDimensions; ++mu) {
            c[mu] += first_[mu];
            if (c[mu] >= whole_[mu]) c[mu] -= whole_[mu];
        }
        return c;
    }

    /// With the neighbours of its sites, diagonal ones too.
    Region with_neighbours() const {
        Region grown = *this;
        for (int mu = 0; mu < kDimensions; ++mu) {
            const bool all = extents_[mu] + 2 >= whole_[mu];
            grown.extents_.n[mu] = all ? whole_[mu] : extents_[mu] + 2;
            grown.first_[mu] =
                all ? 0 : (first_[mu] + whole_[mu] - 1) % whole_[mu];
        }
        return grown;
    }

    bool operator==(const Region&) const = default;

  private:
    int offset(const Coordinates& site, int mu) const {
        const int steps = site[mu] - first_[mu];
        return steps < 0 ? steps + whole_[mu] : steps;
    }

    Extents whole_;
    Coordinates first_;
    Extents extents_;
};

}  // namespace tasuki::lattice
