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
    using Element = T;                         ///< const for what is only read
    static constexpr Access access = kAccess;  ///< what a task does with it

    View() = default;
    /// @param data  outlives the view, which does not own it
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

    /// In the memory of the device that runs the task.
    TASUKI_HD T* data() const { return data_; }
    /// [elements]
    TASUKI_HD std::size_t size() const { return size_; }
    /// For range-based loops, on host and device.
    TASUKI_HD T* begin() const { return data_; }
    /// One past the last element.
    TASUKI_HD T* end() const { return data_ + size_; }
    /// As data(), so that a kernel indexes a view as it does an array.
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
    using Element = T;                         ///< const for what is only read
    static constexpr Access access = kAccess;  ///< what a task does with it

    MatrixView() = default;
    /// @param data  outlives the view, which does not own it
    /// @param leading  as leading(); at least `rows`
    TASUKI_HD MatrixView(T* data, std::size_t rows, std::size_t columns,
                         std::size_t leading)
        : data_{data}, rows_{rows}, columns_{columns}, leading_{leading} {}

    /// The element in row 0 and column 0.
    TASUKI_HD T* data() const { return data_; }
    /// Elements of a column.
    TASUKI_HD std::size_t rows() const { return rows_; }
    /// Elements of a row.
    TASUKI_HD std::size_t columns() const { return columns_; }
    /// From one column to the next [elements].
    TASUKI_HD std::size_t leading() const { return leading_; }
    /// Both count from 0; they are not checked.
    TASUKI_HD T& operator()(std::size_t row, std::size_t column) const {
        return data_[row + column * leading_];
    }

  private:
    T* data_ = nullptr;
    std::size_t rows_ = 0, columns_ = 0, leading_ = 0;
};

/// What is only read.  In the signature of a kernel these types say what it
/// does with its arrays.
template <class T>
using Read = View<const T, Access::read>;
/// Every element is written, and none is read before.
template <class T>
using Write = View<T, Access::write>;
/// What is read and changed, by one task after the other.
template <class T>
using Update = View<T, Access::update>;
/// Memory for the task alone, undefined when it starts.
template <class T>
using Scratch = View<T, Access::scratch>;
/// Adds to a partial result of the worker; set_reduction() says how these begin
/// and how they are joined.
template <class T>
using Reduce = View<T, Access::reduce>;
/// As Update, but the tasks may run in any order, one at a time.
template <class T>
using Commute = View<T, Access::commute>;
/// For kernels that add to what is there, or write it for the first time.
template <class T, bool kAdd>
using WriteOrAdd = View<T, kAdd ? Access::update : Access::write>;
/// As Read, of a Matrix.
template <class T>
using ReadMatrix = MatrixView<const T, Access::read>;
/// As Write, of a Matrix.
template <class T>
using WriteMatrix = MatrixView<T, Access::write>;
/// As Update, of a Matrix.
template <class T>
using UpdateMatrix = MatrixView<T, Access::update>;

/// As many arrays as the task was given, at most kMost.
/// @tparam V  a view, or an aggregate of views
template <class V, int kMost>
class Each {
  public:
    using Member = V;                   ///< one view, or an aggregate of views
    static constexpr int most = kMost;  ///< submit() refuses a longer list

    /// Members that the task was given, 0 to kMost.
    TASUKI_HD int size() const { return size_; }
    /// `i` is below size(); it is not checked.
    TASUKI_HD const V& operator[](int i) const { return member_[i]; }
    /// For range-based loops, on host and device.
    TASUKI_HD const V* begin() const { return member_; }
    /// One past the last member.
    TASUKI_HD const V* end() const { return member_ + size_; }
    /// At most kMost times, which is not checked.
    TASUKI_HD void add(const V& member) { member_[size_++] = member; }

  private:
    V member_[kMost]{};
    int size_ = 0;
};

/// Base of kernels of which StarPU makes no performance model, because no
/// policy should decide by one.
struct WithoutModel {
    /// No name.
    static constexpr const char* model() { return ""; }
};

}  // namespace tasuki::runtime
