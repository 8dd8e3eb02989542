// Arrays of numpy that come in and go out.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "runtime/core/error.hpp"

namespace tasuki::python {

using Complex = std::complex<double>;
using Shape = std::vector<std::size_t>;

/// Last index fastest.  Arrays in another order or of smaller numbers are
/// converted, which copies them.
template <class T>
using Input =
    nanobind::ndarray<const T, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using Output = nanobind::ndarray<nanobind::numpy, T>;

template <class T>
Shape shape_of(const Input<T>& array) {
    return {array.shape_ptr(), array.shape_ptr() + array.ndim()};
}

inline std::size_t product(const Shape& shape) {
    std::size_t size = 1;
    for (const std::size_t n : shape) size *= n;
    return size;
}

/// As Python writes it.
inline std::string text_of(const Shape& shape) {
    return fmt::format("({}{})", fmt::join(shape, ", "),
                       shape.size() == 1 ? "," : "");
}

/// All numbers of an array.
/// @throws UsageError  another shape; names the array
template <class T>
std::span<const T> elements(const Input<T>& array, const char* name,
                            const Shape& shape) {
    if (shape_of(array) != shape)
        throw runtime::UsageError(
            fmt::format("{}: expected an array of shape {}, found {}", name,
                        text_of(shape), text_of(shape_of(array))));
    return {array.data(), array.size()};
}

/// An array over memory of `owner`, which it keeps; nothing is copied.
/// @param data  of product(shape) numbers, gives them for the owner
template <class T, class Owner, class Data>
Output<T> output(Owner owner, const Shape& shape, const Data& data) {
    auto* const kept = new Owner(std::move(owner));
    const nanobind::capsule capsule{
        kept, [](void* p) noexcept { delete static_cast<Owner*>(p); }};
    return {static_cast<T*>(data(*kept)), shape.size(), shape.data(), capsule};
}
template <class T>
Output<T> output(std::vector<T> values, const Shape& shape) {
    return output<T>(std::move(values), shape,
                     [](std::vector<T>& v) { return v.data(); });
}

}  // namespace tasuki::python
