// Typed submission of tasks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "runtime/core/array.hpp"
#include "runtime/core/kernel.hpp"
#include "runtime/core/matrix.hpp"
#include "runtime/core/placement.hpp"
#include "runtime/core/task.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::runtime {

/// How one task is run.  Placements of the user (ContextOptions) win over it.
struct SubmitOptions {
    /// Higher goes first.  On a GPU, tasks above 0 have a stream of high
    /// priority of their own, and overlap with the others: for what others wait
    /// for.
    int priority = 0;
    Where where = Where::any;  ///< kinds of workers that may run it
    /// One worker only, by its number; of a GPU that has several, the one for
    /// tasks of this priority.
    int worker = -1;
    /// The worker that keeps most of the arrays: policies that do not measure
    /// transfers (`feedback`) take it if they choose its kind.
    int near = -1;
    /// [flop], for StarPU's own statistics, and for a simulation
    /// (simulation/simulation.hpp) as what follows.
    double flops = 0;
    /// Memory traffic [B], where it is not that of each array once.
    double bytes = 0;
    /// Of the numbers that it computes with [B], where an element of its first
    /// array is several of them.
    std::size_t number_bytes = 0;
    /// Distinguishes performance models of tasks whose buffers have equal
    /// sizes but whose work differs.
    std::uint32_t variant = 0;
    TraceLabel label{};  ///< what a trace shows of it
    /// Called by a worker when the task has ended, before those that depend on
    /// it start.  It must not throw, wait or take long.
    std::function<void()> when_done{};
    /// Tasks that have to end before it starts, beside those that the arrays
    /// say.  In a graph they are of the same graph.
    std::vector<Task> after{};
};

template <class V>
class List;

namespace detail {

struct Buffer {
    Handle handle;
    Access access;
};

/// Whether an argument of submit() is what the signature says.
template <class Slot, class Given>
struct Binds : std::false_type {};
template <class T, Access kAccess, class Given>
struct Binds<View<T, kAccess>, Given>
    : std::bool_constant<std::is_same_v<std::remove_const_t<Given>,
                                        Array<std::remove_const_t<T>>> &&
                         (kAccess == Access::read || !std::is_const_v<Given>)> {
};
template <class T, Access kAccess, class Given>
struct Binds<MatrixView<T, kAccess>, Given>
    : std::bool_constant<std::is_same_v<std::remove_const_t<Given>,
                                        Matrix<std::remove_const_t<T>>> &&
                         (kAccess == Access::read || !std::is_const_v<Given>)> {
};
template <class V, int kMost, class Given>
struct Binds<Each<V, kMost>, Given>
    : std::is_same<std::remove_const_t<Given>, List<V>> {};

// What a compiler prints of arrays that a kernel does not take. Positions count
// from 1, after Args and options.
struct ArraysFit {};
template <std::size_t kTaken, std::size_t kGiven>
struct TooFewArrays {};
template <std::size_t kTaken, std::size_t kGiven>
struct TooManyArrays {};
template <std::size_t kPosition, class Taken, class Given>
struct ArrayDoesNotFit {};
template <std::size_t kPosition, class Taken, class Given>
struct WritesToConst {};

template <std::size_t kPosition, class... Slot, class... Given>
constexpr auto compare(TypeList<Slot...>, TypeList<Given...>) {
    constexpr auto taken = sizeof...(Slot), given = sizeof...(Given);
    if constexpr (given < taken)
        return TooFewArrays<taken, given>{};
    else if constexpr (given > taken)
        return TooManyArrays<taken, given>{};
    else
        return ArraysFit{};
}
template <std::size_t kPosition, class S, class... Slot, class G,
          class... Given>
requires(sizeof...(Slot) == sizeof...(Given))  //
    constexpr auto compare(TypeList<S, Slot...>, TypeList<G, Given...>) {
    if constexpr (Binds<S, G>::value)
        return compare<kPosition + 1>(TypeList<Slot...>{},
                                      TypeList<Given...>{});
    else if constexpr (Binds<S, std::remove_const_t<G>>::value)
        return WritesToConst<kPosition, S, G>{};
    else
        return ArrayDoesNotFit<kPosition, S, G>{};
}

template <class Verdict>
concept NothingWrong = std::is_same_v<Verdict, ArraysFit>;
template <class Slots, class... Given>
concept Taken =
    NothingWrong<decltype(compare<1>(Slots{}, TypeList<Given...>{}))>;

template <class Slot>
struct MostBuffers : std::integral_constant<std::size_t, 1> {};
template <class V, int kMost>
struct MostBuffers<Each<V, kMost>>
    : std::integral_constant<std::size_t, kMost * ViewsOf<V>::size> {};

/// @throws UsageError  `given` is above `most`
void check_members(const char* kernel, std::size_t given, int most);

/// @throws UsageError  nobody said how to join partial results of the array
void check_reduction(const char* kernel, const Data& array);

/// The buffers of one task while it is put together.
template <class Slots>
class Buffers;
template <class... Slot>
class Buffers<TypeList<Slot...>> {
  public:
    template <class... Given>
    Buffers(const char* kernel, TaskHeader& header, Given&... given)
        : header_{header}, kernel_{kernel} {
        (add<Slot>(given), ...);
    }
    std::span<const Buffer> span() const { return {all_.data(), count_}; }

  private:
    template <class S, class Given>
    void add(Given& given) {
        if constexpr (IsEach<S>::value) {
            check_members(kernel_, given.size(), S::most);
            header_.members[lists_++] =
                static_cast<std::uint16_t>(given.size());
            for (const Buffer& buffer : given.buffers())
                all_[count_++] = buffer;
        } else {
            if constexpr (S::access == Access::reduce)
                check_reduction(kernel_, given);
            all_[count_++] = {given.raw(), S::access};
        }
    }

    static constexpr std::size_t kMost =
        (std::size_t{1} + ... + MostBuffers<Slot>::value);
    static constexpr int kLists = (0 + ... + int{IsEach<Slot>::value});
    static_assert(kLists <= kMostLists, "a kernel takes at most four lists");

    std::array<Buffer, kMost> all_;
    std::size_t count_ = 0;
    int lists_ = 0;
    TaskHeader& header_;
    const char* kernel_;
};

void set_reduction(Data& array, const KernelRecord& zero,
                   const KernelRecord& add);

/// What submit() was called with.
struct Submission {
    const KernelRecord& kernel;
    const void* packed;
    std::size_t size;  ///< of packed [B]
    std::span<const Buffer> buffers;
    const SubmitOptions& options;
    std::shared_ptr<Crossing> crossing{};  ///< of a message; null: it is none
    /// What the arguments point at, until the task has ended.
    std::shared_ptr<const void> kept{};
};

/// Submits it, or leaves it to a graph that is recorded.
Task submit_raw(Session& session, const Submission& submission);
class GraphRun;

/// Submits it as a task of StarPU.
/// @param run  that it is a part of, and holds; null: none is timed
Task submit_task(Session& session, const Submission& submission,
                 GraphRun* run = nullptr);

}  // namespace detail

/// The arrays of an Each, in order.
/// @tparam V  a view, or an aggregate of views, as in the signature
template <class V>
class List {
  public:
    /// One member: an array for each of its views.
    template <class... Given>
    requires detail::Taken<detail::ViewsOf<V>, Given...>
    void add(Given&... arrays) {
        append(detail::ViewsOf<V>{}, arrays...);
        ++size_;
    }
    /// Members so far.
    std::size_t size() const { return size_; }
    /// What submit() needs; valid until the next add().
    std::span<const detail::Buffer> buffers() const { return buffers_; }

  private:
    template <class... Slot, class... Given>
    void append(detail::TypeList<Slot...>, Given&... arrays) {
        (buffers_.push_back({arrays.raw(), Slot::access}), ...);
    }

    std::vector<detail::Buffer> buffers_;
    std::size_t size_ = 0;
};

/// `Given...` are the arrays that the signature of K names: their number,
/// order and types; an array that a task changes is not const.
template <class K, class... Given>
concept ArraysOf =
    Kernel<K> && detail::Taken<typename detail::Contract<K>::Slots, Given...>;

namespace detail {

/// Submits a task of K, which has that record.
/// @param kept  as in Submission
template <class K, class... Given>
Task submit_as(const KernelRecord& record, Context& context,
               const typename K::Args& args, const SubmitOptions& options,
               const std::shared_ptr<const void>& kept, Given&... arrays) {
    Packed<K> packed{{}, args};
    packed.header.open.kernel = record.name;
    const Buffers<typename Contract<K>::Slots> buffers{
        record.name, packed.header, arrays...};
    return submit_raw(
        context.session(),
        {record, &packed, sizeof packed, buffers.span(), options, {}, kept});
}

}  // namespace detail

/// Submits one task; returns at once.  `args` is copied.  Any thread may
/// submit, a kernel on a CPU too (it may not wait for the task); tasks that
/// share arrays run in the order in which they were submitted.
/// @throws UnavailableError  no worker can run it, or its arrays are larger
///                           than the memory of any GPU that could
/// @throws UsageError        a list with more arrays than the kernel takes
/// @throws TaskFailed, RankFailed  the Context has failed
template <class K, class... Given>
requires ArraysOf<K, Given...>  //
    Task submit(Context& context, const typename K::Args& args,
                Given&... arrays) {
    return submit<K>(context, args, SubmitOptions{}, arrays...);
}

/// The same, with options: `submit<K>(context, args, {.priority = 1}, y, x)`.
template <class K, class... Given>
requires ArraysOf<K, Given...>  //
    Task submit(Context& context, const typename K::Args& args,
                const SubmitOptions& options, Given&... arrays) {
    return detail::submit_as<K>(detail::record<K>(), context, args, options, {},
                                arrays...);
}

/// What set_reduction() takes.
template <class Zero, class Add, class T>
concept ReductionOf = ArraysOf<Zero, Array<T>> && ArraysOf < Add,
        Array<T>,
const Array < T >> &&std::is_empty_v<typename Zero::Args>&&
                       std::is_empty_v<typename Add::Args>;

/// How tasks with a Reduce view of the array begin and join their partial
/// results: `Zero` takes a Write; `Add` an Update of the sum and a Read of what
/// is added; the Args of both are empty.
template <class Zero, class Add, class T>
requires ReductionOf<Zero, Add, T>  //
void set_reduction(Array<T>& array) {
    detail::set_reduction(array, detail::record<Zero>(), detail::record<Add>());
}

}  // namespace tasuki::runtime
