#include "peers/bare/operator.hpp"

#include <starpu_mpi.h>

#include <algorithm>
#include <utility>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "graphs/wilson/block_places.hpp"
#include "runtime/mpi/communicator.hpp"

namespace tasuki::peers::bare {

namespace wil = tasuki::wilson;
using graphs::wilson::MatvecTask;
using runtime::Where;
using wil::Hop;

namespace {

constexpr std::array kHops{Hop::forward, Hop::backward};

/// The later link of a face's chain first, as in the task graph.
constexpr int kInteriorPriority = 0;
constexpr int kPackPriority = 1;
constexpr int kExchangePriority = 2;
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
      priorities_{starpu_sched_get_min_priority(),
                  starpu_sched_get_max_priority()},
      edges_(d.local_blocks().size()) {
    graphs::wilson::check_placement(context, options.placement);
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu))
            for (const Hop hop : kHops) cut_faces_.add(mu, hop);
    for (const int b : d.local_blocks()) {
        const int local = d.local_index(b);
        homes_.push_back(graphs::wilson::home_worker(context, d, b));
        matvec_tasks_.push_back(graphs::wilson::matvec_tasks(
            options.placement, local, static_cast<int>(d.local_blocks().size()),
            cut_faces_));
        const int home = bulk_where(b) == Where::cpu ? -1 : homes_[local];
        auto& links =
            links_.emplace_back(wil::link_reals(geometry_, kLinkReals));
        links.on_host(STARPU_W, [&](std::span<T> tiles) {
            wil::import_links<T, kLinkReals>(u, d.origin(b), geometry_, tiles);
        });
        links.prefetch(home);
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            const auto sites =
                static_cast<std::size_t>(wil::face_sites(geometry_, mu));
            auto& edge = edges_[local][mu].emplace(sites * kLinkReals);
            edge.on_host(STARPU_W, [&](std::span<T> tiles) {
                wil::import_face_links<T, kLinkReals>(u, d.origin(b), geometry_,
                                                      mu, tiles);
            });
            edge.prefetch(home);
        }
    }
    const std::size_t blocks = kSets * d.local_blocks().size();
    for (std::size_t k = 0; k < blocks; ++k)
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            const auto reals =
                static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                wil::kHalfSpinorReals;
            for ([[maybe_unused]] const Hop hop : kHops)
                faces_.push_back(
                    {Vector<T>{reals}, Vector<T>{reals}, Vector<T>{reals}});
        }
}

template <class T, int kLinkReals>
auto WilsonOperator<T, kLinkReals>::face(int set, int b, int mu, Hop hop)
    -> Face& {
    const auto locals = decomposition_.local_blocks().size();
    return faces_[(set * locals + decomposition_.local_index(b)) *
                      cut_faces_.count +
                  cut_faces_.place(mu, hop)];
}

/// What block b multiplies: packed by the next block, or by itself.
template <class T, int kLinkReals>
starpu_data_handle_t WilsonOperator<T, kLinkReals>::half(int set, int b, int mu,
                                                         Hop hop) {
    const int from =
        hop == Hop::forward ? decomposition_.neighbour(b, mu, +1) : b;
    return decomposition_.is_local(from)
               ? face(set, from, mu, hop).half.handle()
               : face(set, b, mu, hop).arrived.handle();
}

/// What block b merges: multiplied by itself, or by the block before.
template <class T, int kLinkReals>
starpu_data_handle_t WilsonOperator<T, kLinkReals>::product(int set, int b,
                                                            int mu, Hop hop) {
    const int from =
        hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
    return decomposition_.is_local(from)
               ? face(set, from, mu, hop).product.handle()
               : face(set, b, mu, hop).arrived.handle();
}

/// Forward half-spinors, or backward products, between ranks.  The tags are
/// those of the task graph: of two operators in turns, all ranks submit in the
/// same order.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::exchange(int set, Hop hop) {
    const auto& d = decomposition_;
    const int to_step = hop == Hop::forward ? -1 : +1;
    const auto tag = [&](int sender, int mu) {
        const starpu_mpi_tag_t face = starpu_mpi_tag_t{sender} * 4 + mu;
        return (face * 2 + static_cast<int>(hop)) * kSets + set;
    };
    for (const int b : d.local_blocks())
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            Face& own = face(set, b, mu, hop);
            const int to = d.neighbour(b, mu, to_step);
            const int from = d.neighbour(b, mu, -to_step);
            if (!d.is_local(to)) {
                const auto& leaving =
                    hop == Hop::forward ? own.half : own.product;
                runtime::check(starpu_mpi_isend_detached_prio(
                                   leaving.handle(), d.owner(to), tag(b, mu),
                                   kExchangePriority, runtime::communicator(),
                                   nullptr, nullptr),
                               "starpu_mpi_isend_detached_prio");
            }
            if (!d.is_local(from))
                runtime::check(starpu_mpi_irecv_detached_prio(
                                   own.arrived.handle(), d.owner(from),
                                   tag(from, mu), kExchangePriority,
                                   runtime::communicator(), nullptr, nullptr),
                               "starpu_mpi_irecv_detached_prio");
        }
}

template <class T, int kLinkReals>
Where WilsonOperator<T, kLinkReals>::bulk_where(int b) const {
    return options_.placement.block(
        decomposition_.local_index(b),
        static_cast<int>(decomposition_.local_blocks().size()));
}

/// What the placement gives to GPUs stays on the block's own, so that no field
/// moves.
template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::bulk_worker(int b) const {
    return bulk_where(b) == Where::gpu ? homes_[decomposition_.local_index(b)]
                                       : -1;
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
           kPackPriority, bulk_where(b), bulk_worker(b),
           wil::pack::kFlopsPerSite * list_sites(geometry_, cut_faces_),
           std::move(buffers));
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::matvec(int set, int b,
                                           const MatvecTask& task) {
    std::vector<starpu_data_descr> buffers;
    for (const auto [mu, hop] : task.faces) {
        buffers.push_back({face(set, b, mu, hop).product.handle(), STARPU_W});
        buffers.push_back({half(set, b, mu, hop), STARPU_R});
        buffers.push_back(
            {edges_[decomposition_.local_index(b)][mu]->handle(), STARPU_R});
    }
    insert(codelets_.matvec, wil::matvec::Args{geometry_, task.faces},
           kMatvecPriority, task.where,
           task.where == Where::gpu ? bulk_worker(b) : -1,
           wil::matvec::kFlopsPerSite * list_sites(geometry_, task.faces),
           std::move(buffers));
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::interior(int b, const BlockField<T>& in,
                                             const BlockField<T>& out) {
    insert(codelets_.interior,
           wil::interior::Args{geometry_, options_.kappa, options_.bc_t},
           kInteriorPriority, bulk_where(b), bulk_worker(b),
           wil::interior::kFlopsPerSite *
               static_cast<double>(decomposition_.block().volume()),
           {{out.block(b), STARPU_W},
            {in.block(b), STARPU_R},
            {links_[decomposition_.local_index(b)].handle(), STARPU_R}});
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::merge(int set, int b,
                                          const BlockField<T>& out) {
    wil::merge::Args args{geometry_, cut_faces_, options_.kappa};
    std::vector<starpu_data_descr> buffers{{out.block(b), STARPU_RW}};
    for (const auto [mu, hop] : cut_faces_) {
        const int from =
            hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
        buffers.push_back({product(set, b, mu, hop), STARPU_R});
        if (mu == wil::kT && decomposition_.is_last(from, mu))
            args.sign_t[static_cast<int>(hop)] = options_.bc_t;
    }
    insert(codelets_.merge, args, kMergePriority, bulk_where(b), bulk_worker(b),
           wil::merge::kFlopsPerSite * list_sites(geometry_, cut_faces_),
           std::move(buffers));
}

/// Blocks are equal, and GPUs mostly are: the first block on each GPU.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::tune(const BlockField<T>& in,
                                         const BlockField<T>& out) const {
    if (options_.placement.bulk() == Where::cpu) return;
    const auto& local = decomposition_.local_blocks();
    for (std::size_t k = 0; k < local.size(); ++k) {
        if (homes_[k] < 0 || (k > 0 && homes_[k] == homes_[k - 1])) continue;
        insert(codelets_.tune,
               wil::interior::Args{geometry_, options_.kappa, options_.bc_t}, 0,
               Where::gpu, homes_[k], 0,
               {{out.block(local[k]), STARPU_W},
                {in.block(local[k]), STARPU_R},
                {links_[k].handle(), STARPU_R}});
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 const BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    const int set = applications_++ % kSets;
    const auto& blocks = decomposition_.local_blocks();
    if (applications_ == 1) tune(in, out);
    if (cut_faces_.count > 0)
        for (const int b : blocks) pack(set, b, in);
    exchange(set, Hop::forward);
    for (const int b : blocks)
        for (const MatvecTask& task :
             matvec_tasks_[decomposition_.local_index(b)])
            matvec(set, b, task);
    exchange(set, Hop::backward);
    for (const int b : blocks) interior(b, in, out);
    if (cut_faces_.count > 0)
        for (const int b : blocks) merge(set, b, out);
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::peers::bare
