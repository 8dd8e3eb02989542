#include "peers/streams/chain.hpp"

namespace tasuki::peers::streams {

template <class T>
Chain<T>::Chain(const Machine& machine, const Route& route, std::size_t reals)
    : route_{route},
      half_{machine.gpu(route.from).device, reals},
      sent_{machine.gpu(route.from).device},
      uploaded_{machine.gpu(route.to).device} {
    const auto on = [&](int gpu) {
        return DeviceArray<T>{machine.gpu(gpu).device, reals};
    };
    if (route.on_host) {
        host_half_ = PinnedArray<T>{reals};
        host_product_ = PinnedArray<T>{reals};
        product_there_ = on(route.to);
        return;
    }
    if (route.from != route.owner) half_there_ = on(route.owner);
    product_ = on(route.owner);
    if (route.owner != route.to) product_there_ = on(route.to);
}

template <class T>
const T* Chain<T>::half_to_multiply() const {
    if (route_.on_host) return host_half_.data();
    return half_there_ ? half_there_.data() : half_.data();
}

template <class T>
T* Chain<T>::product() const {
    return route_.on_host ? host_product_.data() : product_.data();
}

template <class T>
const T* Chain<T>::product_to_merge() const {
    return product_there_ ? product_there_.data() : product_.data();
}

template <class T>
void Chain<T>::copy_to_gpu(const Machine& machine, int from, int to,
                           const DeviceArray<T>& source,
                           const DeviceArray<T>& target) const noexcept {
    const Gpu& sender = machine.gpu(from);
    select(sender.device);
    gpu::check(TASUKI_GPU_API(MemcpyPeerAsync)(
                   target.data(), target.device(), source.data(),
                   source.device(), source.bytes(), sender.faces.get()),
               "copy between GPUs");
    sent_.record(sender.faces.get());
    sent_.hold(machine.gpu(to).faces.get());
}

template <class T>
void Chain<T>::move_half(const Machine& machine) const noexcept {
    if (!route_.on_host) {
        if (half_there_)
            copy_to_gpu(machine, route_.from, route_.owner, half_, half_there_);
        return;
    }
    // The host has read the last of this set before it queued this one.
    const Gpu& sender = machine.gpu(route_.from);
    select(sender.device);
    gpu::check(TASUKI_GPU_API(MemcpyAsync)(
                   host_half_.data(), half_.data(), half_.bytes(),
                   TASUKI_GPU_API(MemcpyDeviceToHost), sender.faces.get()),
               "copy to the host");
    sent_.record(sender.faces.get());
}

template <class T>
void Chain<T>::move_product(const Machine& machine) const noexcept {
    if (!route_.on_host) {
        if (product_there_)
            copy_to_gpu(machine, route_.owner, route_.to, product_,
                        product_there_);
        return;
    }
    const Gpu& receiver = machine.gpu(route_.to);
    select(receiver.device);
    gpu::check(
        TASUKI_GPU_API(MemcpyAsync)(
            product_there_.data(), host_product_.data(), product_there_.bytes(),
            TASUKI_GPU_API(MemcpyHostToDevice), receiver.uploads.get()),
        "copy from the host");
    uploaded_.record(receiver.uploads.get());
    uploaded_.hold(receiver.faces.get());
}

template class Chain<double>;
template class Chain<float>;

}  // namespace tasuki::peers::streams
