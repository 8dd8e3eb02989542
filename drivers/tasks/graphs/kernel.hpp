// What these task graphs are made of: kernels with a cost, which compute
// nothing but a hash of what they read.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "codelets/stream/grain/grain.hpp"
#include "drivers/tasks/graphs/bound.hpp"
#include "drivers/tasks/graphs/execution.hpp"
#include "drivers/tasks/graphs/graph.hpp"
#include "simulation/simulation.hpp"
#include "simulation/timed.hpp"

namespace tasuki::drivers::task_graphs {

using runtime::Array, runtime::Context, runtime::Read, runtime::SubmitOptions,
    runtime::Update, runtime::Where, runtime::Write;
using Doubles = Array<double>;

/// Of a kernel, as an argument of a template.
struct Name {
    char text[16];
    template <std::size_t kSize>
    constexpr Name(const char (&literal)[kSize]) : text{} {
        std::copy_n(literal, kSize, text);
    }
};

inline LowerBound::Use use_of(const void* array, runtime::Access access) {
    using enum runtime::Access;
    return {array, access != write, access != read};
}
template <class View, class T>
void add_uses(std::vector<LowerBound::Use>& uses, Array<T>& array) {
    uses.push_back(use_of(array.raw(), View::access));
}
template <class Each, class View>
void add_uses(std::vector<LowerBound::Use>& uses, runtime::List<View>& list) {
    for (const auto& buffer : list.buffers())
        uses.push_back(use_of(buffer.handle, buffer.access));
}

/// [B]; of a list none, as what reads one has other work.
template <class View, class T>
double bytes_of(const Array<T>& array) {
    return (View::access == runtime::Access::update ? 2.0 : 1.0) *
           static_cast<double>(array.bytes());
}
template <class Each, class View>
double bytes_of(const runtime::List<View>&) {
    return 0;
}

/// Calls visit(view) for each that a task has, also for those of a list.
template <class V, int kMost, class Visit>
void each_view(const runtime::Each<V, kMost>& views, const Visit& visit) {
    for (const V& view : views) visit(view);
}
template <class V, class Visit>
void each_view(const V& view, const Visit& visit) {
    visit(view);
}

/// A task writes one array.
template <class V>
inline constexpr bool kReads = V::access != runtime::Access::write;
template <class V>
inline constexpr bool kWrites = V::access != runtime::Access::read;

/// The first element of an array holds a hash, and the others nothing.
template <Name kName, class... View>
struct Kernel {
    static constexpr const char* name = kName.text;
    struct Args {
        std::uint64_t task;  ///< its number in an iteration
        Spins spins;
    };
    static std::vector<LowerBound::Use> uses(auto&... arrays) {
        std::vector<LowerBound::Use> uses;
        (add_uses<View>(uses, arrays), ...);
        return uses;
    }
    static double bytes(const auto&... arrays) {
        return (bytes_of<View>(arrays) + ...);
    }
    static void cpu(const Args& args, View... views) {
        namespace grain = stream::grain;
        auto hash = grain::seed({args.task, 0});
        double* out = nullptr;
        const auto visit = [&]<class V>(const V& view) {
            if constexpr (kReads<V>)
                hash = grain::with_input(
                    hash, std::bit_cast<std::uint64_t>(view.data()[0]));
            if constexpr (kWrites<V>) out = view.data();
        };
        (each_view(views, visit), ...);
        (void)grain::compute(hash, args.spins.cpu);
        *out = std::bit_cast<double>(grain::compute(hash, 0));
    }
    static void gpu(const Args& args, View... views,
                    tasuki::gpu::Stream stream) {
        const std::uint64_t* inputs[kMostInputs];
        int count = 0;
        std::uint64_t* out = nullptr;
        const auto visit = [&]<class V>(const V& view) {
            if constexpr (kReads<V>)
                inputs[count++] =
                    reinterpret_cast<const std::uint64_t*>(view.data());
            if constexpr (kWrites<V>)
                out = reinterpret_cast<std::uint64_t*>(view.data());
        };
        (each_view(views, visit), ...);
        stream::grain::launch({args.task, 0, args.spins.gpu}, out, inputs,
                              count, stream);
    }

  private:
    static constexpr int kMostInputs = 256;  // of stream::grain::launch()
};

/// Without submitting it.
template <class K, class... Arrays>
void note(Context& context, LowerBound& bound, SubmitOptions options,
          Arrays&... arrays) {
    const auto seconds_on = [&](runtime::Worker::Kind kind) {
        double seconds = 0;
        options.worker = context.workers(kind).front().id;
        runtime::submit_timed<K>(
            context, typename K::Args{}, options,
            {.repetitions = 1, .calls = 1, .seconds = &seconds}, arrays...);
        return seconds;
    };
    bound.add(seconds_on(runtime::Worker::Kind::cpu),
              seconds_on(runtime::Worker::Kind::gpu), K::uses(arrays...));
}

/// If `array` is that which the task writes.
inline void note_written(Reference& reference, std::uint64_t task,
                         const std::vector<LowerBound::Use>& uses,
                         const Doubles& array) {
    for (const auto& use : uses)
        if (use.writes && use.array == array.raw())
            return reference.add(task, uses, array);
}
template <class View>
void note_written(Reference&, std::uint64_t,
                  const std::vector<LowerBound::Use>&,
                  const runtime::List<View>&) {}

/// A task, where the iteration has it; or with a reference what it should give.
template <class K, class... Arrays>
void submit(Context& context, Iteration& iteration, SubmitOptions options,
            Arrays&... arrays) {
    typename K::Args args{iteration.submitted++, {}};
    if (iteration.reference != nullptr) {
        const auto uses = K::uses(arrays...);
        (note_written(*iteration.reference, args.task, uses, arrays), ...);
        return;
    }
    if (iteration.bound != nullptr)
        note<K>(context, *iteration.bound, options, arrays...);
    if (const auto place = iteration.places.next(K::name))
        options.where = *place;
    if (iteration.lengths != nullptr)
        args.spins = iteration.lengths->of(
            K::name, options.bytes > 0 ? options.bytes : K::bytes(arrays...),
            options.flops);
    runtime::submit<K>(context, args, options, arrays...);
}

/// With its elements in host memory, of which the first is 0.
inline Doubles make_array(Context& context, double size) {
    Doubles array{context, static_cast<std::size_t>(size)};
    if (const auto elements = array.write(); !runtime::simulates())
        elements[0] = 0;
    return array;
}

/// [flop] of a task that takes `seconds` on a core.
inline double core_flops(const runtime::Machine& m, double seconds) {
    return seconds * m.cpu.efficiency * m.cpu.double_flops / m.cores;
}

/// For a kernel limited by arithmetic that a GPU is to do `ratio` times faster
/// than a core.
inline double slowness(const runtime::Machine& m, double ratio) {
    const auto& gpu = m.gpu->rates;
    const double by_rates = gpu.efficiency * gpu.double_flops /
                            (m.cpu.efficiency * m.cpu.double_flops / m.cores);
    return by_rates / ratio;
}

/// TaskGraph::load of a class that is made of a Context and `options`.
template <class Graph, class... Options>
auto loader(Options... options) {
    return [=](Context& context) -> SubmitIteration {
        const auto graph = std::make_shared<Graph>(context, options...);
        return [graph](Iteration& i) { graph->submit_iteration(i); };
    };
}

}  // namespace tasuki::drivers::task_graphs
