#include "io/folders.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tasuki::io {

namespace fs = std::filesystem;

void create_folders(const fs::path& folder) {
    if (fs::is_directory(folder)) return;
    if (fs::exists(folder))
        throw fs::filesystem_error(
            "a folder", folder,
            std::make_error_code(std::errc::not_a_directory));
    const auto parent = fs::absolute(folder).parent_path();
    create_folders(parent);
    fs::create_directory(folder);
    if (const int error = sync_folder(parent))
        throw fs::filesystem_error("fsync", parent,
                                   {error, std::generic_category()});
}

int sync_folder(const fs::path& folder) {
    const int directory =
        ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return 0;  // one may write there, but not read
    const int error = ::fsync(directory) == 0 ? 0 : errno;
    ::close(directory);
    return error == EINVAL || error == EROFS ? 0 : error;
}

}  // namespace tasuki::io
