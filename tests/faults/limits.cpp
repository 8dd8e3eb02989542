// Limits of memory, files, stack and threads.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "tests/faults/fault.hpp"

namespace tasuki::faults {

namespace {

template <int Limit>
void limit(Case& c, const char* name, rlim_t least, rlim_t most) {
    const rlim_t value =
        least + c.random.below(static_cast<std::size_t>(most - least));
    c.start.limits.emplace_back(Limit, value);
    c.note = fmt::format("{} {}", name, value);
}

// With less, hwloc binds StarPU's first thread without memory, and crashes.
void address_space(Case& c) {
    limit<RLIMIT_AS>(c, "address space", 160'000'000, 2'000'000'000);
}

// With less, mimalloc finds no room for its first segment (32 MiB), and the
// process ends before main() (docs/reliability.md).
void data(Case& c) {
    limit<RLIMIT_DATA>(c, "data", 50'000'000, 600'000'000);
}

void file_size(Case& c) {
    std::size_t largest = 0;
    for (const auto& [path, bytes] : c.reference.outs.front())
        largest = std::max(largest, bytes.size());
    // What it says on stderr goes to a file, too.
    constexpr std::size_t least = 1000;
    limit<RLIMIT_FSIZE>(c, "file size", least, least + largest);
}

void open_files(Case& c) {
    limit<RLIMIT_NOFILE>(c, "open files", 5, 40);
}

void stack(Case& c) {
    limit<RLIMIT_STACK>(c, "stack", 100'000, 2'000'000);
}

/// `most`: about as often as a run makes the call.
/// @param first  of these
void fail(Case& c, const char* call, std::size_t most, std::size_t first = 1) {
    const auto number = first + c.random.below(most);
    const auto stays = c.random.below(2);
    c.start.environment["FAULTS_PLAN"] =
        fmt::format("{} {} fail {} {}", call, number, ENOMEM, stays);
    c.note = fmt::format("{} {}{} fails", call, number,
                         stays != 0 ? " and later" : "");
}

}  // namespace

const std::vector<Fault>& limits() {
    static const std::vector<Fault> all{
        {"limit-memory", always, address_space},
        {"limit-data", always, data},
        {"limit-file-size", writes, file_size},
        {"limit-files", always, open_files},
        {"limit-stack", always, stack},
        {"malloc-fails", always, [](Case& c) { fail(c, "malloc", 60); }},
        // Without the first mimalloc aborts, without the second hwloc crashes,
        // both before they have said a word.
        {"mmap-fails", always, [](Case& c) { fail(c, "mmap", 20, 3); }},
        {"thread-fails", always, [](Case& c) { fail(c, "thread", 4); }},
        {"destructor-fails", always,
         [](Case& c) { fail(c, "destructor", 1); }}};
    return all;
}

}  // namespace tasuki::faults
