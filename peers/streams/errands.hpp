// Work of the driving thread for the faces that go through the host.
#pragma once

#include <algorithm>
#include <thread>
#include <vector>

#include "codelets/wilson/hop.hpp"
#include "peers/streams/chain.hpp"

namespace tasuki::peers::streams {

/// A chain that the driving thread passes on in every application.
template <class T>
struct Errand {
    const Chain<T>* chain;
    int owner;  ///< block whose links multiply it
    int mu;
    tasuki::wilson::Hop hop;
    int to;  ///< local block that waits for it, or kElsewhere
};

/// Runs all errands, each as soon as its data has arrived; only here the thread
/// polls for that, and it does not wait for one errand while another can
/// continue.  Data that is only passed on goes first, since another rank may
/// wait for it and a product takes time.
/// @param multiply  called with an errand whose product the host computes
/// @param arrived   called with an errand whose upload has been queued
template <class T, class Multiply, class Arrived>
void run_errands(const Machine& machine, std::vector<Errand<T>> open,
                 const Multiply& multiply, const Arrived& arrived) noexcept {
    const auto pass_on = [&](const Errand<T>& errand) {
        errand.chain->pass_on(machine);
        if (errand.to != kElsewhere) arrived(errand);
    };
    while (!open.empty()) {
        const auto before = open.size();
        std::erase_if(open, [&](const Errand<T>& errand) {
            const auto& chain = *errand.chain;
            if (chain.multiplied_on_host() || !chain.came()) return false;
            pass_on(errand);
            return true;
        });
        const auto next =
            std::find_if(open.begin(), open.end(), [](const Errand<T>& errand) {
                const auto& chain = *errand.chain;
                return chain.multiplied_on_host() && chain.came();
            });
        if (next != open.end()) {
            multiply(*next);
            pass_on(*next);
            open.erase(next);
        }
        // Ranks may share a CPU.
        if (open.size() == before) std::this_thread::yield();
    }
}

}  // namespace tasuki::peers::streams
