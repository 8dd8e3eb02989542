// The MILC reader.  An input that begins with '?' is a file whose checksums
// are made right first: random data would never get past them.
#include "io/gauge/checksums.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/gauge/milc.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace tasuki;
using io::ByteOrder;

std::string repaired(std::string bytes) {
    if (bytes.size() < 96) return bytes;
    const auto order = bytes.starts_with(io::kMilcMagicBig)
                           ? io::ByteOrder::big
                           : io::ByteOrder::little;
    const auto words = std::as_writable_bytes(std::span{bytes});
    io::MilcChecksum sum{order};
    sum.add(words.subspan(96), 0);
    io::store_u32(&words[88], sum.sum29(), order);
    io::store_u32(&words[92], sum.sum31(), order);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const auto bytes = fuzz::text(data, size);
    fuzz::read(bytes.starts_with('?') ? repaired(bytes.substr(1)) : bytes,
               [](const io::Source& source) { (void)io::read_gauge(source); });
    return 0;
}
