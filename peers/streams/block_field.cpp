#include "peers/streams/block_field.hpp"

#include "graphs/wilson/block_field.hpp"

namespace tasuki::peers::streams {

namespace wil = tasuki::wilson;

template <class T>
BlockField<T>::BlockField(Machine& machine,
                          const graphs::wilson::Decomposition& d)
    : machine_{machine},
      decomposition_{d},
      geometry_{graphs::wilson::block_geometry(d)} {
    for (const int b : d.local_blocks()) {
        const int device = machine.gpu(machine.home(d, b)).device;
        blocks_.push_back({{device, wil::spinor_reals<T>(geometry_)},
                           Event{device},
                           Event{device}});
    }
}

template <class T>
void BlockField<T>::write(const lattice::SpinorField& whole) {
    machine_.wait();
    std::vector<T> tiles(wil::spinor_reals<T>(geometry_));
    for (const int b : decomposition_.local_blocks()) {
        wil::import_spinor(whole, decomposition_.origin(b), geometry_,
                           std::span<T>{tiles});
        block(b).spinors.write(tiles);
    }
}

template <class T>
lattice::SpinorField BlockField<T>::read() const {
    machine_.wait();
    lattice::SpinorField local{decomposition_.local_region()};
    std::vector<T> tiles(wil::spinor_reals<T>(geometry_));
    for (const int b : decomposition_.local_blocks()) {
        block(b).spinors.read(tiles);
        wil::export_spinor(std::span<const T>{tiles}, geometry_,
                           decomposition_.origin(b), local);
    }
    return local;
}

template class BlockField<double>;
template class BlockField<float>;

}  // namespace tasuki::peers::streams
