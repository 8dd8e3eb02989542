#include "graphs/wilson/face_exchange.hpp"

#include <optional>

#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "graphs/wilson/block_links.hpp"
#include "runtime/core/codelet.hpp"

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;
using runtime::Where;

namespace {

constexpr std::array kHops{wil::Hop::forward, wil::Hop::backward};

/// A face's chain goes before interior work, the later link of it first: what
/// another block waits for must not queue behind others.
constexpr int kPackPriority = 1;
constexpr int kExchangePriority = 2;
constexpr int kMatvecPriority = 2;
constexpr int kMergePriority = 3;

/// All cut faces of a block; of one parity, of even sites.
wil::FaceList cut_faces(const Decomposition& d, Sites sites, int columns) {
    wil::FaceList faces;
    faces.columns = columns;
    if (sites == Sites::one_parity) faces.parity = 0;
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu))
            for (const auto hop : kHops) faces.add(mu, hop);
    return faces;
}

/// Of a kernel that moves so many reals of a face site [B].
template <class T>
double traffic(const wil::Geometry& g, const wil::FaceList& faces,
               int (*reals_per_site)(int mu)) {
    double reals = 0;
    for (const auto [mu, hop] : faces)
        reals += static_cast<double>(reals_per_site(mu)) *
                 wil::face_places(g, faces, mu);
    return reals * faces.columns * sizeof(T);
}

/// Of the half-spinors of a face.
template <class T>
std::size_t buffer_reals(const wil::Geometry& g, const wil::FaceList& faces,
                         int mu) {
    return static_cast<std::size_t>(wil::face_places(g, faces, mu)) /
           wil::kTile * wil::HalfSpinorRecord<T>::kTileReals * faces.columns;
}

}  // namespace

template <class T, int kLinkReals>
FaceExchange<T, kLinkReals>::FaceExchange(runtime::Context& context,
                                          const Decomposition& d,
                                          const lattice::GaugeField& u,
                                          const BlockPlaces& places,
                                          const ExchangeOptions& options)
    : context_{context},
      decomposition_{d},
      geometry_{block_geometry(d)},
      places_{places},
      options_{options},
      links_(d.local_blocks().size()),
      cut_faces_{cut_faces(d, options.sites, options.columns)} {
    const int count = static_cast<int>(d.local_blocks().size());
    const BlockLinks<T, kLinkReals> links{context, d, places, u};
    for (const int b : d.local_blocks()) {
        const int local = d.local_index(b);
        matvec_tasks_.push_back(
            matvec_tasks(places.placement(), local, count, cut_faces_));
        const auto add_links = [&](int mu, std::optional<int> half) {
            const auto sites = static_cast<std::size_t>(
                wil::face_places(geometry_, cut_faces_, mu));
            links_[local][mu].push_back(links.of_face(b, mu, sites, half));
        };
        for (int mu = 0; mu < 4; ++mu) {
            if (!d.cut(mu)) continue;
            if (options.sites == Sites::all) {
                add_links(mu, {});
            } else {
                add_links(mu, 0);
                add_links(mu, 1);
            }
        }
    }
    make_buffers();
}

/// First those that neighbours wait for.
template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::make_buffers() {
    using Array = runtime::Array<T>;
    const auto each = [this](const auto& make) {
        for (set_ = 0; set_ < kSets; ++set_)
            for (const int b : decomposition_.local_blocks())
                for (const auto [mu, hop] : cut_faces_)
                    make(b, mu, hop,
                         buffer_reals<T>(geometry_, cut_faces_, mu));
        set_ = 0;
    };
    std::vector<Array> arrived;
    each([&](int b, int mu, Hop hop, std::size_t reals) {
        const auto from = sender(b, mu, hop);
        arrived.push_back(from ? runtime::array_from<T>(context_, reals,
                                                        from->rank, from->tag)
                               : Array{context_, reals});
    });
    each([&](int b, int mu, Hop hop, std::size_t reals) {
        const auto to = receiver(b, mu, hop);
        const auto make = [&](Hop sent) {
            return to && hop == sent ? runtime::array_to<T>(context_, reals,
                                                            to->rank, to->tag)
                                     : Array{context_, reals};
        };
        faces_.push_back({make(Hop::forward), make(Hop::backward),
                          std::move(arrived[faces_.size()])});
    });
}

template <class T, int kLinkReals>
auto FaceExchange<T, kLinkReals>::face(int b, int mu, Hop hop) -> Face& {
    const auto locals = decomposition_.local_blocks().size();
    return faces_[(set_ * locals + decomposition_.local_index(b)) *
                      cut_faces_.count +
                  cut_faces_.place(mu, hop)];
}

template <class T, int kLinkReals>
int FaceExchange<T, kLinkReals>::packer(int b, int mu, Hop hop) const {
    return hop == Hop::forward ? decomposition_.neighbour(b, mu, +1) : b;
}

template <class T, int kLinkReals>
int FaceExchange<T, kLinkReals>::multiplier(int b, int mu, Hop hop) const {
    return hop == Hop::forward ? b : decomposition_.neighbour(b, mu, -1);
}

template <class T, int kLinkReals>
const runtime::Array<T>& FaceExchange<T, kLinkReals>::half(int b, int mu,
                                                           Hop hop) {
    const int from = packer(b, mu, hop);
    return decomposition_.is_local(from) ? face(from, mu, hop).half
                                         : face(b, mu, hop).arrived;
}

template <class T, int kLinkReals>
const runtime::Array<T>& FaceExchange<T, kLinkReals>::product(int b, int mu,
                                                              Hop hop) {
    const int from = multiplier(b, mu, hop);
    return decomposition_.is_local(from) ? face(from, mu, hop).product
                                         : face(b, mu, hop).arrived;
}

template <class T, int kLinkReals>
const runtime::Array<T>& FaceExchange<T, kLinkReals>::links(int b, int mu,
                                                            Hop hop) const {
    const auto& all = links_[decomposition_.local_index(b)][mu];
    return options_.sites == Sites::all
               ? all.front()
               : all[wil::half_of_face(cut_faces_.parity, hop)];
}

template <class T, int kLinkReals>
runtime::MessageTag FaceExchange<T, kLinkReals>::tags(const Decomposition& d) {
    return static_cast<runtime::MessageTag>(d.blocks()) * 4 * 2 * kSets;
}

template <class T, int kLinkReals>
runtime::MessageTag FaceExchange<T, kLinkReals>::tag(int sender, int mu,
                                                     Hop hop) const {
    return options_.first_tag +
           ((static_cast<runtime::MessageTag>(sender) * 4 + mu) * 2 +
            static_cast<int>(hop)) *
               kSets +
           set_;
}

/// Of what block b sends, if it goes to another rank: forward half-spinors, or
/// backward products.
template <class T, int kLinkReals>
auto FaceExchange<T, kLinkReals>::receiver(int b, int mu, Hop hop) const
    -> std::optional<Peer> {
    const Decomposition& d = decomposition_;
    const int to = d.neighbour(b, mu, hop == Hop::forward ? -1 : +1);
    if (d.is_local(to)) return {};
    return Peer{d.owner(to), tag(b, mu, hop)};
}

/// Likewise, of what it receives.
template <class T, int kLinkReals>
auto FaceExchange<T, kLinkReals>::sender(int b, int mu, Hop hop) const
    -> std::optional<Peer> {
    const Decomposition& d = decomposition_;
    const int from = d.neighbour(b, mu, hop == Hop::forward ? +1 : -1);
    if (d.is_local(from)) return {};
    return Peer{d.owner(from), tag(from, mu, hop)};
}

template <class T, int kLinkReals>
template <class Submit>
void FaceExchange<T, kLinkReals>::each_sent(Hop hop, const Submit& submit) {
    for (const int b : decomposition_.local_blocks())
        for (const auto [mu, its] : cut_faces_)
            if (const auto to = receiver(b, mu, hop); to && its == hop) {
                Face& own = face(b, mu, hop);
                submit(hop == Hop::forward ? own.half : own.product, *to);
            }
}

template <class T, int kLinkReals>
template <class Submit>
void FaceExchange<T, kLinkReals>::each_received(const Submit& submit) {
    for (const auto hop : kHops)
        for (const int b : decomposition_.local_blocks())
            for (const auto [mu, its] : cut_faces_)
                if (const auto from = sender(b, mu, hop); from && its == hop)
                    submit(face(b, mu, hop).arrived, *from);
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_open() {
    for (const auto hop : kHops)
        each_sent(hop, [](runtime::Array<T>& array, const Peer& to) {
            runtime::submit_open(array, to.rank, to.tag, kExchangePriority);
        });
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_sends(Hop hop) {
    each_sent(hop, [](const runtime::Array<T>& array, const Peer& to) {
        runtime::submit_send(array, to.rank, to.tag, kExchangePriority);
    });
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_receives() {
    each_received([](runtime::Array<T>& array, const Peer& from) {
        runtime::submit_receive(array, from.rank, from.tag, kExchangePriority);
    });
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_release() {
    each_received([](runtime::Array<T>& array, const Peer& from) {
        runtime::submit_release(array, from.rank, from.tag, kExchangePriority);
    });
}

/// Those of one hop.
template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_matvecs(Hop hop) {
    for (const int b : decomposition_.local_blocks())
        for (const MatvecTask& task :
             matvec_tasks_[decomposition_.local_index(b)])
            if (task.faces.begin()->hop == hop) submit_matvec(b, task);
}

template <class T, int kLinkReals>
auto FaceExchange<T, kLinkReals>::messages() const -> Messages {
    Messages all{};
    for (const int b : decomposition_.local_blocks())
        for (const auto [mu, hop] : cut_faces_)
            if (receiver(b, mu, hop)) {
                ++all.count;
                all.bytes += static_cast<double>(
                    buffer_reals<T>(geometry_, cut_faces_, mu) * sizeof(T));
            }
    return all;
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_pack(int b,
                                              const runtime::Array<T>& in) {
    runtime::List<runtime::Write<T>> halves;
    for (const auto [mu, hop] : cut_faces_) halves.add(face(b, mu, hop).half);
    auto options = places_.options(b, kPackPriority);
    options.label = {b, cut_faces_.mask()};
    options.flops =
        wil::pack::kFlopsPerSite * all_places(geometry_, cut_faces_);
    options.bytes =
        traffic<T>(geometry_, cut_faces_, wil::pack::reals_per_site);
    runtime::submit<wil::pack::Kernel<T>>(
        context_, {geometry_, cut_faces_, dagger_}, options, in, halves);
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_matvec(int b, const MatvecTask& task) {
    wil::FaceList list = task.faces;
    list.parity = cut_faces_.parity;
    list.columns = cut_faces_.columns;
    runtime::List<wil::matvec::Face<T>> faces;
    for (const auto [mu, hop] : list)
        faces.add(face(b, mu, hop).product, half(b, mu, hop),
                  links(b, mu, hop));
    auto options = places_.options(b, kMatvecPriority);
    options.label = {b, task.faces.mask()};
    options.where = task.where;
    if (task.where != Where::gpu) options.worker = -1;
    options.flops = wil::matvec::kFlopsPerSite * all_places(geometry_, list);
    options.variant = task.faces.mask();
    runtime::submit<wil::matvec::Kernel<T, kLinkReals>>(
        context_, {geometry_, list}, options, faces);
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_products(const Blocks<T>& in,
                                                  const Half& half) {
    cut_faces_.parity = half.parity;
    dagger_ = half.dagger;
    submit_products(in);
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_products(const Blocks<T>& in) {
    if (cut_faces_.count == 0) return;
    set_ = (set_ + 1) % kSets;
    const auto& blocks = decomposition_.local_blocks();
    submit_open();
    for (const int b : blocks)
        submit_pack(b, in[decomposition_.local_index(b)]);
    submit_sends(Hop::forward);
    submit_matvecs(Hop::backward);
    submit_sends(Hop::backward);
    submit_receives();
    submit_matvecs(Hop::forward);
}

template <class T, int kLinkReals>
void FaceExchange<T, kLinkReals>::submit_merge(double factor, Blocks<T>& out,
                                               double twist) {
    if (cut_faces_.count == 0) return;
    for (const int b : decomposition_.local_blocks()) {
        wil::merge::Args args{.geometry = geometry_,
                              .faces = cut_faces_,
                              .kappa = -factor,
                              .dagger = dagger_,
                              .twist = twist};
        runtime::List<runtime::Read<T>> products;
        for (const auto [mu, hop] : cut_faces_) {
            products.add(product(b, mu, hop));
            // Behind the last block of T its links cross the boundary of the
            // lattice.
            if (mu == wil::kT &&
                decomposition_.is_last(multiplier(b, mu, hop), mu))
                args.sign_t[static_cast<int>(hop)] = options_.bc_t;
        }
        auto options = places_.options(b, kMergePriority);
        options.label = {b, cut_faces_.mask()};
        options.flops =
            wil::merge::kFlopsPerSite * all_places(geometry_, cut_faces_);
        options.bytes =
            traffic<T>(geometry_, cut_faces_, wil::merge::reals_per_site);
        runtime::submit<wil::merge::Kernel<T>>(
            context_, args, options, out[decomposition_.local_index(b)],
            products);
    }
    submit_release();
}

template <class T, int kLinkReals>
double FaceExchange<T, kLinkReals>::bytes_per_block(const Decomposition& d,
                                                    Sites sites, int columns) {
    const wil::Geometry g = block_geometry(d);
    const auto faces = cut_faces(d, sites, columns);
    std::size_t reals = 0;
    for (int mu = 0; mu < 4; ++mu)
        if (d.cut(mu)) {
            const int places = wil::face_places(g, faces, mu);
            reals += std::size_t{kLinkReals} * places *
                         (sites == Sites::all ? 1 : 2) +
                     kSets * 2 * (d.ranks().ranks[mu] > 1 ? 3 : 2) *
                         buffer_reals<T>(g, faces, mu);
        }
    return static_cast<double>(reals * sizeof(T));
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class FaceExchange<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
TASUKI_INSTANTIATE(wil::Fixed16, 12)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::graphs::wilson
