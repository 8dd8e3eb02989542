#include "graphs/wilson/block_field.hpp"

#include "graphs/wilson/block_places.hpp"

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;

wil::Geometry block_geometry(const Decomposition& d) {
    const bool cut[] = {d.cut(0), d.cut(1), d.cut(2), d.cut(3)};
    return wil::make_geometry(d.block(), cut);
}

template <class T>
BlockField<T>::BlockField(runtime::Context& context, const Decomposition& d)
    : decomposition_{d}, geometry_{block_geometry(d)} {
    for (const int b : d.local_blocks()) {
        blocks_.emplace_back(context, wil::spinor_reals<T>(geometry_));
        homes_.push_back(home_worker(context, d, b));
    }
}

template <class T>
void BlockField<T>::write(const lattice::SpinorField& whole) {
    for (const int b : decomposition_.local_blocks()) {
        wil::import_spinor(whole, decomposition_.origin(b), geometry_,
                           block(b).write().span());
        const int home = homes_[decomposition_.local_index(b)];
        if (home >= 0) block(b).prefetch(home);
    }
}

template <class T>
lattice::SpinorField BlockField<T>::read() const {
    lattice::SpinorField local{decomposition_.local_region()};
    for (const int b : decomposition_.local_blocks()) {
        const auto host = block(b).read();
        wil::export_spinor(std::span<const T>{host.span()}, geometry_,
                           decomposition_.origin(b), local);
    }
    return local;
}

template class BlockField<double>;
template class BlockField<float>;

}  // namespace tasuki::graphs::wilson
