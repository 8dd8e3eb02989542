#include "io/sphere/classic_netcdf_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/byte_order.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr std::uint32_t kDimensions = 10, kVariables = 11, kAttributes = 12;

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

    NetcdfContent read() {
        NetcdfContent content;
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

    template <class Word>
    Word next() {
        std::array<std::byte, sizeof(Word)> bytes;
        source_.read(at_, bytes);
        at_ += bytes.size();
        return load_word<Word>(bytes.data(), ByteOrder::big);
    }
    std::uint32_t word() { return next<std::uint32_t>(); }
    std::uint64_t long_word() { return next<std::uint64_t>(); }
    std::uint64_t size() { return version_ == 5 ? long_word() : word(); }

    void check_count(std::uint64_t n, std::uint64_t at) const {
        if (n > source_.size())
            refuse(
                "bad count in the NetCDF header", at,
                fmt::format("at most the {} bytes of the file", source_.size()),
                fmt::format("{}", n));
    }

    /// A number of things that the file has to hold, a byte each at least.
    std::uint64_t count() {
        const auto at = at_;
        const auto n = size();
        check_count(n, at);
        return n;
    }

    std::vector<std::byte> padded(std::uint64_t bytes) {
        check_count(bytes, at_);
        std::vector<std::byte> values(bytes);
        source_.read(at_, values);
        at_ += (bytes + 3) / 4 * 4;
        return values;
    }

    std::string name() {
        const auto bytes = padded(count());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    NetcdfType type() {
        const auto at = at_;
        const auto type = word();
        if (type == 0 || type >= kNetcdfBytes.size())
            refuse("bad type in the NetCDF header", at,
                   fmt::format("1 to {}", kNetcdfBytes.size() - 1),
                   fmt::format("{}", type));
        return static_cast<NetcdfType>(type);
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

    std::vector<NetcdfAttribute> attributes() {
        std::vector<NetcdfAttribute> found;
        list(kAttributes, [&] {
            auto name = this->name();
            const auto type = this->type();
            const auto n = count();
            found.push_back(
                {std::move(name), type, padded(n * kNetcdfBytes[type])});
        });
        return found;
    }

    NetcdfVariable variable(const NetcdfContent& content) {
        NetcdfVariable v;
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
        std::uint64_t bytes = kNetcdfBytes[v.type];
        for (const std::uint64_t length : v.shape)
            if (__builtin_mul_overflow(bytes, length, &bytes))
                refuse("bad shape in the NetCDF header", at_,
                       fmt::format("{} of less than 2^64 bytes", v.name),
                       fmt::format("({})", fmt::join(v.shape, ", ")));
        return v;
    }

    const Source& source_;
    std::uint64_t at_ = 4;
    int version_ = 0;
};

}  // namespace

NetcdfContent read_classic_header(const Source& source) {
    return HeaderReader{source}.read();
}

}  // namespace tasuki::io
