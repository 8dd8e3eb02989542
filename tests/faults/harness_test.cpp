// The campaign's own judgement: what a crash leaves, and which results are the
// same.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/faults/crash.hpp"
#include "tests/faults/reference.hpp"
#include "tests/folder.hpp"

using namespace tasuki;
using namespace tasuki::faults;
using test::Folder, test::read_file, test::write_file;

namespace {

std::string inode(const std::string& path) {
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return std::to_string(status.st_ino);
}

/// A folder in which NEW was written over OLD by a temporary file, with the log
/// of it as far as it was made sure.
struct Replaced : Folder {
    explicit Replaced(bool file_sync, bool folder_sync) {
        std::filesystem::create_directory(*this / "out");
        write_file(kept, "OLD");
        write_file(name, "NEW");
        std::string log =
            fmt::format("create\t{}\t{}\nwrite\t{}\t{}\n", temporary,
                        inode(name), inode(name), temporary);
        if (file_sync)
            log += fmt::format("fsync\t{}\t{}\n", inode(name), temporary);
        log += fmt::format("rename\t{}\t{}\t{}\n", temporary, name, kept);
        if (folder_sync)
            log += fmt::format("fsync\t{}\t{}\n", inode(*this / "out"),
                               *this / "out");
        write_file(*this / "log", log);
    }
    std::string after(Crash kind) const {
        crash(*this / "out", *this / "log", kind);
        return read_file(name);
    }
    const std::string name = *this / "out/file", kept = *this / "kept",
                      temporary = *this / "out/.tasuki-1.tmp";
};

}  // namespace

TEST_CASE("a crash takes what no fsync has made sure") {
    CHECK(Replaced(true, true).after(Crash::loses_bytes) == "NEW");
    CHECK(Replaced(true, true).after(Crash::loses_names) == "NEW");
    CHECK(Replaced(true, false).after(Crash::loses_bytes) == "NEW");
    CHECK(Replaced(true, false).after(Crash::loses_names) == "OLD");
    CHECK(Replaced(false, true).after(Crash::loses_bytes).empty());
    CHECK(Replaced(false, true).after(Crash::loses_names).empty());
}

TEST_CASE("results are the same up to times, and no further") {
    const auto json = [](const char* sum, const char* time) {
        return fmt::format(R"({{"sum": {}, "seconds": {}}})", sum, time);
    };
    const Command command{.name = "c", .words = ""};
    Reference reference;
    for (const char* time : {"0.1", "0.2", "0.3"})
        reference.outs.push_back({{"r.json", json("1.5", time)},
                                  {"bits", "abc"},
                                  {"words", fmt::format("took {} s\n", time)}});
    const auto same = [&](const char* path, const std::string& bytes) {
        return is_same_file(command, reference, path, bytes);
    };
    CHECK(same("r.json", json("1.5", "7")));
    CHECK_FALSE(same("r.json", json("1.6", "7")));
    CHECK_FALSE(same("r.json", R"({"seconds": 7})"));
    CHECK_FALSE(same("r.json", R"({"sum": 1.5, "sec)"));
    CHECK(same("words", "took 55.3 s\n"));
    CHECK_FALSE(same("words", "took 55.3 m\n"));
    CHECK(same("bits", "abc"));
    CHECK_FALSE(same("bits", "abd"));
    CHECK_FALSE(same("other", "abc"));
}
