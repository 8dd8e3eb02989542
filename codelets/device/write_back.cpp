#include "codelets/device/write_back.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#include <cstdint>
#endif

namespace tasuki::device {

#if defined(__x86_64__)

namespace {

constexpr std::uintptr_t kLine = 64;

bool has_clwb() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned bit = 1u << 24;  // leaf 7, EBX
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit) != 0;
}

[[gnu::target("clwb")]] void write_lines(std::uintptr_t begin,
                                         std::uintptr_t end) {
    for (std::uintptr_t at = begin / kLine * kLine; at < end; at += kLine)
        _mm_clwb(reinterpret_cast<void*>(at));
    _mm_sfence();
}

}  // namespace

void write_back(const void* begin, std::size_t bytes) {
    static const bool can = has_clwb();
    const auto at = reinterpret_cast<std::uintptr_t>(begin);
    if (can) write_lines(at, at + bytes);
}

#else

void write_back(const void*, std::size_t) {}

#endif

}  // namespace tasuki::device
