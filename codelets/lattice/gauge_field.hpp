// A gauge field on the host: SU(3) links in lexicographic order, in double.
//
// This is what files are read into and written from, and what the plain
// reference implementations use; kernels use the layouts of codelets/wilson.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <optional>

#include "codelets/lattice/field_memory.hpp"
#include "codelets/lattice/region.hpp"

namespace tasuki::lattice {

using Complex = std::complex<double>;

/// A complex 3 x 3 matrix, (row, column).  GPUs read 16 bytes at a time where
/// the alignment allows it.
struct alignas(16) Matrix3 {
    std::array<Complex, 9> e{};

    constexpr Complex& operator()(int row, int column) {
        return e[3 * row + column];
    }
    constexpr const Complex& operator()(int row, int column) const {
        return e[3 * row + column];
    }
    static Matrix3 identity();
    bool operator==(const Matrix3&) const = default;
};

Matrix3 operator*(const Matrix3& a, const Matrix3& b);
Matrix3 operator+(const Matrix3& a, const Matrix3& b);
Matrix3 adjoint(const Matrix3& a);
Complex trace(const Matrix3& a);
Complex determinant(const Matrix3& a);

/// The third row of an SU(3) matrix from its first two: conj(row1 x row2).
void complete_third_row(Matrix3& u);

/// max |U U^dagger - 1| and |det U - 1| over the entries: 0 for SU(3).
double unitarity_defect(const Matrix3& u);

/// Gram-Schmidt on the rows, then the third row completed: the nearby SU(3)
/// matrix, exact to rounding.  Source: Gattringer & Lang, section 4.2.
Matrix3 reunitarized(const Matrix3& u);

/// A link of hot_start().
/// @param link  4 times the number of its site in the lattice, plus mu
Matrix3 hot_link(std::uint64_t seed, std::uint64_t link);

/// Links U_mu(n) of a lattice, or of a box of it; memory order
/// [t][z][y][x][mu], x faster than t.
class GaugeField {
  public:
    explicit GaugeField(const Region& region)
        : GaugeField{region, region.volume() * kDimensions} {}

    /// Without links, for a simulation: blocks stay as they are.
    static GaugeField without_links(const Region& region) {
        return {region, 0};
    }
    /// The field of hot_start() without memory: links() is empty, and a link is
    /// computed whenever it is asked for.  Kernels make theirs where they need
    /// them (codelets/wilson/hot_links).
    static GaugeField computed(const Region& region, std::uint64_t seed) {
        GaugeField u{region, 0};
        u.seed_ = seed;
        return u;
    }

    const Extents& extents() const { return region_.whole(); }
    const Region& region() const { return region_; }
    Matrix3 link(const Coordinates& site, int mu) const {
        return link(region_.index(site), mu);
    }
    /// @param site  its place in the region
    Matrix3& link(std::size_t site, int mu) {
        return links_[site * kDimensions + mu];
    }
    Matrix3 link(std::size_t site, int mu) const {
        if (!seed_) return links_[site * kDimensions + mu];
        return hot_link(*seed_,
                        extents().index(region_.site(site)) * kDimensions +
                            static_cast<std::size_t>(mu));
    }
    /// The four links of a site, of a field that has them in memory.
    const Matrix3* links_of(const Coordinates& site) const {
        return &links_[region_.index(site) * kDimensions];
    }
    FieldVector<Matrix3>& links() { return links_; }  ///< (region * 4)
    const FieldVector<Matrix3>& links() const { return links_; }
    /// The seed of computed(), or nothing.
    const std::optional<std::uint64_t>& seed() const { return seed_; }
    /// False where blocks stay as they are.
    bool has_links() const { return seed_ || !links_.empty(); }

  private:
    GaugeField(const Region& region, std::size_t links)
        : region_{region}, links_(links) {}

    Region region_;
    FieldVector<Matrix3> links_;
    std::optional<std::uint64_t> seed_;
};

/// All links the unit matrix.
GaugeField cold_start(const Region& region);

/// Haar-random links; the same field for the same seed, however it is cut.
GaugeField hot_start(const Region& region, std::uint64_t seed);

}  // namespace tasuki::lattice
