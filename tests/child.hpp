// Runs a piece of a test in a process of its own: what ends a process cannot
// be tested in the one that counts the failures.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "tests/folder.hpp"
#include "tests/starpu_says.hpp"

namespace tasuki::test {

struct Ended {
    int code;          ///< minus the signal where one ended it
    std::string said;  ///< its stderr
};

/// What in_child() answers for a body that returns.
inline constexpr int kReturned = 99;

/// Runs `body` in a child whose stderr is `folder`/stderr; SIGALRM ends it if
/// it is not done after `seconds`.  Call it before any thread is started.
template <class Body>
Ended in_child(const Folder& folder, const Body& body, unsigned seconds = 60) {
    std::fflush(stdout);  // or the child would write it once more
    const pid_t child = ::fork();
    if (child == 0) {
        const int file =
            ::open((folder / "stderr").c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(file, STDERR_FILENO);
        ::signal(SIGALRM, SIG_DFL);
        ::alarm(seconds);
        body();
        ::_exit(kReturned);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            without_packaging_lines(read_file(folder / "stderr"))};
}

}  // namespace tasuki::test
