#include "drivers/interrupt.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drivers/atomic_file.hpp"
#include "tests/drivers/folder.hpp"
#include "tests/drivers/refusal.hpp"

using namespace tasuki::drivers;
using tasuki::test::Folder;

namespace {

struct Ended {
    int code;  // -1: killed by a signal
    std::string said;
};

/// Runs `body` in a child process with the handlers installed, its stderr in
/// `folder`/stderr.
template <class Body>
Ended in_child(const Folder& folder, const Body& body) {
    const pid_t child = ::fork();
    if (child == 0) {
        const int file =
            ::open((folder / "stderr").c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(file, STDERR_FILENO);
        handle_interrupts();
        body();
        ::_exit(99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            tasuki::test::read_file(folder / "stderr")};
}

}  // namespace

TEST_CASE("a signal ends the process with one line, its code, and no files") {
    for (const auto& [signal, code] :
         {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
        CAPTURE(signal);
        const Folder folder;
        const auto ended = in_child(folder, [&, number = signal] {
            AtomicFile one{folder / "one"}, two{folder / "two"};
            one.write("half");
            ::raise(number);
        });
        CHECK(ended.code == code);
        CHECK(ended.said == "tasuki: interrupted\n");
        CHECK(folder.names() == std::vector<std::string>{"stderr"});
    }
}

TEST_CASE("files that are complete survive an interrupt") {
    const Folder folder;
    in_child(folder, [&] {
        AtomicFile file{folder / "out"};
        file.write("whole");
        file.commit();
        ::raise(SIGINT);
    });
    CHECK(tasuki::test::read_file(folder / "out") == "whole");
}

TEST_CASE("a SIGHUP that nohup ignores stays ignored") {
    const Folder folder;
    ::signal(SIGHUP, SIG_IGN);
    const auto ended = in_child(folder, [] { ::raise(SIGHUP); });
    ::signal(SIGHUP, SIG_DFL);
    CHECK(ended.code == 99);
}

TEST_CASE("the table of temporary files is given back, and full is an error") {
    std::vector<std::unique_ptr<TemporaryFileGuard>> guards;
    for (int round = 0; round < 3; ++round) {
        for (int k = 0; k < 64; ++k)
            guards.push_back(
                std::make_unique<TemporaryFileGuard>("/nowhere/file"));
        CHECK_REFUSAL(TemporaryFileGuard{"/nowhere/more"}, "/nowhere/more",
                      "64 output files");
        guards.clear();
    }
    CHECK_REFUSAL(TemporaryFileGuard{"/" + std::string(5000, 'n')}, "too long");
}
