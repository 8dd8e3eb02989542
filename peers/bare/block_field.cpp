#include "peers/bare/block_field.hpp"

#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/block_places.hpp"

namespace tasuki::peers::bare {

namespace wil = tasuki::wilson;

template <class T>
BlockField<T>::BlockField(const runtime::Context& context,
                          const graphs::wilson::Decomposition& d)
    : decomposition_{d}, geometry_{graphs::wilson::block_geometry(d)} {
    for (const int b : d.local_blocks()) {
        blocks_.emplace_back(wil::spinor_reals<T>(geometry_));
        homes_.push_back(graphs::wilson::home_worker(context, d, b));
    }
}

template <class T>
void BlockField<T>::write(const lattice::SpinorField& whole) {
    for (const int b : decomposition_.local_blocks()) {
        const int local = decomposition_.local_index(b);
        blocks_[local].on_host(STARPU_W, [&](std::span<T> tiles) {
            wil::import_spinor(whole, decomposition_.origin(b), geometry_,
                               tiles);
        });
        blocks_[local].prefetch(homes_[local]);
    }
}

template <class T>
lattice::SpinorField BlockField<T>::read() const {
    lattice::SpinorField local{decomposition_.local_region()};
    for (const int b : decomposition_.local_blocks())
        blocks_[decomposition_.local_index(b)].on_host(
            STARPU_R, [&](std::span<const T> tiles) {
                wil::export_spinor(tiles, geometry_, decomposition_.origin(b),
                                   local);
            });
    return local;
}

template class BlockField<double>;
template class BlockField<float>;

}  // namespace tasuki::peers::bare
