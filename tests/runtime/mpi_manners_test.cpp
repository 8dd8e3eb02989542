// Beside a program's own MPI, and with an exception on one rank.  Each case
// starts mpirun with this executable, for a case that is skipped otherwise:
// what a process has done with MPI cannot be undone.
#include <doctest/doctest.h>
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <future>
#include <string>
#include <thread>

#include "runtime/core/error.hpp"
#include "runtime/core/open_messages.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/launcher.hpp"
#include "runtime/mpi/message.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::UsageError;

/// The output of `ranks` ranks, 0 for none of mpirun, that run a case.
CliResult run_case(int ranks, const std::string& name) {
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto start = ranks == 0 ? std::string{"timeout 120 "}
                                  : kMpirun + std::to_string(ranks) + " ";
    return run_command(start + "'" + self + "' --no-skip --test-case='" + name +
                       "'");
}

int start_mpi(int level) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, level, &provided);
    return provided;
}

/// All ranks, the last one first.
MPI_Comm reversed() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm result;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &result);
    return result;
}

runtime::ContextOptions with_ranks() {
    auto options = cpu_workers(1);
    options.ranks = &runtime::mpi_ranks();
    return options;
}

/// Sends a number around the ranks.
void check_ring(Context& context) {
    const auto& ranks = context.ranks();
    const int n = ranks.size(), own = ranks.rank();
    Array<int> mine{context, 1}, theirs{context, 1};
    mine.write().span()[0] = own;
    clear(theirs);
    if (n > 1) {
        submit_send(mine, (own + 1) % n, 7, 0);
        submit_receive(theirs, (own + n - 1) % n, 7, 0);
    }
    context.wait();
    CHECK(theirs.read().span()[0] == (own + n - 1) % n);
}

}  // namespace

/// With mpirun, and where a case needs no other rank without.
TEST_CASE("ranks and one process pass the cases for them") {
    for (const auto& [ranks, name] :
         {std::pair{2, "own MPI"},
          {0, "own MPI"},
          {2, "MPI for one thread"},
          {1, "MPI for one thread"},
          {2, "no MPI"},
          {0, "no MPI"},
          {2, "an exception on all ranks"},
          {2, "a Context while an exception passes"}}) {
        CAPTURE(ranks);
        CAPTURE(name);
        const auto result = run_case(ranks, std::string{"inside: "} + name);
        CAPTURE(result.out);
        CAPTURE(result.log);
        CHECK(result.code == 0);
        CHECK(contains(result.out, "1 passed"));
    }
}

/// A program's MPI and its communicator are used, and left to it.
TEST_CASE("inside: own MPI" * doctest::skip()) {
    start_mpi(MPI_THREAD_MULTIPLE);
    const MPI_Comm comm = reversed();
    int rank = 0, size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    auto options = cpu_workers(1);
    options.ranks = &runtime::mpi_ranks(comm);
    for (int round = 0; round < 2; ++round) {
        Context context{options};
        CHECK(context.ranks().rank() == rank);
        CHECK(context.ranks().size() == size);
        int relation = MPI_UNEQUAL;
        MPI_Comm_compare(runtime::communicator(), comm, &relation);
        CHECK(relation == MPI_CONGRUENT);
        check_ring(context);
        CHECK(context.ranks().largest(rank) == size - 1);
    }
    const auto refuses = [](MPI_Comm other) {
        return message_of<UsageError>(
            [other] { (void)runtime::mpi_ranks(other); });
    };
    if (size > 1)
        CHECK(contains(refuses(MPI_COMM_WORLD),
                       "a communicator of other ranks than before"));
    CHECK(contains(refuses(MPI_COMM_NULL), "the communicator is null"));
    int ended = 0;
    MPI_Finalized(&ended);
    CHECK(ended == 0);
    MPI_Finalize();
    CHECK(
        contains(message_of<UsageError>([] { const Context c{with_ranks()}; }),
                 "MPI has been finalised"));
}

/// Several ranks need MPI_THREAD_MULTIPLE, one does not.
TEST_CASE("inside: MPI for one thread" * doctest::skip()) {
    REQUIRE(start_mpi(MPI_THREAD_SERIALIZED) < MPI_THREAD_MULTIPLE);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto said = message_of<runtime::UnavailableError>([] {
        Context context{with_ranks()};
        check_ring(context);
    });
    CHECK(contains(said, "MPI_THREAD_MULTIPLE") == (size > 1));
    MPI_Finalize();
}

/// MPI begins and ends with the runtime.
TEST_CASE("inside: no MPI" * doctest::skip()) {
    CHECK(contains(message_of<UsageError>(
                       [] { (void)runtime::mpi_ranks(MPI_COMM_WORLD); }),
                   "MPI is not initialised"));
    Context context{with_ranks()};
    check_ring(context);
}

TEST_CASE("an exception on one rank is what the run ends with") {
    // The ranks sleep until their patience ends, so both runs do it at once.
    const auto run = [](const std::string& name) {
        return std::async(std::launch::async,
                          [name] { return run_case(2, "inside: " + name); });
    };
    auto alone = run("an exception on one rank");
    auto awaited = run("an exception while another rank waits");
    for (auto* const future : {&alone, &awaited}) {
        const auto result = future->get();
        CAPTURE(result.out);
        CAPTURE(result.log);
        CHECK(result.code == 3);  // 124 if it takes two minutes
        CHECK(contains(result.log, "the first error"));
        CHECK_FALSE(contains(result.log, "no task ended"));
    }
}

TEST_CASE("inside: an exception while another rank waits" * doctest::skip()) {
    try {
        Context context{with_ranks()};
        Array<int> array{context, 1};
        const int other = 1 - context.ranks().rank();
        if (other == 1) throw runtime::UnavailableError("the first error");
        submit_receive(array, other, 1, 0);
        context.wait();
    } catch (const runtime::Error& e) {
        std::fprintf(stderr, "%s\n", e.what());
        runtime::abort_ranks(static_cast<int>(e.exit_code()));
    }
}

/// It lets them go on.
TEST_CASE("inside: an exception on all ranks" * doctest::skip()) {
    for (int round = 0; round < 3; ++round) {
        const auto said = message_of<runtime::NumericsError>([] {
            Context context{with_ranks()};
            check_ring(context);
            Array<int> array{context, 1};
            array.write().span()[0] = 0;
            const int other = 1 - context.ranks().rank();
            if (other == 1)
                submit_send(array, other, 3, 0);
            else
                submit_receive(array, other, 3, 0);
            throw runtime::NumericsError("no convergence");
        });
        CHECK(said == "no convergence");
    }
}

/// It waits for the others.
TEST_CASE("inside: a Context while an exception passes" * doctest::skip()) {
    struct Last {
        ~Last() {
            Context context{with_ranks()};
            check_ring(context);
            if (context.ranks().rank() == 1)
                std::this_thread::sleep_for(runtime::OpenMessages::kPatience +
                                            std::chrono::seconds{1});
        }
    };
    const auto said = message_of<runtime::NumericsError>([] {
        const Last last;
        throw runtime::NumericsError("no convergence");
    });
    CHECK(said == "no convergence");
    Context context{with_ranks()};
    check_ring(context);
}

TEST_CASE("inside: an exception on one rank" * doctest::skip()) {
    try {
        Context context{with_ranks()};
        std::vector<int> memory(100);
        Array<int> array{context, 1}, after{context, 1};
        Array<int> over{context, std::span{memory}};
        clear(after);
        const int other = 1 - context.ranks().rank();
        submit_receive(array, other, 1, 0);
        submit_receive(over, other, 2, 0);
        submit_work(context, array, nullptr, [](int*, void*) {});
        if (other == 1) throw runtime::UnavailableError("the first error");
        context.wait();
    } catch (const runtime::Error& e) {
        std::fprintf(stderr, "%s\n", e.what());
        CHECK(contains(
            message_of<UsageError>([] { const Context c{with_ranks()}; }),
            "left with open messages"));
        runtime::abort_ranks(static_cast<int>(e.exit_code()));
    }
}

TEST_CASE("messages of too many numbers and sizes are refused") {
    const auto result = run_case(2, "inside: too many numbers");
    CAPTURE(result.out);
    CHECK(result.code == 3);
    CHECK(contains(result.out, "of more than 16384 numbers"));
}

TEST_CASE("inside: too many numbers" * doctest::skip()) {
    Context context{with_ranks()};
    Array<int> array{context, 1};
    try {
        for (int tag = 0;; ++tag)
            submit_receive(array, 1 - context.ranks().rank(), tag, 0);
    } catch (const runtime::UnavailableError& e) {
        std::puts(e.what());
        std::fflush(stdout);
        runtime::abort_ranks(static_cast<int>(e.exit_code()));
    }
}
