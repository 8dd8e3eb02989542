// to_grid and from_grid on the CPU, by FFTW.
#include <fftw3.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "codelets/sphere/fourier/fourier.hpp"
#include "runtime/team.hpp"

namespace tasuki::sphere::fourier {

namespace {

/// Plans of one row, made once: FFTW tries what is fastest.  Only execution is
/// safe in threads.
class Plans {
  public:
    static fftw_plan to_grid(int longitudes) {
        return instance().find(longitudes, true);
    }
    static fftw_plan from_grid(int longitudes) {
        return instance().find(longitudes, false);
    }

  private:
    static Plans& instance() {
        static Plans plans;
        return plans;
    }
    Plans() = default;
    ~Plans() {
        for (const auto& [key, plan] : plans_) fftw_destroy_plan(plan);
    }

    fftw_plan find(int n, bool to_grid) {
        const std::lock_guard lock{mutex_};
        auto& plan = plans_[{n, to_grid}];
        if (plan != nullptr) return plan;
        constexpr double most_seconds = 2;
        fftw_set_timelimit(most_seconds);
        auto* const row = fftw_alloc_real(static_cast<std::size_t>(n));
        auto* const orders =
            fftw_alloc_complex(static_cast<std::size_t>(n) / 2 + 1);
        // Rows of an odd number of doubles begin anywhere.
        const unsigned flags =
            FFTW_MEASURE | (n % 2 == 1 ? FFTW_UNALIGNED : 0u);
        plan = to_grid ? fftw_plan_dft_c2r_1d(n, orders, row, flags)
                       : fftw_plan_dft_r2c_1d(n, row, orders,
                                              flags | FFTW_PRESERVE_INPUT);
        fftw_free(row);
        fftw_free(orders);
        return plan;
    }

    std::mutex mutex_;
    std::map<std::pair<int, bool>, fftw_plan> plans_;
};

fftw_complex* raw(Complex* at) {
    return reinterpret_cast<fftw_complex*>(at);
}

/// Rows in a piece of work.
constexpr std::size_t kGrain = 4;

}  // namespace

void to_grid_cpu(const Args& args, const ToGrid& f) noexcept {
    const auto n = static_cast<int>(args.longitudes);
    const fftw_plan plan = Plans::to_grid(n);
    const std::size_t length = args.longitudes / 2 + 1;
    runtime::parallel_ranges(
        args.rows, kGrain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                Complex* const orders = f.fourier + row * args.pitch;
                std::fill(orders + args.orders, orders + length, Complex{});
                fftw_execute_dft_c2r(plan, raw(orders),
                                     f.grid + row * args.longitudes);
            }
        });
}

void from_grid_cpu(const Args& args, const FromGrid& f) noexcept {
    const auto n = static_cast<int>(args.longitudes);
    const fftw_plan plan = Plans::from_grid(n);
    runtime::parallel_ranges(
        args.rows, kGrain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row)
                // It is not written: FFTW_PRESERVE_INPUT.
                fftw_execute_dft_r2c(
                    plan, const_cast<double*>(f.grid + row * args.longitudes),
                    raw(f.fourier + row * args.pitch));
        });
}

}  // namespace tasuki::sphere::fourier
