// What can be seen of it: a program does not see whether a line of its memory
// is modified in a cache, so that the rate of transfers alone shows that
// write_back() does its work (docs/performance.md).
#include "codelets/device/write_back.hpp"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

using namespace tasuki;

TEST_CASE("write_back changes nothing, and touches no line beside its range") {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    // A page that may be used, between two that end who touches them.
    auto* const all = static_cast<char*>(::mmap(
        nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(all != MAP_FAILED);
    char* const values = all + page;
    REQUIRE(::mprotect(values, page, PROT_READ | PROT_WRITE) == 0);
    for (std::size_t i = 0; i < page; ++i)
        values[i] = static_cast<char>(i % 127);
    const std::vector<char> before(values, values + page);
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{8}, std::size_t{63},
          std::size_t{64}, std::size_t{65}, std::size_t{800}, page})
        for (const std::size_t begin :
             {std::size_t{0}, std::size_t{1}, std::size_t{63}, page - bytes}) {
            if (begin + bytes > page) continue;
            device::write_back(values + begin, bytes);
            CHECK(std::memcmp(values, before.data(), page) == 0);
        }
    ::munmap(all, 3 * page);
}
