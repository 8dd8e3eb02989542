#include "tests/faults/box.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "tests/faults/mounts.hpp"
#include "tests/faults/tree.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace fs = std::filesystem;

namespace {

fs::path new_folder() {
    std::string name = (fs::temp_directory_path() / "faults-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error(name + ": cannot be made");
    return name;
}

}  // namespace

Boxes::Boxes(std::string program, std::string interposed)
    : program_{std::move(program)},
      interposed_{std::move(interposed)},
      base_{new_folder()},
      kitchen_{base_ / "kitchen"} {
    for (const auto& folder : {kitchen_.in(), kitchen_.out(), kitchen_.home(),
                               kitchen_.tmp(), kitchen_.kept()})
        fs::create_directories(folder);
    test::write_file(kitchen_.in() / "bodies.txt", bodies_text());
    for (const std::string& recipe : recipes()) {
        const Start start = this->start(kitchen_, recipe);
        if (const End end = run(start); end.code != 0)
            throw std::runtime_error(fmt::format(
                "an input could not be made: tasuki {}: exit code {}: {}",
                recipe, end.code, test::read_file(start.errors)));
    }
}

Boxes::~Boxes() {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
}

Box Boxes::make(const Command& command) {
    const Box box{base_ / "case"};
    for (const auto& folder : {box.out(), box.tmp(), box.kept()})
        fs::create_directories(folder);
    copy_tree(kitchen_.in(), box.in());
    copy_tree(kitchen_.home(), box.home());
    if (!command.given.empty())
        copy_tree(kitchen_.in() / command.given, box.out() / command.given);
    return box;
}

void Boxes::remove(const Box& box) {
    unmount_below(box.root);
    std::error_code ignored;
    fs::remove_all(box.root, ignored);
    fs::remove_all(box.kept(), ignored);
    fs::remove(box.log(), ignored);
}

Start Boxes::start(const Box& box, const std::string& words,
                   const std::string& name) const {
    Start start{.words = {program_},
                .folder = box.root,
                .environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                {"HOME", box.home()},
                                {"TMPDIR", box.tmp()},
                                {"OMP_WAIT_POLICY", "passive"},
                                {"LD_PRELOAD", interposed_},
                                {"FAULTS_BOX", box.root},
                                {"FAULTS_UNDER", box.out()},
                                {"FAULTS_LOG", box.log()}},
                .output = box.root.string() + '.' + name + ".stdout",
                .errors = box.root.string() + '.' + name + ".stderr"};
    if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
        start.environment["LD_LIBRARY_PATH"] = libraries;
    std::istringstream text{words};
    for (std::string word; text >> word;) start.words.push_back(word);
    return start;
}

}  // namespace tasuki::faults
