// NetCDF's classic formats: CDF-1, CDF-2 with 64-bit offsets, and CDF-5 with
// 64-bit sizes.  Numbers are big-endian, names and values are padded to 4
// bytes.  We read them ourselves: libnetcdf brings an HDF5 of its own into a
// program that has one already.
//
//   "CDF" version, number of records
//   dimensions (name, length; 0: the records), attributes, variables (name,
//   dimensions, attributes, type, bytes, where they begin)
//
// Source: "The NetCDF Classic Format Specification", Unidata.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "io/byte_order.hpp"
#include "io/sphere/grid_arrays.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr std::uint32_t kDimensions = 10, kVariables = 11, kAttributes = 12;

/// Byte, char, short, int, float, double, and of CDF-5 ubyte, ushort, uint,
/// int64, uint64.
enum Type : std::uint32_t {
    i8 = 1,
    chars,
    i16,
    i32,
    f32,
    f64,
    u8,
    u16,
    u32,
    i64,
    u64
};
constexpr std::array<std::size_t, 12> kBytes{0, 1, 1, 2, 4, 4,
                                             8, 1, 2, 4, 8, 8};

double decoded(const std::byte* at, Type type) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < kBytes[type]; ++k)
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

struct Dimension {
    std::string name;
    std::uint64_t length;  ///< 0: the records
};

struct Attribute {
    std::string name;
    Type type;
    std::vector<std::byte> bytes;
};

struct Variable {
    std::string name;
    std::vector<std::size_t> dimensions;
    std::vector<Attribute> attributes;
    Type type;
    std::uint64_t begin;
    std::vector<std::size_t> shape{};  ///< with the number of records
    bool has_records = false;

    /// Elements of one record, or of all where there are none.
    std::uint64_t block() const {
        std::uint64_t size = 1;
        for (std::size_t d = has_records ? 1 : 0; d < shape.size(); ++d)
            size *= shape[d];
        return size;
    }
};

struct Content {
    std::uint64_t records = 0;
    std::vector<Dimension> dimensions;
    std::vector<Variable> variables;
};

/// The header, from front to back.
class HeaderReader {
  public:
    explicit HeaderReader(const Source& source) : source_{source} {
        const auto magic = source.text(0, 4);
        version_ = magic.size() == 4 ? magic[3] : 0;
        if (version_ != 1 && version_ != 2 && version_ != 5)
            refuse("an unknown version of classic NetCDF", 3, "1, 2 or 5",
                   fmt::format("{}", version_));
    }

    Content read() {
        Content content;
        content.records = size();
        const auto streaming = version_ == 5 ? ~std::uint64_t{0} : 0xffffffff;
        if (content.records == streaming)
            refuse("a file that was not closed", 4, "a number of records",
                   "none");
        list(kDimensions, [&] {
            auto name = this->name();
            content.dimensions.push_back({std::move(name), size()});
        });
        (void)attributes();
        list(kVariables,
             [&] { content.variables.push_back(variable(content)); });
        return content;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, std::uint64_t at,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(source_.name(), what, fmt::format("byte {}", at),
                         expected, found);
    }

    std::uint32_t word() {
        std::array<std::byte, 4> bytes;
        source_.read(at_, bytes);
        at_ += bytes.size();
        return load_u32(bytes.data(), ByteOrder::big);
    }
    std::uint64_t long_word() {
        std::array<std::byte, 8> bytes;
        source_.read(at_, bytes);
        at_ += bytes.size();
        return load_u64(bytes.data(), ByteOrder::big);
    }
    std::uint64_t size() { return version_ == 5 ? long_word() : word(); }

    /// A number of things that the file has to hold, a byte each at least.
    std::uint64_t count() {
        const auto at = at_;
        const auto n = size();
        if (n > source_.size())
            refuse(
                "bad count in the NetCDF header", at,
                fmt::format("at most the {} bytes of the file", source_.size()),
                fmt::format("{}", n));
        return n;
    }

    std::vector<std::byte> padded(std::uint64_t bytes) {
        if (bytes > source_.size())
            refuse(
                "bad count in the NetCDF header", at_,
                fmt::format("at most the {} bytes of the file", source_.size()),
                fmt::format("{}", bytes));
        std::vector<std::byte> values(bytes);
        source_.read(at_, values);
        at_ += (bytes + 3) / 4 * 4;
        return values;
    }

    std::string name() {
        const auto bytes = padded(count());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    Type type() {
        const auto at = at_;
        const auto type = word();
        if (type == 0 || type >= kBytes.size())
            refuse("bad type in the NetCDF header", at,
                   fmt::format("1 to {}", kBytes.size() - 1),
                   fmt::format("{}", type));
        return static_cast<Type>(type);
    }

    template <class Item>
    void list(std::uint32_t tag, const Item& item) {
        const auto at = at_;
        const auto found = word();
        const auto n = count();
        if (found != tag && (found != 0 || n != 0))
            refuse("bad list in the NetCDF header", at,
                   fmt::format("{}, or 0 and no element", tag),
                   fmt::format("{}", found));
        for (std::uint64_t k = 0; k < n; ++k) item();
    }

    std::vector<Attribute> attributes() {
        std::vector<Attribute> found;
        list(kAttributes, [&] {
            auto name = this->name();
            const auto type = this->type();
            const auto n = count();
            found.push_back({std::move(name), type, padded(n * kBytes[type])});
        });
        return found;
    }

    Variable variable(const Content& content) {
        Variable v;
        v.name = name();
        v.dimensions.resize(count());
        for (auto& d : v.dimensions) {
            const auto at = at_;
            d = size();
            if (d >= content.dimensions.size())
                refuse("bad dimension in the NetCDF header", at,
                       fmt::format("below {}", content.dimensions.size()),
                       fmt::format("{}", d));
        }
        v.attributes = attributes();
        v.type = type();
        (void)size();  // the bytes, which the shape says better
        v.begin = version_ == 1 ? word() : long_word();
        for (std::size_t k = 0; k < v.dimensions.size(); ++k) {
            const auto length = content.dimensions[v.dimensions[k]].length;
            if (length == 0 && k == 0) v.has_records = true;
            v.shape.push_back(length == 0 ? content.records : length);
        }
        return v;
    }

    const Source& source_;
    std::uint64_t at_ = 4;
    int version_ = 0;
};

class ClassicArrays : public GridArrays {
  public:
    explicit ClassicArrays(const Source& source)
        : source_{source}, content_{HeaderReader{source}.read()} {
        std::uint64_t unpadded = 0, of_records = 0;
        for (const auto& v : content_.variables) {
            if (!v.has_records) continue;
            unpadded = v.block() * kBytes[v.type];
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
            return read(v, size, v.begin + k * size * kBytes[v.type]);
        const auto each = v.block() / size;
        return read(v, size,
                    v.begin + k / each * record_bytes_ +
                        k % each * size * kBytes[v.type]);
    }

    std::optional<double> number(const std::string& array,
                                 const char* name) const override {
        const auto* a = attribute(array, name);
        if (a == nullptr) return std::nullopt;
        if (a->type == chars || a->bytes.size() != kBytes[a->type])
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
    const Variable& variable(const std::string& name) const {
        return *std::ranges::find(content_.variables, name, &Variable::name);
    }

    const Attribute* attribute(const std::string& array,
                               const char* name) const {
        const auto& all = variable(array).attributes;
        const auto found = std::ranges::find(all, name, &Attribute::name);
        return found == all.end() ? nullptr : &*found;
    }

    std::vector<double> read(const Variable& v, std::uint64_t count,
                             std::uint64_t offset) const {
        const auto bytes = kBytes[v.type];
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
    Content content_;
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
