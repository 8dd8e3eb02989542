#include "runtime/core/first_start.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "runtime/core/log.hpp"
#include "runtime/core/measurements.hpp"

namespace tasuki::runtime {

FirstStart::FirstStart(const std::filesystem::path& home) {
    const auto file =
        starpu_folder(home) / (".tasuki-" + starpu_host() + ".lock");
    lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK) {
        logger().info(
            "waiting for another process that starts, and may measure the "
            "links of this machine");
        // Interrupted by a signal: it goes on without.
        static_cast<void>(::flock(lock_, LOCK_EX));
    }
    set_aside_damaged_measurements(home);
    if (has_measured_links(home)) end();
}

void FirstStart::end() {
    if (const int file = std::exchange(lock_, -1); file >= 0) ::close(file);
}

}  // namespace tasuki::runtime
