// The memory of fields on the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tasuki::lattice {

/// On huge pages, for std::free().
/// @return  null if there is none
void* allocate_field(std::size_t bytes);

/// By all CPUs, so that each has a part of the pages.
void zero_fill(void* memory, std::size_t bytes);
void copy_field(void* to, const void* from, std::size_t bytes);

/// Elements of a field, zeros at first.  A std::vector of gigabytes would be
/// filled, copied and even destroyed by one thread, element after element.
template <class T>
class FieldVector {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    using value_type = T;

    FieldVector() = default;
    /// @throws std::bad_alloc
    explicit FieldVector(std::size_t size) : FieldVector{size, Unset{}} {
        zero_fill(data(), size * sizeof(T));
    }
    FieldVector(const FieldVector& other) : FieldVector{other.size_, Unset{}} {
        copy_field(data(), other.data(), size_ * sizeof(T));
    }
    FieldVector(FieldVector&& other) noexcept { swap(other); }
    FieldVector& operator=(FieldVector other) noexcept {
        swap(other);
        return *this;
    }
    ~FieldVector() = default;

    T* data() { return elements_.get(); }
    const T* data() const { return elements_.get(); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t k) { return data()[k]; }
    const T& operator[](std::size_t k) const { return data()[k]; }
    T& front() { return data()[0]; }
    const T& front() const { return data()[0]; }

    friend bool operator==(const FieldVector& a, const FieldVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    struct Unset {};
    FieldVector(std::size_t size, Unset)
        : elements_{static_cast<T*>(allocate_field(size * sizeof(T)))},
          size_{size} {
        if (!elements_ && size > 0) throw std::bad_alloc{};
    }
    void swap(FieldVector& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(size_, other.size_);
    }

    std::unique_ptr<T[], Free> elements_;
    std::size_t size_ = 0;
};

}  // namespace tasuki::lattice
