// Numbers in files, whose byte order need not be this machine's.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tasuki::io {

enum class ByteOrder { big, little };

/// "big" or "little"
inline std::string to_string(ByteOrder order) {
    return order == ByteOrder::big ? "big" : "little";
}

constexpr bool is_native(ByteOrder order) {
    return (order == ByteOrder::little) ==
           (std::endian::native == std::endian::little);
}

constexpr std::uint32_t swapped(std::uint32_t value) {
    return __builtin_bswap32(value);
}
constexpr std::uint64_t swapped(std::uint64_t value) {
    return __builtin_bswap64(value);
}

template <class Word>
Word load_word(const std::byte* bytes, ByteOrder order) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return is_native(order) ? word : swapped(word);
}
inline std::uint32_t load_u32(const std::byte* bytes, ByteOrder order) {
    return load_word<std::uint32_t>(bytes, order);
}
inline std::uint64_t load_u64(const std::byte* bytes, ByteOrder order) {
    return load_word<std::uint64_t>(bytes, order);
}

template <class Word>
void store_word(std::byte* bytes, Word word, ByteOrder order) {
    if (!is_native(order)) word = swapped(word);
    std::memcpy(bytes, &word, sizeof word);
}
inline void store_u32(std::byte* bytes, std::uint32_t value, ByteOrder order) {
    store_word(bytes, value, order);
}
inline void store_u64(std::byte* bytes, std::uint64_t value, ByteOrder order) {
    store_word(bytes, value, order);
}

}  // namespace tasuki::io
