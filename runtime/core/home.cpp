#include "runtime/core/home.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/measurements.hpp"

namespace tasuki::runtime {

namespace fs = std::filesystem;

namespace {

/// That of another copy of the program; empty without.
fs::path shared_folder;

/// Its path for the handler of a signal, which may not wait for the static
/// object; null where there is none.
std::atomic<const char*> private_path{nullptr};

class PrivateFolder {
  public:
    PrivateFolder() {
        std::error_code error;
        fs::path parent = fs::temp_directory_path(error);
        if (error) parent = "/tmp";
        std::string name = (parent / "tasuki-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw UnavailableError(fmt::format(
                "{}: no temporary folder can be made: {}; TMPDIR names another "
                "place",
                parent.string(), std::strerror(errno)));
        path_ = name;
        private_path = path_.c_str();
    }
    ~PrivateFolder() {
        private_path = nullptr;
        if (getpid() != owner_) return;  // a child has a copy of this object
        std::error_code error;
        fs::remove_all(path_, error);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
    pid_t owner_ = getpid();
};

/// What StarPU may write, and the longest of its files on most machines.
constexpr off_t kAllFiles = 1 << 18, kOneFile = 1 << 12;  // [bytes]

/// Whether a file of `folder` can be so long: on a full disk StarPU's would
/// stay empty.
bool has_room(const fs::path& folder, off_t bytes) {
    std::string name = (folder / ".tasuki-XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) return false;
    unlink(name.c_str());
    const bool room = posix_fallocate(file, 0, bytes) == 0;
    close(file);
    return room;
}

bool can_keep_measurements(const fs::path& home) {
    if (home.empty()) return false;
    std::error_code error;
    const fs::path folder = starpu_folder(home) / "sampling";
    fs::create_directories(folder, error);  // as StarPU would
    return !error && has_room(folder, kAllFiles);
}

/// `until` says what the warning adds.
void use(EnvironmentChanges& changes, const fs::path& home,
         const std::string& reason, const std::string& until = "") {
    // Once for a process with one Context after the other.
    static std::string said;
    const auto text = fmt::format("{}: StarPU keeps its measurements in {}{}",
                                  reason, home.string(), until);
    if (std::exchange(said, text) != text) logger().warn("{}", text);
    changes.unset("XDG_CACHE_HOME");  // it would win
    changes.set("STARPU_HOME", home.string());
}

}  // namespace

const fs::path& private_folder() {
    if (!shared_folder.empty()) return shared_folder;
    static const PrivateFolder folder;
    return folder.path();
}

void share_private_folder(const fs::path& path) {
    shared_folder = path;
    private_path = shared_folder.c_str();
}

// By rm: to list a folder takes memory, which a handler may not ask for.
void remove_private_folder() noexcept {
    const char* path = private_path.exchange(nullptr);
    if (path == nullptr) return;
    const pid_t child = vfork();
    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", "--", path, nullptr);
        _exit(127);
    }
    if (child > 0) waitpid(child, nullptr, 0);
}

fs::path provide_starpu_home(EnvironmentChanges& changes) {
    std::string unusable;
    for (const char* name : {"XDG_CACHE_HOME", "STARPU_HOME", "HOME"}) {
        const char* value = std::getenv(name);
        if (value == nullptr) continue;
        if (can_keep_measurements(value)) {
            if (!unusable.empty()) use(changes, value, unusable);
            return value;
        }
        if (unusable.empty())
            unusable =
                fmt::format("{}={} cannot be written or is full", name, value);
    }
    if (!has_room(private_folder(), kOneFile))
        throw UnavailableError(fmt::format(
            "{}, nor can {}: StarPU needs a folder for files of {} bytes; is "
            "the disk full, or is there a limit of file sizes (ulimit -f)?",
            unusable.empty() ? "HOME is not set" : unusable,
            private_folder().parent_path().string(), kOneFile));
    use(changes, private_folder(),
        unusable.empty() ? "HOME is not set" : unusable,
        " until this run ends; STARPU_HOME names a folder that stays");
    return private_folder();
}

}  // namespace tasuki::runtime
