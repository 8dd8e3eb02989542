#include <cstdio>
#include <string>

#include "tests/imitated/cuda/memory.hpp"
#include "tests/imitated/cuda/streams.hpp"

namespace tasuki::imitated {

namespace {

thread_local int device_of_thread = 0;
thread_local cudaError_t last_error = cudaSuccess;

}  // namespace

int current_device() {
    return device_of_thread;
}

cudaError_t failed(cudaError_t error) {
    return last_error = error;
}

}  // namespace tasuki::imitated

using namespace tasuki::imitated;

namespace {

bool exists(int device) {
    return device >= 0 && device < Machine::instance().devices();
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    *count = Machine::instance().devices();
    return *count == 0 ? failed(cudaErrorNoDevice) : cudaSuccess;
}

// Makes a context of the process there, since CUDA 12.
cudaError_t cudaSetDevice(int device) {
    if (!exists(device)) return failed(cudaErrorInvalidDevice);
    if (device >= Machine::instance().free_devices())
        return failed(cudaErrorDevicesUnavailable);
    device_of_thread = device;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
    *device = device_of_thread;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (!exists(device)) return failed(cudaErrorInvalidDevice);
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "imitated GPU");
    properties->uuid.bytes[15] = static_cast<char>(device + 1);
    properties->totalGlobalMem = Machine::instance().memory();
    properties->pciBusID = device + 1;
    properties->major = 9;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->multiProcessorCount = 4;
    properties->asyncEngineCount = 2;
    properties->concurrentKernels = 1;
    properties->unifiedAddressing = 1;
    properties->canMapHostMemory = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute,
                                   int device) {
    if (!exists(device)) return failed(cudaErrorInvalidDevice);
    switch (attribute) {
        case cudaDevAttrComputeMode:
            *value = Machine::instance().free_devices() <
                             Machine::instance().devices()
                         ? cudaComputeModeExclusiveProcess
                         : cudaComputeModeDefault;
            return cudaSuccess;
        case cudaDevAttrMultiProcessorCount:
            *value = 4;
            return cudaSuccess;
        default:
            broken("attribute " + std::to_string(attribute) +
                   " of a device is not imitated");
    }
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    if (!exists(device) || !exists(peer)) return failed(cudaErrorInvalidDevice);
    *can = device == peer || !Machine::instance().are_peers() ? 0 : 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
    const Lock lock = Machine::instance().lock();
    static std::vector<std::vector<bool>> enabled(
        Machine::instance().devices(),
        std::vector<bool>(Machine::instance().devices()));
    if (!exists(peer) || peer == current_device())
        return failed(cudaErrorInvalidDevice);
    if (!Machine::instance().are_peers())
        return failed(cudaErrorPeerAccessUnsupported);
    if (enabled[current_device()][peer])
        return failed(cudaErrorPeerAccessAlreadyEnabled);
    enabled[current_device()][peer] = true;
    return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
    Lock lock = Machine::instance().lock();
    wait_for_device(lock, current_device());
    free_all(lock, current_device());
    forget_streams(lock, current_device());
    return cudaSuccess;
}

cudaError_t cudaGetLastError() {
    TASUKI_FAIL_IF_BROKEN();
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError() {
    TASUKI_FAIL_IF_BROKEN();
    return last_error;
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
        case cudaSuccess:
            return "no error";
        case cudaErrorMemoryAllocation:
            return "out of memory";
        case cudaErrorNoDevice:
            return "no CUDA-capable device is detected";
        case cudaErrorNotReady:
            return "device not ready";
        case cudaErrorIllegalAddress:
            return "an illegal memory access was encountered";
        case cudaErrorDevicesUnavailable:
            return "CUDA-capable device(s) is/are busy or unavailable";
        case cudaErrorStreamCaptureUnsupported:
            return "operation not permitted when stream is capturing";
        case cudaErrorStreamCaptureInvalidated:
            return "operation failed due to a previous error during capture";
        default: {
            thread_local std::string text;
            text = "error " + std::to_string(error);
            return text.c_str();
        }
    }
}
}
