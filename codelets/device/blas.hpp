// Common names for BLAS and LAPACK on GPUs, for programs that link with
// Tasuki::gpu_blas: cuBLAS and cuSOLVER, or hipBLAS and hipSOLVER, have the
// same functions, with other prefixes.
//
//   static void gpu(const Args&, Read<float> x, Update<float> y,
//                   gpu::Stream stream) {
//       gpu::Blas::on(stream).call(TASUKI_BLAS(Saxpy), y.size(), &kOne,
//                                  x.data(), 1, y.data(), 1);
//   }
//
// Such calls are C++ as any other: no source for a GPU compiler is needed.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if !defined(TASUKI_HAS_GPU)

// So that functions for GPUs compile, which nobody then calls.
#define TASUKI_BLAS(name) nullptr
#define TASUKI_BLAS_VALUE(name) 0
#define TASUKI_SOLVER(name) nullptr

namespace tasuki::gpu {
struct Blas {
    static Blas on(Stream) { return {}; }
    void call(...) {}
    void call_lapack(...) {}
};
}  // namespace tasuki::gpu

#else

#include <map>
#include <vector>

#include "runtime/core/per_thread.hpp"
#include "runtime/core/task_stream.hpp"

#if !defined(TASUKI_GPU_BLAS_HEADER)
#error "no hipBLAS with hipSOLVER was found, or Tasuki::gpu_blas is not linked"
#endif
// blas_cuda.hpp or blas_hip.hpp, by the toolkit of the build.
#include TASUKI_GPU_BLAS_HEADER

namespace tasuki::gpu {

/// What the libraries need for one stream: two must not share a work space.
class Blas {
  public:
    /// That of the calling thread for a stream; kept as long as the thread,
    /// which is that of a worker.
    static Blas& on(Stream stream) {
        runtime::use_workspace();
        return runtime::per_thread<std::map<Stream, Blas>>()
            .try_emplace(stream, stream)
            .first->second;
    }
    /// Allocates memory of the device; on() keeps what is made.
    explicit Blas(Stream stream) : device_{current_device()} {
        check(TASUKI_BLAS(Create)(&blas_));
        check(TASUKI_BLAS(SetStream)(blas_, stream));
        check(TASUKI_SOLVER(Create)(&solver_));
        check(TASUKI_SOLVER(SetStream)(solver_, stream));
        info_ = static_cast<int*>(allocate(sizeof(int)));
    }
    /// The thread ends, and with it the last Context that used it.
    ~Blas() {
        int before = 0;
        check_release(TASUKI_GPU_API(GetDevice)(&before), "current device");
        check_release(TASUKI_GPU_API(SetDevice)(device_), "select device");
        // What they return says no more than that the device has failed.
        static_cast<void>(TASUKI_SOLVER(Destroy)(solver_));
        static_cast<void>(TASUKI_BLAS(Destroy)(blas_));
        for (void* const memory : memory_)
            check_release(TASUKI_GPU_API(Free)(memory), "free");
        check_release(TASUKI_GPU_API(SetDevice)(before), "select device");
    }
    Blas(const Blas&) = delete;
    Blas& operator=(const Blas&) = delete;

    /// Calls `function`, a TASUKI_BLAS(), for the stream.
    /// @throws DeviceError  it failed, or an argument is wrong
    template <class Function, class... Arguments>
    void call(Function* function, Arguments... arguments) {
        check(function(blas_, arguments...));
    }
    /// The same for a TASUKI_SOLVER() that wants a work space of doubles and
    /// the address of an info last, and for the one that says how large the
    /// work space is.  Nobody reads the info: check the result.
    template <class Size, class Function, class... Arguments>
    void call_lapack(Size* size, Function* function, Arguments... arguments) {
        int needed = 0;
        check(size(solver_, arguments..., &needed));
        if (needed > size_) {  // the old one may be in use: it stays
            work_ = static_cast<double*>(allocate(sizeof(double) * needed));
            size_ = needed;
        }
        check(function(solver_, arguments..., work_, size_, info_));
    }

  private:
    /// 0 is success in all these libraries.
    static void check(int status) {
        if (status != 0)
            throw runtime::DeviceError("BLAS or LAPACK",
                                       "it returned " + std::to_string(status));
    }
    void* allocate(std::size_t bytes) {
        void* memory = nullptr;
        gpu::check(TASUKI_GPU_API(Malloc)(&memory, bytes), "allocate");
        memory_.push_back(memory);
        return memory;
    }

    int device_;
    std::vector<void*> memory_;  // all that was allocated
    TASUKI_BLAS(Handle_t) blas_{};
    TASUKI_SOLVER(Handle_t) solver_{};
    double* work_ = nullptr;
    int* info_ = nullptr;
    int size_ = 0;
};

}  // namespace tasuki::gpu
#endif
