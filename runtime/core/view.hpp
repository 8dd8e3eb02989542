// What a kernel sees of an array: where its elements are, how many there are,
// and what may be done with them.  GPU compilers read this.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime {

/// What a task does with an array.  The values are StarPU's.
enum class Access : unsigned {
    read = 1,
    write = 2,  ///< every element, without reading it
    update = 3,
    scratch = 4,         ///< memory for the task alone, undefined before it
    reduce = 8,          ///< adds to a partial result of the worker
    commute = 3 | 0x10,  ///< update, in any order of the tasks that do so
};

namespace detail {
struct AnyView {};
}  // namespace detail

/// Elements of a one-dimensional array in the memory of the device that runs
/// the task.  Converts to a pointer, for code that knows the size otherwise.
/// @tparam T  const for what is only read
template <class T, Access kAccess>
class View : public detail::AnyView {
    static_assert(std::is_const_v<T> == (kAccess == Access::read),
                  "only what is read is const");

  public:
    using Element = T;
    static constexpr Access access = kAccess;

    View() = default;
    TASUKI_HD View(T* data, std::size_t size) : data_{data}, size_{size} {}
    /// Of a std::vector, std::span or the like, to call a kernel directly.
    template <class Container,
              class = std::enable_if_t<
                  !std::is_base_of_v<detail::AnyView,
                                     std::remove_cvref_t<Container>> &&
                  std::is_convertible_v<
                      decltype(std::declval<Container>().data()), T*>>>
    View(Container&& container)
        : data_{container.data()}, size_{container.size()} {}
    /// For parts of a kernel that are kernels themselves.
    template <class Other, Access kOther,
              class = std::enable_if_t<
                  std::is_same_v<std::remove_const_t<T>, Other> ||
                  std::is_same_v<T, Other>>>
    TASUKI_HD View(View<Other, kOther> other)
        : data_{other.data()}, size_{other.size()} {}

    TASUKI_HD T* data() const { return data_; }
    TASUKI_HD std::size_t size() const { return size_; }
    TASUKI_HD T* begin() const { return data_; }
    TASUKI_HD T* end() const { return data_ + size_; }
    TASUKI_HD operator T*() const { return data_; }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Elements of a matrix, column by column as BLAS has them.
template <class T, Access kAccess>
class MatrixView {
    static_assert(std::is_const_v<T> == (kAccess == Access::read),
                  "only what is read is const");

  public:
    using Element = T;
    static constexpr Access access = kAccess;

    MatrixView() = default;
    TASUKI_HD MatrixView(T* data, std::size_t rows, std::size_t columns,
                         std::size_t leading)
        : data_{data}, rows_{rows}, columns_{columns}, leading_{leading} {}

    TASUKI_HD T* data() const { return data_; }
    TASUKI_HD std::size_t rows() const { return rows_; }
    TASUKI_HD std::size_t columns() const { return columns_; }
    /// From one column to the next [elements].
    TASUKI_HD std::size_t leading() const { return leading_; }
    TASUKI_HD T& operator()(std::size_t row, std::size_t column) const {
        return data_[row + column * leading_];
    }

  private:
    T* data_ = nullptr;
    std::size_t rows_ = 0, columns_ = 0, leading_ = 0;
};

/// In the signature of a kernel these say what it does with an array.
template <class T>
using Read = View<const T, Access::read>;
template <class T>
using Write = View<T, Access::write>;
template <class T>
using Update = View<T, Access::update>;
template <class T>
using Scratch = View<T, Access::scratch>;
template <class T>
using Reduce = View<T, Access::reduce>;
template <class T>
using Commute = View<T, Access::commute>;
/// For kernels that add to what is there, or write it for the first time.
template <class T, bool kAdd>
using WriteOrAdd = View<T, kAdd ? Access::update : Access::write>;
template <class T>
using ReadMatrix = MatrixView<const T, Access::read>;
template <class T>
using WriteMatrix = MatrixView<T, Access::write>;
template <class T>
using UpdateMatrix = MatrixView<T, Access::update>;

/// As many arrays as the task was given, at most kMost.
/// @tparam V  a view, or an aggregate of views
template <class V, int kMost>
class Each {
  public:
    using Member = V;
    static constexpr int most = kMost;

    TASUKI_HD int size() const { return size_; }
    TASUKI_HD const V& operator[](int i) const { return member_[i]; }
    TASUKI_HD const V* begin() const { return member_; }
    TASUKI_HD const V* end() const { return member_ + size_; }
    TASUKI_HD void add(const V& member) { member_[size_++] = member; }

  private:
    V member_[kMost]{};
    int size_ = 0;
};

}  // namespace tasuki::runtime
