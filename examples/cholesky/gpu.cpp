#include <map>

#include "cholesky.hpp"
#include GPU_LIBRARIES  // libraries_cuda.hpp or libraries_hip.hpp

namespace cholesky {
namespace {
constexpr double kOne = 1, kMinusOne = -1;

void need(int status, const char* call) {
    if (status != 0) runtime::fail_on_device(call, "it returned an error");
}

void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    gpu::check(TASUKI_GPU_API(Malloc)(&memory, bytes), "allocate");
    return memory;
}

/// The libraries' state for one stream: two streams must not share a workspace.
struct Libraries {
    explicit Libraries(gpu::Stream stream) {
        need(BLAS(Create)(&blas), "create BLAS");
        need(BLAS(SetStream)(blas, stream), "BLAS on a stream");
        need(SOLVER(DnCreate)(&solver), "create LAPACK");
        need(SOLVER(DnSetStream)(solver, stream), "LAPACK on a stream");
        info = static_cast<int*>(allocate(sizeof(int)));
    }
    void potrf(int n, double* a, int leading) {
        int needed = 0;
        need(SOLVER(DnDpotrf_bufferSize)(solver, SOLVER_LOWER, n, a, leading,
                                         &needed),
             "size of potrf");
        if (needed > size) {  // the old one may be in use: it stays
            work = static_cast<double*>(allocate(sizeof(double) * needed));
            size = needed;
        }
        need(SOLVER(DnDpotrf)(solver, SOLVER_LOWER, n, a, leading, work, size,
                              info),
             "potrf");
    }
    BLAS(Handle_t) blas{};
    SOLVER(DnHandle_t) solver{};
    double* work = nullptr;
    int* info = nullptr;  // the check of the result sees a failure
    int size = 0;
};

/// Kept as long as the process, of the thread that drives the GPU.
Libraries& on(gpu::Stream stream) {
    thread_local std::map<gpu::Stream, Libraries> all;
    return all.try_emplace(stream, stream).first->second;
}
}  // namespace

void Potrf::gpu(const Args&, Tile a, gpu::Stream stream) {
    on(stream).potrf(int(a.rows()), a.data(), int(a.leading()));
}
void Trsm::gpu(const Args&, ReadTile l, Tile b, gpu::Stream stream) {
    need(BLAS(Dtrsm)(on(stream).blas, BLAS_VALUE(SIDE_RIGHT),
                     BLAS_VALUE(FILL_MODE_LOWER), BLAS_VALUE(OP_T),
                     BLAS_VALUE(DIAG_NON_UNIT), int(b.rows()), int(b.columns()),
                     &kOne, const_cast<double*>(l.data()), int(l.leading()),
                     b.data(), int(b.leading())),
         "trsm");
}
void Syrk::gpu(const Args&, ReadTile a, Tile c, gpu::Stream stream) {
    need(BLAS(Dsyrk)(on(stream).blas, BLAS_VALUE(FILL_MODE_LOWER),
                     BLAS_VALUE(OP_N), int(c.rows()), int(a.columns()),
                     &kMinusOne, a.data(), int(a.leading()), &kOne, c.data(),
                     int(c.leading())),
         "syrk");
}
void Gemm::gpu(const Args&, ReadTile a, ReadTile b, Tile c,
               gpu::Stream stream) {
    need(BLAS(Dgemm)(on(stream).blas, BLAS_VALUE(OP_N), BLAS_VALUE(OP_T),
                     int(c.rows()), int(c.columns()), int(a.columns()),
                     &kMinusOne, a.data(), int(a.leading()), b.data(),
                     int(b.leading()), &kOne, c.data(), int(c.leading())),
         "gemm");
}

void pin(double* memory, std::size_t size) {
    gpu::check(
        TASUKI_GPU_API(HostRegister)(memory, sizeof(double) * size,
                                     TASUKI_GPU_API(HostRegisterPortable)),
        "pin host memory");
}
void unpin(double* memory) {
    gpu::check(TASUKI_GPU_API(HostUnregister)(memory), "unpin host memory");
}

double time_on_gpu(int n, const double* a) {
    const std::size_t bytes = sizeof(double) * n * n;
    auto* memory = static_cast<double*>(allocate(bytes));
    gpu::Stream stream;
    gpu::check(TASUKI_GPU_API(StreamCreateWithFlags)(
                   &stream, TASUKI_GPU_API(StreamNonBlocking)),
               "create a stream");
    gpu::Stopwatch watch;
    double seconds = 0;
    for (int k = 0; k < 2; ++k) {  // the first time loads the code
        gpu::check(
            TASUKI_GPU_API(MemcpyAsync)(
                memory, a, bytes, TASUKI_GPU_API(MemcpyHostToDevice), stream),
            "copy to the GPU");
        watch.start(stream);
        on(stream).potrf(n, memory, n);
        seconds = watch.stop(stream);
    }
    gpu::check(TASUKI_GPU_API(Free)(memory), "free");
    return seconds;
}
}  // namespace cholesky
