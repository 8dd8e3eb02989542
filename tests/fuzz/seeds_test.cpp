// Each fuzz target reads its seeds: files that were found or made for it, good
// and damaged ones. The sanitizers' builds go on from there.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

// LLVMFuzzerTestOneInput() of fuzz_NAME.cpp, under the target's own name.
#define TASUKI_FUZZ_TARGET(name) \
    extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
TASUKI_FUZZ_TARGETS
#undef TASUKI_FUZZ_TARGET

namespace {

int read_seeds(const char* target,
               int (*read)(const std::uint8_t*, std::size_t)) {
    int seeds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::string{TASUKI_TEST_SEEDS} + "/" + target)) {
        INFO(entry.path().string());
        std::ifstream file{entry.path(), std::ios::binary};
        const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
        CHECK(read(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                   bytes.size()) <= 0);
        ++seeds;
    }
    return seeds;
}

}  // namespace

TEST_CASE("fuzz targets read or refuse each of their seeds") {
#define TASUKI_FUZZ_TARGET(name) CHECK(read_seeds(#name, fuzz_##name) > 0);
    TASUKI_FUZZ_TARGETS
#undef TASUKI_FUZZ_TARGET
}
