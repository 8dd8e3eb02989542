// The memory of fields on the host.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace tasuki::lattice {

/// On huge pages, for std::free().
/// @return  null if there is none
void* allocate_field(std::size_t bytes);

/// Memory on huge pages for elements that zero_fill() makes zeros: a vector
/// would do that by one thread, a page of 4 KiB after another.
template <class T>
struct FieldAllocator {
    using value_type = T;

    T* allocate(std::size_t count) {
        void* const memory = allocate_field(count * sizeof(T));
        if (memory == nullptr) throw std::bad_alloc{};
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) { std::free(memory); }

    template <class U, class... From>
    void construct(U* element, From&&... from) {
        if constexpr (sizeof...(From) > 0)
            ::new (element) U(std::forward<From>(from)...);
    }

    bool operator==(const FieldAllocator&) const = default;
};

template <class T>
using FieldVector = std::vector<T, FieldAllocator<T>>;

/// By all CPUs, so that each has a part of the pages.
void zero_fill(void* memory, std::size_t bytes);

/// `count` elements of zeros.
template <class T>
FieldVector<T> zeros(std::size_t count) {
    FieldVector<T> elements(count);
    zero_fill(elements.data(), count * sizeof(T));
    return elements;
}

}  // namespace tasuki::lattice
