#include "graphs/wilson/split.hpp"

#include <algorithm>

#include "codelets/wilson/hopping/forms.hpp"
#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/variants.hpp"
#include "graphs/wilson/block_field.hpp"
#include "simulation/timed.hpp"

namespace tasuki::graphs::wilson {

namespace {

using runtime::Worker;
namespace wil = tasuki::wilson;

/// Any numbers but zeros, with which a processor may be faster.
template <class T>
void fill(runtime::Array<T>& array) {
    const auto host = array.write();
    int k = 0;
    for (T& number : host.span()) number = static_cast<T>(0.1 * (++k % 13 - 6));
}

}  // namespace

template <class T, int kLinkReals>
double measured_cpu_fraction(runtime::Context& context,
                             const Decomposition& d) {
    const auto cpus = context.workers(Worker::Kind::cpu);
    const auto gpus = context.workers(Worker::Kind::gpu);
    if (cpus.empty()) return 0;
    if (gpus.empty()) return 1;
    wil::forms::require<T, kLinkReals>();
    const wil::Geometry geometry = block_geometry(d);
    runtime::Array<T> links{context, wil::link_reals(geometry, kLinkReals)};
    runtime::Array<T> in{context, wil::spinor_reals<T>(geometry)};
    runtime::Array<T> out{context, wil::spinor_reals<T>(geometry)};
    fill(links);
    fill(in);
    const double flops = wil::interior::kFlopsPerSite * 2. *
                         static_cast<double>(geometry.half_volume);
    const auto sites_per_second = [&](const Worker& worker) {
        double seconds[5];
        runtime::submit_timed<wil::interior::Kernel<T, kLinkReals>>(
            context, {geometry, 0.1, -1}, {.worker = worker.id, .flops = flops},
            {.repetitions = 5, .calls = 2, .seconds = seconds}, out, in, links);
        context.wait();
        std::sort(std::begin(seconds), std::end(seconds));
        return 1 / seconds[2];
    };
    const double cpu =
        sites_per_second(cpus.front()) * static_cast<double>(cpus.size());
    const double gpu =
        sites_per_second(gpus.front()) * static_cast<double>(gpus.size());
    return cpu / (cpu + gpu);
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                 \
    template double measured_cpu_fraction<T, kLinkReals>( \
        runtime::Context&, const Decomposition&);
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::wilson
