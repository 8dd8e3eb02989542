#include "graphs/wilson/operator.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;
using runtime::Where;
using wil::Hop;

namespace {

constexpr std::array kHops{Hop::forward, Hop::backward};

/// A face's chain goes before interior work, the later link of it first: what
/// another block waits for must not queue behind others.
constexpr int kInteriorPriority = 0;
constexpr int kPackPriority = 1;
constexpr int kExchangePriority = 2;
constexpr int kMatvecPriority = 2;
constexpr int kMergePriority = 3;

}  // namespace

template <class T, int kLinkReals>
WilsonOperator<T, kLinkReals>::WilsonOperator(runtime::Context& context,
                                              const Decomposition& d,
                                              const lattice::GaugeField& u,
                                              const OperatorOptions& options)
    : context_{context},
      decomposition_{d},
      geometry_{block_geometry(d)},
      options_{options} {
    check_placement(context, options.placement);
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu))
            for (const Hop hop : kHops) cut_faces_.add(mu, hop);
    face_links_.resize(d.local_blocks().size());
    for (const int b : d.local_blocks()) {
        const int local = d.local_index(b);
        matvec_tasks_.push_back(matvec_tasks(
            options.placement, local, static_cast<int>(d.local_blocks().size()),
            cut_faces_));
        auto& links = links_.emplace_back(
            context, wil::link_reals(geometry_, kLinkReals));
        wil::import_links<T, kLinkReals>(u, d.origin(b), geometry_,
                                         links.write().span());
        homes_.push_back(home_worker(context, d, b));
        const bool prefetch =
            homes_[local] >= 0 &&
            options.placement.block(
                local, static_cast<int>(d.local_blocks().size())) != Where::cpu;
        if (prefetch) links.prefetch(homes_[local]);
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            auto& face = face_links_[local][mu].emplace_back(
                context,
                static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                    kLinkReals);
            wil::import_face_links<T, kLinkReals>(u, d.origin(b), geometry_, mu,
                                                  face.write().span());
            if (prefetch) face.prefetch(homes_[local]);
        }
    }
    for (int set = 0; set < kSets; ++set)
        for ([[maybe_unused]] const int b : d.local_blocks())
            for (int mu = 0; mu < 4; ++mu) {
                if (!d.cut(mu)) continue;
                const auto reals =
                    static_cast<std::size_t>(wil::face_sites(geometry_, mu)) *
                    wil::kHalfSpinorReals;
                for ([[maybe_unused]] const Hop hop : kHops)
                    faces_.push_back(
                        {{context, reals}, {context, reals}, {context, reals}});
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

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::packer(int b, int mu, Hop hop) const {
    return hop == Hop::forward ? decomposition_.neighbour(b, mu, +1) : b;
}

template <class T, int kLinkReals>
int WilsonOperator<T, kLinkReals>::multiplier(int b, int mu, Hop hop) const {
    return hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
}

template <class T, int kLinkReals>
const runtime::Array<T>& WilsonOperator<T, kLinkReals>::half(int set, int b,
                                                             int mu, Hop hop) {
    const int from = packer(b, mu, hop);
    return decomposition_.is_local(from) ? face(set, from, mu, hop).half
                                         : face(set, b, mu, hop).arrived;
}

template <class T, int kLinkReals>
const runtime::Array<T>& WilsonOperator<T, kLinkReals>::product(int set, int b,
                                                                int mu,
                                                                Hop hop) {
    const int from = multiplier(b, mu, hop);
    return decomposition_.is_local(from) ? face(set, from, mu, hop).product
                                         : face(set, b, mu, hop).arrived;
}

template <class T, int kLinkReals>
runtime::MessageTag WilsonOperator<T, kLinkReals>::tag(int set, int sender,
                                                       int mu, Hop hop) const {
    return ((static_cast<runtime::MessageTag>(sender) * 4 + mu) * 2 +
            static_cast<int>(hop)) *
               kSets +
           set;
}

/// Forward half-spinors, or backward products, between ranks.
template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_exchange(int set, Hop hop) {
    const Decomposition& d = decomposition_;
    const int to_step = hop == Hop::forward ? -1 : +1;
    for (const int b : d.local_blocks())
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            Face& own = face(set, b, mu, hop);
            const int to = d.neighbour(b, mu, to_step);
            const int from = d.neighbour(b, mu, -to_step);
            if (!d.is_local(to))
                runtime::submit_send(
                    hop == Hop::forward ? own.half : own.product, d.owner(to),
                    tag(set, b, mu, hop), kExchangePriority);
            if (!d.is_local(from))
                runtime::submit_receive(own.arrived, d.owner(from),
                                        tag(set, from, mu, hop),
                                        kExchangePriority);
        }
}

template <class T, int kLinkReals>
auto WilsonOperator<T, kLinkReals>::messages() const -> Messages {
    const Decomposition& d = decomposition_;
    Messages all{};
    for (const int b : d.local_blocks())
        for (int mu = 0; mu < 4; ++mu)
            for (const int step : {-1, +1})
                if (d.cut(mu) && !d.is_local(d.neighbour(b, mu, step))) {
                    ++all.count;
                    all.bytes +=
                        static_cast<double>(wil::face_sites(geometry_, mu)) *
                        wil::kHalfSpinorReals * sizeof(T);
                }
    return all;
}

/// What the placement gives to GPUs stays on the block's own, so that no field
/// moves.
template <class T, int kLinkReals>
runtime::SubmitOptions WilsonOperator<T, kLinkReals>::where_bulk(
    int b, int priority) const {
    const auto& local = decomposition_.local_blocks();
    runtime::SubmitOptions options{
        .priority = priority,
        .where = options_.placement.block(decomposition_.local_index(b),
                                          static_cast<int>(local.size()))};
    options.near = homes_[decomposition_.local_index(b)];
    if (options.where == Where::gpu) options.worker = options.near;
    return options;
}

template <class T, int kLinkReals>
runtime::TraceLabel WilsonOperator<T, kLinkReals>::label(
    int b, const wil::FaceList& faces) const {
    return {b, faces.mask()};
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_pack(int set, int b,
                                                const BlockField<T>& in) {
    runtime::List<runtime::Write<T>> halves;
    for (const auto [mu, hop] : cut_faces_)
        halves.add(face(set, b, mu, hop).half);
    auto options = where_bulk(b, kPackPriority);
    options.label = label(b, cut_faces_);
    options.flops =
        wil::pack::kFlopsPerSite * list_sites(geometry_, cut_faces_);
    runtime::submit<wil::pack::Kernel<T>>(context_, {geometry_, cut_faces_},
                                          options, in.block(b), halves);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_matvec(int set, int b,
                                                  const MatvecTask& task) {
    runtime::List<wil::matvec::Face<T>> faces;
    for (const auto [mu, hop] : task.faces)
        faces.add(face(set, b, mu, hop).product, half(set, b, mu, hop),
                  face_links_[decomposition_.local_index(b)][mu].front());
    auto options = where_bulk(b, kMatvecPriority);
    options.label = label(b, task.faces);
    options.where = task.where;
    if (task.where != Where::gpu) options.worker = -1;
    options.flops =
        wil::matvec::kFlopsPerSite * list_sites(geometry_, task.faces);
    options.variant = task.faces.mask();
    runtime::submit<wil::matvec::Kernel<T, kLinkReals>>(
        context_, {geometry_, task.faces}, options, faces);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_interior(int b,
                                                    const BlockField<T>& in,
                                                    BlockField<T>& out) {
    auto options = where_bulk(b, kInteriorPriority);
    options.label = label(b);
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
    if (options_.placement.bulk() == Where::cpu) return;
    const auto& local = decomposition_.local_blocks();
    for (std::size_t k = 0; k < local.size(); ++k) {
        if (homes_[k] < 0 || (k > 0 && homes_[k] == homes_[k - 1])) continue;
        runtime::submit<wil::interior::TuneKernel<T, kLinkReals>>(
            context_, {geometry_, options_.kappa, options_.bc_t},
            {.where = Where::gpu, .worker = homes_[k]}, out.block(local[k]),
            in.block(local[k]), links_[k]);
    }
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_merge(int set, int b,
                                                 BlockField<T>& out) {
    wil::merge::Args args{geometry_, cut_faces_, options_.kappa};
    runtime::List<runtime::Read<T>> products;
    for (const auto [mu, hop] : cut_faces_) {
        products.add(product(set, b, mu, hop));
        // Behind the last block of T its links cross the boundary of the
        // lattice.
        if (mu == wil::kT && decomposition_.is_last(multiplier(b, mu, hop), mu))
            args.sign_t[static_cast<int>(hop)] = options_.bc_t;
    }
    auto options = where_bulk(b, kMergePriority);
    options.label = label(b, cut_faces_);
    options.flops =
        wil::merge::kFlopsPerSite * list_sites(geometry_, cut_faces_);
    runtime::submit<wil::merge::Kernel<T>>(context_, args, options,
                                           out.block(b), products);
}

template <class T, int kLinkReals>
void WilsonOperator<T, kLinkReals>::submit_apply(const BlockField<T>& in,
                                                 BlockField<T>& out) {
    if (&in == &out)
        throw runtime::UsageError("D psi cannot replace psi in place");
    const int set = applications_++ % kSets;
    const auto& blocks = decomposition_.local_blocks();
    if (applications_ == 1) submit_tune(in, out);
    if (cut_faces_.count > 0)
        for (const int b : blocks) submit_pack(set, b, in);
    submit_exchange(set, Hop::forward);
    for (const int b : blocks)
        for (const MatvecTask& task :
             matvec_tasks_[decomposition_.local_index(b)])
            submit_matvec(set, b, task);
    submit_exchange(set, Hop::backward);
    for (const int b : blocks) submit_interior(b, in, out);
    if (cut_faces_.count > 0)
        for (const int b : blocks) submit_merge(set, b, out);
}

template <class T, int kLinkReals>
double WilsonOperator<T, kLinkReals>::device_bytes(const Decomposition& d,
                                                   int fields, int gpus) {
    const wil::Geometry g = block_geometry(d);
    double reals = static_cast<double>(wil::link_reals(g, kLinkReals)) +
                   static_cast<double>(fields) *
                       static_cast<double>(wil::spinor_reals<T>(g));
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu))
            reals +=
                static_cast<double>(wil::face_sites(g, mu)) *
                (kLinkReals + kSets * 2 * (d.ranks().ranks[mu] > 1 ? 3 : 2) *
                                  wil::kHalfSpinorReals);
    const int blocks_per_gpu =
        (static_cast<int>(d.local_blocks().size()) + gpus - 1) / gpus;
    return reals * sizeof(T) * blocks_per_gpu;
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class WilsonOperator<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::wilson
