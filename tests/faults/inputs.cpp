// Inputs that are damaged or missing.
#include <fmt/format.h>

#include <algorithm>

#include "tests/faults/fault.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

namespace fs = std::filesystem;

bool reads(const Command& command, const Reference&) {
    return !command.input.empty();
}

/// Replaces the input by what `change` makes of it.
template <class Change>
void change_input(Case& c, const Change& change) {
    const fs::path path = c.box.root / c.command.input;
    std::string bytes = test::read_file(path);
    change(bytes);
    test::write_file(path, bytes);
    c.allowed.other_result = !c.command.checked;
    c.again = false;
}

void flip(Case& c) {
    change_input(c, [&](std::string& bytes) {
        const std::size_t at = c.random.below(bytes.size());
        const std::size_t bit = c.random.below(8);
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
        c.note =
            fmt::format("bit {} of byte {} of {}", bit, at, c.command.input);
    });
}

void scramble(Case& c) {
    change_input(c, [&](std::string& bytes) {
        const std::size_t at = c.random.below(bytes.size());
        const std::size_t count =
            std::min(bytes.size() - at, 1 + c.random.below(512));
        for (std::size_t k = 0; k < count; ++k)
            bytes[at + k] = static_cast<char>(c.random.below(256));
        c.note = fmt::format("{} bytes from {} of {} are random", count, at,
                             c.command.input);
    });
}

void cut(Case& c) {
    change_input(c, [&](std::string& bytes) {
        bytes.resize(c.random.below(bytes.size()));
        c.note = fmt::format("{} ends after {} bytes", c.command.input,
                             bytes.size());
    });
}

void lengthen(Case& c) {
    change_input(c, [&](std::string& bytes) {
        bytes += std::string(1 + c.random.below(5000), '\x5a');
        c.note = fmt::format("{} goes on", c.command.input);
    });
}

void empty(Case& c) {
    change_input(c, [&](std::string& bytes) { bytes.clear(); });
    c.allowed = {.success = false};
    c.note = c.command.input + " is empty";
}

void other_format(Case& c) {
    change_input(c, [&](std::string& bytes) {
        for (char& byte : bytes) byte = static_cast<char>(c.random.below(256));
    });
    c.allowed = {.success = false};
    c.note = c.command.input + " is random";
}

void missing(Case& c) {
    fs::remove(c.box.root / c.command.input);
    c.allowed.success = c.command.input.starts_with("out/");
    c.allowed.other_result = true;
    c.again = false;
    c.note = c.command.input + " is missing";
}

void unreadable(Case& c) {
    fs::permissions(c.box.root / c.command.input, fs::perms::none);
    c.allowed = {.success = false};
    c.note = c.command.input + " may not be read";
}

void end_unreadable(Case& c) {
    fs::permissions(c.box.root / c.command.input,
                    fs::perms::owner_read | fs::perms::owner_write);
}

void folder(Case& c) {
    fs::remove(c.box.root / c.command.input);
    fs::create_directory(c.box.root / c.command.input);
    c.allowed = {.success = false};
    c.again = false;
    c.note = c.command.input + " is a folder";
}

}  // namespace

const std::vector<Fault>& inputs() {
    static const std::vector<Fault> all{
        {"input-flip", reads, flip},
        {"input-scrambled", reads, scramble},
        {"input-cut", reads, cut},
        {"input-longer", reads, lengthen},
        {"input-empty", reads, empty},
        {"input-random", reads, other_format},
        {"input-missing", reads, missing},
        {"input-unreadable", reads, unreadable, end_unreadable},
        {"input-is-a-folder", reads, folder}};
    return all;
}

}  // namespace tasuki::faults
