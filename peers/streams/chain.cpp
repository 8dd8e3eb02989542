#include "peers/streams/chain.hpp"

namespace tasuki::peers::streams {

template <class T>
Chain<T>::Chain(const Machine& machine, const Route& route, std::size_t reals)
    : route_{route} {
    const auto on = [&](int gpu) {
        return DeviceArray<T>{machine.gpu(gpu).device, reals};
    };
    const bool from_here = route.from != kElsewhere;
    const bool owner_here = route.owner != kElsewhere;
    const bool to_here = route.to != kElsewhere;
    if (from_here) {
        half_ = on(route.from);
        sent_ = Event{machine.gpu(route.from).device};
    }
    if (owner_here && !route.on_host) {
        if (route.from != route.owner) half_there_ = on(route.owner);
        product_ = on(route.owner);
    }
    if (to_here && (route.on_host || route.owner != route.to))
        product_there_ = on(route.to);
    if (!needs_host()) return;
    arrived_ = PinnedArray<T>{reals};
    if (multiplied_on_host()) host_product_ = PinnedArray<T>{reals};
    if (from_here)
        downloaded_ = Event{machine.gpu(route.from).device};
    else
        message_ = {machine.network(), Message::Way::receive,
                    arrived_.data(),   arrived_.bytes(),
                    route.rank,        route.tag};
    if (to_here)
        uploaded_ = Event{machine.gpu(route.to).device};
    else
        message_ = {machine.network(), Message::Way::send, leaving().data(),
                    leaving().bytes(), route.rank,         route.tag};
}

template <class T>
const T* Chain<T>::half_to_multiply() const {
    if (route_.on_host) return arrived_.data();
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
void Chain<T>::begin() const noexcept {
    if (route_.from == kElsewhere)
        message_.start();
    else
        wait_until_sent();
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

/// On a separate stream, so that the products of other faces need not wait.
template <class T>
void Chain<T>::download(const Machine& machine,
                        const DeviceArray<T>& source) const noexcept {
    const Gpu& sender = machine.gpu(route_.from);
    const gpu::Stream stream = sender.downloads.get();
    select(sender.device);
    sent_.record(sender.faces.get());
    sent_.hold(stream);
    gpu::check(TASUKI_GPU_API(MemcpyAsync)(
                   arrived_.data(), source.data(), source.bytes(),
                   TASUKI_GPU_API(MemcpyDeviceToHost), stream),
               "copy to the host");
    downloaded_.record(stream);
}

template <class T>
void Chain<T>::move_half(const Machine& machine) const noexcept {
    if (route_.on_host || route_.owner == kElsewhere)
        download(machine, half_);
    else if (half_there_)
        copy_to_gpu(machine, route_.from, route_.owner, half_, half_there_);
}

template <class T>
void Chain<T>::move_product(const Machine& machine) const noexcept {
    if (route_.to == kElsewhere)
        download(machine, product_);
    else if (product_there_)
        copy_to_gpu(machine, route_.owner, route_.to, product_, product_there_);
}

template <class T>
bool Chain<T>::came() const noexcept {
    return route_.from == kElsewhere ? message_.done() : downloaded_.passed();
}

template <class T>
void Chain<T>::pass_on(const Machine& machine) const noexcept {
    if (route_.to == kElsewhere) {
        message_.start();
        return;
    }
    const Gpu& receiver = machine.gpu(route_.to);
    const auto& target = half_there_ ? half_there_ : product_there_;
    select(receiver.device);
    gpu::check(TASUKI_GPU_API(MemcpyAsync)(
                   target.data(), leaving().data(), target.bytes(),
                   TASUKI_GPU_API(MemcpyHostToDevice), receiver.uploads.get()),
               "copy from the host");
    uploaded_.record(receiver.uploads.get());
    uploaded_.hold(receiver.faces.get());
}

template <class T>
void Chain<T>::wait_until_sent() const noexcept {
    if (route_.to == kElsewhere) message_.wait();
}

template class Chain<double>;
template class Chain<float>;

}  // namespace tasuki::peers::streams
