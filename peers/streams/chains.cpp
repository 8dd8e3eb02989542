#include "peers/streams/chains.hpp"

#include "codelets/wilson/transfer.hpp"
#include "graphs/wilson/block_field.hpp"

namespace tasuki::peers::streams {

namespace wil = tasuki::wilson;
using graphs::wilson::Decomposition, graphs::wilson::Placement;
using wil::Hop;

template <class T>
Chains<T>::Chains(const Machine& machine, const Decomposition& d,
                  const Placement& placement)
    : decomposition_{d}, places_(d.blocks() * 4 * 2, -1) {
    const auto geometry = graphs::wilson::block_geometry(d);
    const auto for_chains = [&](const auto& body) {
        for (int owner = 0; owner < d.blocks(); ++owner)
            for (int mu = 0; mu < 4; ++mu)
                for (const Hop hop : {Hop::forward, Hop::backward})
                    if (const auto at = face_blocks(d, owner, mu, hop);
                        d.cut(mu) &&
                        (d.is_local(at.packer) || d.is_local(at.merger)))
                        body(owner, mu, hop);
    };
    for (int set = 0; set < kSets; ++set) {
        for_chains([&](int owner, int mu, Hop hop) {
            places_[place(owner, mu, hop)] =
                static_cast<int>(sets_[set].size());
            sets_[set].emplace_back(
                machine, route(set, owner, mu, hop, machine, placement),
                static_cast<std::size_t>(wil::face_sites(geometry, mu)) *
                    wil::kHalfSpinorReals);
        });
        for_chains([&](int owner, int mu, Hop hop) {
            const auto& chain = of_owner(set, owner, mu, hop);
            const int to = face_blocks(d, owner, mu, hop).merger;
            if (chain.needs_host())
                errands_[set].push_back(
                    {&chain, owner, mu, hop, d.is_local(to) ? to : kElsewhere});
        });
    }
}

template <class T>
Route Chains<T>::route(int set, int owner, int mu, Hop hop,
                       const Machine& machine,
                       const Placement& placement) const {
    const auto& d = decomposition_;
    const auto gpu = [&](int b) {
        return d.is_local(b) ? machine.home(d, b) : kElsewhere;
    };
    const auto at = face_blocks(d, owner, mu, hop);
    return {.from = gpu(at.packer),
            .owner = gpu(owner),
            .to = gpu(at.merger),
            .on_host = placement.matvec(mu, hop) == runtime::Where::cpu,
            .rank = d.owner(d.is_local(at.packer) ? at.merger : at.packer),
            .tag = place(owner, mu, hop) * kSets + set};
}

template <class T>
const Chain<T>& Chains<T>::of_packer(int set, int b, int mu, Hop hop) const {
    const int before = decomposition_.neighbour(b, mu, -1);
    return of_owner(set, hop == Hop::forward ? before : b, mu, hop);
}

template <class T>
const Chain<T>& Chains<T>::of_merger(int set, int b, int mu, Hop hop) const {
    const int before = decomposition_.neighbour(b, mu, -1);
    return of_owner(set, hop == Hop::forward ? b : before, mu, hop);
}

template <class T>
void Chains<T>::begin(int set) const noexcept {
    for (const auto& chain : sets_[set]) chain.begin();
}

template <class T>
void Chains<T>::wait_until_sent() const noexcept {
    for (const auto& set : sets_)
        for (const auto& chain : set) chain.wait_until_sent();
}

template class Chains<double>;
template class Chains<float>;

}  // namespace tasuki::peers::streams
