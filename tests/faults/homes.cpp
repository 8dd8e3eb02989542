// A HOME in which StarPU's measurements cannot be kept, or are damaged. None of
// it may keep a command from its work, now or later.
#include <fmt/format.h>

#include <algorithm>

#include "tests/faults/fault.hpp"
#include "tests/faults/mounts.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

namespace fs = std::filesystem;

constexpr Allowed kOnlySuccess{.refusal = false};

void home_unset(Case& c) {
    c.start.environment.erase("HOME");
    c.allowed = kOnlySuccess;
    c.note = "HOME is not set";
}

void home_missing(Case& c) {
    fs::remove_all(c.box.home());
    c.allowed = kOnlySuccess;
    c.note = "HOME is missing";
}

void home_is_a_file(Case& c) {
    home_missing(c);
    test::write_file(c.box.home(), "a file\n");
    c.note = "HOME is a file";
}

void home_empty(Case& c) {
    home_missing(c);
    fs::create_directory(c.box.home());
    c.note = "HOME is empty";
}

void home_full(Case& c) {
    if (c.random.below(2) == 0) home_empty(c);
    const std::size_t room = 4096 * c.random.below(16);
    std::size_t used = 4096;
    for (const auto& [path, bytes] : read_tree(c.box.home()))
        used += (bytes.size() / 4096 + 2) * 4096;
    put_on_disk(c.box.home(), used + room);
    c.allowed = kOnlySuccess;
    c.note = fmt::format("HOME has room for {} bytes more", room);
}

void home_read_only(Case& c) {
    if (c.random.below(2) == 0) home_empty(c);
    make_read_only(c.box.home());
    c.allowed = kOnlySuccess;
    c.note = "HOME is read-only";
}

/// Damages one of the files of StarPU, or all.
template <class Damage>
void damage_home(Case& c, const char* how, const Damage& change) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator{c.box.home()})
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    const fs::path one = c.random.one_of(files);
    c.note = fmt::format("{} {}", how, one.filename().string());
    if (c.random.below(4) != 0)
        files = {one};
    else
        c.note = fmt::format("{} all files of HOME", how);
    for (const fs::path& path : files) {
        std::string bytes = test::read_file(path);
        change(bytes);
        test::write_file(path, bytes);
    }
    c.allowed = kOnlySuccess;
}

void flip_home(Case& c) {
    damage_home(c, "a flipped bit in", [&](std::string& bytes) {
        if (bytes.empty()) return;
        char& byte = bytes[c.random.below(bytes.size())];
        byte = static_cast<char>(byte ^ (1 << c.random.below(8)));
    });
}

void cut_home(Case& c) {
    damage_home(c, "cut:", [&](std::string& bytes) {
        bytes.resize(c.random.below(bytes.size()));
    });
}

void randomize_home(Case& c) {
    damage_home(c, "random bytes in", [&](std::string& bytes) {
        for (char& byte : bytes) byte = static_cast<char>(c.random.below(256));
    });
}

}  // namespace

const std::vector<Fault>& homes() {
    static const std::vector<Fault> all{
        {"home-unset", always, home_unset},
        {"home-missing", always, home_missing},
        {"home-is-a-file", always, home_is_a_file},
        {"home-empty", always, home_empty},
        {"home-full", always, home_full,
         [](Case& c) { make_room(c.box.home()); }, true},
        {"home-read-only", always, home_read_only, nullptr, true},
        {"home-flip", always, flip_home},
        {"home-cut", always, cut_home},
        {"home-random", always, randomize_home}};
    return all;
}

}  // namespace tasuki::faults
