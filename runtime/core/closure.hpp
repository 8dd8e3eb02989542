// Closures as kernels: what their call operator takes, and how a task keeps
// them.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>
#include <typeinfo>

#include "runtime/core/elements.hpp"
#include "runtime/core/kernel.hpp"

namespace tasuki::runtime::detail {

/// Of the call operator of a closure.
template <class>
struct CallOf {};
template <class R, class F, class... P>
struct CallOf<R (F::*)(P...) const> {
    using Result = R;
    using Parameters = TypeList<std::remove_cvref_t<P>...>;
    static constexpr bool is_const = true;
};
template <class R, class F, class... P>
struct CallOf<R (F::*)(P...) const noexcept> : CallOf<R (F::*)(P...) const> {};
template <class R, class F, class... P>
struct CallOf<R (F::*)(P...)> : CallOf<R (F::*)(P...) const> {
    static constexpr bool is_const = false;
};
template <class R, class F, class... P>
struct CallOf<R (F::*)(P...) noexcept> : CallOf<R (F::*)(P...)> {};

template <class F>
concept HasOneCall = requires {
    &F::operator();
};

/// What is wrong with a closure the compiler says in words, in submit().
template <class F>
constexpr bool check_closure() {
    static_assert(HasOneCall<F>,
                  "a lambda that is a task names the types of its parameters, "
                  "not `auto`: they say what it does with the arrays");
    if constexpr (HasOneCall<F>) {
        using Call = CallOf<decltype(&F::operator())>;
        static_assert(Call::is_const,
                      "a lambda that is a task is not mutable: each run of the "
                      "task has what it captured");
        static_assert(std::is_void_v<typename Call::Result>,
                      "a lambda that is a task returns nothing: it writes "
                      "arrays");
    }
    static_assert(std::is_copy_constructible_v<F>,
                  "a task has a copy of what its lambda captures, so that can "
                  "be copied: capture numbers, and pass arrays to submit()");
    return true;
}

/// A closure as the argument of its tasks, which copy bytes: where these are
/// not all of it, its address.
template <class F, bool kIsBytes = std::is_trivially_copyable_v<F>>
struct Closure {
    F closure;
    static std::shared_ptr<const void> keep(const F&) { return nullptr; }
    static Closure of(const F& f, const std::shared_ptr<const void>&) {
        return {f};
    }
    const F& get() const { return closure; }
};
template <class F>
struct Closure<F, false> {
    const F* closure;
    static std::shared_ptr<const void> keep(const F& f) {
        return std::make_shared<F>(f);
    }
    static Closure of(const F&, const std::shared_ptr<const void>& kept) {
        return {static_cast<const F*>(kept.get())};
    }
    const F& get() const { return *closure; }
};

/// The kernel that calls a closure on CPUs.
template <class F, class Parameters>
struct ClosureOnCpu;
template <class F, class... P>
struct ClosureOnCpu<F, TypeList<P...>> {
    using Args = Closure<F>;
    static void cpu(const Args& args, P... parameters) {
        args.get()(parameters...);
    }
};
/// The kernel that calls it on a GPU worker, with a stream.
template <class F, class Parameters>
struct ClosureOnGpu;
template <class F, class... P>
struct ClosureOnGpu<F, TypeList<P...>> {
    using Args = Closure<F>;
    static void gpu(const Args& args, P... parameters, gpu::Stream stream) {
        args.get()(parameters..., stream);
    }
};
template <class F>
using ParametersOf = typename CallOf<decltype(&F::operator())>::Parameters;
template <class F>
constexpr auto kernel_of_closure() {
    using Front = typename WithoutStream<ParametersOf<F>>::type;
    if constexpr (std::is_same_v<Front, NoStream>)
        return ClosureOnCpu<F, ParametersOf<F>>{};
    else
        return ClosureOnGpu<F, Front>{};
}
template <class F>
using ClosureKernel = decltype(kernel_of_closure<F>());

/// Calls the closure, which is then on the device, for one element.
struct CallElement {
    template <class Index, class F, class... Views>
    TASUKI_HD static void at(Index i, const F& closure, const Views&... views) {
        closure(i, views...);
    }
};

/// Whether a call operator takes the index of an element, and then an array.
template <class>
inline constexpr bool kIsOfElements = false;
template <std::integral Index, class First, class... Rest>
inline constexpr bool kIsOfElements<TypeList<Index, First, Rest...>> = true;
template <class F>
concept OfElements = HasOneCall<F> && kIsOfElements<ParametersOf<F>>;

/// The kernel that calls a closure for each element.
template <class F, class Parameters>
struct ClosureOfElements;
template <class F, class Index, class First, class... Rest>
struct ClosureOfElements<F, TypeList<Index, First, Rest...>> {
    using Args = Closure<F>;
    static constexpr std::size_t most_elements() {
        return static_cast<std::size_t>(std::numeric_limits<Index>::max());
    }
    static void cpu(const Args& args, First first, Rest... rest) {
        for_each(static_cast<Index>(first.size()), body(args, first, rest...));
    }

  protected:
    static ElementsBody<CallElement, F, First, Rest...> body(const Args& args,
                                                             First first,
                                                             Rest... rest) {
        return {args.get(), pack(first, rest...)};
    }
};
/// Where a GPU's compiler reads the closure, and where there are no GPUs but
/// such that are simulated.
template <class F, class Parameters>
struct ClosureOfElementsOnGpu;
template <class F, class Index, class First, class... Rest>
struct ClosureOfElementsOnGpu<F, TypeList<Index, First, Rest...>>
    : ClosureOfElements<F, TypeList<Index, First, Rest...>> {
    static void gpu(const Closure<F>& args, First first, Rest... rest,
                    gpu::Stream stream);
};
#if defined(TASUKI_GPU_CODE) && defined(TASUKI_HAS_GPU)
template <class F, class Index, class First, class... Rest>
void ClosureOfElementsOnGpu<F, TypeList<Index, First, Rest...>>::gpu(
    const Closure<F>& args, First first, Rest... rest, gpu::Stream stream) {
    tasuki::gpu::for_each<256>(
        stream, static_cast<Index>(first.size()),
        ClosureOfElementsOnGpu::body(args, first, rest...),
        "a lambda for elements");
}
#endif

#if defined(TASUKI_GPU_CODE) || defined(TASUKI_IMITATED_GPU) || \
    !defined(TASUKI_HAS_GPU)
template <class F>
using ElementsKernel = ClosureOfElementsOnGpu<F, ParametersOf<F>>;
#else
template <class F>
using ElementsKernel = ClosureOfElements<F, ParametersOf<F>>;
#endif

/// The records of one kernel that has several names.  Never destroyed: StarPU
/// may look at them until the process ends.
class NamedRecords;
NamedRecords& make_named_records(const std::type_info& type, Entry cpu,
                                 Entry gpu, const KernelTraits& traits);
/// Any thread may call.
const KernelRecord& find_record(NamedRecords& records, std::string_view name);

template <class K>
const KernelRecord& record_named(std::string_view name) {
    static NamedRecords& records =
        make_named_records(typeid(K), entry_on_cpu<K>(), entry_on_gpu<K>(),
                           {true, alignof(Packed<K>), most_elements<K>()});
    return find_record(records, name);
}

}  // namespace tasuki::runtime::detail
