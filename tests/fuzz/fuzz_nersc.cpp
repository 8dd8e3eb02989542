// The NERSC reader.  An input that begins with '?' is a file whose CHECKSUM
// key, if it is in the header, is made right first: random data would never
// get past it.
#include <fmt/format.h>

#include "io/gauge/checksums.hpp"
#include "io/gauge/gauge_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace tasuki;

std::string repaired(std::string bytes) {
    const auto end = bytes.find("END_HEADER\n");
    const auto key = bytes.find("CHECKSUM = ");
    if (end == std::string::npos || key == std::string::npos || key > end ||
        bytes.size() < key + 19)
        return bytes;
    const bool little = bytes.find("LITTLE") < end;
    io::NerscChecksum sum{little ? io::ByteOrder::little : io::ByteOrder::big};
    sum.add(std::as_bytes(std::span{bytes}).subspan(end + 11), 0);
    return bytes.replace(key + 11, 8, fmt::format("{:08x}", sum.value()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const auto bytes = fuzz::text(data, size);
    fuzz::read(bytes.starts_with('?') ? repaired(bytes.substr(1)) : bytes,
               [](const io::Source& source) { (void)io::read_gauge(source); });
    return 0;
}
