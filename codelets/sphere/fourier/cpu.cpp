// to_grid and from_grid on the CPU, by FFTW.
#include <fftw3.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "codelets/device/write_back.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "runtime/core/per_thread.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::fourier {

namespace {

/// Plans of one row, made once: FFTW tries what is fastest.  Only execution is
/// safe in threads.
class Plans {
  public:
    /// @param grid  what it will be used on, with a Row
    static fftw_plan find(const Args& args, bool to_grid, const double* grid) {
        static Plans plans;
        // Rows of an odd number of doubles begin anywhere.
        const bool aligned = args.longitudes % 2 == 0 &&
                             fftw_alignment_of(const_cast<double*>(grid)) == 0;
        return plans.find_or_make(
            {static_cast<int>(args.longitudes), to_grid, aligned});
    }

  private:
    struct Key {
        int longitudes;
        bool to_grid, aligned;
        auto operator<=>(const Key&) const = default;
    };

    Plans() = default;
    ~Plans() {
        for (const auto& [key, plan] : plans_) fftw_destroy_plan(plan);
    }

    fftw_plan find_or_make(const Key& key) {
        const std::lock_guard lock{mutex_};
        auto& plan = plans_[key];
        if (plan != nullptr) return plan;
        const int n = key.longitudes;
        constexpr double most_seconds = 2;
        fftw_set_timelimit(most_seconds);
        auto* const row = fftw_alloc_real(static_cast<std::size_t>(n));
        auto* const orders =
            fftw_alloc_complex(static_cast<std::size_t>(n) / 2 + 1);
        const unsigned flags =
            FFTW_MEASURE | (key.aligned ? 0u : FFTW_UNALIGNED);
        plan = key.to_grid ? fftw_plan_dft_c2r_1d(n, orders, row, flags)
                           : fftw_plan_dft_r2c_1d(n, row, orders,
                                                  flags | FFTW_PRESERVE_INPUT);
        fftw_free(row);
        fftw_free(orders);
        return plan;
    }

    std::mutex mutex_;
    std::map<Key, fftw_plan> plans_;
};

fftw_complex* raw(Complex* at) {
    return reinterpret_cast<fftw_complex*>(at);
}

/// All orders of one row, of a thread: they stay in its caches.
class Row {
  public:
    Row() = default;
    ~Row() { fftw_free(orders_); }
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;

    static Complex* of_thread(std::size_t length) {
        Row& row = runtime::per_thread<Row>();
        if (row.length_ < length) {
            fftw_free(std::exchange(row.orders_, nullptr));
            row.length_ = 0;
            row.orders_ = fftw_alloc_complex(length);
            if (row.orders_ == nullptr) throw std::bad_alloc{};
            row.length_ = length;
        }
        return reinterpret_cast<Complex*>(row.orders_);
    }

  private:
    fftw_complex* orders_ = nullptr;
    std::size_t length_ = 0;
};

/// Rows in a piece of work.
constexpr std::size_t kGrain = 4;

/// Calls body(row, workspace for its orders); a free thread takes the next.
template <class Body>
void for_rows(const Args& args, const Body& body) {
    const std::size_t rows = args.rows;
    runtime::parallel_items((rows + kGrain - 1) / kGrain, [&](std::size_t i) {
        Complex* const orders = Row::of_thread(args.longitudes / 2 + 1);
        const std::size_t end = std::min((i + 1) * kGrain, rows);
        for (std::size_t row = i * kGrain; row < end; ++row) body(row, orders);
    });
}

}  // namespace

void to_grid_cpu(const Args& args, const ToGrid& f) noexcept {
    const fftw_plan plan = Plans::find(args, true, f.grid);
    for_rows(args, [&](std::size_t row, Complex* orders) {
        // FFTW spoils what it reads.
        Complex* const rest =
            std::copy_n(f.fourier + row * args.pitch, args.orders, orders);
        std::fill(rest, orders + args.longitudes / 2 + 1, Complex{});
        double* const to = f.grid + row * args.longitudes;
        fftw_execute_dft_c2r(plan, raw(orders), to);
        if (args.to_gpu)
            device::write_back(to, args.longitudes * sizeof(double));
    });
}

void from_grid_cpu(const Args& args, const FromGrid& f) noexcept {
    const fftw_plan plan = Plans::find(args, false, f.grid);
    for_rows(args, [&](std::size_t row, Complex* orders) {
        // It is not written: FFTW_PRESERVE_INPUT.
        fftw_execute_dft_r2c(
            plan, const_cast<double*>(f.grid + row * args.longitudes),
            raw(orders));
        Complex* const to = f.fourier + row * args.pitch;
        std::copy_n(orders, args.orders, to);
        if (args.to_gpu) device::write_back(to, args.orders * sizeof(Complex));
    });
}

}  // namespace tasuki::sphere::fourier
