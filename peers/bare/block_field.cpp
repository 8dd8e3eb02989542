#include "peers/bare/block_field.hpp"

#include "graphs/wilson/block_field.hpp"

namespace tasuki::peers::bare {

namespace wil = tasuki::wilson;

template <class T>
BlockField<T>::BlockField(const runtime::Context& context,
                          const graphs::wilson::Decomposition& d)
    : decomposition_{d}, geometry_{graphs::wilson::block_geometry(d)} {
    for (int b = 0; b < d.blocks(); ++b) {
        blocks_.emplace_back(wil::spinor_reals<T>(geometry_));
        homes_.push_back(graphs::wilson::home_worker(context, d, b));
    }
}

template <class T>
void BlockField<T>::write(const lattice::SpinorField& whole) {
    for (int b = 0; b < decomposition_.blocks(); ++b) {
        blocks_[b].on_host(STARPU_W, [&](std::span<T> tiles) {
            wil::import_spinor(whole, decomposition_.origin(b), geometry_,
                               tiles);
        });
        blocks_[b].prefetch(homes_[b]);
    }
}

template <class T>
lattice::SpinorField BlockField<T>::read() const {
    lattice::SpinorField whole{decomposition_.whole()};
    for (int b = 0; b < decomposition_.blocks(); ++b)
        blocks_[b].on_host(STARPU_R, [&](std::span<const T> tiles) {
            wil::export_spinor(tiles, geometry_, decomposition_.origin(b),
                               whole);
        });
    return whole;
}

template class BlockField<double>;
template class BlockField<float>;

}  // namespace tasuki::peers::bare
