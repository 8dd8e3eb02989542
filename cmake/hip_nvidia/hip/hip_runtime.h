/* HIP's names for CUDA's runtime, in C and C++: those that Tasuki and StarPU's
 * HIP driver use, and no more.
 *
 * AMD's own headers for this name fields and functions that CUDA 13 has not,
 * and need the library of NVIDIA's driver to start at all.  These are names
 * and types only: what a program calls, and links, is CUDA's runtime. */
#pragma once

#include <cuda_runtime_api.h>
#include <string.h>

#define hipError_t cudaError_t
#define hipEvent_t cudaEvent_t
#define hipStream_t cudaStream_t
typedef enum cudaMemcpyKind hipMemcpyKind;

#define hipSuccess cudaSuccess
#define hipErrorDeinitialized cudaErrorCudartUnloading
#define hipErrorMemoryAllocation cudaErrorMemoryAllocation
#define hipErrorNotReady cudaErrorNotReady
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorPeerAccessAlreadyEnabled cudaErrorPeerAccessAlreadyEnabled
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipPeekAtLastError cudaPeekAtLastError

#define hipDeviceCanAccessPeer cudaDeviceCanAccessPeer
#define hipDeviceEnablePeerAccess cudaDeviceEnablePeerAccess
#define hipDeviceGetPCIBusId cudaDeviceGetPCIBusId
#define hipDeviceGetStreamPriorityRange cudaDeviceGetStreamPriorityRange
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipMemset2DAsync cudaMemset2DAsync
#define hipGetDevice cudaGetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipSetDevice cudaSetDevice

#define hipEventCreate cudaEventCreate
#define hipEventCreateWithFlags cudaEventCreateWithFlags
#define hipEventDestroy cudaEventDestroy
#define hipEventDisableTiming cudaEventDisableTiming
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventQuery cudaEventQuery
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize

#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamCreateWithPriority cudaStreamCreateWithPriority
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipStreamQuery cudaStreamQuery
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamWaitEvent cudaStreamWaitEvent

#define hipStreamBeginCapture cudaStreamBeginCapture
#define hipStreamCaptureModeRelaxed cudaStreamCaptureModeRelaxed
#define hipStreamEndCapture cudaStreamEndCapture

#define hipGraphAddEventRecordNode cudaGraphAddEventRecordNode
#define hipGraphDestroy cudaGraphDestroy
#define hipGraphExecDestroy cudaGraphExecDestroy
#define hipGraphExec_t cudaGraphExec_t
#define hipGraphExecKernelNodeSetParams cudaGraphExecKernelNodeSetParams
#define hipGraphGetNodes cudaGraphGetNodes
#define hipGraphInstantiateWithFlags cudaGraphInstantiateWithFlags
#define hipGraphKernelNodeGetParams cudaGraphKernelNodeGetParams
#define hipGraphLaunch cudaGraphLaunch
#define hipGraphNode_t cudaGraphNode_t
#define hipGraph_t cudaGraph_t
#define hipKernelNodeParams cudaKernelNodeParams
typedef enum cudaStreamCaptureStatus hipStreamCaptureStatus;
#define hipStreamSetCaptureDependencies cudaStreamSetCaptureDependencies
static inline hipError_t hipStreamGetCaptureInfo_v2(
    hipStream_t stream, hipStreamCaptureStatus* status, unsigned long long* id,
    hipGraph_t* graph, const hipGraphNode_t** nodes, size_t* count) {
#if CUDART_VERSION >= 13000
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, 0, count);
#else
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count);
#endif
}
static inline hipError_t hipStreamUpdateCaptureDependencies(
    hipStream_t stream, hipGraphNode_t* nodes, size_t count, unsigned flags) {
#if CUDART_VERSION >= 13000
    return cudaStreamUpdateCaptureDependencies(stream, nodes, 0, count, flags);
#else
    return cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags);
#endif
}
typedef enum cudaGraphExecUpdateResult hipGraphExecUpdateResult;
static inline hipError_t hipGraphExecUpdate(hipGraphExec_t executable,
                                            hipGraph_t graph,
                                            hipGraphNode_t* node,
                                            hipGraphExecUpdateResult* result) {
    cudaGraphExecUpdateResultInfo info;
    const hipError_t error = cudaGraphExecUpdate(executable, graph, &info);
    *node = info.errorNode;
    *result = info.result;
    return error;
}

#define hipFree cudaFree
#define hipHostFree cudaFreeHost
#define hipHostMalloc cudaHostAlloc
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostRegister cudaHostRegister
#define hipHostRegisterPortable cudaHostRegisterPortable
#define hipHostUnregister cudaHostUnregister
#define hipIpcCloseMemHandle cudaIpcCloseMemHandle
#define hipIpcGetMemHandle cudaIpcGetMemHandle
#define hipIpcMemHandle_t cudaIpcMemHandle_t
#define hipIpcMemLazyEnablePeerAccess cudaIpcMemLazyEnablePeerAccess
#define hipIpcOpenMemHandle cudaIpcOpenMemHandle
#define hipMalloc cudaMalloc
#define hipMemGetInfo cudaMemGetInfo

#define hipMemcpy cudaMemcpy
#define hipMemcpy2D cudaMemcpy2D
#define hipMemcpy2DAsync cudaMemcpy2DAsync
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyDefault cudaMemcpyDefault
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyPeer cudaMemcpyPeer
#define hipMemcpyPeerAsync cudaMemcpyPeerAsync
#define hipMemsetAsync cudaMemsetAsync

/* CUDA 13 keeps the mode of computing out of its own. */
#define hipComputeModeExclusive cudaComputeModeExclusive
typedef struct hipDeviceProp_t {
    char name[256];
    size_t totalGlobalMem; /* [B] */
    int multiProcessorCount;
    int concurrentKernels;
    int computeMode;
    int pciDomainID, pciBusID, pciDeviceID;
} hipDeviceProp_t;

static inline cudaError_t hipGetDeviceProperties(hipDeviceProp_t* properties,
                                                 int device) {
    struct cudaDeviceProp of_cuda;
    const cudaError_t status = cudaGetDeviceProperties(&of_cuda, device);
    if (status != cudaSuccess) return status;
    memcpy(properties->name, of_cuda.name, sizeof properties->name);
    properties->totalGlobalMem = of_cuda.totalGlobalMem;
    properties->multiProcessorCount = of_cuda.multiProcessorCount;
    properties->concurrentKernels = of_cuda.concurrentKernels;
    properties->pciDomainID = of_cuda.pciDomainID;
    properties->pciBusID = of_cuda.pciBusID;
    properties->pciDeviceID = of_cuda.pciDeviceID;
    return cudaDeviceGetAttribute(&properties->computeMode,
                                  cudaDevAttrComputeMode, device);
}

/* CUDA's runtime begins by itself; a driver that is too old shows here. */
static inline cudaError_t hipInit(unsigned flags) {
    return flags == 0 ? cudaFree(NULL) : cudaErrorInvalidValue;
}
