#include "io/same_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/crc32.hpp"
#include "io/input_error.hpp"
#include "io/rank_agreement.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

/// Longer than the headers of all formats.
constexpr std::uint64_t kEnd = 1 << 16;

std::uint32_t crc_of(const Source& source, std::uint64_t begin,
                     std::uint64_t end) {
    std::uint32_t sum = 0;
    for (constexpr std::uint64_t piece = 1 << 20; begin < end; begin += piece) {
        const auto text = source.text(
            begin, static_cast<std::size_t>(std::min(piece, end - begin)));
        sum = crc32_of_text(text, sum);
    }
    return sum;
}

void compare(const std::string& name, const std::string& mine,
             const Share& share) {
    std::vector<std::vector<Setting>> by_rank;
    for (const auto& text : share.gather(mine))
        by_rank.push_back({{name, text}});
    if (const auto found = find_disagreements(by_rank); !found.empty())
        throw runtime::UsageError(fmt::format(
            "{}; all ranks have to see the same file", found.front()));
}

}  // namespace

std::unique_ptr<Source> open_shared(const std::string& path,
                                    const Share& share) {
    if (!share.several()) return open_source(path);
    std::unique_ptr<Source> source;
    std::string seen;
    try {
        source = open_source(path);
        const auto size = source->size();
        seen =
            fmt::format("a file of {} bytes (CRC-32 of its ends {:08x} {:08x})",
                        size, crc_of(*source, 0, std::min(size, kEnd)),
                        crc_of(*source, size - std::min(size, kEnd), size));
    } catch (const InputError& e) {
        seen = fmt::format("none ({})", e.what());
    }
    compare(path, seen, share);
    // The same on all ranks, if it fails.
    return source ? std::move(source) : open_source(path);
}

void check_same_content(const Source& source, const Share& share) {
    if (!share.several()) return;
    compare(source.name(),
            fmt::format("a file with CRC-32 {:08x}",
                        crc_of(source, 0, source.size())),
            share);
}

}  // namespace tasuki::io
