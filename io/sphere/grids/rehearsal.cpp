#include "io/sphere/grids/rehearsal.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <source_location>

#include "io/input_error.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

/// What ends a process that goes wrong, or takes too long.
constexpr std::array kFatal{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU};

[[noreturn]] void perform(const std::function<void()>& body, unsigned seconds) {
    // Neither a picture of its memory nor words about its end are wanted.
    const rlimit none{0, 0}, time{seconds, seconds + 1};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_CPU, &time);
    for (const int fatal : kFatal) std::signal(fatal, SIG_DFL);
    for (const int wanted : {SIGINT, SIGTERM}) std::signal(wanted, SIG_DFL);
    const int silence = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (silence >= 0) ::dup2(silence, STDERR_FILENO);
    try {
        body();
    } catch (...) {
        // The caller will see it.
    }
    ::_exit(0);
}

}  // namespace

void rehearse(const std::string& name, const std::function<void()>& body,
              unsigned seconds) {
    const pid_t child = ::fork();
    if (child < 0)
        throw runtime::FaultError("fork", errno,
                                  std::source_location::current());
    if (child == 0) perform(body, seconds);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    // Whoever ends the child for another reason means us, too.
    if (!WIFSIGNALED(status) ||
        std::ranges::find(kFatal, WTERMSIG(status)) == kFatal.end())
        return;
    const bool too_long = WTERMSIG(status) == SIGXCPU;
    throw InputError(name, "damaged", "", "a file that HDF5 can read",
                     too_long ? "that its library comes to no end"
                              : std::string{"that its library fails with "} +
                                    ::strsignal(WTERMSIG(status)));
}

}  // namespace tasuki::io
