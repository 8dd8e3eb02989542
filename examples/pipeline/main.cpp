// pipeline: the histogram of a file's smoothed samples, chunk by chunk.
#include <cstdio>
#include <random>
#include <semaphore>
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>

#include "pipeline.hpp"

using namespace tasuki::runtime;

using Histogram = std::vector<std::uint64_t>;
struct Slot {  // memory of one chunk
    Array<Byte> file, samples;
    Array<std::uint32_t> bins;
};

/// Without a name a file of 100 MB, which is gone when the program ends.
std::FILE* open_file(const std::string& name) {
    std::FILE* file =
        name.empty() ? std::tmpfile() : std::fopen(name.c_str(), "rb");
    if (file == nullptr) throw UsageError("--file: cannot be opened");
    std::mt19937 random{1};
    std::vector<Byte> bytes(name.empty() ? 100'000'000 : 0);
    for (Byte& byte : bytes) byte = random() % 9 - 4;
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    return file;
}

void submit_file(Context& context, std::FILE* file, std::vector<Slot>& slots,
                 std::counting_semaphore<>& free, Array<std::uint64_t>& total) {
    std::rewind(file);
    const SubmitOptions last{.priority = 1,  // it makes room for another chunk
                             .when_done = [&free] { free.release(); }};
    for (std::size_t k = 0;; ++k) {
        free.acquire();
        Slot& slot = slots[k % slots.size()];
        const std::size_t count =
            std::fread(slot.file.write().begin(), 1, slot.file.size(), file);
        if (count == 0) return free.release();
        submit<Decode>(context, {count}, slot.file, slot.samples);
        submit<Count>(context, {count}, slot.samples, slot.bins);
        submit<Add>(context, {}, last, total, slot.bins);
    }
}

Histogram count_without_tasks(std::FILE* file, std::size_t chunk) {
    std::vector<Byte> bytes(chunk), samples(chunk);
    std::vector<std::uint32_t> bins(kBins);
    Histogram total(kBins);
    std::rewind(file);
    while (const std::size_t count = std::fread(bytes.data(), 1, chunk, file)) {
        Decode::cpu({count}, bytes, samples);
        Count::cpu({count}, samples, bins);
        Add::cpu({}, total, bins);
    }
    return total;
}

int main(int argc, char** argv) {
    std::string name;
    int kib = 4096, chunks = 4;
    const auto run = [&](Context& context, program::Run& run) {
        std::FILE* file = open_file(name);
        const std::size_t chunk = kib * 1024UL;
        std::counting_semaphore<> free{chunks};  // outlives the arrays' tasks
        Array<std::uint64_t> total{context, kBins};
        std::vector<Slot> slots;
        for (int k = 0; k < chunks; ++k)
            slots.push_back(
                {{context, chunk}, {context, chunk}, {context, kBins}});
        run.time([&] { submit_file(context, file, slots, free, total); },
                 [&] { total.fill(0); });
        run.add_rate("megabytes_per_second", 1e-6 * std::ftell(file));
        const auto expected = count_without_tasks(file, chunk);
        const bool right = std::ranges::equal(total.read(), expected);
        run.check("error", right ? 0 : 1, 0);
        std::fclose(file);
    };
    return program::run_program(
        argc, argv,
        {.name = "pipeline",
         .options = {{"--file", &name, "of any content"},
                     {"--kib", &kib, "size of a chunk [KiB]"},
                     {"--chunks", &chunks, "chunks in memory"}},
         .context = {.cpu_workers = 0}},
        run);
}
