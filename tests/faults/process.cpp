#include "tests/faults/process.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace tasuki::faults {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void become(int number, const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0) ::_exit(126);
    ::dup2(file, number);
    if (file != number) ::close(file);
}

void set_up_streams(const Start& start) {
    become(STDIN_FILENO, start.input, O_RDONLY);
    become(STDERR_FILENO, start.errors, O_WRONLY | O_CREAT | O_TRUNC);
    if (start.reader_gone) {
        int ends[2];
        if (::pipe(ends) != 0) ::_exit(126);
        ::close(ends[0]);
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[1]);
    } else {
        become(STDOUT_FILENO, start.output, O_WRONLY | O_CREAT | O_TRUNC);
    }
    for (const int number : start.closed) ::close(number);
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

[[noreturn]] void become_program(const Start& start) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // As for users, permissions count: root would read and write what nobody
    // may.
    ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
    ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
    if (::chdir(start.folder.c_str()) != 0) ::_exit(126);
    std::vector<std::string> words = start.words, variables;
    for (const auto& [name, value] : start.environment)
        variables.push_back(name + '=' + value);
    set_up_streams(start);
    for (const auto& [limit, value] : start.limits) {
        const struct rlimit both { value, value };
        ::setrlimit(static_cast<__rlimit_resource>(limit), &both);
    }
    ::execve(words[0].c_str(), pointers_to(words).data(),
             pointers_to(variables).data());
    ::_exit(126);
}

/// Children of the ended program are this process's now.
bool left_running(pid_t group) {
    for (int k = 0; k < 100; ++k) {  // 1 s for those that are about to end
        const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
        if (ended < 0) return false;
        if (ended == 0) ::usleep(10000);
    }
    ::kill(-group, SIGKILL);
    // Where it is in a group of its own: its parent's death ends it.
    for (int k = 0; k < 200 && ::waitpid(-1, nullptr, WNOHANG) >= 0; ++k)
        ::usleep(10000);
    return true;
}

}  // namespace

End run(const Start& start) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const auto begin = Clock::now();
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) become_program(start);
    bool sent = start.signal == 0, hung = false;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        const double seconds = since(begin);
        if (!sent && seconds >= start.delay) {
            ::kill(child, start.signal);
            sent = true;
        }
        if (seconds > kPatience) {
            hung = true;
            ::kill(-child, SIGKILL);
        }
        ::usleep(500);
    }
    const double seconds = since(begin);
    const bool orphans = left_running(child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), hung,
            orphans && !hung, seconds};
}

}  // namespace tasuki::faults
