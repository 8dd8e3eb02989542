// The readers of bodies as text, in GADGET's binary formats and in TIPSY's.  Of
// an input that begins with '?' the rest is a TIPSY file whose counts are made
// right first: random data would never get past them.
#include <algorithm>
#include <array>

#include "io/bodies/gadget_binary.hpp"
#include "io/bodies/text_table.hpp"
#include "io/bodies/tipsy.hpp"
#include "io/byte_order.hpp"
#include "io/words.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace tasuki;

std::string repaired(std::string bytes) {
    constexpr std::size_t kHeader = 32, kDark = 36;
    if (bytes.size() < kHeader + kDark) return bytes;
    const auto bodies = (bytes.size() - kHeader) / kDark;
    bytes.resize(kHeader + bodies * kDark);
    const auto words = std::as_writable_bytes(std::span{bytes});
    const auto order =
        (bytes[0] & 1) != 0 ? io::ByteOrder::big : io::ByteOrder::little;
    const std::array counts{bodies, std::size_t{3}, std::size_t{0}, bodies,
                            std::size_t{0}};
    for (std::size_t k = 0; k < counts.size(); ++k)
        io::store_u32(&words[8 + 4 * k], static_cast<std::uint32_t>(counts[k]),
                      order);
    return bytes;
}

void read_bodies(const io::Source& source) {
    if (io::looks_like_text(source))
        (void)io::parse_text_table(source);
    else if (io::looks_like_gadget_binary(source))
        (void)io::parse_gadget_binary(source);
    else if (io::looks_like_tipsy(source))
        (void)io::parse_tipsy(source);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const auto bytes = fuzz::text(data, size);
    fuzz::read(bytes.starts_with('?') ? repaired(bytes.substr(1)) : bytes,
               read_bodies);
    return 0;
}
