#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "io/sphere/classic_netcdf_header.hpp"
#include "io/sphere/grid_arrays.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;
using enum netcdf::Type;

double decoded(const std::byte* at, NetcdfType type) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < kNetcdfBytes[type]; ++k)
        bits = bits << 8 | std::to_integer<std::uint64_t>(at[k]);
    switch (type) {
        case i8:
            return static_cast<std::int8_t>(bits);
        case i16:
            return static_cast<std::int16_t>(bits);
        case i32:
            return static_cast<std::int32_t>(bits);
        case f32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case f64:
            return std::bit_cast<double>(bits);
        case i64:
            return static_cast<double>(static_cast<std::int64_t>(bits));
        default:
            return static_cast<double>(bits);
    }
}

class ClassicArrays : public GridArrays {
  public:
    explicit ClassicArrays(const Source& source)
        : source_{source}, content_{read_classic_header(source)} {
        std::uint64_t unpadded = 0, of_records = 0;
        for (const auto& v : content_.variables) {
            if (!v.has_records) continue;
            unpadded = v.block() * kNetcdfBytes[v.type];
            record_bytes_ += (unpadded + 3) / 4 * 4;
            ++of_records;
        }
        // One alone is not padded, says the specification.
        if (of_records == 1) record_bytes_ = unpadded;
    }

    std::vector<std::string> names() const override {
        std::vector<std::string> names;
        for (const auto& v : content_.variables)
            if (v.type != chars) names.push_back(v.name);
        std::ranges::sort(names);
        return names;
    }

    std::vector<std::size_t> shape(const std::string& array) const override {
        return variable(array).shape;
    }

    std::vector<std::string> dimensions(
        const std::string& array) const override {
        std::vector<std::string> names;
        for (const auto d : variable(array).dimensions)
            names.push_back(content_.dimensions[d].name);
        return names;
    }

    std::vector<double> values(const std::string& array, std::size_t rank,
                               std::size_t k) const override {
        const auto& v = variable(array);
        // One record after the other where the array is cut at records.
        if (v.has_records && rank == v.shape.size()) {
            std::vector<double> all;
            for (std::size_t record = 0; record < v.shape[0]; ++record) {
                const auto some =
                    read(v, v.block(), v.begin + record * record_bytes_);
                all.insert(all.end(), some.begin(), some.end());
            }
            return all;
        }
        std::uint64_t size = 1;
        for (std::size_t d = v.shape.size() - rank; d < v.shape.size(); ++d)
            size *= v.shape[d];
        if (!v.has_records)
            return read(v, size, v.begin + k * size * kNetcdfBytes[v.type]);
        const auto each = v.block() / size;
        return read(v, size,
                    v.begin + k / each * record_bytes_ +
                        k % each * size * kNetcdfBytes[v.type]);
    }

    std::optional<double> number(const std::string& array,
                                 const char* name) const override {
        const auto* a = attribute(array, name);
        if (a == nullptr) return std::nullopt;
        if (a->type == chars || a->bytes.size() != kNetcdfBytes[a->type])
            throw InputError(source_.name(), "bad attribute",
                             fmt::format("{} of {}", name, array), "a number",
                             a->type == chars ? "text" : "several");
        return decoded(a->bytes.data(), a->type);
    }

    std::optional<std::string> text(const std::string& array,
                                    const char* name) const override {
        const auto* a = attribute(array, name);
        if (a == nullptr) return std::nullopt;
        if (a->type != chars)
            throw InputError(source_.name(), "bad attribute",
                             fmt::format("{} of {}", name, array), "a text",
                             "numbers");
        std::string text{reinterpret_cast<const char*>(a->bytes.data()),
                         a->bytes.size()};
        return text.substr(0, text.find('\0'));
    }

  private:
    const NetcdfVariable& variable(const std::string& name) const {
        return *std::ranges::find(content_.variables, name,
                                  &NetcdfVariable::name);
    }

    const NetcdfAttribute* attribute(const std::string& array,
                                     const char* name) const {
        const auto& all = variable(array).attributes;
        const auto found = std::ranges::find(all, name, &NetcdfAttribute::name);
        return found == all.end() ? nullptr : &*found;
    }

    std::vector<double> read(const NetcdfVariable& v, std::uint64_t count,
                             std::uint64_t offset) const {
        const auto bytes = kNetcdfBytes[v.type];
        if (count > source_.size() || offset > source_.size() ||
            count * bytes > source_.size() - offset)
            throw InputError(source_.name(), "truncated",
                             fmt::format("byte {}", source_.size()),
                             fmt::format("{} numbers of {} from byte {} on",
                                         count, v.name, offset),
                             "the end of the file");
        std::vector<std::byte> raw(count * bytes);
        source_.read(offset, raw);
        std::vector<double> values(count);
        for (std::size_t k = 0; k < count; ++k)
            values[k] = decoded(&raw[k * bytes], v.type);
        return values;
    }

    const Source& source_;
    NetcdfContent content_;
    std::uint64_t record_bytes_ = 0;
};

}  // namespace

bool looks_like_classic_netcdf(const Source& source) {
    return source.text(0, 3) == "CDF";
}

std::unique_ptr<GridArrays> open_classic_netcdf(const Source& source) {
    return std::make_unique<ClassicArrays>(source);
}

}  // namespace tasuki::io
