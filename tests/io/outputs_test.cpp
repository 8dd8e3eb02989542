#include "io/outputs.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "io/atomic_file.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using io::check_outputs;
using test::Folder;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

namespace {

io::Output file(const std::string& option, const std::string& path) {
    return {{option, path}};
}

}  // namespace

TEST_CASE("an output that is an input is refused, whatever its name") {
    const Folder folder;
    const auto in = folder / "in";
    test::write_file(in, "data");
    fs::create_symlink("in", folder / "symbolic");
    fs::create_hard_link(in, folder / "hard");
    fs::create_directory(folder / "sub");
    for (const auto* name : {"in", "symbolic", "hard", "./in", "sub/../in"}) {
        CAPTURE(name);
        CHECK_REFUSAL(check_outputs({{"--in", in}},
                                    {file("--json", folder / name)}, true),
                      "--json", "expected another file than --in");
    }
    CHECK_NOTHROW(
        check_outputs({{"--in", in}}, {file("--json", folder / "o")}, false));
    CHECK(test::read_file(in) == "data");
}

TEST_CASE("two outputs with one name are refused, though none exists") {
    const Folder folder;
    fs::create_directory(folder / "sub");
    fs::create_symlink("new", folder / "link");
    for (const auto* name : {"new", "sub/../new", "link"})
        CHECK_REFUSAL(check_outputs({},
                                    {file("--out", folder / "new"),
                                     file("--json", folder / name)},
                                    true),
                      "--out and --json: expected two files");
    CHECK_REFUSAL(
        check_outputs({}, {file("OUT", "-"), file("--json", "/dev/stdout")},
                      true),
        "OUT and --json");
    CHECK_NOTHROW(check_outputs(
        {}, {file("--out", "/dev/null"), file("--json", "/dev/null")}, false));
}

TEST_CASE("a run that goes on replaces its checkpoint, and no other") {
    const Folder folder;
    const auto mine = folder / "mine", other = folder / "other";
    test::write_file(mine, "data");
    test::write_file(other, "data");
    const auto checkpoint = [](const std::string& path) {
        return io::Output{{"--checkpoint", path}, false, "--resume"};
    };
    CHECK_NOTHROW(
        check_outputs({{"--resume", mine}}, {checkpoint(mine)}, false));
    CHECK_REFUSAL(
        check_outputs({{"--resume", mine}}, {checkpoint(other)}, false),
        "expected a new file");
    CHECK_REFUSAL(check_outputs({}, {checkpoint(mine)}, false),
                  "expected a new file");
}

TEST_CASE("temporary files of killed runs are removed, of others not") {
    const Folder folder;
    const auto name = ".tasuki-0123456789abcdef.tmp";
    test::write_file(folder / name, "half");
    test::write_file(folder / ".tasuki-notes", "mine");
    {
        io::AtomicFile living{folder / "out"};
        CHECK_FALSE(fs::exists(folder / name));
        io::remove_left_files(folder.path());
        living.write("whole");
        living.commit();
    }
    CHECK(test::read_file(folder / "out") == "whole");
    CHECK(folder.names().size() == 2);
}
