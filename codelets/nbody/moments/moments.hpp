// moments: mass, energies, centre of mass, momentum and angular momentum of n
// bodies, as partial sums over groups of kGroup in double.  Groups do not
// depend on the device, nor on the number of workers.
#pragma once

#include <cstdint>
#include <string>

#include "codelets/nbody/layout.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::nbody::moments {

inline constexpr std::uint32_t kGroup = kRun;

struct Moments {
    double mass;
    double kinetic;      ///< sum of m v^2 / 2
    double potential;    ///< sum of m phi: has every pair from both sides
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
    runtime::Write<Moments> sums;                     // (ceil(n / kGroup))
    runtime::Read<Quad<typename N::State>> position;  // (n)
    runtime::Read<Quad<typename N::State>> velocity;  // (n)
    runtime::Read<double> wells;  // (n), -phi as accelerate has it
};

constexpr std::uint32_t groups(std::uint32_t bodies) {
    return (bodies + kGroup - 1) / kGroup;
}

template <class N>
void run_cpu(const Args& args, const Fields<N>& fields) noexcept;
template <class N>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream);

template <class N>
struct Kernel {
    static constexpr auto name = "moments";
    static std::string model() {
        return std::string{"moments_"} + numbers_name<N>();
    }
    using Args = moments::Args;
    static constexpr auto cpu = run_cpu<N>;
    static constexpr auto gpu = run_gpu<N>;
};

}  // namespace tasuki::nbody::moments
