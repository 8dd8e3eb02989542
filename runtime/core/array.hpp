// Arrays of one dimension that StarPU moves to the memory where they are
// needed.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "runtime/core/data.hpp"

namespace tasuki::runtime {

/// Largest number of elements of an array: StarPU counts them in 32 bits.
inline constexpr std::size_t kMostElements =
    std::numeric_limits<std::uint32_t>::max();

/// `size` elements.  It has no home: it is allocated on each device where a
/// task first needs it, and a large field that only GPU tasks touch never comes
/// back to the host.  It ends before its Context does.
template <class T>
requires std::is_trivially_copyable_v<T>
class Array : public Data {
  public:
    /// @throws UsageError  more than kMostElements
    Array(Context& context, std::size_t size)
        : Data{context, nullptr, size, sizeof(T)}, size_{size} {}
    /// Each element is `value`.
    Array(Context& context, std::size_t size, const T& value)
        : Array{context, size} {
        fill(value);
    }
    /// Over memory of the caller, which outlives the array and belongs to the
    /// tasks while it lives; read() and the destructor bring it up to date.
    Array(Context& context, std::span<T> memory)
        : Data{context, memory.data(), memory.size(), sizeof(T)},
          size_{memory.size()} {}
    /// Likewise, over memory where a worker computes, as that of its GPU.
    Array(Context& context, int worker, std::span<T> memory)
        : Data{context, worker, memory.data(), memory.size(), sizeof(T)},
          size_{memory.size()} {}

    /// [elements]
    std::size_t size() const { return size_; }
    /// Of all elements [B].
    std::size_t bytes() const { return size_ * sizeof(T); }

    /// The elements in host memory, for one scope, or one loop:
    ///   for (T& value : array.write()) ...
    template <class U>
    class Host : public Data::HostAccess {
      public:
        /// Waits; read(), write() and update() of the array make it.
        Host(const Array& array, Access access)
            : HostAccess{array, access}, size_{array.size_} {}
        /// Valid as long as this object.
        std::span<U> span() const {
            return {static_cast<U*>(this->pointer()), size_};
        }
        /// For range-based loops.
        U* begin() const { return span().data(); }
        /// One past the last element.
        U* end() const { return begin() + size_; }
        /// `i` is below size() of the array; it is not checked.
        U& operator[](std::size_t i) const { return begin()[i]; }

      private:
        std::size_t size_;
    };

    /// Waits for the tasks that use the array; tasks submitted later wait for
    /// the end of the scope.
    Host<const T> read() const { return {*this, Access::read}; }
    /// As read(), to replace all elements: what they were before is undefined.
    Host<T> write() { return {*this, Access::write}; }
    /// As read(), to change elements.
    Host<T> update() { return {*this, Access::update}; }

    /// Copies `values`, at most size() of them, to the front of the array.
    void assign(std::span<const T> values) {
        const auto host = write();
        if (!values.empty())
            std::memcpy(host.begin(), values.data(), values.size_bytes());
    }

    /// Waits as write() does.
    void fill(const T& value) {
        for (T& element : write()) element = value;
    }

  private:
    std::size_t size_;
};

}  // namespace tasuki::runtime
