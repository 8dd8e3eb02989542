#include "peers/streams/operator.hpp"

#include <fmt/format.h>

#include <utility>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/error.hpp"

namespace tasuki::peers::streams {

namespace wil = tasuki::wilson;
using runtime::Where;
using wil::Hop;

template <class T, int kLinkReals>
WilsonOperator<T, kLinkReals>::WilsonOperator(
    Machine& machine, const graphs::wilson::Decomposition& d,
    const lattice::GaugeField& u,
    const graphs::wilson::OperatorOptions& options)
    : machine_{machine},
      decomposition_{d},
      geometry_{graphs::wilson::block_geometry(d)},
      options_{options} {
    if (options.placement.bulk() != Where::gpu)
        throw runtime::UsageError(fmt::format(
            "placement {}: streams take gpu, host-t-minus, host-t, host-all",
            options.placement.to_string()));
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu)) cut_index_[mu] = cuts_++;
    for (const int b : d.local_blocks()) store_links(u, b);
    for (int set = 0; set < kSets; ++set) {
        make_chains(set);
        make_errands(set);
    }
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
int WilsonOperator<T, kLinkReals>::packer(int owner, int mu, Hop hop) const {
    return hop == Hop::forward ? decomposition_.neighbour(owner, mu, +1)
                               : owner;
}

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::merger(int owner, int mu, Hop hop) const {
    return hop == Hop::forward ? owner
                               : decomposition_.neighbour(owner, mu, +1);
}

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::multiplier_of_packed(int b, int mu,
                                                        Hop hop) const {
    return hop == Hop::forward ? decomposition_.neighbour(b, mu, -1) : b;
}

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::multiplier_of_merged(int b, int mu,
                                                        Hop hop) const {
    return hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
}

template <class T, int kLinkReals>
Route WilsonOperator<T, kLinkReals>::route(int set, int owner, int mu,
                                           Hop hop) const {
    const auto& d = decomposition_;
    const auto gpu = [&](int b) {
        return d.is_local(b) ? machine_.home(d, b) : kElsewhere;
    };
    const int from = packer(owner, mu, hop), to = merger(owner, mu, hop);
    return {
        .from = gpu(from),
        .owner = gpu(owner),
        .to = gpu(to),
        .on_host = options_.placement.matvec(mu, hop) == Where::cpu,
        .rank = d.owner(d.is_local(from) ? to : from),
        .tag = ((owner * 4 + mu) * 2 + static_cast<int>(hop)) * kSets + set};
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::make_chains(int set) {
    const auto& d = decomposition_;
    auto& chains = chains_[set];
    places_.assign(d.blocks() * cuts_ * 2, -1);
    for (int owner = 0; owner < d.blocks(); ++owner)
        for_faces([&](int mu, Hop hop) {
            if (!d.is_local(packer(owner, mu, hop)) &&
                !d.is_local(merger(owner, mu, hop)))
                return;
            places_[place(owner, mu, hop)] = static_cast<int>(chains.size());
            chains.emplace_back(
                machine_, route(set, owner, mu, hop),
                static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                    wil::kHalfSpinorReals);
        });
}

/// Its chains stay where they are from now on.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::make_errands(int set) {
    for (int owner = 0; owner < decomposition_.blocks(); ++owner)
        for_faces([&](int mu, Hop hop) {
            const int at = places_[place(owner, mu, hop)];
            if (at < 0 || !chains_[set][at].needs_host()) return;
            const int to = merger(owner, mu, hop);
            errands_[set].push_back(
                {&chains_[set][at], owner, mu, hop,
                 decomposition_.is_local(to) ? to : kElsewhere});
        });
}

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::place(int owner, int mu, Hop hop) const {
    return (owner * cuts_ + cut_index_[mu]) * 2 + static_cast<int>(hop);
}

template <class T, int kLinkReals>
const Chain<T>& WilsonOperator<T, kLinkReals>::chain(int set, int owner, int mu,
                                                     Hop hop) const {
    return chains_[set][places_[place(owner, mu, hop)]];
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
        {out.block(b).spinors.data(), in.block(b).spinors.data(),
         block(b).links.data()});
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::pack(
    int set, int b, const BlockField<T>& in) const noexcept {
    const Gpu& gpu = gpu_of(b);
    select(gpu.device);
    wil::pack::Args args{geometry_, {}};
    wil::pack::Fields<T> fields{in.block(b).spinors.data(), {}};
    for_faces([&](int mu, Hop hop) {
        const int owner = multiplier_of_packed(b, mu, hop);
        fields.half[args.faces.count] = chain(set, owner, mu, hop).half();
        args.faces.add(mu, hop);
    });
    wil::pack::run_gpu<T>(args, fields, gpu.faces.get());
    in.block(b).packed.record(gpu.faces.get());
    for (const auto [mu, hop] : args.faces)
        chain(set, multiplier_of_packed(b, mu, hop), mu, hop)
            .move_half(machine_);
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
    wil::matvec::Fields<T> fields{};
    for_faces([&](int mu, Hop hop) {
        const Chain<T>& c = chain(set, owner, mu, hop);
        const bool late = c.route().from == kElsewhere;
        if (c.route().on_host || late != (which == Halves::late)) return;
        fields.face[args.faces.count] = {c.product(), c.half_to_multiply(),
                                         own.edge[mu].data()};
        args.faces.add(mu, hop);
    });
    if (args.faces.count == 0) return;
    const Gpu& gpu = gpu_of(owner);
    select(gpu.device);
    wil::matvec::run_gpu<T, kLinkReals>(args, fields, gpu.faces.get());
    for (const auto [mu, hop] : args.faces)
        chain(set, owner, mu, hop).move_product(machine_);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec_on_host(
    const Errand<T>& errand) const noexcept {
    wil::matvec::Args args{geometry_, {}};
    args.faces.add(errand.mu, errand.hop);
    wil::matvec::Fields<T> fields{};
    fields.face[0] = {errand.chain->product(), errand.chain->half_to_multiply(),
                      block(errand.owner).host_edge[errand.mu].data()};
    wil::matvec::run_cpu<T, kLinkReals>(args, fields);
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
    for (const Errand<T>& e : errands_[set]) {
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
        machine_, errands_[set], [&](const Errand<T>& e) { matvec_on_host(e); },
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
    wil::merge::Fields<T> fields{out.block(b).spinors.data(), {}};
    for_faces([&](int mu, Hop hop) {
        const int owner = multiplier_of_merged(b, mu, hop);
        fields.product[args.faces.count] =
            chain(set, owner, mu, hop).product_to_merge();
        args.faces.add(mu, hop);
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
    if (cuts_ == 0) {  // one stream: nothing to wait for
        interior(blocks.front(), in, out);
        return;
    }
    for (const auto& c : chains_[set]) c.begin();
    for (const int b : blocks) pack(set, b, in);
    for (const int b : blocks) matvec(set, b, Halves::own);
    for (const int b : blocks) interior(b, in, out);
    // Only now does this thread wait: the GPUs have work meanwhile.
    finish(set, out);
    // Nobody would let MPI go on while this thread sleeps.
    if (machine_.is_last_job())
        for (const auto& chains : chains_)
            for (const auto& c : chains) c.wait_until_sent();
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 const BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    const int set = applications_++ % kSets;
    const bool first = applications_ == 1;
    machine_.post(
        [this, set, first, &in, &out] { apply(set, first, in, out); });
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::peers::streams
