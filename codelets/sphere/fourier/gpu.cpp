// to_grid and from_grid on the GPU, by cuFFT or hipFFT.
#include "codelets/device/fft.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "runtime/core/task_stream.hpp"

#if defined(TASUKI_GPU_FFT)

#include <list>
#include <mutex>

namespace tasuki::sphere::fourier {

namespace {

struct Key {
    int device;
    gpu::Stream stream;  ///< a plan has one workspace
    std::uint32_t rows, pitch, longitudes;
    bool to_grid;

    bool operator==(const Key&) const = default;
};

/// Plans with their workspaces; those not used for longest are given up.
class Plans {
  public:
    static gpu::FftPlan find(const Key& key) {
        static Plans plans;
        return plans.find_or_make(key);
    }

  private:
    struct Entry {
        Key key;
        gpu::FftPlan plan;
    };
    static constexpr std::size_t kMost = 64;

    gpu::FftPlan find_or_make(const Key& key) {
        const std::lock_guard lock{mutex_};
        for (auto at = entries_.begin(); at != entries_.end(); ++at)
            if (at->key == key) {
                entries_.splice(entries_.begin(), entries_, at);
                return at->plan;
            }
        if (entries_.size() == kMost) give_up_last();
        entries_.push_front({key, make(key)});
        return entries_.front().plan;
    }

    /// Its stream may be gone, and with it what it had to do.
    void give_up_last() {
        gpu::check(TASUKI_GPU_API(DeviceSynchronize)(), "wait for the device");
        static_cast<void>(TASUKI_FFT_API(Destroy)(entries_.back().plan));
        entries_.pop_back();
    }

    static gpu::FftPlan make(const Key& key) {
        gpu::FftPlan plan;
        auto n = static_cast<int>(key.longitudes);
        auto pitch = static_cast<int>(key.pitch);
        const auto rows = static_cast<int>(key.rows);
        gpu::check_fft(
            key.to_grid
                ? TASUKI_FFT_API(PlanMany)(&plan, 1, &n, &pitch, 1, pitch, &n,
                                           1, n, TASUKI_FFT_TO_REAL, rows)
                : TASUKI_FFT_API(PlanMany)(&plan, 1, &n, &n, 1, n, &pitch, 1,
                                           pitch, TASUKI_FFT_FROM_REAL, rows),
            "plan FFT");
        return plan;
    }

    std::mutex mutex_;
    std::list<Entry> entries_;
};

gpu::FftComplex* raw(Complex* at) {
    return reinterpret_cast<gpu::FftComplex*>(at);
}

gpu::FftPlan plan_for(const Args& args, gpu::Stream stream, bool to_grid) {
    runtime::use_workspace();
    const auto plan = Plans::find({gpu::current_device(), stream, args.rows,
                                   args.pitch, args.longitudes, to_grid});
    // Each time: streams of an earlier run may have had the same address.
    gpu::check_fft(TASUKI_FFT_API(SetStream)(plan, stream),
                   "set stream of FFT");
    return plan;
}

}  // namespace

void to_grid_gpu(const Args& args, const ToGrid& f, gpu::Stream stream) {
    if (args.rows == 0) return;
    const std::size_t length = args.longitudes / 2 + 1;
    if (length > args.orders)
        gpu::check(
            TASUKI_GPU_API(Memset2DAsync)(
                f.fourier + args.orders, args.pitch * sizeof(Complex), 0,
                (length - args.orders) * sizeof(Complex), args.rows, stream),
            "zero orders");
    gpu::check_fft(TASUKI_FFT_API(ExecZ2D)(plan_for(args, stream, true),
                                           raw(f.fourier), f.grid),
                   "to_grid");
}

void from_grid_gpu(const Args& args, const FromGrid& f, gpu::Stream stream) {
    if (args.rows == 0) return;
    gpu::check_fft(TASUKI_FFT_API(ExecD2Z)(plan_for(args, stream, false),
                                           const_cast<double*>(f.grid.data()),
                                           raw(f.fourier)),
                   "from_grid");
}

}  // namespace tasuki::sphere::fourier

#endif
