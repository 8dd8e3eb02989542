// Preloaded into a command: its FFTs from coefficients to the grid get one
// number wrong.
#include <dlfcn.h>
#include <fftw3.h>

extern "C" void fftw_execute_dft_c2r(const fftw_plan plan, fftw_complex* in,
                                     double* out) {
    static const auto execute =
        reinterpret_cast<decltype(&fftw_execute_dft_c2r)>(
            dlsym(RTLD_NEXT, "fftw_execute_dft_c2r"));
    execute(plan, in, out);
    out[0] += 1;
}
