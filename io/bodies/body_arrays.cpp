#include "io/bodies/body_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "io/input_error.hpp"

namespace tasuki::io {

void BodyArrays::refuse_shape(const std::string& path,
                              const std::string& expected) const {
    throw InputError(
        name_, "bad shape", path, expected,
        fmt::format("({})", fmt::join(file_.shape(path.c_str()), ", ")));
}

std::vector<double> BodyArrays::numbers(
    const std::string& path, const std::vector<hsize_t>& shape) const {
    if (file_.shape(path.c_str()) != shape)
        refuse_shape(path, fmt::format("({})", fmt::join(shape, ", ")));
    auto values = file_.dataset(path.c_str());
    const bool mass = shape.size() == 1;
    for (std::size_t k = 0; k < values.size(); ++k)
        if (!std::isfinite(values[k]) || (mass && values[k] < 0))
            throw InputError(
                name_, "bad number",
                fmt::format("{} of body {}", path, k / (mass ? 1 : 3)),
                mass ? "a finite number from 0 on" : "a finite number",
                fmt::format("{}", values[k]));
    return values;
}

std::vector<double> BodyArrays::masses(const std::string& path,
                                       hsize_t n) const {
    return numbers(path, {n});
}

std::vector<nbody::Vector> BodyArrays::vectors(const std::string& path,
                                               hsize_t n) const {
    const auto values = numbers(path, {n, 3});
    std::vector<nbody::Vector> vectors(n);
    for (std::size_t k = 0; k < vectors.size(); ++k)
        vectors[k] = {values[3 * k], values[3 * k + 1], values[3 * k + 2]};
    return vectors;
}

}  // namespace tasuki::io
