#include "graphs/wilson/block_links.hpp"

#include "codelets/wilson/hot_links/hot_links.hpp"
#include "codelets/wilson/transfer.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;
using runtime::Where;

template <class T, int kLinkReals>
BlockLinks<T, kLinkReals>::BlockLinks(runtime::Context& context,
                                      const Decomposition& decomposition,
                                      const BlockPlaces& places,
                                      const lattice::GaugeField& u)
    : context_{context},
      decomposition_{decomposition},
      geometry_{block_geometry(decomposition)},
      places_{places},
      u_{u} {}

template <class T, int kLinkReals>
runtime::Array<T> BlockLinks<T, kLinkReals>::of_block(int b) const {
    runtime::Array<T> links{context_, wil::link_reals(geometry_, kLinkReals)};
    fill(b, -1, {}, links, [&](std::span<T> tiles) {
        wil::import_links<T, kLinkReals>(u_, decomposition_.origin(b),
                                         geometry_, tiles);
    });
    return links;
}

template <class T, int kLinkReals>
runtime::Array<T> BlockLinks<T, kLinkReals>::of_face(
    int b, int mu, std::size_t places, std::optional<int> half) const {
    runtime::Array<T> links{context_, places * kLinkReals};
    fill(b, mu, half, links, [&](std::span<T> tiles) {
        wil::import_face_links<T, kLinkReals>(u_, decomposition_.origin(b),
                                              geometry_, mu, tiles, half);
    });
    return links;
}

template <class T, int kLinkReals>
template <class Import>
void BlockLinks<T, kLinkReals>::fill(int b, int face, std::optional<int> half,
                                     runtime::Array<T>& links,
                                     const Import& import) const {
    const bool on_gpu = places_.is_prefetched(b);
    if constexpr (kLinkReals != 8) {
        if (u_.seed()) {
            // Not where a policy tries them: the links would move once more.
            auto options = places_.options(b);
            options.where = on_gpu ? Where::gpu : Where::cpu;
            options.worker = on_gpu ? places_.home(b) : -1;
            options.label = {b};
            runtime::submit<wil::hot_links::Kernel<T, kLinkReals>>(
                context_,
                {geometry_, decomposition_.origin(b), decomposition_.whole(),
                 *u_.seed(), face, half.value_or(-1)},
                options, links);
            return;
        }
    }
    import(links.write().span());
    if (on_gpu) links.prefetch(places_.home(b));
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class BlockLinks<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
TASUKI_INSTANTIATE(wil::Fixed16, 12)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::wilson
