// moments: mass, kinetic energy, centre of mass, momentum and angular momentum
// of n bodies, as partial sums over groups of kGroup in double.  Groups do not
// depend on the device, nor on the number of workers.
#pragma once

#include <cstdint>

#include "codelets/nbody/layout.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::nbody::moments {

inline constexpr std::uint32_t kGroup = kRun;

struct Moments {
    double mass;
    double kinetic;      ///< sum of m v^2 / 2
    double position[3];  ///< sum of m r
    double momentum[3];  ///< sum of m v
    double angular[3];   ///< sum of m r x v
};
inline constexpr int kReals = sizeof(Moments) / sizeof(double);

struct Args {
    std::uint32_t bodies;
};

template <class N>
struct Fields {
    Moments* sums;                            // write (ceil(n / kGroup))
    const Quad<typename N::State>* position;  // read (n)
    const Quad<typename N::State>* velocity;  // read (n)
};

constexpr std::uint32_t groups(std::uint32_t bodies) {
    return (bodies + kGroup - 1) / kGroup;
}

template <class N>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N>
void run_gpu(const Args& args, const Fields<N>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: sums (write), position, velocity (read).
template <class N>
runtime::Codelet& codelet();

}  // namespace tasuki::nbody::moments
