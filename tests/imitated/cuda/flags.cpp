// Streams that wait for numbers in memory of the host, and write them:
// functions of the driver, which the runtime finds by name.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "tests/imitated/cuda/memory.hpp"
#include "tests/imitated/cuda/streams.hpp"

using namespace tasuki::imitated;

namespace {

std::atomic_ref<std::uint32_t> number_at(CUdeviceptr address) {
    return std::atomic_ref{*reinterpret_cast<std::uint32_t*>(address)};
}

CUresult queue_on(CUstream handle, CUdeviceptr address, const Step& step) {
    const Lock lock = Machine::instance().lock();
    if (!is_pinned(lock, reinterpret_cast<const void*>(address)))
        broken("a stream waits for memory that it does not see");
    return queue(lock, stream_of(lock, handle), step) == cudaSuccess
               ? CUDA_SUCCESS
               : CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
}

CUresult wait_for_number(CUstream stream, CUdeviceptr address, cuuint32_t value,
                         unsigned flags) {
    if (flags != CU_STREAM_WAIT_VALUE_EQ) broken("a wait for another relation");
    return queue_on(stream, address,
                    {.type = cudaGraphNodeTypeHost,
                     .may_run = [=] { return number_at(address) == value; }});
}

CUresult write_number(CUstream stream, CUdeviceptr address, cuuint32_t value,
                      unsigned) {
    return queue_on(stream, address, {cudaGraphNodeTypeHost, [=] {
                                          number_at(address) = value;
                                      }});
}

}  // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPointByVersion(
    const char* name, void** function, unsigned, unsigned long long,
    cudaDriverEntryPointQueryResult* result) {
    *function = std::strcmp(name, "cuStreamWaitValue32") == 0
                    ? reinterpret_cast<void*>(wait_for_number)
                : std::strcmp(name, "cuStreamWriteValue32") == 0
                    ? reinterpret_cast<void*>(write_number)
                    : nullptr;
    *result = *function == nullptr ? cudaDriverEntryPointSymbolNotFound
                                   : cudaDriverEntryPointSuccess;
    return cudaSuccess;
}
}
