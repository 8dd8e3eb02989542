#include "peers/bare/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::peers::bare {

namespace wil = tasuki::wilson;
using runtime::Where, runtime::Worker;
using wil::Hop;

namespace {

constexpr std::array kHops{Hop::forward, Hop::backward};

/// The later link of a face's chain first, as in the task graph.
constexpr int kInteriorPriority = 0;
constexpr int kPackPriority = 1;
constexpr int kMatvecPriority = 2;
constexpr int kMergePriority = 3;

}  // namespace

template <class T, int kLinkReals>
WilsonOperator<T, kLinkReals>::WilsonOperator(
    const runtime::Context& context, const graphs::wilson::Decomposition& d,
    const lattice::GaugeField& u,
    const graphs::wilson::OperatorOptions& options)
    : decomposition_{d},
      geometry_{graphs::wilson::block_geometry(d)},
      options_{options},
      codelets_{Codelets<T, kLinkReals>::instance()},
      several_gpus_{context.count(Worker::Kind::gpu) > 1},
      priorities_{starpu_sched_get_min_priority(),
                  starpu_sched_get_max_priority()},
      edges_(d.blocks()) {
    graphs::wilson::check_placement(context, options.placement);
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu)) {
            cut_index_[mu] = cuts_++;
            for (const Hop hop : kHops) cut_faces_.add(mu, hop);
        }
    const bool on_cpu = options.placement.bulk() == Where::cpu;
    for (int b = 0; b < d.blocks(); ++b) {
        homes_.push_back(on_cpu ? -1
                                : graphs::wilson::home_worker(context, d, b));
        auto& links =
            links_.emplace_back(wil::link_reals(geometry_, kLinkReals));
        links.on_host(STARPU_W, [&](std::span<T> tiles) {
            wil::import_links<T, kLinkReals>(u, d.origin(b), geometry_, tiles);
        });
        links.prefetch(homes_[b]);
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            const auto sites =
                static_cast<std::size_t>(wil::face_sites(geometry_, mu));
            auto& edge = edges_[b][mu].emplace(sites * kLinkReals);
            edge.on_host(STARPU_W, [&](std::span<T> tiles) {
                wil::import_face_links<T, kLinkReals>(u, d.origin(b), geometry_,
                                                      mu, tiles);
            });
            edge.prefetch(homes_[b]);
        }
    }
    for (int k = 0; k < kSets * d.blocks(); ++k)
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            const auto reals =
                static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                wil::kHalfSpinorReals;
            for ([[maybe_unused]] const Hop hop : kHops)
                faces_.push_back({Vector<T>{reals}, Vector<T>{reals}});
        }
}

template <class T, int kLinkReals>
auto WilsonOperator<T, kLinkReals>::face(int set, int b, int mu, Hop hop)
    -> Face& {
    const int in_block = cut_index_[mu] * 2 + static_cast<int>(hop);
    return faces_[(set * decomposition_.blocks() + b) * cuts_ * 2 + in_block];
}

/// On several GPUs a block stays on its own, so that no field moves.
template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::bulk_worker(int b) const {
    const bool fixed = several_gpus_ && options_.placement.bulk() == Where::gpu;
    return fixed ? homes_[b] : -1;
}

template <class T, int kLinkReals>
template <class Args>
void WilsonOperator<T, kLinkReals>::insert(
    starpu_codelet& codelet, const Args& args, int priority, Where where,
    int worker, double flops, std::vector<starpu_data_descr> buffers) const {
    const int rc = starpu_task_insert(
        &codelet, STARPU_DATA_MODE_ARRAY, buffers.data(),
        static_cast<int>(buffers.size()), STARPU_VALUE, &args, sizeof args,
        STARPU_PRIORITY, std::clamp(priority, priorities_[0], priorities_[1]),
        STARPU_EXECUTE_WHERE,
        static_cast<unsigned long long>(runtime::where_mask(where)),
        STARPU_EXECUTE_ON_WORKER, worker, STARPU_FLOPS, flops, 0);
    runtime::check(rc, codelet.name);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::pack(int set, int b,
                                         const BlockField<T>& in) {
    std::vector<starpu_data_descr> buffers{{in.block(b), STARPU_R}};
    for (const auto [mu, hop] : cut_faces_)
        buffers.push_back({face(set, b, mu, hop).half.handle(), STARPU_W});
    insert(codelets_.pack, wil::pack::Args{geometry_, cut_faces_},
           kPackPriority, options_.placement.block(b, decomposition_.blocks()),
           bulk_worker(b),
           wil::pack::kFlopsPerSite * list_sites(geometry_, cut_faces_),
           std::move(buffers));
}

/// Of each hop the faces in T, which a placement may move alone, and the rest.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec(int set, int b) {
    for (const Hop hop : kHops)
        for (const bool in_t : {false, true}) {
            wil::FaceList faces;
            std::vector<starpu_data_descr> buffers;
            for (const auto& f : cut_faces_) {
                if (f.hop != hop || (f.mu == wil::kT) != in_t) continue;
                faces.add(f.mu, hop);
                // The forward half-spinors come from the next block.
                const int from = hop == Hop::forward
                                     ? decomposition_.neighbour(b, f.mu, +1)
                                     : b;
                buffers.push_back(
                    {face(set, b, f.mu, hop).product.handle(), STARPU_W});
                buffers.push_back(
                    {face(set, from, f.mu, hop).half.handle(), STARPU_R});
                buffers.push_back({edges_[b][f.mu]->handle(), STARPU_R});
            }
            if (faces.count == 0) continue;
            const Where where = options_.placement.matvec(
                b, decomposition_.blocks(), faces.face[0].mu, hop);
            insert(codelets_.matvec, wil::matvec::Args{geometry_, faces},
                   kMatvecPriority, where,
                   where == Where::gpu ? bulk_worker(b) : -1,
                   wil::matvec::kFlopsPerSite * list_sites(geometry_, faces),
                   std::move(buffers));
        }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::interior(int b, const BlockField<T>& in,
                                             const BlockField<T>& out) {
    insert(codelets_.interior,
           wil::interior::Args{geometry_, options_.kappa, options_.bc_t},
           kInteriorPriority,
           options_.placement.block(b, decomposition_.blocks()), bulk_worker(b),
           wil::interior::kFlopsPerSite *
               static_cast<double>(decomposition_.block().volume()),
           {{out.block(b), STARPU_W},
            {in.block(b), STARPU_R},
            {links_[b].handle(), STARPU_R}});
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::merge(int set, int b,
                                          const BlockField<T>& out) {
    wil::merge::Args args{geometry_, cut_faces_, options_.kappa};
    std::vector<starpu_data_descr> buffers{{out.block(b), STARPU_RW}};
    for (const auto [mu, hop] : cut_faces_) {
        const int from =
            hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
        buffers.push_back(
            {face(set, from, mu, hop).product.handle(), STARPU_R});
        if (mu == wil::kT && decomposition_.is_last(from, mu))
            args.sign_t[static_cast<int>(hop)] = options_.bc_t;
    }
    insert(codelets_.merge, args, kMergePriority,
           options_.placement.block(b, decomposition_.blocks()), bulk_worker(b),
           wil::merge::kFlopsPerSite * list_sites(geometry_, cut_faces_),
           std::move(buffers));
}

/// Blocks are equal, and GPUs mostly are: the first block on each GPU.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::tune(const BlockField<T>& in,
                                         const BlockField<T>& out) const {
    for (int b = 0; b < decomposition_.blocks(); ++b) {
        if (homes_[b] < 0 || (b > 0 && homes_[b] == homes_[b - 1])) continue;
        insert(codelets_.tune,
               wil::interior::Args{geometry_, options_.kappa, options_.bc_t}, 0,
               Where::gpu, homes_[b], 0,
               {{out.block(b), STARPU_W},
                {in.block(b), STARPU_R},
                {links_[b].handle(), STARPU_R}});
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 const BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    const int set = applications_++ % kSets;
    const int blocks = decomposition_.blocks();
    if (applications_ == 1) tune(in, out);
    const int cut_blocks = cuts_ > 0 ? blocks : 0;
    for (int b = 0; b < cut_blocks; ++b) pack(set, b, in);
    for (int b = 0; b < cut_blocks; ++b) matvec(set, b);
    for (int b = 0; b < blocks; ++b) interior(b, in, out);
    for (int b = 0; b < cut_blocks; ++b) merge(set, b, out);
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::peers::bare
