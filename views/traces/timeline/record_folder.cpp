#include "views/traces/timeline/record_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

#include "runtime/core/error.hpp"

namespace tasuki::trace {

namespace fs = std::filesystem;

namespace {

/// Random, so that nobody else has it. The folder is made after its guard: a
/// signal in between would leave it.
std::string choose_path() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    if (error)
        throw runtime::UsageError(fmt::format(
            "TMPDIR: expected a folder for temporary files, found {}",
            error.message()));
    std::random_device random;
    return base / fmt::format("tasuki-trace-{:08x}{:08x}", random(), random());
}

}  // namespace

RecordFolder::RecordFolder() : path_{choose_path()}, guard_{path_} {
    if (::mkdir(path_.c_str(), 0700) != 0)
        throw runtime::UsageError(
            fmt::format("{}: cannot make this folder for StarPU's record: {}",
                        path_, std::strerror(errno)));
}

RecordFolder::~RecordFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace tasuki::trace
