#include "io/outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;

/// The same for all names of one file or folder, which need not exist yet.
/// Empty for devices and pipes, of which nothing is lost.
std::string identity_of(const std::string& path) {
    if (is_stdout(path)) return "stdout";
    const auto followed = follow_links(path);
    struct stat status {};
    if (::stat(followed.c_str(), &status) == 0) {
        if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
        return fmt::format("{}:{}", status.st_dev, status.st_ino);
    }
    const auto name = fs::path{followed}.lexically_normal();
    const auto parent = name.parent_path();
    if (parent.empty() || ::stat(parent.c_str(), &status) != 0)
        return name.string();
    return fmt::format("{}:{}/{}", status.st_dev, status.st_ino,
                       name.filename().string());
}

std::string folder_of(const std::string& path) {
    return fs::path{follow_links(path)}.parent_path().string();
}

void check_not_input(const Output& output,
                     const std::vector<NamedPath>& inputs) {
    const auto mine = identity_of(output.path);
    for (const auto& input : inputs) {
        if (mine.empty() || input.option == output.may_replace) continue;
        if (identity_of(input.path) == mine)
            throw UsageError(fmt::format(
                "{} {}: expected another file than {}, found the same",
                output.option, output.path, input.option));
        if (output.is_folder && identity_of(folder_of(input.path)) == mine)
            throw UsageError(fmt::format(
                "{} {}: expected another folder than that of {}, found the "
                "same",
                output.option, output.path, input.option));
    }
}

void check_not_twice(const Output& output, const std::vector<Output>& before) {
    const auto mine = identity_of(output.path);
    for (const auto& other : before)
        if (!mine.empty() && &other < &output &&
            identity_of(other.path) == mine)
            throw UsageError(
                fmt::format("{} and {}: expected two files, found {} twice",
                            other.option, output.option, output.path));
}

/// A run that goes on replaces its checkpoint and adds to its folder.
bool goes_on(const Output& output, const std::vector<NamedPath>& inputs) {
    return std::ranges::any_of(inputs, [&](const auto& input) {
        return input.option == output.may_replace &&
               (output.is_folder ||
                identity_of(input.path) == identity_of(output.path));
    });
}

void check_nothing_there(const Output& output) {
    struct stat status {};
    if (is_stdout(output.path) || ::stat(output.path.c_str(), &status) != 0)
        return;
    std::error_code error;
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        throw UsageError(fmt::format(
            "{} {}: expected a new file, found one of {} bytes; --overwrite "
            "replaces it",
            output.option, output.path, status.st_size));
    if (!S_ISDIR(status.st_mode) || !output.is_folder) return;
    remove_left_files(output.path);
    if (!fs::is_empty(output.path, error) && !error)
        throw UsageError(fmt::format(
            "{} {}: expected a new or an empty folder, found one with files; "
            "--overwrite replaces what an earlier run left there",
            output.option, output.path));
}

}  // namespace

void check_outputs(const std::vector<NamedPath>& inputs,
                   const std::vector<Output>& outputs, bool overwrite) {
    for (const auto& output : outputs) {
        check_not_input(output, inputs);
        check_not_twice(output, outputs);
        if (!overwrite && !goes_on(output, inputs)) check_nothing_there(output);
        if (!output.is_folder) check_writable(output.path);
    }
}

}  // namespace tasuki::io
