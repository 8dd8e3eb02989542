#include "drivers/common/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>

#include "io/descriptor.hpp"
#include "io/interrupt.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

/// In the child, between fork() and exec(): async-signal-safe calls only.
/// @param printed  its stdout; -1: /dev/null
[[noreturn]] void become(char* const* words, char* const* environment,
                         int printed, int said, int failed, pid_t parent) {
    ::setpgid(0, 0);
    // Whoever kills the parent outright means the whole comparison.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(printed < 0 ? nothing : printed, STDOUT_FILENO);
    ::dup2(said, STDERR_FILENO);
    ::execvpe(words[0], words, environment);
    const int reason = errno;
    [[maybe_unused]] const auto ignored =
        ::write(failed, &reason, sizeof reason);
    ::_exit(127);
}

/// False if `seconds` passed first.  A kernel without pidfd_open (before 5.3)
/// waits without a limit.
bool ends_within(pid_t child, int seconds) {
    const io::Descriptor process{
        static_cast<int>(::syscall(SYS_pidfd_open, child, 0))};
    if (process < 0) return true;
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds{seconds};
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0) return false;
        pollfd wanted{process, POLLIN, 0};
        if (::poll(&wanted, 1, static_cast<int>(left.count())) > 0) return true;
    }
}

/// A file that is only in memory; -1 if there cannot be one.
io::Descriptor memory_file(const char* name) {
    return io::Descriptor{
        static_cast<int>(::syscall(SYS_memfd_create, name, 1U))};
}

/// The last `most` bytes of it.
std::string tail_of(int file, off_t most = 65536) {
    struct stat status {};
    if (::fstat(file, &status) != 0) return {};
    const off_t size = std::min(status.st_size, most);
    std::string text(static_cast<std::size_t>(size), '\0');
    const auto got =
        ::pread(file, text.data(), text.size(), status.st_size - size);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

std::string_view name_of(std::string_view variable) {
    return variable.substr(0, variable.find('='));
}

/// That of this process with changes, as run_child() gets them.
std::vector<std::string> changed_environment(
    const std::vector<std::string>& changes) {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (std::ranges::none_of(changes, [&](const std::string& change) {
                return name_of(change) == name_of(*variable);
            }))
            all.emplace_back(*variable);
    std::ranges::copy_if(changes, std::back_inserter(all),
                         [](const std::string& change) {
                             return change.find('=') != std::string::npos;
                         });
    return all;
}

/// As exec() wants them; they stay those of `words`.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const auto& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& words, int seconds,
                   std::string* printed,
                   const std::vector<std::string>& changes) {
    const auto argv = pointers_to(words);
    const auto variables = changed_environment(changes);
    const auto environment = pointers_to(variables);
    const auto said = memory_file("stderr");
    const auto output = printed ? memory_file("stdout") : io::Descriptor{};
    int ends[2];
    if (said < 0 || (printed && output < 0) || ::pipe2(ends, O_CLOEXEC) != 0)
        throw runtime::UnavailableError(fmt::format(
            "cannot start {}: {}", words.front(), std::strerror(errno)));
    const io::Descriptor reader{ends[0]};
    pid_t child = -1;
    {
        const io::Descriptor writer{ends[1]};
        const pid_t parent = ::getpid();
        child = ::fork();
        if (child == 0)
            become(argv.data(), environment.data(), output, said, writer,
                   parent);
    }
    if (child < 0)
        throw runtime::UnavailableError(fmt::format(
            "cannot start {}: {}", words.front(), std::strerror(errno)));
    ::setpgid(child, child);  // whichever of the two comes first
    const io::ChildGuard guard{child};
    int reason = 0;
    if (::read(reader, &reason, sizeof reason) == sizeof reason) {
        ::waitpid(child, nullptr, 0);
        throw runtime::UnavailableError(fmt::format(
            "cannot start {}: {}", words.front(), std::strerror(reason)));
    }
    if (!ends_within(child, seconds)) {
        io::stop_process_group(child, 5);
        return {-1, SIGTERM, true, tail_of(said)};
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (printed) *printed = tail_of(output, std::numeric_limits<off_t>::max());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0, false, tail_of(said)};
}

}  // namespace tasuki::drivers
