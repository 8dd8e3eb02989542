// pipeline [file] [MiB of a chunk] [chunks in memory]: the histogram of a
// file's smoothed samples, chunk by chunk; without a file, of one made for it.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <semaphore>
#include <tasuki/runtime.hpp>
#include <thread>
#include <vector>

#include "pipeline.hpp"

using namespace tasuki::runtime;
using namespace pipeline;

void Decode::cpu(const Args& args, Read<Byte> file, Write<Byte> samples) {
    Byte sample = 0;
    for (int i = 0; i < args.count; ++i) samples[i] = sample += file[i];
}
void Count::cpu(const Args& args, Read<Byte> samples,
                Write<std::uint32_t> bins) {
    std::fill(bins.begin(), bins.end(), 0);
    for (int i = 0; i < args.count; ++i) ++bins[smooth(samples, i, args.count)];
}
void Add::cpu(const Args&, Update<std::uint64_t> total,
              Read<std::uint32_t> bins) {
    for (int k = 0; k < kBins; ++k) total[k] += bins[k];
}

using Histogram = std::vector<std::uint64_t>;
struct Slot {  // memory of one chunk
    Array<Byte> file, samples;
    Array<std::uint32_t> bins;
};

/// Reads at most chunk.size() bytes.  @return how many
int read_chunk(std::ifstream& in, std::span<Byte> chunk) {
    in.read(reinterpret_cast<char*>(chunk.data()), std::ssize(chunk));
    return static_cast<int>(in.gcount());
}

Histogram run_tasks(Context& context, std::ifstream in, std::size_t chunk,
                    int slots) {
    Histogram result(kBins);
    std::counting_semaphore<> free{slots};  // outlives the arrays' tasks
    Array<std::uint64_t> total{context, std::span{result}};
    std::vector<Slot> ring;
    for (int k = 0; k < slots; ++k)
        ring.push_back({{context, chunk}, {context, chunk}, {context, kBins}});
    const SubmitOptions last{.priority = 1,  // it makes room for another chunk
                             .when_done = [&free] { free.release(); }};
    for (std::size_t k = 0;; ++k) {
        free.acquire();
        Slot& slot = ring[k % ring.size()];
        const int count = read_chunk(in, slot.file.write().span());
        if (count == 0) break;
        submit<Decode>(context, {count}, slot.file, slot.samples);
        submit<Count>(context, {count}, slot.samples, slot.bins);
        submit<Add>(context, {}, last, total, slot.bins);
    }
    context.wait();
    const auto home = total.read();  // now `result` is up to date
    return result;
}

Histogram run_loop(std::ifstream in, std::size_t chunk) {
    std::vector<Byte> file(chunk), samples(chunk);
    std::vector<std::uint32_t> bins(kBins);
    Histogram total(kBins);
    while (const int count = read_chunk(in, file)) {
        Decode::cpu({count}, file, samples);
        Count::cpu({count}, samples, bins);
        Add::cpu({}, total, bins);
    }
    return total;
}

void make_file(const std::filesystem::path& path, std::size_t size) {
    std::mt19937 random{1};
    std::binomial_distribution<int> step{8, 0.5};
    std::vector<char> bytes(size);
    for (char& byte : bytes) byte = static_cast<char>(step(random) - 4);
    std::ofstream{path, std::ios::binary}.write(bytes.data(), size);
}

int main(int argc, char** argv) try {
    const std::size_t chunk = (argc > 2 ? std::atoi(argv[2]) : 4) * 1048576UL;
    const int slots = argc > 3 ? std::atoi(argv[3]) : 4;
    if (chunk < 1 || chunk > 1UL << 30 || slots < 1)
        throw UsageError(
            "pipeline: expected 1 to 1024 MiB and 1 chunk or more");
    const auto own = std::filesystem::temp_directory_path() /
                     ("pipeline." + std::to_string(getpid()));
    if (argc <= 1) make_file(own, 100'000'000);
    const std::filesystem::path path = argc > 1 ? argv[1] : own.string();
    const auto open = [&] { return std::ifstream{path, std::ios::binary}; };
    if (!open()) throw UsageError("cannot read " + path.string());
    const double megabytes = 1e-6 * double(std::filesystem::file_size(path));

    Context context{{.cpu_workers = int(std::thread::hardware_concurrency())}};
    const auto start = std::chrono::steady_clock::now();
    const Histogram result = run_tasks(context, open(), chunk, slots);
    const std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    const bool right = result == run_loop(open(), chunk);
    if (argc <= 1) std::filesystem::remove(own);
    std::printf(
        "pipeline: %.1f MB, at most %d chunks in memory: %.3f s, "
        "%.0f MB/s, %s the plain loop\n",
        megabytes, slots, time.count(), megabytes / time.count(),
        right ? "equal to" : "DIFFERENT from");
    return right ? 0 : 1;
} catch (const Error& e) {
    std::fprintf(stderr, "pipeline: %s\n", e.what());
    return int(e.exit_code());
}
