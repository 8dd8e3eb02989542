// Outputs that cannot be written, or only in part.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "tests/faults/fault.hpp"
#include "tests/faults/mounts.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

namespace fs = std::filesystem;

/// It makes files of its own in out/, so that it fails without them.
bool makes_files(const Command& command, const Reference& reference) {
    return writes(command, reference) && command.given.empty();
}

std::size_t size_of(const Tree& tree) {
    constexpr std::size_t kPage = 4096;
    std::size_t bytes = 0;
    for (const auto& [path, content] : tree)
        bytes += (content.size() / kPage + 2) * kPage;
    return bytes;
}

void disk_full(Case& c) {
    const std::size_t before = size_of(read_tree(c.box.out()));
    const std::size_t more = size_of(c.reference.outs.front());
    const std::size_t bytes = before + c.random.below(more);
    put_on_disk(c.box.out(), bytes);
    c.reasons = {std::strerror(ENOSPC)};
    c.note = fmt::format("room for {} bytes more", bytes - before);
}

void end_disk_full(Case& c) {
    make_room(c.box.out());
}

void read_only(Case& c) {
    make_read_only(c.box.out());
    c.allowed = {.success = false};
    c.reasons = {std::strerror(EROFS)};
    c.note = "out/ is read-only";
}

void end_read_only(Case& c) {
    unmount_below(c.box.root);
}

struct Failure {
    const char* call;
    std::vector<int> errors;
};

void call_fails(Case& c) {
    static const std::vector<Failure> failures{
        {"write", {ENOSPC, EDQUOT, EIO, EFBIG}},
        {"open", {ENOSPC, EDQUOT, EMFILE, EACCES, EROFS}},
        {"fsync", {EIO, ENOSPC, EDQUOT}},
        {"rename", {EIO, ENOSPC, EACCES, EROFS}},
        {"close", {EIO, EDQUOT}},
        {"mkdir", {ENOSPC, EACCES, EDQUOT}}};
    std::vector<Failure> possible;
    for (const Failure& failure : failures)
        if (c.reference.calls.contains(failure.call) ||
            std::string_view{failure.call} == "close")
            possible.push_back(failure);
    const Failure& failure = c.random.one_of(possible);
    const std::string call = failure.call;
    const int error = c.random.one_of(failure.errors);
    const long calls = c.reference.calls.at(call == "close" ? "open" : call);
    const auto number = 1 + c.random.below(static_cast<std::size_t>(calls));
    const int always_after = static_cast<int>(c.random.below(2));
    c.start.environment["FAULTS_PLAN"] =
        fmt::format("{} {} fail {} {}", call, number, error, always_after);
    c.reasons = {std::strerror(error)};
    c.note = fmt::format("{} {} of {}{}: {}", call, number, calls,
                         always_after != 0 ? " and later" : "",
                         std::strerror(error));
}

/// What every program has to expect of write().
void short_writes(Case& c) {
    c.start.environment["FAULTS_PLAN"] = "write 1 halve 0 1";
    c.allowed = {.refusal = false};
    c.note = "each write takes half";
}

void interrupted_write(Case& c) {
    const auto writes = static_cast<std::size_t>(c.reference.calls.at("write"));
    const auto number = 1 + c.random.below(writes);
    c.start.environment["FAULTS_PLAN"] =
        fmt::format("write {} fail {} 0", number, EINTR);
    c.allowed = {.refusal = false};
    c.note = fmt::format("write {}: {}", number, std::strerror(EINTR));
}

void no_folder(Case& c) {
    fs::remove_all(c.box.out());
    // A folder as an output is made with its parents.
    c.allowed = {.success = !c.command.loose.empty()};
    c.note = "out/ is missing";
}

void folder_is_a_file(Case& c) {
    fs::remove_all(c.box.out());
    test::write_file(c.box.out(), "a file\n");
    c.allowed = {.success = false};
    c.again = false;
    c.note = "out/ is a file";
}

/// One of the files that it writes.
std::string some_output(Case& c) {
    std::vector<std::string> files;
    for (const auto& [path, bytes] : c.reference.outs.front())
        if (!path.ends_with('/') && path.find('/') == std::string::npos)
            files.push_back(path);
    return files.empty() ? "" : c.random.one_of(files);
}

void output_is_a_folder(Case& c) {
    const std::string path = some_output(c);
    if (path.empty()) return;
    fs::remove(c.box.out() / path);
    fs::create_directories(c.box.out() / path / "mine");
    c.allowed = {.success = false};
    c.again = false;
    c.note = "out/" + path + " is a folder";
}

void output_is_a_link(Case& c) {
    const std::string path = some_output(c);
    if (path.empty()) return;
    fs::remove(c.box.out() / path);
    fs::create_symlink("nowhere/file", c.box.out() / path);
    c.allowed = {.success = false};
    c.again = false;
    c.note = "out/" + path + " is a link into a missing folder";
}

}  // namespace

const std::vector<Fault>& disks() {
    static const std::vector<Fault> all{
        {"disk-full", writes, disk_full, end_disk_full, true},
        {"disk-read-only", writes, read_only, end_read_only, true},
        {"call-fails", writes, call_fails},
        {"short-writes", writes, short_writes},
        {"interrupted-write", writes, interrupted_write},
        {"no-out-folder", makes_files, no_folder,
         [](Case& c) { fs::create_directories(c.box.out()); }},
        {"out-is-a-file", makes_files, folder_is_a_file},
        {"output-is-a-folder", makes_files, output_is_a_folder},
        {"output-is-a-link", makes_files, output_is_a_link}};
    return all;
}

}  // namespace tasuki::faults
