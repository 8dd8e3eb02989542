#include "graphs/wilson/operator.hpp"

#include <utility>

#include "codelets/wilson/hopping/forms.hpp"
#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/variants.hpp"
#include "graphs/wilson/block_links.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;
using runtime::Where;

template <class T, int kLinkReals>
WilsonOperator<T, kLinkReals>::WilsonOperator(runtime::Context& context,
                                              const Decomposition& d,
                                              const lattice::GaugeField& u,
                                              const OperatorOptions& options)
    : context_{context},
      decomposition_{d},
      geometry_{block_geometry(d)},
      options_{options},
      places_{context, d, options.placement},
      faces_{context, d, u, places_, {options.bc_t}} {
    wil::forms::require<T, kLinkReals>();
    const BlockLinks<T, kLinkReals> links{context, d, places_, u};
    for (const int b : d.local_blocks()) links_.push_back(links.of_block(b));
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_interior(int b,
                                                    const BlockField<T>& in,
                                                    BlockField<T>& out) {
    auto options = places_.options(b);
    options.label = {b};
    options.flops = wil::interior::kFlopsPerSite *
                    static_cast<double>(decomposition_.block().volume());
    for (int mu = 0; mu < 4; ++mu)
        options.variant |= (decomposition_.cut(mu) ? 1u : 0u) << mu;
    runtime::submit<wil::interior::Kernel<T, kLinkReals>>(
        context_, {geometry_, options_.kappa, options_.bc_t}, options,
        out.block(b), in.block(b), links_[decomposition_.local_index(b)]);
}

/// Blocks are equal, and GPUs mostly are: the first block on each GPU.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_tune(const BlockField<T>& in,
                                                BlockField<T>& out) {
    if (std::exchange(is_tuned_, true) || runtime::simulates() ||
        options_.placement.bulk() == Where::cpu)
        return;
    int last = -1;
    for (const int b : decomposition_.local_blocks()) {
        const int home = places_.home(b);
        if (home < 0 || std::exchange(last, home) == home) continue;
        runtime::submit<wil::interior::TuneKernel<T, kLinkReals>>(
            context_, {geometry_, options_.kappa, options_.bc_t},
            {.where = Where::gpu, .worker = home}, out.block(b), in.block(b),
            links_[decomposition_.local_index(b)]);
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    submit_tune(in, out);
    faces_.submit_products(in.blocks());
    for (const int b : decomposition_.local_blocks())
        submit_interior(b, in, out);
    faces_.submit_merge(-options_.kappa, out.blocks());
}

template <class T, int kLinkReals>
double WilsonOperator<T, kLinkReals>::device_bytes(const Decomposition& d,
                                                   int fields, int gpus) {
    const wil::Geometry g = block_geometry(d);
    const double reals = static_cast<double>(wil::link_reals(g, kLinkReals)) +
                         static_cast<double>(fields) *
                             static_cast<double>(wil::spinor_reals<T>(g));
    const int blocks_per_gpu =
        (static_cast<int>(d.local_blocks().size()) + gpus - 1) / gpus;
    return (reals * sizeof(T) +
            FaceExchange<T, kLinkReals>::bytes_per_block(d, Sites::all)) *
           blocks_per_gpu;
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::wilson
