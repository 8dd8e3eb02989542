// imitated_rules RULE: breaks a rule of CUDA, which ends the process of an
// imitated GPU.
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <string>

namespace {

void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    cudaMalloc(&memory, bytes);
    return memory;
}

cudaStream_t new_stream() {
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    return stream;
}

void wait_long(void*) {
    for (;;) {
    }
}

void use_freed() {
    char host[8];
    void* const memory = allocate(8);
    cudaFree(memory);
    cudaMemcpy(host, memory, 8, cudaMemcpyDeviceToHost);
}
void copy_too_much() {
    char host[16];
    cudaMemcpy(host, allocate(8), 16, cudaMemcpyDeviceToHost);
}
void say_another_kind() {
    char host[8];
    cudaMemcpy(host, allocate(8), 8, cudaMemcpyHostToDevice);
}
void free_twice() {
    void* const memory = allocate(8);
    cudaFree(memory);
    cudaFree(memory);
}
void destroy_busy_stream() {
    cudaStream_t stream = new_stream();
    cudaLaunchHostFunc(stream, wait_long, nullptr);
    cudaStreamDestroy(stream);
}
void destroy_busy_event() {
    cudaStream_t stream = new_stream();
    cudaEvent_t event = nullptr;
    cudaEventCreate(&event);
    cudaLaunchHostFunc(stream, wait_long, nullptr);
    cudaEventRecord(event, stream);
    cudaEventDestroy(event);
}
void use_destroyed_stream() {
    cudaStream_t stream = new_stream();
    cudaStreamDestroy(stream);
    cudaStreamSynchronize(stream);
}
void launch_on_other_device() {
    cudaStream_t stream = new_stream();
    cudaSetDevice(1);
    cudaLaunchHostFunc(stream, wait_long, nullptr);
}
void call_the_unknown() {
    cudaProfilerStart();
}

}  // namespace

int main(int argc, char** argv) {
    // CTest takes any end by a signal for a failure.
    std::signal(SIGABRT, [](int) { _exit(1); });
    const std::map<std::string, void (*)()> rules{
        {"use_freed", use_freed},
        {"copy_too_much", copy_too_much},
        {"say_another_kind", say_another_kind},
        {"free_twice", free_twice},
        {"destroy_busy_stream", destroy_busy_stream},
        {"destroy_busy_event", destroy_busy_event},
        {"use_destroyed_stream", use_destroyed_stream},
        {"launch_on_other_device", launch_on_other_device},
        {"call_the_unknown", call_the_unknown}};
    if (argc == 2 && rules.contains(argv[1])) rules.at(argv[1])();
    std::puts("nothing has ended the process");
}
