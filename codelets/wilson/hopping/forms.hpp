// The forms of a sweep: the precision of its fields and the reals of its links.
// A compiler takes ten seconds for each, so a program has those that it runs:
// double precision with whole links, and the others if it links
// tasuki_wilson_forms and calls add_forms() (codelets/wilson/forms/).
#pragma once

#include "codelets/wilson/hopping/sweep_gpu.hpp"

namespace tasuki::wilson::forms {

// One source for each form and device: cpu_*.cpp and gpu_*.cpp.
template <class T, int kLinkReals>
void sweep_cpu(const Sweep& sweep, const SweepFields<T>& fields) noexcept;
template <class T, int kLinkReals>
void sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
               gpu::Stream stream);
template <class T, int kLinkReals>
void tune_sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
                    gpu::Stream stream);

/// The functions of a form; null where the program does not have it.
template <class T, int kLinkReals>
struct Functions {
    using Gpu = void (*)(const Sweep&, const SweepFields<T>&, gpu::Stream);
    void (*on_cpu)(const Sweep&, const SweepFields<T>&) noexcept = nullptr;
    Gpu on_gpu = nullptr;
    Gpu tune_on_gpu = nullptr;
};

/// Functions that sweep_cpu(), sweep_gpu() and tune_sweep_gpu() call.
template <class T, int kLinkReals>
Functions<T, kLinkReals>& functions();

/// Functions of a form that is linked.
template <class T, int kLinkReals>
Functions<T, kLinkReals> linked() {
#if defined(TASUKI_HAS_GPU)
    return {sweep_cpu<T, kLinkReals>, sweep_gpu<T, kLinkReals>,
            tune_sweep_gpu<T, kLinkReals>};
#else
    return {sweep_cpu<T, kLinkReals>, nullptr, nullptr};
#endif
}

template <class T, int kLinkReals>
bool is_here() {
    return functions<T, kLinkReals>().on_cpu != nullptr;
}

/// Checks that the program has a form.
/// @throws UnavailableError  it does not; the message says what adds it
template <class T, int kLinkReals>
void require();

}  // namespace tasuki::wilson::forms
