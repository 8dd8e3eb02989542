// The folders of the campaign: the inputs, which are made once, and for each
// case a copy of all that a command may touch.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/faults/commands.hpp"
#include "tests/faults/process.hpp"

namespace tasuki::faults {

/// A folder in which a command runs: in/ and out/, with a HOME and a TMPDIR of
/// its own.
struct Box {
    std::filesystem::path root;
    std::filesystem::path in() const { return root / "in"; }
    std::filesystem::path out() const { return root / "out"; }
    std::filesystem::path home() const { return root / "home"; }
    std::filesystem::path tmp() const { return root / "tmp"; }
    /// Beside them, and none of the command's business.
    std::string log() const { return root.string() + ".log"; }
    std::filesystem::path kept() const { return root.string() + ".kept"; }
};

class Boxes {
  public:
    /// @param interposed  libfaults.so
    /// @throws std::runtime_error  a recipe fails
    Boxes(std::string program, std::string interposed);
    ~Boxes();
    Boxes(const Boxes&) = delete;
    Boxes& operator=(const Boxes&) = delete;

    /// A new one with all inputs, and in out/ what the command is given.
    Box make(const Command& command);
    void remove(const Box& box);
    /// How `words` start in it, with nothing wrong.
    /// @param name  of the files for what it prints, beside the box
    Start start(const Box& box, const std::string& words,
                const std::string& name = "first") const;

  private:
    std::string program_, interposed_;
    std::filesystem::path base_;
    Box kitchen_;
};

}  // namespace tasuki::faults
