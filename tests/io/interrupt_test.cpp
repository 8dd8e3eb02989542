#include "io/interrupt.hpp"

#include <signal.h>

#include "io/atomic_file.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/home.hpp"
#include "tests/child.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::io;
using tasuki::test::Folder, tasuki::test::in_child, tasuki::test::kReturned;

TEST_CASE("a signal ends the process with one line, its code, and no files") {
    for (const auto& [signal, code] :
         {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
        CAPTURE(signal);
        const Folder folder;
        const auto ended = in_child(folder, [&, number = signal] {
            handle_interrupts();
            AtomicFile one{folder / "one"}, two{folder / "two"};
            one.write("half");
            ::raise(number);
        });
        CHECK(ended.code == code);
        CHECK(ended.said == "tasuki: interrupted\n");
        CHECK(folder.names() == std::vector<std::string>{"stderr"});
    }
}

TEST_CASE("a failure that cannot be thrown removes the same files") {
    const Folder folder;
    const auto ended = in_child(folder, [&] {
        handle_interrupts();
        AtomicFile file{folder / "out"};
        file.write("half");
        tasuki::runtime::fail(tasuki::runtime::ExitCode::fault, "it broke");
    });
    CHECK(ended.code == 70);
    CHECK(ended.said == "tasuki: error: it broke\n");
    CHECK(folder.names() == std::vector<std::string>{"stderr"});
}

TEST_CASE("a signal removes the private folder with its files") {
    const Folder folder;
    in_child(folder, [&] {
        ::setenv("TMPDIR", folder.path().c_str(), 1);
        handle_interrupts();
        const auto& mine = tasuki::runtime::private_folder();
        std::filesystem::create_directory(mine / "deep");
        tasuki::test::write_file((mine / "deep" / "file").string(), "x");
        ::raise(SIGTERM);
    });
    CHECK(folder.names() == std::vector<std::string>{"stderr"});
}

TEST_CASE(
    "signals that a run sees to itself are noted, the second one is not") {
    const Folder folder;
    const auto ended = in_child(folder, [&] {
        handle_interrupts();
        AtomicFile file{folder / "out"};
        DeferredSignals signals;
        const auto check = [&](int expected) {
            if (signals.take() != expected) ::_exit(1);
        };
        check(0);
        ::raise(SIGUSR1);
        check(SIGUSR1);
        check(0);
        ::raise(SIGTERM);
        // As timeout(1) sends it: once to the process, once to its group.
        ::raise(SIGTERM);
        check(SIGTERM);
        check(SIGTERM);
        ::usleep(150000);
        ::raise(SIGTERM);
    });
    CHECK(ended.code == 143);
    CHECK(ended.said ==
          "tasuki: interrupted: a checkpoint is written first; a second signal "
          "ends the run at once\ntasuki: interrupted\n");
    CHECK(folder.names() == std::vector<std::string>{"stderr"});
}

TEST_CASE("signals are noted only while a run asks for that") {
    for (const auto& [signal, code] :
         {std::pair{SIGINT, 130}, {SIGHUP, 129}, {SIGUSR1, -SIGUSR1}}) {
        CAPTURE(signal);
        const Folder folder;
        const auto ended = in_child(folder, [&, number = signal] {
            handle_interrupts();
            {
                DeferredSignals signals;
                if (number == SIGHUP) ::raise(number);
            }
            ::raise(number);
        });
        CHECK(ended.code == code);
    }
}

TEST_CASE("a SIGHUP that nohup ignores stays ignored") {
    const Folder folder;
    ::signal(SIGHUP, SIG_IGN);
    const auto ended = in_child(folder, [] {
        handle_interrupts();
        ::raise(SIGHUP);
    });
    ::signal(SIGHUP, SIG_DFL);
    CHECK(ended.code == kReturned);
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
