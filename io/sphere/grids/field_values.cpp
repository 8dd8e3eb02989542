#include "io/sphere/grids/field_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Bytes of a number of a type.
int bytes_of(nc_type type) {
    switch (type) {
        case NC_BYTE:
        case NC_UBYTE:
            return 1;
        case NC_SHORT:
        case NC_USHORT:
            return 2;
        case NC_INT:
        case NC_UINT:
        case NC_FLOAT:
            return 4;
        default:
            return 8;
    }
}

bool is_real(nc_type type) {
    return type == NC_FLOAT || type == NC_DOUBLE;
}

bool is_unsigned(nc_type type) {
    return type == NC_UBYTE || type == NC_USHORT || type == NC_UINT ||
           type == NC_UINT64;
}

double one_number(const NetcdfFile& file, const NetcdfVariable& variable,
                  const char* attribute, double otherwise) {
    const auto found = file.numbers(variable, attribute);
    if (found.size() > 1)
        throw InputError(
            file.name(), "bad attribute",
            fmt::format("attribute {} of {}", attribute, variable.path),
            "one number", fmt::format("{} of them", found.size()));
    return found.empty() ? otherwise : found.front();
}

}  // namespace

FieldValues::FieldValues(const NetcdfFile& file, const NetcdfVariable& variable)
    : type_{variable.type} {
    auto sign = file.text(variable, "_Unsigned").value_or("");
    std::ranges::transform(sign, sign.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    unsigned_ = sign == "true";
    // Either word, for types that have the other sign.
    if (!is_real(type_) && (unsigned_ || sign == "false") &&
        unsigned_ != is_unsigned(type_))
        wrap_ = std::ldexp(1.0, 8 * bytes_of(type_));
    scale_ = one_number(file, variable, "scale_factor", 1);
    offset_ = one_number(file, variable, "add_offset", 0);
    for (const char* attribute : {"scale_factor", "add_offset"}) {
        const auto type = file.type(variable, attribute);
        if (type != NC_NAT &&
            (unpacked_ == NC_NAT || bytes_of(type) > bytes_of(unpacked_)))
            unpacked_ = type;
    }
    if (const auto fill = file.fill(variable))
        special_.push_back({as_signed(*fill), "_FillValue"});
    // A program that names another one may have left some as they were.
    if (is_real(type_)) special_.push_back({as_signed(NC_FILL_DOUBLE), "fill"});
    for (const double value : file.numbers(variable, "missing_value"))
        special_.push_back({as_signed(value), "missing_value"});
    for (const char* attribute : {"valid_range", "valid_min", "valid_max"})
        find_range(file, variable, attribute);
}

/// A number of the variable or of an attribute, which may have another type:
/// with the sign that is meant, and rounded as the variable's numbers are.
double FieldValues::as_signed(double stored) const {
    if (type_ == NC_FLOAT) return static_cast<float>(stored);
    if (wrap_ == 0) return stored;
    if (unsigned_) return stored < 0 ? stored + wrap_ : stored;
    return stored >= wrap_ / 2 ? stored - wrap_ : stored;
}

void FieldValues::find_range(const NetcdfFile& file,
                             const NetcdfVariable& variable,
                             const char* attribute) {
    const auto type = file.type(variable, attribute);
    if (type == NC_NAT) return;
    const std::string_view what{attribute};
    const auto ends = file.numbers(variable, attribute);
    const std::size_t expected = what == "valid_range" ? 2 : 1;
    if (ends.size() != expected)
        throw InputError(
            file.name(), "bad attribute",
            fmt::format("attribute {} of {}", attribute, variable.path),
            fmt::format("{} numbers", expected),
            fmt::format("{}", ends.size()));
    // A range of the type that unpacked values have, where that is not also the
    // type of the variable, is one of unpacked values.
    const bool unpacked =
        type == unpacked_ && (bytes_of(type) > bytes_of(type_) ||
                              (is_real(type) && !is_real(type_)));
    const auto end = [&](double value) {
        return unpacked ? value : as_signed(value);
    };
    // Numbers that are unpacked are rounded, by less than a step of the
    // packing.
    const double slack = unpacked ? std::abs(scale_) / 2 : 0;
    Range range{-kInfinity, kInfinity, attribute};
    if (what != "valid_max") range.least = end(ends.front()) - slack;
    if (what != "valid_min") range.most = end(ends.back()) + slack;
    (unpacked ? unpacked_range_ : stored_range_).push_back(range);
}

const char* FieldValues::missing_by(double stored, double value) const {
    for (const auto& special : special_)
        if (stored == special.stored) return special.attribute;
    for (const auto& [ranges, number] :
         {std::pair{&stored_range_, stored}, {&unpacked_range_, value}})
        for (const Range& range : *ranges)
            if (number < range.least || number > range.most)
                return range.attribute;
    return std::isfinite(value) ? nullptr : "no finite number";
}

/// Unpacks values that are all there.  Most are, so that it is done without
/// branches.
/// @return  whether they are; else nothing was changed
bool FieldValues::decode_whole(std::span<double> values) const {
    if (wrap_ != 0) return false;  // numbers are not what is stored
    bool missing = false;
    for (const Special& special : special_)
        for (const double stored : values) missing |= stored == special.stored;
    for (const Range& range : stored_range_)
        for (const double stored : values)
            missing |= stored < range.least || stored > range.most;
    const auto unpacked = [&](double stored) {
        return stored * scale_ + offset_;
    };
    for (const Range& range : unpacked_range_)
        for (const double stored : values)
            missing |=
                unpacked(stored) < range.least || unpacked(stored) > range.most;
    for (const double stored : values)
        missing |= !(std::abs(unpacked(stored)) < kInfinity);
    if (missing) return false;
    for (double& value : values) value = unpacked(value);
    return true;
}

std::optional<FieldValues::Missing> FieldValues::decode(
    std::vector<double>& values) const {
    constexpr std::size_t kBlock = 2048;  // in the nearest cache
    std::optional<Missing> missing;
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = std::span{values}.subspan(
            begin, std::min(kBlock, values.size() - begin));
        if (decode_whole(block)) continue;
        for (std::size_t k = 0; k < block.size(); ++k) {
            const double stored = as_signed(block[k]);
            block[k] = stored * scale_ + offset_;
            const char* by = missing_by(stored, block[k]);
            if (by == nullptr) continue;
            if (!missing)
                missing = {0, begin + k, fmt::format("{} ({})", stored, by)};
            ++missing->count;
            block[k] = std::numeric_limits<double>::quiet_NaN();
        }
    }
    return missing;
}

}  // namespace tasuki::io
