// A StarPU program that knows nothing of Tasuki: a heavy task, which a GPU does
// fifty times faster than a CPU, and a light one, of which the opposite is
// true. It ends with 0 if the numbers are right, and says where the light one
// ran.
#include <starpu.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr unsigned kSlow = 5000, kFast = 100;  // [us]
constexpr std::size_t kHeavy = 1 << 20, kLight = 64;
constexpr int kIterations = 1000, kInFlight = 50;
/// On a machine that others use, the policy needs several times as many epochs,
/// so there are more of them.
constexpr int kRounds = 5;
/// Light tasks of a round that the CPU has when the policy has found out.
constexpr int kMost = 600;

std::atomic<int> light_on_cpu{0}, light_on_gpu{0};
/// Time of a heavy task on a CPU [us]: where there is no GPU, nothing is learnt
/// from waiting.
unsigned heavy_on_cpu = kSlow;

void* vector_of(void* buffers[]) {
    return reinterpret_cast<void*>(STARPU_VECTOR_GET_PTR(buffers[0]));
}
int value_of(void* arguments) {
    int value = 0;
    starpu_codelet_unpack_args(arguments, &value);
    return value;
}

void heavy_cpu(void* buffers[], void* arguments) {
    usleep(heavy_on_cpu);
    std::memset(vector_of(buffers), value_of(arguments), kHeavy);
}
void light_cpu(void* buffers[], void* arguments) {
    ++light_on_cpu;
    usleep(kFast);
    std::memset(vector_of(buffers), value_of(arguments), kLight);
}

#if defined(STARPU_USE_CUDA)
void heavy_gpu(void* buffers[], void* arguments) {
    usleep(kFast);
    cudaMemsetAsync(vector_of(buffers), value_of(arguments), kHeavy,
                    starpu_cuda_get_local_stream());
}
void light_gpu(void* buffers[], void* arguments) {
    ++light_on_gpu;
    usleep(kSlow);
    cudaMemsetAsync(vector_of(buffers), value_of(arguments), kLight,
                    starpu_cuda_get_local_stream());
}
#endif

starpu_codelet make(const char* name, starpu_cpu_func_t cpu,
                    [[maybe_unused]] starpu_cuda_func_t gpu) {
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.name = name;
    codelet.cpu_funcs[0] = cpu;
#if defined(STARPU_USE_CUDA)
    codelet.cuda_funcs[0] = gpu;
    codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
#endif
    codelet.nbuffers = 1;
    codelet.modes[0] = STARPU_RW;
    return codelet;
}

/// @return  whether all tasks could be submitted
bool iterate(starpu_codelet& heavy, starpu_codelet& light,
             starpu_data_handle_t of_many, starpu_data_handle_t of_few) {
    for (int k = 0; k < kIterations; ++k) {
        const int value = k % 100;
        starpu_task* const first = starpu_task_build(
            &heavy, STARPU_RW, of_many, STARPU_VALUE, &value, sizeof value, 0);
        starpu_task* const second = starpu_task_build(
            &light, STARPU_RW, of_few, STARPU_VALUE, &value, sizeof value, 0);
        if (starpu_task_submit(first) != 0 || starpu_task_submit(second) != 0)
            return false;
        if (k % kInFlight == 0) starpu_task_wait_for_all();
    }
    starpu_task_wait_for_all();
    return true;
}

}  // namespace

int main() {
    if (starpu_init(nullptr) != 0) return 77;
    if (starpu_cuda_worker_get_count() == 0) heavy_on_cpu = kFast;
#if defined(STARPU_USE_CUDA)
    starpu_codelet heavy = make("heavy", heavy_cpu, heavy_gpu);
    starpu_codelet light = make("light", light_cpu, light_gpu);
#else
    starpu_codelet heavy = make("heavy", heavy_cpu, nullptr);
    starpu_codelet light = make("light", light_cpu, nullptr);
#endif
    std::vector<char> many(kHeavy), few(kLight);
    starpu_data_handle_t of_many, of_few;
    const auto address = [](std::vector<char>& v) {
        return reinterpret_cast<uintptr_t>(v.data());
    };
    starpu_vector_data_register(&of_many, STARPU_MAIN_RAM, address(many),
                                kHeavy, 1);
    starpu_vector_data_register(&of_few, STARPU_MAIN_RAM, address(few), kLight,
                                1);
    for (int round = 0; round < kRounds; ++round) {
        light_on_cpu = light_on_gpu = 0;
        if (!iterate(heavy, light, of_many, of_few)) return 1;
        if (light_on_cpu >= kMost) break;
    }
    starpu_data_unregister(of_many);
    starpu_data_unregister(of_few);
    const char* const policy = starpu_sched_get_sched_policy()->policy_name;
    std::printf("policy %s: light task on the CPU %d, on the GPU %d times\n",
                policy, light_on_cpu.load(), light_on_gpu.load());
    starpu_shutdown();
    const int last = (kIterations - 1) % 100;
    return many[0] == last && many[kHeavy - 1] == last && few[0] == last ? 0
                                                                         : 1;
}
