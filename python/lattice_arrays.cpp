#include "python/lattice_arrays.hpp"

#include <algorithm>

#include "interface/fields.hpp"

namespace tasuki::python {

Shape shape_of_field(const lattice::Extents& extents, const Shape& inner) {
    Shape shape;
    for (int mu = lattice::kDimensions - 1; mu >= 0; --mu)
        shape.push_back(static_cast<std::size_t>(extents[mu]));
    shape.insert(shape.end(), inner.begin(), inner.end());
    return shape;
}

lattice::Extents extents_of(const Input<Complex>& array, const char* name) {
    constexpr std::size_t most = interface::kMostSites;
    const Shape shape = shape_of(array);
    const bool fits =
        shape.size() == 7 && Shape(shape.begin() + 4, shape.end()) == kLinks &&
        std::all_of(shape.begin(), shape.begin() + 4,
                    [](std::size_t n) { return n >= 1 && n <= most; });
    if (!fits)
        throw runtime::UsageError(fmt::format(
            "{}: expected an array of shape (T, Z, Y, X, 4, 3, 3), with 1 to "
            "{} sites along each axis, found {}",
            name, most, text_of(shape)));
    const auto n = [&](std::size_t axis) {
        return static_cast<int>(shape[axis]);
    };
    return {{n(3), n(2), n(1), n(0)}};
}

lattice::GaugeField gauge_field(const Input<Complex>& u) {
    return interface::gauge_field(extents_of(u, "U"), u.data());
}

}  // namespace tasuki::python
