#include "io/bodies/gadget_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "io/bodies/gadget.hpp"
#include "io/byte_order.hpp"
#include "io/input_error.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

constexpr std::size_t kTypes = 6;
constexpr std::uint64_t kHeaderBytes = 256, kLength = 4, kLabelBytes = 8;
/// Where in the header [byte].
constexpr std::size_t kMassAt = 24, kTimeAt = 72, kRedshiftAt = 80,
                      kFilesAt = 124, kBoxAt = 128;

struct BlockForm {
    ByteOrder order;
    bool has_labels;  ///< format 2
};

std::optional<std::uint32_t> word_at(const Source& source, std::uint64_t at,
                                     ByteOrder order) {
    std::array<std::byte, 4> word;
    if (source.size() < word.size() || at > source.size() - word.size())
        return std::nullopt;
    source.read(at, word);
    return load_u32(word.data(), order);
}

std::optional<BlockForm> block_form(const Source& source) {
    for (const auto order : {ByteOrder::little, ByteOrder::big}) {
        const auto first = word_at(source, 0, order);
        const auto behind = word_at(source, kLength + kHeaderBytes, order);
        if (first == kHeaderBytes && behind.value_or(kHeaderBytes) == first)
            return BlockForm{order, false};
        if (first == kLabelBytes && source.text(kLength, 4) == "HEAD")
            return BlockForm{order, true};
    }
    return std::nullopt;
}

class BlockReader {
  public:
    BlockReader(const Source& source, BlockForm form)
        : source_{source}, form_{form} {}

    BodyFile read() {
        read_header();
        const auto n =
            std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
        if (n == 0) refuse("no bodies", kLength, "one at least", "0");
        out_.bodies.position = vectors(block("POS", 3 * n));
        out_.bodies.velocity = vectors(block("VEL", 3 * n));
        out_.bodies.mass.reserve(n);
        add_masses(n);
        out_.format = "GADGET";
        return std::move(out_);
    }

  private:
    struct Block {
        const char* name;
        std::uint64_t at;  ///< of its data [byte]
        std::uint64_t numbers;
        std::size_t bytes_each;
    };

    [[noreturn]] void refuse(const std::string& what, std::uint64_t at,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(source_.name(), what, fmt::format("byte {}", at),
                         expected, found);
    }

    std::uint32_t word(std::uint64_t at) const {
        const auto value = word_at(source_, at, form_.order);
        if (!value) refuse_cut(at + kLength);
        return *value;
    }

    [[noreturn]] void refuse_cut(std::uint64_t end) const {
        refuse("truncated GADGET snapshot", source_.size(),
               fmt::format("{} bytes at least", end),
               fmt::format("{}", source_.size()));
    }

    /// Leaves a block that begins at at_ and has so many bytes.
    void leave(const char* name, std::uint64_t bytes) {
        const auto end = at_ + kLength + bytes;
        const auto before = word(at_), behind = word(end);
        if (before != behind)
            refuse(fmt::format("GADGET block {} is not whole", name), end,
                   fmt::format("its length, {} bytes, again", before),
                   fmt::format("{}", behind));
        at_ = end + kLength;
    }

    /// In format 2, whose blocks have any order, goes to that of this name.
    void find(std::string_view name) {
        if (!form_.has_labels) return;
        at_ = 0;
        while (true) {
            if (at_ == source_.size())
                refuse(fmt::format("GADGET snapshot without {}", name), at_,
                       "a block of this name", "the end of the file");
            const auto bytes = word(at_);
            if (bytes != kLabelBytes)
                refuse("no label of a GADGET block", at_,
                       fmt::format("{} bytes", kLabelBytes),
                       fmt::format("{}", bytes));
            const auto found = source_.text(at_ + kLength, 4);
            leave("label", kLabelBytes);
            if (trimmed(found) == name) return;
            leave(quoted_word(found).c_str(), word(at_));
        }
    }

    /// The block of this name, which has to hold so many numbers in single or
    /// double precision.
    Block block(const char* name, std::uint64_t numbers) {
        find(name);
        const auto stated = word(at_);
        for (const std::size_t each : {4, 8}) {
            const auto bytes = each * numbers;
            // Large files state lengths without the bits above 32.
            if (stated != static_cast<std::uint32_t>(bytes)) continue;
            const Block found{name, at_ + kLength, numbers, each};
            leave(name, bytes);
            return found;
        }
        refuse(fmt::format("GADGET block {} of another length", name), at_,
               fmt::format("{} or {} bytes, as the header says", 4 * numbers,
                           8 * numbers),
               fmt::format("{}", stated));
    }

    void read_header() {
        find("HEAD");
        std::array<std::byte, kHeaderBytes> header;
        const auto at = at_ + kLength;
        leave("HEAD", header.size());
        source_.read(at, header);
        const auto real = [&](std::size_t from) {
            return std::bit_cast<double>(load_u64(&header[from], form_.order));
        };
        for (std::size_t type = 0; type < kTypes; ++type) {
            counts_[type] = load_u32(&header[4 * type], form_.order);
            const auto where = kMassAt + 8 * type;
            mass_[type] = real(where);
            if (!std::isfinite(mass_[type]) || mass_[type] < 0)
                refuse(fmt::format("bad mass of type {} in the header", type),
                       at + where, "a finite number from 0 on",
                       fmt::format("{}", mass_[type]));
        }
        const auto files = load_u32(&header[kFilesAt], form_.order);
        if (files > 1)
            refuse("a part of a snapshot", at + kFilesAt,
                   "all bodies in one file", fmt::format("{} files", files));
        out_.time = real(kTimeAt);
        add_isolation_warnings(out_, real(kRedshiftAt), real(kBoxAt));
    }

    std::vector<double> numbers(const Block& block, bool from_zero) const {
        std::vector<std::byte> bytes(block.numbers * block.bytes_each);
        source_.read(block.at, bytes);
        std::vector<double> values(block.numbers);
        for (std::size_t k = 0; k < values.size(); ++k) {
            const auto* from = &bytes[k * block.bytes_each];
            values[k] =
                block.bytes_each == 4
                    ? std::bit_cast<float>(load_u32(from, form_.order))
                    : std::bit_cast<double>(load_u64(from, form_.order));
            if (!std::isfinite(values[k]) || (from_zero && values[k] < 0))
                refuse(
                    fmt::format("bad number in GADGET block {}", block.name),
                    block.at + k * block.bytes_each,
                    from_zero ? "a finite number from 0 on" : "a finite number",
                    fmt::format("{}", values[k]));
        }
        return values;
    }

    std::vector<nbody::Vector> vectors(const Block& block) const {
        const auto values = numbers(block, false);
        std::vector<nbody::Vector> vectors(values.size() / 3);
        for (std::size_t k = 0; k < vectors.size(); ++k)
            vectors[k] = {values[3 * k], values[3 * k + 1], values[3 * k + 2]};
        return vectors;
    }

    void add_masses(std::uint64_t n) {
        std::uint64_t count = 0;
        for (std::size_t type = 0; type < kTypes; ++type)
            if (mass_[type] == 0) count += counts_[type];
        std::vector<double> own;
        if (count > 0) {
            if (!form_.has_labels) (void)block("ID", n);
            own = numbers(block("MASS", count), true);
        }
        auto& mass = out_.bodies.mass;
        auto next = own.begin();
        for (std::size_t type = 0; type < kTypes; ++type) {
            const auto of_type = static_cast<std::ptrdiff_t>(counts_[type]);
            if (mass_[type] == 0) {
                mass.insert(mass.end(), next, next + of_type);
                next += of_type;
            } else {
                mass.insert(mass.end(), counts_[type], mass_[type]);
            }
        }
    }

    const Source& source_;
    BlockForm form_;
    std::uint64_t at_ = 0;  ///< of the next block [byte]
    std::array<std::uint64_t, kTypes> counts_{};
    std::array<double, kTypes> mass_{};
    BodyFile out_;
};

}  // namespace

bool looks_like_gadget_binary(const Source& source) {
    return block_form(source).has_value();
}

BodyFile parse_gadget_binary(const Source& source) {
    return BlockReader{source, block_form(source).value()}.read();
}

}  // namespace tasuki::io
