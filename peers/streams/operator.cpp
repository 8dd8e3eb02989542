#include "peers/streams/operator.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    for (int b = 0; b < d.blocks(); ++b) store_links(u, b);
    for (int set = 0; set < kSets; ++set) make_chains();
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
    Block& block = blocks_.emplace_back(
        Block{{device, tiles.size()}, {}, {}, Event{device}});
    block.links.write(tiles);
    for_faces([&](int mu, Hop hop) {
        const auto reals =
            static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
            kLinkReals;
        const bool on_host = options_.placement.matvec(mu, hop) == Where::cpu;
        if (on_host && block.host_edge[mu].data() == nullptr) {
            block.host_edge[mu] = PinnedArray<T>{reals};
            wil::import_face_links<T, kLinkReals>(u, origin, geometry_, mu,
                                                  block.host_edge[mu].span());
        } else if (!on_host && !block.edge[mu]) {
            tiles.resize(reals);
            wil::import_face_links<T, kLinkReals>(u, origin, geometry_, mu,
                                                  tiles);
            block.edge[mu] = DeviceArray<T>{device, reals};
            block.edge[mu].write(tiles);
        }
    });
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::make_chains() {
    const auto& d = decomposition_;
    for (int owner = 0; owner < d.blocks(); ++owner)
        for_faces([&](int mu, Hop hop) {
            const int next = machine_.home(d, d.neighbour(owner, mu, +1));
            const int here = machine_.home(d, owner);
            const bool forward = hop == Hop::forward;
            const Route route{
                .from = forward ? next : here,
                .owner = here,
                .to = forward ? here : next,
                .on_host = options_.placement.matvec(mu, hop) == Where::cpu};
            chains_.emplace_back(
                machine_, route,
                static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                    wil::kHalfSpinorReals);
        });
}

template <class T, int kLinkReals>
const Chain<T>& WilsonOperator<T, kLinkReals>::chain(int set, int owner, int mu,
                                                     Hop hop) const {
    const int in_block = cut_index_[mu] * 2 + static_cast<int>(hop);
    return chains_[(set * decomposition_.blocks() + owner) * cuts_ * 2 +
                   in_block];
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
         blocks_[b].links.data()});
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::pack(
    int set, int b, const BlockField<T>& in) const noexcept {
    const Gpu& gpu = gpu_of(b);
    select(gpu.device);
    wil::pack::Args args{geometry_, {}};
    wil::pack::Fields<T> fields{in.block(b).spinors.data(), {}};
    for_faces([&](int mu, Hop hop) {
        const int owner =
            hop == Hop::forward ? decomposition_.neighbour(b, mu, -1) : b;
        fields.half[args.faces.count] = chain(set, owner, mu, hop).half();
        args.faces.add(mu, hop);
    });
    wil::pack::run_gpu<T>(args, fields, gpu.faces.get());
    in.block(b).packed.record(gpu.faces.get());
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
    blocks_[b].interior_done.record(stream);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec(int set, int owner,
                                           bool on_host) const noexcept {
    const Block& block = blocks_[owner];
    wil::matvec::Args args{geometry_, {}};
    wil::matvec::Fields<T> fields{};
    for_faces([&](int mu, Hop hop) {
        const Chain<T>& c = chain(set, owner, mu, hop);
        if (c.route().on_host != on_host) return;
        if (on_host) {
            // One at a time: its product travels during the next.
            c.wait_on_host();
            args.faces = {};
        }
        fields.face[args.faces.count] = {
            c.product(), c.half_to_multiply(),
            on_host ? block.host_edge[mu].data() : block.edge[mu].data()};
        args.faces.add(mu, hop);
        if (on_host) {
            wil::matvec::run_cpu<T, kLinkReals>(args, fields);
            c.move_product(machine_);
        }
    });
    if (on_host || args.faces.count == 0) return;
    const Gpu& gpu = gpu_of(owner);
    select(gpu.device);
    wil::matvec::run_gpu<T, kLinkReals>(args, fields, gpu.faces.get());
    for (const auto [mu, hop] : args.faces)
        chain(set, owner, mu, hop).move_product(machine_);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::merge(
    int set, int b, const BlockField<T>& out) const noexcept {
    const Gpu& gpu = gpu_of(b);
    select(gpu.device);
    blocks_[b].interior_done.hold(gpu.faces.get());
    wil::merge::Args args{geometry_, {}, options_.kappa};
    wil::merge::Fields<T> fields{out.block(b).spinors.data(), {}};
    for_faces([&](int mu, Hop hop) {
        const int owner =
            hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
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
    for (int b = 0; b < decomposition_.blocks(); ++b) {
        const Gpu& gpu = gpu_of(b);
        if (b > 0 && gpu.device == gpu_of(b - 1).device) continue;
        select(gpu.device);
        wil::tune_sweep_gpu<T, kLinkReals>(sweep(), sweep_fields(b, in, out),
                                           gpu.interior.get());
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::apply(
    int set, bool first, const BlockField<T>& in,
    const BlockField<T>& out) const noexcept {
    const int blocks = decomposition_.blocks();
    if (first) tune(in, out);
    if (cuts_ == 0) {  // one stream: nothing to wait for
        interior(0, in, out);
        return;
    }
    for (int b = 0; b < blocks; ++b) pack(set, b, in);
    for (int b = 0; b < blocks; ++b)
        for_faces([&](int mu, Hop hop) {
            chain(set, b, mu, hop).move_half(machine_);
        });
    for (int b = 0; b < blocks; ++b) matvec(set, b, /*on_host=*/false);
    for (int b = 0; b < blocks; ++b) interior(b, in, out);
    // Only now does this thread wait for GPUs: they have work meanwhile.
    for (int b = 0; b < blocks; ++b) matvec(set, b, /*on_host=*/true);
    for (int b = 0; b < blocks; ++b) merge(set, b, out);
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
