// What task graphs without code are made of: kernels with a cost, arrays
// without values.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "drivers/tasks/simulate/bound.hpp"
#include "drivers/tasks/simulate/graph.hpp"
#include "runtime/core/timed.hpp"

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

/// A kernel that no simulation calls.
template <Name kName, class... View>
struct Kernel {
    static constexpr const char* name = kName.text;
    struct Args {};
    static std::vector<LowerBound::Use> uses(auto&... arrays) {
        std::vector<LowerBound::Use> uses;
        (add_uses<View>(uses, arrays), ...);
        return uses;
    }
    static void cpu(const Args&, View...) { std::abort(); }
    static void gpu(const Args&, View..., tasuki::gpu::Stream) { std::abort(); }
};

/// Without submitting it.
template <class K, class... Arrays>
void note(Context& context, LowerBound& bound, SubmitOptions options,
          Arrays&... arrays) {
    const auto seconds_on = [&](runtime::Worker::Kind kind) {
        double seconds = 0;
        options.worker = context.workers(kind).front().id;
        runtime::submit_timed<K>(
            context, {}, options,
            {.repetitions = 1, .calls = 1, .seconds = &seconds}, arrays...);
        return seconds;
    };
    bound.add(seconds_on(runtime::Worker::Kind::cpu),
              seconds_on(runtime::Worker::Kind::gpu), K::uses(arrays...));
}

/// A task, where the iteration has it.
template <class K, class... Arrays>
void submit(Context& context, Iteration& iteration, SubmitOptions options,
            Arrays&... arrays) {
    if (iteration.bound != nullptr)
        note<K>(context, *iteration.bound, options, arrays...);
    if (const auto place = iteration.places.next(K::name))
        options.where = *place;
    runtime::submit<K>(context, {}, options, arrays...);
}

/// With its elements in host memory.
inline Doubles make_array(Context& context, double size) {
    Doubles array{context, static_cast<std::size_t>(size)};
    array.write();
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
