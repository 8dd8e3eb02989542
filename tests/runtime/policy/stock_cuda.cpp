// A StarPU program that knows nothing of Tasuki: a heavy task, which a GPU does
// fifty times faster than a CPU, and a light one, of which the opposite is
// true. It ends with 0 if the numbers are right, and says where the light one
// ran.
//
// `stock_program messages`: a heavy task also waits for an answer to the light
// one before it, as from another rank, which comes late if that ran on the CPU.
#include <starpu.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
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

void* vector_of(void* buffers[]) {
    return reinterpret_cast<void*>(STARPU_VECTOR_GET_PTR(buffers[0]));
}
int value_of(void* arguments) {
    int value = 0;
    starpu_codelet_unpack_args(arguments, &value);
    return value;
}

void heavy_cpu(void* buffers[], void* arguments) {
    usleep(kSlow);
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

/// Answers, by submitting the empty task that the next heavy one comes after.
class OtherRank {
  public:
    ~OtherRank() { thread_.join(); }
    /// In the order of iterations.
    void expect(starpu_task* answer) { answers_.push_back(answer); }
    void start() {
        thread_ = std::thread{[this] { answer_all(); }};
    }
    /// @param late  the answer is to come late
    void ask(bool late) {
        const std::lock_guard lock{mutex_};
        asked_.push_back(late);
        changed_.notify_all();
    }

  private:
    void answer_all() {
        for (starpu_task* const answer : answers_) {
            std::unique_lock lock{mutex_};
            changed_.wait(lock, [this] { return !asked_.empty(); });
            const bool late = asked_.front();
            asked_.pop_front();
            lock.unlock();
            usleep(late ? 5 * kSlow : kFast);
            if (starpu_task_submit(answer) != 0) std::abort();
        }
    }

    std::deque<starpu_task*> answers_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<bool> asked_;
    std::thread thread_;
};

void ask(void* other_rank) {
    static_cast<OtherRank*>(other_rank)
        ->ask(starpu_worker_get_type(starpu_worker_get_id()) ==
              STARPU_CPU_WORKER);
}

/// @return  whether all tasks could be submitted
bool iterate(starpu_codelet& heavy, starpu_codelet& light,
             starpu_data_handle_t of_many, starpu_data_handle_t of_few,
             bool messages) {
    {
        OtherRank other;
        starpu_task* answer = nullptr;
        for (int k = 0; k < kIterations; ++k) {
            const int value = k % 100;
            starpu_task* first =
                starpu_task_build(&heavy, STARPU_RW, of_many, STARPU_VALUE,
                                  &value, sizeof value, 0);
            starpu_task* const second =
                starpu_task_build(&light, STARPU_RW, of_few, STARPU_VALUE,
                                  &value, sizeof value, 0);
            if (messages) {
                if (answer != nullptr)
                    starpu_task_declare_deps_array(first, 1, &answer);
                starpu_task_declare_deps_array(second, 1, &first);
                second->callback_func = ask;
                second->callback_arg = &other;
                answer = starpu_task_create();
                other.expect(answer);
            }
            if (starpu_task_submit(first) != 0 ||
                starpu_task_submit(second) != 0)
                return false;
            if (!messages && k % kInFlight == 0) starpu_task_wait_for_all();
        }
        other.start();
    }
    starpu_task_wait_for_all();
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const bool messages = argc > 1 && std::strcmp(argv[1], "messages") == 0;
    if (starpu_init(nullptr) != 0) return 77;
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
        if (!iterate(heavy, light, of_many, of_few, messages)) return 1;
        if (messages || light_on_cpu >= kMost) break;
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
