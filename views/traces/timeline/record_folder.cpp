#include "views/traces/timeline/record_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "runtime/error.hpp"

namespace tasuki::trace {

namespace fs = std::filesystem;

namespace {

std::string make_folder() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    if (error)
        throw runtime::UsageError(fmt::format(
            "TMPDIR: expected a folder for temporary files, found {}",
            error.message()));
    std::string path = (base / "tasuki-trace-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr)
        throw runtime::UsageError(
            fmt::format("{}: cannot make a folder for StarPU's record: {}",
                        base.string(), std::strerror(errno)));
    return path;
}

}  // namespace

RecordFolder::RecordFolder() : path_{make_folder()}, guard_{path_} {}

RecordFolder::~RecordFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace tasuki::trace
