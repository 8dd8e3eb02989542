#include "peers/streams/operator.hpp"

#include <fmt/format.h>

#include <utility>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::peers::streams {

namespace wil = tasuki::wilson;
using runtime::Where;
using wil::Hop;

namespace {

const graphs::wilson::OperatorOptions& checked(
    const graphs::wilson::OperatorOptions& options) {
    if (options.placement.bulk() != Where::gpu)
        throw runtime::UsageError(fmt::format(
            "placement {}: streams take gpu, host-t-minus, host-t, host-all",
            options.placement.to_string()));
    return options;
}

}  // namespace

template <class T, int kLinkReals>
WilsonOperator<T, kLinkReals>::WilsonOperator(
    Machine& machine, const graphs::wilson::Decomposition& d,
    const lattice::GaugeField& u,
    const graphs::wilson::OperatorOptions& options)
    : machine_{machine},
      decomposition_{d},
      geometry_{graphs::wilson::block_geometry(d)},
      options_{checked(options)},
      chains_{machine, d, options.placement} {
    for (const int b : d.local_blocks()) store_links(u, b);
}

template <class T, int kLinkReals>
template <class Body>
void WilsonOperator<T, kLinkReals>::for_faces(const Body& body) const {
    for (int mu = 0; mu < 4; ++mu) {
        if (!decomposition_.cut(mu)) continue;
        body(mu, Hop::forward);
        body(mu, Hop::backward);
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::store_links(const lattice::GaugeField& u,
                                                int b) {
    const int device = gpu_of(b).device;
    const auto origin = decomposition_.origin(b);
    std::vector<T> tiles(wil::link_reals(geometry_, kLinkReals));
    wil::import_links<T, kLinkReals>(u, origin, geometry_, tiles);
    Block& stored = blocks_.emplace_back(
        Block{{device, tiles.size()}, {}, {}, Event{device}});
    stored.links.write(tiles);
    for_faces([&](int mu, Hop hop) {
        const auto reals =
            static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
            kLinkReals;
        const bool on_host = options_.placement.matvec(mu, hop) == Where::cpu;
        if (on_host && stored.host_edge[mu].data() == nullptr) {
            stored.host_edge[mu] = PinnedArray<T>{reals};
            wil::import_face_links<T, kLinkReals>(u, origin, geometry_, mu,
                                                  stored.host_edge[mu].span());
        } else if (!on_host && !stored.edge[mu]) {
            tiles.resize(reals);
            wil::import_face_links<T, kLinkReals>(u, origin, geometry_, mu,
                                                  tiles);
            stored.edge[mu] = DeviceArray<T>{device, reals};
            stored.edge[mu].write(tiles);
        }
    });
}

template <class T, int kLinkReals>
wil::Sweep WilsonOperator<T, kLinkReals>::sweep() const {
    return wil::interior::sweep({geometry_, options_.kappa, options_.bc_t});
}

template <class T, int kLinkReals>
wil::SweepFields<T> WilsonOperator<T, kLinkReals>::sweep_fields(
    int b, const BlockField<T>& in, const BlockField<T>& out) const {
    return wil::interior::sweep_fields<T>(
        {geometry_, options_.kappa, options_.bc_t},
        {{out.block(b).spinors.data(), spinor_reals()},
         {in.block(b).spinors.data(), spinor_reals()},
         {block(b).links.data(), wil::link_reals(geometry_, kLinkReals)}});
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::pack(
    int set, int b, const BlockField<T>& in) const noexcept {
    const Gpu& gpu = gpu_of(b);
    select(gpu.device);
    wil::pack::Args args{geometry_, {}};
    wil::pack::Fields<T> fields{{in.block(b).spinors.data(), spinor_reals()},
                                {}};
    for_faces([&](int mu, Hop hop) {
        fields.half.add(
            {chains_.of_packer(set, b, mu, hop).half(), half_reals(mu)});
        args.faces.add(mu, hop);
    });
    wil::pack::run_gpu<T>(args, fields, gpu.faces.get());
    in.block(b).packed.record(gpu.faces.get());
    for (const auto [mu, hop] : args.faces)
        chains_.of_packer(set, b, mu, hop).move_half(machine_);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::interior(
    int b, const BlockField<T>& in, const BlockField<T>& out) const noexcept {
    const Gpu& gpu = gpu_of(b);
    const gpu::Stream stream = gpu.interior.get();
    select(gpu.device);
    in.block(b).merged.hold(stream);
    out.block(b).merged.hold(stream);
    out.block(b).packed.hold(stream);
    wil::sweep_gpu<T, kLinkReals>(sweep(), sweep_fields(b, in, out), stream);
    block(b).interior_done.record(stream);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec(int set, int owner,
                                           Halves which) const noexcept {
    const Block& own = block(owner);
    wil::matvec::Args args{geometry_, {}};
    wil::matvec::Faces<T> faces;
    for_faces([&](int mu, Hop hop) {
        const Chain<T>& c = chains_.of_owner(set, owner, mu, hop);
        const bool late = c.route().from == kElsewhere;
        if (c.route().on_host || late != (which == Halves::late)) return;
        faces.add(face_of(mu, c, own.edge[mu].data()));
        args.faces.add(mu, hop);
    });
    if (args.faces.count == 0) return;
    const Gpu& gpu = gpu_of(owner);
    select(gpu.device);
    wil::matvec::run_gpu<T, kLinkReals>(args, faces, gpu.faces.get());
    for (const auto [mu, hop] : args.faces)
        chains_.of_owner(set, owner, mu, hop).move_product(machine_);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec_on_host(
    const Errand<T>& errand) const noexcept {
    wil::matvec::Args args{geometry_, {}};
    args.faces.add(errand.mu, errand.hop);
    wil::matvec::Faces<T> faces;
    faces.add(face_of(errand.mu, *errand.chain,
                      block(errand.owner).host_edge[errand.mu].data()));
    wil::matvec::run_cpu<T, kLinkReals>(args, faces);
}

/// Queues what follows from errands as these are done: products of late
/// half-spinors once all of a block are here, and the merges in the order of
/// the interiors, or one would wait behind another that has to.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::finish(
    int set, const BlockField<T>& out) const noexcept {
    const auto& local = decomposition_.local_blocks();
    struct Missing {
        int halves = 0, all = 0;  ///< errands
    };
    std::vector<Missing> missing(local.size());
    const auto is_late_half = [](const Errand<T>& e) {
        return e.hop == Hop::forward && !e.chain->route().on_host;
    };
    for (const Errand<T>& e : chains_.errands(set)) {
        if (e.to == kElsewhere) continue;
        Missing& of = missing[decomposition_.local_index(e.to)];
        of.halves += is_late_half(e) ? 1 : 0;
        ++of.all;
    }
    std::size_t merged = 0;
    const auto merge_ready = [&] {
        for (; merged < local.size() && missing[merged].all == 0; ++merged)
            merge(set, local[merged], out);
    };
    merge_ready();
    run_errands(
        machine_, chains_.errands(set),
        [&](const Errand<T>& e) { matvec_on_host(e); },
        [&](const Errand<T>& e) {
            Missing& of = missing[decomposition_.local_index(e.to)];
            if (is_late_half(e) && --of.halves == 0)
                matvec(set, e.to, Halves::late);
            --of.all;
            merge_ready();
        });
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::merge(
    int set, int b, const BlockField<T>& out) const noexcept {
    const Gpu& gpu = gpu_of(b);
    select(gpu.device);
    block(b).interior_done.hold(gpu.faces.get());
    wil::merge::Args args{geometry_, {}, options_.kappa};
    wil::merge::Fields<T> fields{{out.block(b).spinors.data(), spinor_reals()},
                                 {}};
    for_faces([&](int mu, Hop hop) {
        fields.product.add(
            {chains_.of_merger(set, b, mu, hop).product_to_merge(),
             half_reals(mu)});
        args.faces.add(mu, hop);
        const int owner =
            hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
        if (mu == wil::kT && decomposition_.is_last(owner, mu))
            args.sign_t[static_cast<int>(hop)] = options_.bc_t;
    });
    wil::merge::run_gpu<T>(args, fields, gpu.faces.get());
    out.block(b).merged.record(gpu.faces.get());
}

/// Blocks are equal, and GPUs mostly are: the first block on each GPU.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::tune(
    const BlockField<T>& in, const BlockField<T>& out) const noexcept {
    int tuned = -1;
    for (const int b : decomposition_.local_blocks()) {
        const Gpu& gpu = gpu_of(b);
        if (gpu.device == std::exchange(tuned, gpu.device)) continue;
        select(gpu.device);
        wil::tune_sweep_gpu<T, kLinkReals>(sweep(), sweep_fields(b, in, out),
                                           gpu.interior.get());
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::apply(
    int set, bool first, const BlockField<T>& in,
    const BlockField<T>& out) const noexcept {
    const auto& blocks = decomposition_.local_blocks();
    if (first) tune(in, out);
    if (chains_.empty()) {  // one stream: nothing to wait for
        interior(blocks.front(), in, out);
        return;
    }
    chains_.begin(set);
    for (const int b : blocks) pack(set, b, in);
    for (const int b : blocks) matvec(set, b, Halves::own);
    for (const int b : blocks) interior(b, in, out);
    // Only now does this thread wait: the GPUs have work meanwhile.
    finish(set, out);
    // MPI would make no progress while this thread sleeps.
    if (machine_.is_last_job()) chains_.wait_until_sent();
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 const BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    const int set = applications_++ % Chains<T>::kSets;
    const bool first = applications_ == 1;
    machine_.post(
        [this, set, first, &in, &out] { apply(set, first, in, out); });
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::peers::streams
